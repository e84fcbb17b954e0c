import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import { type TextChange, derive, deriveStep } from '../../lines/derive.ts';
import { baseOwners, HUMAN, type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import type { TreeDifference, RecordedContents } from './recorded-contents.ts';
import { rememberRemoved, removedBySteps, removedLines, withPutBack } from './removed-lines.ts';
import { HeadMoves } from './head/head-moves.ts';
import { type OwnerCache, writerOf } from './blob-owners.ts';
import { table } from '../state/state-schema.ts';
import type { Explanation } from '../step/explainer.ts';
import { isMixed, withoutGits } from '../step/git-mixed-commands.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';

/** A step that made differences, and which of them its words explain. */
export interface StepChanges {
  readonly step: OpenStep;
  readonly explanation?: Explanation | undefined;
  /** The owner of lines that the step did not write. */
  readonly others: (path: RepoPath, existed: boolean) => Owner;
}

/** Follows the files of one work tree from snapshot to snapshot and knows the owners of their lines. */
export class WorkTreeTracker {
  readonly #files: RecordedContents;
  readonly #memo: OwnerCache;
  readonly #moves: HeadMoves;
  #abstains = false;
  #doubts = false;

  constructor(files: RecordedContents, memo: OwnerCache, moves: HeadMoves = new HeadMoves(files, {})) {
    this.#files = files;
    this.#memo = memo;
    this.#moves = moves;
  }

  /** Whether this drain found that something is lost: what has no known author may be an agent's, and not a person's. */
  get abstains(): boolean {
    return this.#abstains || this.#files.isDamaged;
  }

  abstain(): void {
    this.#abstains = true;
  }

  /** A part of the local state is lost: in this drain, nothing is a person's only because no other writer is known. */
  doubt(): void {
    this.#abstains = true;
    this.#doubts = true;
  }

  /** The blob that a path was last seen with, or that git checked out afterwards, before HEAD became `commit`. */
  async knownBefore(commit: Oid, state: WorkTreeState, path: RepoPath): Promise<Oid | null> {
    return this.#moves.before(commit, state.gitDir, path, await this.known(state, path));
  }

  /** The blob that a path was last seen with. */
  async known(state: WorkTreeState, path: RepoPath): Promise<Oid | null> {
    return Object.hasOwn(state.overlay, path) ? state.overlay[path]! : this.#files.blobAt(state.tree, path);
  }

  /** The differences between the last known files and a whole tree, which then replaces them. Undefined when one of the two is missing. */
  async lookAtTree(state: WorkTreeState, tree: Oid): Promise<TreeDifference[] | undefined> {
    const differences = await this.#files.differences(state.tree, tree);
    if (!differences) {
      // Without this tree the next one shows the same changes.
      if (!(await this.#files.hasTree(tree))) return undefined;
      state.tree = tree; // the earlier one was deleted: continue from this one
      state.overlay = table();
      return undefined;
    }
    const found = new Map(differences.map((one) => [one.path, one]));
    for (const [path, blob] of Object.entries(state.overlay) as [RepoPath, Oid | null][]) {
      const to = found.get(path)?.to ?? (found.has(path) ? null : await this.#files.blobAt(tree, path));
      if (to === blob) found.delete(path);
      else found.set(path, { path, from: blob, to });
    }
    state.tree = tree;
    state.overlay = table();
    return [...found.values()];
  }

  /** The difference between the last known blob of one file and the observed one. */
  async lookAtFile(state: WorkTreeState, path: RepoPath, blob: Oid | null): Promise<TreeDifference[]> {
    const from = await this.known(state, path);
    if (from === blob) return [];
    state.overlay[path] = blob;
    return [{ path, from, to: blob }];
  }

  /** The owners of a blob's lines: the known ones, or the blob itself. Undefined when it has no readable lines. */
  async owned(path: RepoPath, blob: Oid | null, workTree: string): Promise<Owned | undefined> {
    const lines = await this.#files.lines(blob);
    if (!lines) return undefined;
    const known = blob && this.knownOwners(path, blob, workTree, lines.length);
    return { lines, owners: known ?? (blob ? baseOwners(blob, lines.length) : []) };
  }

  /** The owners of a blob's lines, when known; all unknown where the text was lost when its owners were determined. */
  knownOwners(path: RepoPath, blob: Oid, workTree: string, count: number): Owner[] | undefined {
    const known = this.#memo.get(path, blob, workTree);
    return known === undefined || known.length === count ? known : Array.from({ length: count }, () => UNSURE);
  }

  /** The steps that own lines of a blob; undefined when it has no readable lines, or lines that may be of any step. */
  async writersOf(path: RepoPath, blob: Oid | null, workTree: string): Promise<ReadonlySet<NodeId> | undefined> {
    const owned = await this.owned(path, blob, workTree);
    if (owned?.owners.some((owner) => owner.kind === 'unsure' && owner.likely === undefined)) return undefined;
    return owned && new Set(owned.owners.flatMap((owner) => writerOf(owner) ?? []));
  }

  /** Whether an earlier text of this path had lines of this step. */
  hadLinesOf(path: RepoPath, step: NodeId): boolean {
    return this.#memo.hadLinesOf(path, step);
  }

  /** The owners of a text after a step, with the lines that it put back, see `withPutBack`. */
  putBack(
    path: RepoPath,
    blob: Oid,
    workTree: WorkTreeState,
    lines: readonly string[],
    owners: readonly Owner[],
  ): Owner[] {
    return withPutBack(workTree, lines, owners, this.#memo.get(path, blob, workTree.gitDir));
  }

  // The user's own git may write this blob again later. Its lines are unknown then, and not a person's.
  async #forget(path: RepoPath, blob: Oid, workTree: string): Promise<void> {
    if (await this.#files.isGone(blob)) this.#memo.set(path, blob, workTree, [UNSURE]);
  }

  /**
   * Assigns owners to the lines of one author's differences. `author` owns the new lines.
   * @param making the step that made them, where not all new lines must be its own
   * @param isSpelt the step's call spells its new lines out, as a patch does
   */
  async settle(
    differences: readonly TreeDifference[],
    workTree: WorkTreeState,
    author: Owner,
    earlier: boolean,
    making?: StepChanges,
    isSpelt = false,
  ): Promise<void> {
    const key = workTree.gitDir;
    // Without the former text of a file, the author's part in the new one is unknown.
    const lost: TreeDifference[] = [];
    for (const one of differences) if (one.from && one.to && (await this.#files.isGone(one.from))) lost.push(one);
    if (lost.length > 0 && author.kind !== 'unsure') {
      await this.settle(lost, workTree, UNSURE, earlier);
      return this.settle(
        differences.filter((one) => !lost.includes(one)),
        workTree,
        author,
        earlier,
        making,
        isSpelt,
      );
    }
    const changes: TextChange[] = [];
    const targets: TreeDifference[] = [];
    const removed: Owned[] = [];
    for (const one of differences) {
      const before = await this.owned(one.path, one.from, key);
      if (one.to === null) {
        if (before) removed.push(before);
        continue;
      }
      const lines = await this.#files.lines(one.to);
      if (!lines) {
        await this.#forget(one.path, one.to, key);
        continue;
      }
      const known = earlier ? this.#memo.get(one.path, one.to, key) : undefined;
      const direct = making ? await this.#brought(one.path, key, making.step) : [];
      const brought = making !== undefined && isMixed(making.step);
      const texts = brought || (earlier && !known) ? await this.earlier(one.path) : [];
      changes.push({ lines, before, direct, earlier: texts, brought });
      targets.push(one);
    }
    const former = isSpelt ? removedBySteps(workTree) : removedLines(workTree);
    const { owners, gone: taken } = deriveStep(changes, author, removed, former);
    targets.forEach(({ path, from, to }, i) => {
      // A text that a person restores as a whole keeps its owners; for a step, the observation wins.
      if (earlier && this.#memo.get(path, to!, key)) return;
      const owned = { lines: changes[i]!.lines, owners: owners[i]! };
      const own = making && ownOf(making, path, from !== null, changes[i]!, owned, author);
      this.#memo.set(path, to!, key, own ? this.putBack(path, to!, workTree, owned.lines, own) : owned.owners);
    });
    rememberRemoved(workTree, taken, author.kind === 'human');
  }

  /** Keeps the owners of a blob's lines, and the removed lines. */
  remember(
    path: RepoPath,
    blob: Oid,
    workTree: WorkTreeState,
    owners: readonly Owner[],
    taken: { readonly bySteps: readonly Owned[]; readonly byPersons: readonly Owned[] } = {
      bySteps: [],
      byPersons: [],
    },
  ): void {
    this.#memo.set(path, blob, workTree.gitDir, owners);
    rememberRemoved(workTree, taken.byPersons, true);
    rememberRemoved(workTree, taken.bySteps);
  }

  /** Attributes changes between steps, by git or by a person, at once. `alone`: the snapshot covered only this one file. */
  async settleOthers(
    differences: readonly TreeDifference[],
    workTree: WorkTreeState,
    kind: 'git' | 'human' | 'unsure',
    alone: boolean,
  ): Promise<void> {
    if (differences.length === 0) return;
    const isDoubtful = kind === 'human' && (this.#doubts || this.#files.isDamaged);
    if (kind === 'human') {
      const byGit: TreeDifference[] = [];
      for (const one of differences) if (await this.#moves.made(workTree.gitDir, one)) byGit.push(one);
      if (byGit.length > 0) {
        await this.settleOthers(byGit, workTree, 'git', alone);
        return this.settleOthers(
          differences.filter((one) => !byGit.includes(one)),
          workTree,
          kind,
          alone,
        );
      }
    }
    // A new file in a snapshot of one file may be a renamed one: the blob itself owns its lines until it is committed.
    const [only] = differences;
    if (isDoubtful) return this.settle(differences, workTree, UNSURE, true);
    if (kind === 'human' && alone && only && only.from === null && only.to !== null) {
      const lines = await this.#files.lines(only.to);
      if (lines && !this.#memo.get(only.path, only.to, workTree.gitDir))
        this.#memo.set(only.path, only.to, workTree.gitDir, baseOwners(only.to, lines.length));
      return;
    }
    if (kind !== 'git') return this.settle(differences, workTree, kind === 'human' ? HUMAN : UNSURE, true);
    // Lines that git checked out were written elsewhere: the blob itself owns those without a known owner.
    const key = workTree.gitDir;
    for (const one of differences) {
      if (one.to === null || this.#memo.get(one.path, one.to, key)) continue;
      const lines = await this.#files.lines(one.to);
      const before = await this.owned(one.path, one.from, key);
      if (!lines) continue;
      const [owners] = derive([{ lines, before, earlier: await this.earlier(one.path), brought: true }], UNSURE);
      const base = baseOwners(one.to, lines.length);
      this.#memo.set(
        one.path,
        one.to,
        key,
        owners!.map((owner, i) => (owner.kind === 'unsure' ? base[i]! : owner)),
      );
    }
  }

  // The texts of commits that HEAD moved to during a step: git wrote their lines.
  async #brought(path: RepoPath, workTree: string, step: OpenStep): Promise<Owned[]> {
    const texts: Owned[] = [];
    for (const blob of await this.#moves.brought(workTree, path, step)) {
      const owned = await this.owned(path, blob, workTree);
      if (owned) texts.push(owned);
    }
    return texts;
  }

  /** Earlier texts of a path, with their owners. */
  async earlier(path: RepoPath): Promise<Owned[]> {
    const texts: Owned[] = [];
    for (const { blob, owners } of this.#memo.recent(path)) {
      const lines = await this.#files.lines(blob);
      if (lines && lines.length === owners.length) texts.push({ lines, owners });
    }
    return texts;
  }
}

/** The owners of lines after a step, given that all new lines were first assigned to it. */
export function ownOf(
  { step, explanation, others }: StepChanges,
  path: RepoPath,
  existed: boolean,
  { before }: Pick<TextChange, 'before'>,
  owned: Owned,
  author: Owner,
): Owner[] {
  const owners = withoutGits(owned, author, step);
  const own = { lines: owned.lines, owners };
  return explanation?.owners(path, before?.lines ?? [], own, author, others(path, existed)) ?? owners;
}
