import type { Cursor, Undecided } from './cursor.ts';
import { link, type Draft } from './graph-builder.ts';
import type { NodeId } from '../ids.ts';
import { QUESTION } from '../knowledge/kinds.ts';
import type { Step } from '../step.ts';

/** The beginning of the question. Some agents report it as a prompt, because their model receives it as one. */
export const OPENING = 'git prov has no declared reason for the changes of this turn';

/** An agent may put a few words of its own in front of it. */
const MAX_PREFIX_CHARACTERS = 120;

/** Whether a prompt is the question, and not a person's words. */
export function isQuestion(text: string): boolean {
  const at = text.indexOf(OPENING);
  return at >= 0 && at <= MAX_PREFIX_CHARACTERS && text.includes(ANSWER, at);
}

/** The command that answers it. */
export const ANSWER = 'git prov decide "WHAT YOU CHOSE" --because "WHY"';

/** Changes of the present turn that no declared decision explains. */
export const undeclared = ({ talk, unexplained, groups }: Cursor): readonly Undecided[] =>
  [...unexplained, ...groups.flatMap(({ edits }) => edits)].filter(({ turn }) => turn === talk.turn);

/** Remembers that the agent was asked for the reasons of its undeclared changes: its next decisions answer. */
export function ask(draft: Draft, { tool }: Extract<Step, { type: 'tool' }>): void {
  if (tool !== QUESTION) return;
  draft.asked = undeclared(draft).map(({ id }) => id);
  draft.questions = (draft.questions ?? 0) + 1;
}

/**
 * The changes that a decision answers for. A statement that names files is about these; otherwise it is about all that the
 * question was about.
 */
export function answered({ asked: questioned = [], unexplained, groups }: Cursor, words: string): readonly Undecided[] {
  if (questioned.length === 0) return [];
  const wanted = new Set(questioned);
  const open = [...unexplained, ...groups.flatMap(({ edits }) => edits)].filter(({ id }) => wanted.has(id));
  const named = open.filter(({ paths }) => paths.some((path) => words.includes(path.split('/').at(-1)!)));
  return named.length > 0 ? named : open;
}

/** Links the answered changes to the decision. They need no other reason. */
export function answer(draft: Draft, decision: NodeId, words: string): void {
  const done = new Set(answered(draft, words).map(({ id }) => id));
  if (done.size === 0) return;
  for (const id of done) link(draft, id, decision, 'decided_by', 'declared');
  draft.asked = (draft.asked ?? []).filter((id) => !done.has(id));
  draft.unexplained = draft.unexplained.filter(({ id }) => !done.has(id));
  draft.groups = draft.groups
    .map((group) => ({ ...group, edits: group.edits.filter(({ id }) => !done.has(id)) }))
    .filter(({ edits }) => edits.length > 0);
}
