import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { addedLines, type CommitChange, type FileChange } from '../../git/history/commit-changes.ts';
import type { Hunk } from '../../lines/attribute.ts';
import type { CarriedLine } from '../../lines/transfer-owners.ts';
import { deriveStep } from '../../lines/derive.ts';
import { matchLines } from '../../lines/diff.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { MIN_LINE_WEIGHT, weight } from '../../lines/text.ts';
import { formerText, renamed } from '../../lines/renames.ts';
import { isIn } from '../rewrite/source-files.ts';
import type { SourceOwners } from '../rewrite/source-owners.ts';
import { type Committed, CommittedAuthors } from './committed-author.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import { rememberRemoved } from '../worktree/removed-lines.ts';
import { isMixed, onlySpelt } from '../step/git-mixed-commands.ts';
import { type WorkTreeTracker, ownOf } from '../worktree/worktree-tracker.ts';
import type { Sessions } from '../session/sessions.ts';
import type { WorkTreeState } from '../state/state.ts';

/** With more uncommitted files than this, a renamed one is not searched for. */
const MAX_UNCOMMITTED_FILES = 500;

/** A committed file with the owners of its lines. */
export interface CommittedFile {
  readonly file: FileChange;
  readonly lines: readonly string[];
  readonly owners: Owner[];
  readonly parent: Owned | undefined;
  readonly hunks: readonly Hunk[];
  /** The lines that a source of the commit has too. */
  carried: readonly (CarriedLine | undefined)[];
  /** Lines of agents that the file may have had before the commit, see `#seenOnce`. */
  readonly seen: ReadonlySet<string>;
}

/** Leaves the added lines of a person unknown that may be an agent's, once no other source explains them. */
export function abstain({ lines, owners, hunks, seen }: CommittedFile): void {
  if (seen.size === 0) return;
  const isAdded = addedIn(hunks, lines.length);
  for (const [i, owner] of owners.entries())
    if (owner.kind === 'human' && isAdded(i) && seen.has(lines[i]!)) owners[i] = UNSURE;
}

/** Finds the owners of the lines of committed files. */
export class FileOwners {
  readonly #tracker: WorkTreeTracker;
  readonly #files: RecordedContents;
  readonly #authors: CommittedAuthors;

  constructor(sessions: Sessions, tracker: WorkTreeTracker, files: RecordedContents) {
    this.#tracker = tracker;
    this.#files = files;
    this.#authors = new CommittedAuthors(sessions, tracker, files);
  }

