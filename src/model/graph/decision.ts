import type { Cursor, Group, Recent, Undecided } from './cursor.ts';
import { nodeId, type NodeId } from '../ids.ts';
import { capital, enumerate, oneLine } from '../one-line.ts';
import type { Detail, Edge, Node } from '../model.ts';
import { aboutOf, type Doubt } from '../reasons/doubts.ts';
import { calledIn, explain, explainAhead, type Explained } from '../reasons/explain.ts';

const MAX_WORDS_CHARACTERS = 240;
const MAX_DOUBT_CHARACTERS = 300;
/** Changes of earlier graphs that wait for a reason. */
const MAX_WAITING_CHANGES = 64;
const MAX_NAMES = 4;

/** Describes what was done, in the first seed's form: "Read src/auth.rs, grep verify_token → edit src/auth.rs". */
export function consolidate(informed: readonly string[], did: readonly string[]): string {
  const parts = [enumerate(informed, MAX_NAMES), enumerate(did, MAX_NAMES)].filter((part) => part !== '');
  return oneLine(capital(parts.join(' → ')), MAX_WORDS_CHARACTERS);
}

/** Adds a change to the groups. It joins an open last group unless new explorations came before it (see `closeGroup`). */
export function joinGroup(groups: readonly Group[], edit: Undecided, informed: readonly string[]): readonly Group[] {
  const last = groups.at(-1);
  if (last?.open && informed.length === 0)
    return groups.with(groups.length - 1, { ...last, edits: [...last.edits, edit] });
  return [...groups, { edits: [edit], informed, open: true }];
}

/** Reasons of earlier graphs that are kept: an alternative in one of them belongs to its changes. */
const MAX_EARLIER_REASONS = 12;

/** Closes the last group, after a new goal, a passed verification or a commit. */
export function closeGroup(groups: readonly Group[]): readonly Group[] {
  const last = groups.at(-1);
  return last?.open ? groups.with(groups.length - 1, { ...last, open: false }) : groups;
}

/**
 * Completes a graph at a cut: every change gets a decision, either the agent's own words or a consolidated list of what was
 * done. These nodes are derived and are not ledger steps, so they have a number in the session but no parent. Changes of
 * earlier graphs get their decision too when a reason appeared since.
 * @param nodes nodes since the last cut
 * @returns nodes and edges with the decisions added, and the next cursor
 */
export function cut(
  cursor: Cursor,
  nodes: readonly Node[],
  edges: readonly Edge[],
): { cursor: Cursor; nodes: Node[]; edges: Edge[] } {
  const reasons = reasonsIn(cursor);
  const decisions: Node[] = [];
  const decided: Edge[] = [];
  let next = cursor.next;
  const decide = (time: number, summary: string, detail: Detail, from: readonly NodeId[]): void => {
    const id = nodeId(`${cursor.prefix}-${next++}`);
    decisions.push({ id, kind: 'decision', at: time, summary, detail });
    const source = detail['source'] === 'narrated' ? 'observed' : 'inferred';
    for (const change of from) decided.push({ from: change, to: id, kind: 'decided_by', source });
  };
  for (const { edits, text, place, ruledOut } of reasons.reasons) {
    const detail = { source: 'narrated', place, ...(ruledOut.length > 0 && { rejected: ruledOut }) };
    decide(
      edits[0]!.time,
      text,
      detail,
      edits.map(({ id }) => id),
    );
  }
  const unexplained: Undecided[] = [];
  for (const { edits, informed } of cursor.groups) {
    const left = edits.filter(({ id }) => !reasons.explained.has(id));
    if (left.length === 0) continue;
    const summary = consolidate(
      informed,
      left.map(({ did }) => did),
    );
    decide(
      left[0]!.time,
      summary,
      { source: 'consolidated' },
      left.map(({ id }) => id),
    );
    unexplained.push(...left);
  }
  const { doubted, left } = doubtsIn(cursor);
  for (const [doubt, changes] of doubted) {
    const id = nodeId(`${cursor.prefix}-${next++}`);
    const detail = { source: 'narrated', place: doubt.place, says: doubt.says };
    decisions.push({
      id,
      kind: 'risk',
      at: nodes.at(-1)?.at ?? 0,
      summary: oneLine(doubt.text, MAX_DOUBT_CHARACTERS),
      detail,
    });
    for (const change of changes) decided.push({ from: change.id, to: id, kind: 'exposes', source: 'observed' });
  }
  const waiting = cursor.unexplained.filter(({ id, turn }) => !reasons.explained.has(id) && turn >= cursor.talk.turn);
  const { doubts: _, ...heard } = cursor.talk;
  const given = reasons.reasons.map(({ text }) => text);
  const talk =
    given.length > 0 ? { ...heard, reasons: [...(heard.reasons ?? []), ...given].slice(-MAX_EARLIER_REASONS) } : heard;
  const { ahead: __, ...rest } = cursor;
  const after = {
    ...rest,
    next,
    groups: [],
    unexplained: [...waiting, ...unexplained].slice(-MAX_WAITING_CHANGES),
    talk: left.length > 0 ? { ...talk, doubts: left } : talk,
  };
  return { cursor: after, nodes: [...nodes, ...decisions], edges: [...edges, ...decided] };
}

// The doubts that are about changes, and those that wait for one.
function doubtsIn({ talk, recent = [], groups, unexplained }: Cursor): {
  doubted: [Doubt, readonly Recent[]][];
  left: Doubt[];
} {
  if (!talk.doubts) return { doubted: [], left: [] };
  const wrote = new Map([...groups.flatMap(({ edits }) => edits), ...unexplained].map(({ id, names }) => [id, names]));
  const placed = recent.map((one) => {
    const found = one.call === null ? undefined : calledIn(talk.calls, one.call);
    return { ...one, at: found?.at ?? one.at, turn: found?.turn ?? one.turn };
  });
  const doubted: [Doubt, readonly Recent[]][] = [];
  const left: Doubt[] = [];
  for (const doubt of talk.doubts) {
    const changes = aboutOf(doubt, placed, ({ id }) => wrote.get(id));
    if (changes.length > 0) doubted.push([doubt, changes]);
    else left.push(doubt);
  }
  return { doubted, left };
}

/** Changes of earlier graphs that the agent doubted since. */
export const doubtedLate = (cursor: Cursor): readonly Recent[] =>
  cursor.talk.doubts ? doubtsIn(cursor).doubted.flatMap(([, changes]) => changes) : [];

/** Changes of earlier graphs with a reason that appeared since. */
export function explainedLate(cursor: Cursor): readonly Undecided[] {
  if (cursor.unexplained.length === 0) return [];
  const { explained } = reasonsIn(cursor);
  return cursor.unexplained.filter(({ id }) => explained.has(id));
}

/** Chooses the reasons that the next cut needs. If the talk or the changes differ by then, the cut chooses again. */
export function decideAhead(cursor: Cursor): Cursor {
  const { ahead: _, ...rest } = cursor;
  const ahead = explainAhead(rest.talk, undecidedIn(rest));
  return ahead ? { ...rest, ahead } : rest;
}

const reasonsIn = (cursor: Cursor): Explained => explain(cursor.talk, undecidedIn(cursor), cursor.ahead);

const undecidedIn = ({ groups, unexplained }: Cursor): Undecided[] => [
  ...unexplained,
  ...groups.flatMap(({ edits }) => edits),
];
