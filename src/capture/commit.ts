import { type Oid, type RepoPath, sessionPrefix } from '../graph/ids.ts';
import type { NodeId, SessionId } from '../graph/ids.ts';
import type { Attribution, Note } from '../graph/model.ts';
import { addedLines, type CommitChange, type FileChange } from '../git/diff.ts';
import { attribute, type Hunk } from '../lines/attribute.ts';
import { deriveStep } from '../lines/derive.ts';
import { matchLines } from '../lines/diff.ts';
import { claimMoves, type Strand, strandOf } from '../lines/moves.ts';
import { ageGone, goneFrom, rememberGone } from './gone.ts';
import { HUMAN, type Owned, type Owner, UNSURE } from '../lines/owner.ts';
import type { Files } from './files.ts';
import type { Graphs } from './graphs.ts';
import { makerOf, type Observer } from './observe.ts';
import { ownedBy } from './recorder.ts';
import type { Sessions } from './sessions.ts';
import type { OpenStep, WorkTreeState } from './state.ts';

/** Blocks of this weight that the commit removed elsewhere were moved (see derive.ts). */
const BLOCK_WEIGHT = 20;

/** A commit to make the note of. */
export interface Committed {
  readonly commit: Oid;
  readonly at: number;
  readonly summary: string;
  readonly change: CommitChange;
  readonly workTree: WorkTreeState;
  /** The session in whose shell git ran, when that is known. */
  readonly by: SessionId | undefined;
}

interface Draft {
  readonly file: FileChange;
  readonly lines: readonly string[];
  readonly owners: Owner[];
  readonly parent: Owned | undefined;
  readonly hunks: readonly Hunk[];
}

/** Makes notes of commits. */
export class Committer {
  readonly #sessions: Sessions;
  readonly #observer: Observer;
  readonly #files: Files;
  readonly #graphs: Graphs;

  constructor(sessions: Sessions, observer: Observer, files: Files, graphs: Graphs) {
    this.#sessions = sessions;
    this.#observer = observer;
    this.#files = files;
    this.#graphs = graphs;
  }