  /** The owners of a committed file: known by its blob, or derived from its sources, the work tree's text and the parents. */
  async draft(file: FileChange, committed: Committed): Promise<CommittedFile | undefined> {
    const { workTree, change, origins } = committed;
    const lines = file.newBlob && (await this.#files.lines(file.newBlob));
    if (!lines || file.binary) return undefined;
    const key = workTree.gitDir;
    const single = change.parents.length === 1;
    const parent = await this.#tracker.owned(file.oldPath ?? file.path, file.oldBlob ?? null, key);
    const hunks = single ? file.hunks : mergeHunks(change, file.path);
    const carried = await origins.carry(file, lines, addedIn(hunks, lines.length));
    const known = this.#tracker.knownOwners(file.path, file.newBlob!, key, lines.length);
    const seen = known ? new Set<string>() : await this.#seenOnce(file, committed);
    const owners = known
      ? await this.#fillIn(known, lines, file, parent, committed)
      : (allCarried(carried, lines, parent, single ? hunks : undefined) ??
        (await this.#deriveCommitted(file, lines, parent, carried, committed)));
    takeOver(owners, carried);
    return { file, lines, owners, parent: single ? parent : undefined, hunks, carried, seen };
  }

  /** The added lines of a file that is too large to attribute; undefined for other files. */
  async tooLarge(file: FileChange, { change }: Committed): Promise<readonly Hunk[] | undefined> {
    if (!file.newBlob || file.binary || !(await this.#files.isTooLarge(file.newBlob))) return undefined;
    return change.parents.length === 1 ? file.hunks : mergeHunks(change, file.path);
  }

  /** Gives lines that count as a person's so far to the commits that turned out to contain them. */
  async follow(draft: CommittedFile, origins: SourceOwners): Promise<void> {
    const isAdded = addedIn(draft.hunks, draft.lines.length);
    draft.carried = await origins.carry(draft.file, draft.lines, isAdded);
    takeOver(draft.owners, draft.carried);
  }

  /** The last texts of the work tree at these paths, and a parent's text. */
  async textsOf(
    paths: readonly RepoPath[],
    blob: Oid | undefined,
    { commit, workTree }: Pick<Committed, 'commit' | 'workTree'>,
  ): Promise<Owned[]> {
    const blobs = await Promise.all(paths.map((path) => this.#tracker.knownBefore(commit, workTree, path)));
    const texts: Owned[] = [];
    for (const [i, one] of [...blobs, blob ?? null].entries()) {
      const owned = one && (await this.#tracker.owned(paths[i] ?? paths.at(-1)!, one, workTree.gitDir));
      if (owned && owned.lines.length > 0) texts.push(owned);
    }
    return texts;
  }

  // A file that was first seen after a person renamed it has no known owners; git's rename detection leads to its former name.
  async #fillIn(
    known: Owner[],
    lines: readonly string[],
    file: FileChange,
    parent: Owned | undefined,
    committed: Committed,
  ): Promise<Owner[]> {
    if (!file.oldPath || !known.some(({ kind }) => kind === 'base')) return known;
    const texts = await this.textsOf([file.oldPath], undefined, committed);
    for (const source of parent ? [...texts, parent] : texts) {
      const matches = matchLines(source.lines, lines);
      for (let i = 0; i < lines.length; i++)
        if (known[i]!.kind === 'base' && matches[i]! >= 0) known[i] = source.owners[matches[i]!]!;
    }
    return known;
  }

  async #deriveCommitted(
    file: FileChange,
    lines: readonly string[],
    parent: Owned | undefined,
    carried: CommittedFile['carried'],
    committed: Committed,
  ): Promise<Owner[]> {
    const { workTree, change } = committed;
    const texts = await this.textsOf(file.oldPath ? [file.path, file.oldPath] : [file.path], undefined, committed);
    if (texts.length === 0 && !parent?.lines.length) texts.push(...(await this.#formerTexts(lines, committed)));
    if (parent && parent.lines.length > 0) texts.push(parent);
    for (const { files } of change.parents.slice(1)) {
      const other = files.find(({ path }) => path === file.path);
      texts.push(...(await this.#ownedBefore(other, workTree)));
    }
    const [before, ...direct] = texts;
    const { author, spelt, step, making } = await this.#authors.of(file, lines, committed);
    // While steps are open, the next snapshot must find the committed text, and not attribute it to them.
    if (workTree.open.length > 0 || workTree.background.length > 0) workTree.overlay[file.path] = file.newBlob!;
    const earlier = await this.#tracker.earlier(file.path);
    const known = carried.map((line) => (line && line.owner.kind !== 'base' ? line.owner : undefined));
    const { owners, gone: removed } = deriveStep(
      [{ lines, before, direct, earlier, known, brought: step !== undefined && isMixed(step) }],
      author,
    );
    rememberRemoved(workTree, removed);
    const owned = { lines, owners: owners[0]! };
    if (!step || !making) return owned.owners;
    return spelt
      ? onlySpelt(owned, author, step)
      : ownOf(making, file.path, file.oldBlob !== undefined, { before }, owned, author);
  }

  // Lines of agents in the text that was last seen, where it is unknown whether the file had this text before the commit: git has
  // checked out another one since, as in a stopped rebase.
  async #seenOnce({ path }: FileChange, { commit, workTree }: Committed): Promise<ReadonlySet<string>> {
    const blob = await this.#tracker.known(workTree, path);
    if (!blob || (await this.#tracker.knownBefore(commit, workTree, path))) return new Set();
    const owned = await this.#tracker.owned(path, blob, workTree.gitDir);
    return new Set(
      owned?.lines.filter((line, i) => owned.owners[i]!.kind === 'node' && weight(line) >= MIN_LINE_WEIGHT),
    );
  }

  // A file that was never committed has a new name now, which no diff of commits shows.
  async #formerTexts(lines: readonly string[], { commit, change, workTree }: Committed): Promise<Owned[]> {
    const base = change.parents[0]?.parent;
    const tree = base ? await this.#files.treeOf(base) : this.#files.emptyTree();
    const seen = new Map<RepoPath, Oid | null>();
    for (const { path, from, to } of (tree && (await this.#files.differences(tree, workTree.tree))) ?? [])
      if (from === null) seen.set(path, to);
    for (const [path, blob] of Object.entries(workTree.overlay)) seen.set(path as RepoPath, blob);
    const removed: Owned[] = [];
    for (const [path, blob] of [...seen].slice(0, MAX_UNCOMMITTED_FILES)) {
      if (blob === null || existsSync(join(workTree.top, path)) || (await this.#files.blobAt(commit, path))) continue;
      if (base && (await this.#files.blobAt(base, path))) continue;
      const owned = await this.#tracker.owned(path, blob, workTree.gitDir);
      if (owned) removed.push(owned);
    }
    const former = formerText(lines, removed);
    return former ? [renamed(former)] : [];
  }

  async #ownedBefore(file: FileChange | undefined, workTree: WorkTreeState): Promise<Owned[]> {
    if (!file?.oldBlob) return [];
    const owned = await this.#tracker.owned(file.oldPath ?? file.path, file.oldBlob, workTree.gitDir);
    return owned && owned.lines.length > 0 ? [owned] : [];
  }
}

// Where the sources have all added lines, the rest is the parent's: nothing needs to be compared.
function allCarried(
  carried: CommittedFile['carried'],
  lines: readonly string[],
  parent: Owned | undefined,
  hunks: readonly Hunk[] | undefined,
): Owner[] | undefined {
  if (!parent || !hunks) return undefined;
  const owners: Owner[] = [];
  let from = 0;
  for (const { oldStart, oldCount, newStart, newCount } of hunks) {
    const same = (newCount > 0 ? newStart - 1 : newStart) - owners.length;
    for (const owner of parent.owners.slice(from, from + same)) owners.push(owner); // a spread call cannot take that many
    from = (oldCount > 0 ? oldStart - 1 : oldStart) + oldCount;
    for (let i = newStart - 1; i < newStart - 1 + newCount; i++) {
      const owner = carried[i]?.owner;
      if (!owner || owner.kind === 'base') return undefined;
      owners.push(owner);
    }
  }
  for (const owner of parent.owners.slice(from)) owners.push(owner);
  return owners.length === lines.length ? owners : undefined;
}

// An owner from a source's note counts where we only know that no step of ours wrote the line.
function takeOver(owners: Owner[], carried: CommittedFile['carried']): void {
  carried.forEach((line, i) => {
    if (!line || line.owner.kind === 'base') return;
    const now = owners[i]!;
    if (now.kind === 'base' || (now.kind === 'human' && !now.from)) owners[i] = line.owner;
    else if (now.kind === 'node' && line.owner.kind === 'node' && now.node === line.owner.node) owners[i] = line.owner;
  });
}

function mergeHunks(change: CommitChange, path: RepoPath): Hunk[] {
  return (addedLines(change).get(path) ?? []).map(([newStart, newCount]) => ({
    oldStart: 0,
    oldCount: 0,
    newStart,
    newCount,
  }));
}

// Which lines a commit added.
const addedIn = (hunks: readonly Hunk[], count: number): ((line: number) => boolean) =>
  isIn(
    hunks.map(({ newStart, newCount }) => [newStart, newCount] as const),
    count,
  );
