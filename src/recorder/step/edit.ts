import type { NodeId, RepoPath } from '../../model/ids.ts';
import { derive, deriveStep } from '../../lines/derive.ts';
import { HUMAN, type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { splitLines } from '../../lines/text.ts';
import type { Edit, Replacement } from '../spool/event.ts';
import type { TreeDifference, RecordedContents } from '../worktree/recorded-contents.ts';
import { removedBySteps, removedLines } from '../worktree/removed-lines.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { isLost } from '../spool/lost-events.ts';
import { toRepoPath } from '../spool/event-paths.ts';
import type { WorkTreeState } from '../state/state.ts';

/** The differences that a step made, among all differences. */
export interface Changed {
  readonly mine: readonly TreeDifference[];
  readonly differences: readonly TreeDifference[];
}

/**
 * Assigns owners to the lines of the one file that a file tool wrote, if the tool reported the text that it found or proposed.
 * @returns whether it reported that
 */
export async function settleEdits(
  tracker: WorkTreeTracker,
  files: RecordedContents,
  workTree: WorkTreeState,
  { mine }: Changed,
  edits: readonly Edit[],
  node: NodeId,
  cwd: string | undefined,
): Promise<boolean> {
  const [single] = mine;
  const edit = single && mine.length === 1 && edits.length === 1 ? editOf(single, edits, workTree, cwd) : undefined;
  if (!edit || edit.written) return false;
  await settleEdit(tracker, files, workTree, single!, edit, node);
  return true;
}

/**
 * If a tool reports the lines that it wrote, the step keeps only these lines of its files. The others get the owners
 * that they had when the file had another name; without such an owner they are unknown.
 */
export async function keepWritten(
  tracker: WorkTreeTracker,
  files: RecordedContents,
  workTree: WorkTreeState,
  { mine, differences }: Changed,
  edits: readonly Edit[],
  node: NodeId,
  cwd: string | undefined,
): Promise<void> {
  for (const { path, to } of mine) {
    const { written, from } = editOf({ path }, edits, workTree, cwd) ?? {};
    const lines = await files.lines(to);
    const owners = written && to && lines && tracker.knownOwners(path, to, workTree.gitDir, lines.length);
    if (!owners) continue;
    const own = new Set(written.map((line) => Buffer.from(line, 'utf8').toString('latin1').trim()));
    const isDoubtful = (owner: Owner, i: number): boolean =>
      owner.kind === 'node' && owner.node === node && !own.has(lines[i]!.trim());
    if (!owners.some(isDoubtful)) continue;
    const former = from === undefined ? undefined : toRepoPath(from, workTree.top, cwd);
    const moved = differences.find((one) => one.path === former);
    const source = moved && (await tracker.owned(moved.path, moved.from, workTree.gitDir));
    const before = new Map(source?.lines.map((line, i) => [line, source.owners[i]!]));
    const mended = owners.map((owner, i) => (isDoubtful(owner, i) ? (before.get(lines[i]!) ?? UNSURE) : owner));
    tracker.remember(path, to, workTree, mended);
  }
}

const editOf = (
  { path }: Pick<TreeDifference, 'path'>,
  edits: readonly Edit[],
  { top }: WorkTreeState,
  cwd: string | undefined,
): Edit | undefined => edits.find((edit) => toRepoPath(edit.path, top, cwd) === path);

/**
 * Assigns owners to the lines of a file that a file tool wrote. The tool reports the text that it found and its proposal: changes
 * between the last snapshot and the found text are a person's (who was asked for permission and saved meanwhile). Later
 * differences from the proposal are that person's too, if the person edited the proposal; otherwise no owner is named.
 */
async function settleEdit(
  tracker: WorkTreeTracker,
  files: RecordedContents,
  workTree: WorkTreeState,
  one: TreeDifference,
  edit: Edit,
  node: NodeId,
): Promise<void> {
  const after = await files.lines(one.to);
  const known = await tracker.owned(one.path, one.from, workTree.gitDir);
  if (one.to === null) return;
  if (!after) return tracker.settle([one], workTree, UNSURE, false); // it may be lost, and the user's own git write it again
  const crlf = known ? mostlyCrlf(known.lines) : mostlyCrlf(after);
  const found = typeof edit.before === 'string' ? linesOf(edit.before, crlf) : edit.before === null ? [] : undefined;
  // The text before the call is lost: only the tool's own report shows which lines it found there, and nothing shows their owners.
  if (!known && !found) return tracker.settle([one], workTree, UNSURE, false);
  let before: Owned | undefined = known ?? { lines: found!, owners: found!.map(() => UNSURE) };
  const taken = { bySteps: [] as Owned[], byPersons: [] as Owned[] };
  if (found && known && !sameText(found, known.lines)) {
    const { owners, gone: left } = deriveStep(
      [{ lines: found, before: known, earlier: [] }],
      isDoubtful(tracker, workTree, one.path) ? UNSURE : HUMAN,
      [],
      removedLines(workTree),
    );
    before = { lines: found, owners: owners[0]! };
    taken.byPersons.push(...left);
  }
  const whole = edit.proposed ?? (edit.replaced && before && replace(before.lines, edit.replaced));
  const proposed = whole === undefined ? undefined : linesOf(whole, crlf);
  const isWhole = !proposed || sameText(proposed, after);
  // Claude Code reports the text after the person changed it as its own proposal, so nothing shows which lines the person wrote.
  const step: Owner =
    edit.byUser && isWhole ? { kind: 'unsure', likely: node } : { kind: 'node', node, evidence: 'exact' };
  // The edit spells out its new lines.
  const removed = proposed ? removedBySteps(workTree) : removedLines(workTree);
  const write = (lines: readonly string[]): Owned => {
    const { owners, gone: left } = deriveStep([{ lines, before }], step, [], removed);
    taken.bySteps.push(...left);
    return { lines, owners: owners[0]! };
  };
  const written = write(isWhole ? after : proposed);
  const owners =
    written.lines === after
      ? written.owners
      : derive([{ lines: after, before: written }], edit.byUser ? HUMAN : UNSURE)[0]!;
  tracker.remember(one.path, one.to, workTree, tracker.putBack(one.path, one.to, workTree, after, owners), taken);
}

// Whether another call may have changed the file before this one: its end is not known, or its events are lost.
const isDoubtful = (tracker: WorkTreeTracker, { open, dropped }: WorkTreeState, path: RepoPath): boolean =>
  tracker.abstains ||
  dropped.some((step) => isLost(step) || step.paths.includes(path)) ||
  open.some(({ paths, shared }) => shared && paths.includes(path)) ||
  open.filter(({ paths }) => paths.includes(path)).length > 1;

// The file as the tool proposed it, built from the text that it found; undefined if it cannot have found that text.
function replace(lines: readonly string[], replaced: NonNullable<Edit['replaced']>): string | undefined {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''), 'latin1');
  let text = bytes.toString('utf8').replaceAll('\r\n', '\n');
  for (const { old, fresh, all } of new Array<Replacement>().concat(replaced)) {
    if (old === '' || !text.includes(old)) return undefined;
    text = all ? text.replaceAll(old, () => fresh) : text.replace(old, () => fresh);
  }
  return text;
}

// Agents pass text as UTF-8 and without carriage returns; blobs are held one byte to a character, with them.
const linesOf = (text: string, crlf: boolean): string[] => {
  const lines = splitLines(Buffer.from(text, 'utf8'));
  return crlf ? lines.map((line) => (line.endsWith('\r') ? line : `${line}\r`)) : lines;
};

const mostlyCrlf = (lines: readonly string[]): boolean =>
  lines.filter((line) => line.endsWith('\r')).length * 2 > lines.length;

const sameText = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, i) => line === b[i] || line.trimEnd() === b[i]!.trimEnd());