  /** The note of a commit that was made in this repository. */
  async note(committed: Committed): Promise<Note> {
    const drafts: Draft[] = [];
    const deleted: Owned[] = [];
    for (const file of files(committed.change)) {
      const draft = await this.#draft(file, committed);
      if (draft) drafts.push(draft);
      if (!file.newBlob) deleted.push(...(await this.#textsOf([file.path], file.oldBlob, committed.workTree)));
    }
    followMoves(drafts, [...deleted, ...goneFrom(committed.workTree)]);
    ageGone(committed.workTree);
    const lines = new Map<RepoPath, readonly Attribution[]>();
    for (const { file, lines: text, owners, parent, hunks } of drafts) {
      this.#observer.remember(file.path, file.newBlob!, committed.workTree, owners);
      const attributions = attribute({ lines: text, owners }, parent, hunks);
      if (attributions.length > 0) lines.set(file.path, attributions);
    }
    const graphs = await this.#graphsOf(committed, lines);
    return { graphs, lines, carried: [] };
  }

  // The owners of a committed file: known by its blob, or derived from the work tree's text and the parents'.
  async #draft(file: FileChange, committed: Committed): Promise<Draft | undefined> {
    const { workTree, change } = committed;
    const lines = file.newBlob && (await this.#files.lines(file.newBlob));
    if (!lines || file.binary) return undefined;
    const key = workTree.gitDir;
    const single = change.parents.length === 1;
    const parent = await this.#observer.owned(file.oldPath ?? file.path, file.oldBlob ?? null, key);
    const known = this.#observer.knownOwners(file.path, file.newBlob!, key, lines.length);
    const owners = known
      ? await this.#fillIn(known, lines, file, parent, workTree)
      : await this.#deriveCommitted(file, lines, parent, committed);
    return {
      file,
      lines,
      owners,
      parent: single ? parent : undefined,
      hunks: single ? file.hunks : mergeHunks(change, file.path),
    };
  }

  // The texts that the work tree last had at these paths, and a parent's.
  async #textsOf(paths: readonly RepoPath[], blob: Oid | undefined, workTree: WorkTreeState): Promise<Owned[]> {
    const blobs = await Promise.all(paths.map((path) => this.#observer.known(workTree, path)));
    const texts: Owned[] = [];
    for (const [i, one] of [...blobs, blob ?? null].entries()) {
      const owned = one && (await this.#observer.owned(paths[i] ?? paths.at(-1)!, one, workTree.gitDir));
      if (owned && owned.lines.length > 0) texts.push(owned);
    }
    return texts;
  }

  // A file that was first seen after a person renamed it stands for itself; git's rename detection leads to what it was.
  async #fillIn(
    known: Owner[],
    lines: readonly string[],
    file: FileChange,
    parent: Owned | undefined,
    workTree: WorkTreeState,
  ): Promise<Owner[]> {
    if (!file.oldPath || !known.some(({ kind }) => kind === 'base')) return known;
    const texts = await this.#textsOf([file.oldPath], undefined, workTree);
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
    { workTree, by, at }: Committed,
  ): Promise<Owner[]> {
    const texts = await this.#textsOf(file.oldPath ? [file.path, file.oldPath] : [file.path], undefined, workTree);
    const [before, ...direct] = parent && parent.lines.length > 0 ? [...texts, parent] : texts;
    const author = await this.#authorOf(file, workTree, by, at);
    // While steps are open the next look must find what was committed here, and not take it for theirs.
    if (workTree.open.length > 0) workTree.overlay[file.path] = file.newBlob!;
    const { owners, gone } = deriveStep(
      [{ lines, before, direct, earlier: await this.#observer.earlier(file.path) }],
      author,
    );
    rememberGone(workTree, gone);
    return owners[0]!;
  }

  async #authorOf(file: FileChange, workTree: WorkTreeState, by: SessionId | undefined, at: number): Promise<Owner> {
    const { open, dropped } = workTree;
    const running =
      by &&
      open.findLast((step) => step.action === 'shell' && (step.session === by || step.session.startsWith(`${by}/`)));
    const maker = makerOf(file.path, file.oldBlob !== undefined, {
      ended: running,
      open,
      dropped,
      took: running ? Date.now() - running.at : 0,
    });
    if (maker.kind === 'step') return ownedBy(await this.#nodeOf(maker.step, file.path, at), maker.step);
    return maker.kind === 'human' ? HUMAN : UNSURE;
  }

  async #nodeOf(step: OpenStep, path: RepoPath, at: number): Promise<NodeId> {
    return step.node ?? this.#sessions.addUnended(this.#sessions.get(step.session)!, step, at, [path]);
  }

  // The graphs of all sessions that have lines here, of their parents, and of the one that committed.
  async #graphsOf(committed: Committed, lines: Note['lines']): Promise<Note['graphs']> {
    const nodes = new Set<NodeId>();
    for (const list of lines.values())
      for (const { node, from } of list) for (const id of [node, from]) if (id) nodes.add(id);
    const involved = new Set<SessionId>();
    const owners = new Map(this.#sessions.all().map((state) => [sessionPrefix(state.session.id), state.session.id]));
    for (const node of nodes) {
      const session = owners.get(node.slice(0, 8));
      if (session) involved.add(session);
    }
    if (committed.by && this.#sessions.get(committed.by)) involved.add(committed.by);
    for (const id of involved) {
      const parent = this.#sessions.get(id)?.session.parent;
      if (parent && this.#sessions.get(parent)) involved.add(parent);
    }
    for (const id of involved)
      this.#patch(
        id,
        committed,
        [...files(committed.change)].map((file) => file.path),
      );
    return this.#graphs.cut(involved, nodes, committed.commit);
  }

  #patch(id: SessionId, { commit, at, summary }: Committed, changed: readonly RepoPath[]): void {
    const state = this.#sessions.get(id)!;
    const mine = state.cursor.uncommitted.some((touched) => touched.files.some((path) => changed.includes(path)));
    if (mine || state.nodes.length > 0)
      this.#sessions.add(state, { type: 'commit', at, oid: commit, summary, files: changed });
  }
}

// A merge changed what differs from all its parents; another commit what differs from its only one.
function files(change: CommitChange): readonly FileChange[] {
  const [first, ...others] = change.parents;
  if (!first) return [];
  return first.files.filter((file) => others.every((parent) => parent.files.some((other) => other.path === file.path)));
}

function mergeHunks(change: CommitChange, path: RepoPath): Hunk[] {
  return (addedLines(change).get(path) ?? []).map(([newStart, newCount]) => ({
    oldStart: 0,
    oldCount: 0,
    newStart,
    newCount,
  }));
}

/**
 * A block that the commit removed in one place and added in another was moved, in whichever order and in how many steps
 * that was done: it keeps its owner, above all a person's.
 */
function followMoves(drafts: readonly Draft[], deleted: readonly Owned[]): void {
  const strands: Strand[] = deleted.map(strandOf);
  for (const { parent, hunks } of drafts) {
    if (!parent) continue;
    const used = new Uint8Array(parent.lines.length);
    for (const { oldStart, oldCount } of hunks)
      if (oldCount > 0)
        strands.push({
          ...parent,
          from: oldStart - 1,
          to: Math.min(parent.lines.length, oldStart - 1 + oldCount),
          used,
        });
  }
  if (strands.length === 0) return;
  const targets = drafts.map(({ lines, owners, hunks }) => {
    const open: (Owner | undefined)[] = [...owners];
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < Math.min(lines.length, newStart - 1 + newCount); i++)
        if (mayHaveMoved(owners[i]!)) open[i] = undefined;
    return { lines, owners: open };
  });
  claimMoves(targets, strands, BLOCK_WEIGHT, true);
  targets.forEach((target, n) => {
    const { owners } = drafts[n]!;
    target.owners.forEach((claimed, i) => {
      // A person's line becomes a step's only when a block of that step's lines moved.
      if (claimed && (owners[i]!.kind === 'node' || claimed.kind === 'node')) owners[i] = claimed;
    });
  });
}

const mayHaveMoved = (owner: Owner): boolean => owner.kind !== 'unsure';
