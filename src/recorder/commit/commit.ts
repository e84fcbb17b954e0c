import { readersBelow } from './readers-below.ts';
import { claimsHash } from '../../model/lines-hash.ts';
import { type NodeId, type Oid, type RepoPath, sessionPrefix, type SessionId } from '../../model/ids.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { PERSON, SUMMARISER } from '../../model/knowledge/kinds.ts';
import type { Attribution, Graph, Note } from '../../model/model.ts';
import { isPatchOf } from '../../model/patch.ts';
import type { CommitChange, FileChange } from '../../git/history/diff.ts';
import { attribute, type Hunk } from '../../lines/attribute.ts';
import { claimMoves, type RemovedLines, strandOf } from '../../lines/moves.ts';
import { type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { squeeze, weight } from '../../lines/text.ts';
import { carriedFrom, nodesOf, sameAmong } from '../rewrite/note.ts';
import type { Origins } from '../rewrite/origins.ts';
import { type Committed, type CommittedFile, FileOwners } from './file-owners.ts';
import type { RecordedContents } from '../worktree/files.ts';
import { ageRemoved, removedByPersons, removedLines } from '../worktree/removed-lines.ts';
import type { Graphs } from '../ledger/graphs.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { hasDeclarations } from '../session/declared-knowledge.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SessionState } from '../state/state.ts';

/** Blocks of at least this weight that the commit removed elsewhere were moved (see derive.ts). */
const MIN_BLOCK_WEIGHT = 20;
/** An agent without events for longer than this is not expected to commit more for now. */
const SILENT_MS = 60 * 60 * 1000;

/** Questions that are asked only where needed. */
export interface CommitQuestions {
  /** Searches all commits for those that this one was made from, when lines of persons may be another author's after all. */
  readonly search: () => Promise<Origins | undefined>;
  /** The note that the commit has already: HEAD may return to a commit. */
  readonly noted: () => Promise<Note | undefined>;
}

/** What a note claims about the lines of sessions. */
interface Claimed {
  /** The hash over the lines of a session; see `claimsHash`. */
  readonly claims: string | undefined;
  /** The steps with lines that no earlier commit had. */
  readonly writers: readonly NodeId[];
}

/** The work of sessions in a commit. */
interface Work {
  readonly lines: Note['lines'];
  /** Sessions with changes that added no lines. */
  readonly changers: readonly SessionId[];
  /** Steps with lines that no earlier commit had. */
  readonly fresh: ReadonlySet<NodeId>;
}

/** Makes notes of commits. */
export class NoteMaker {
  readonly #sessions: Sessions;
  readonly #tracker: WorkTreeTracker;
  readonly #drafter: FileOwners;
  readonly #graphs: Graphs;

  constructor(sessions: Sessions, tracker: WorkTreeTracker, files: RecordedContents, graphs: Graphs) {
    this.#sessions = sessions;
    this.#tracker = tracker;
    this.#drafter = new FileOwners(sessions, tracker, files);
    this.#graphs = graphs;
  }

  /**
   * The note of a commit that was made in this repository. Undefined for a commit that was rewritten from commits without a
   * note.
   */
  async note(committed: Committed, { search, noted }: CommitQuestions): Promise<Note | undefined> {
    const drafts: CommittedFile[] = [];
    const deleted: Owned[] = [];
    const lines = new Map<RepoPath, readonly Attribution[]>();
    for (const file of files(committed.change)) {
      const draft = await this.#drafter.draft(file, committed);
      if (draft) drafts.push(draft);
      const unread = !draft && this.#agentsWorked(committed) && (await this.#drafter.tooLarge(file, committed));
      if (unread) lines.set(file.path, unread.flatMap(nobodys));
      if (!file.newBlob) deleted.push(...(await this.#drafter.textsOf([file.path], file.oldBlob, committed)));
    }
    let { origins } = committed;
    if (this.#mayBeOlder(drafts)) {
      const more = await search();
      if (more) {
        origins = origins.plus(more);
        for (const draft of drafts) await this.#drafter.follow(draft, origins);
      }
    }
    if (!drafts.every(isCarried))
      followMoves(drafts, [...deleted, ...removedLines(committed.workTree)], removedByPersons(committed.workTree));
    ageRemoved(committed.workTree);
    for (const draft of drafts) {
      this.#tracker.remember(draft.file.path, draft.file.newBlob!, committed.workTree, draft.owners);
      const attributions = attributionsOf(draft);
      if (attributions.length > 0) lines.set(draft.file.path, attributions);
    }
    const used = new Set(drafts.flatMap((draft) => draft.carried.flatMap((line) => line?.source ?? [])));
    const carried = carriedFrom(origins, used);
    const isNews = carried.length > 0 || !origins.all.some(({ main, how }) => main && how !== 'revert');
    if (!isNews && ![...lines.values()].flat().some(({ node }) => node)) return undefined;
    const changers = await this.#changersWithoutLines(committed, drafts);
    const own = await this.#graphsOf(committed, { lines, changers, fresh: newNodes(drafts) }, noted);
    const graphs = [...own, ...origins.graphs(nodesOf(lines), used)];
    return { commit: committed.commit, graphs: distinct(graphs), lines, carried, ...sameAmong(carried, origins) };
  }

  // Whether an agent did anything that no commit contains yet.
  #agentsWorked({ workTree: { open, dropped, background } }: Committed): boolean {
    const under = open.length + dropped.length + background.length > 0;
    return under || this.#sessions.all().some(({ nodes }) => nodes.length > 0);
  }

  // Whether added lines with enough content count as a person's, or belong to steps that an earlier commit contains.
  #mayBeOlder(drafts: readonly CommittedFile[]): boolean {
    const cut = new Map<NodeId, boolean>();
    const isCut = (node: NodeId): boolean => {
      const known = cut.get(node) ?? this.#graphs.isCut(node);
      cut.set(node, known);
      return known;
    };
    let said = 0;
    for (const { lines, owners, hunks, carried } of drafts)
      for (const { newStart, newCount } of hunks)
        for (let i = newStart - 1; i < Math.min(lines.length, newStart - 1 + newCount); i++) {
          const owner = owners[i]!;
          if (carried[i] || owner.kind === 'unsure' || (owner.kind === 'human' && owner.from)) continue;
          if (owner.kind !== 'node' || isCut(owner.node)) said += weight(lines[i]!);
        }
    return said >= MIN_BLOCK_WEIGHT;
  }

  // The sessions that changed a file without adding a line: a binary file, a removal, a rename. The file must be as the last
  // snapshot found it, so that nobody changed it after them.
  async #changersWithoutLines(
    { commit, change, workTree }: Committed,
    drafts: readonly CommittedFile[],
  ): Promise<SessionId[]> {
    const withLines = new Set(
      drafts.filter(({ hunks }) => hunks.some(({ newCount }) => newCount > 0)).map(({ file }) => file.path),
    );
    const changers: SessionId[] = [];
    for (const { path, newBlob = null } of files(change)) {
      if (withLines.has(path)) continue;
      const sessions = this.#sessions
        .all()
        .filter(({ cursor }) => cursor.uncommitted.some((touched) => touched.files.includes(path)));
      if (sessions.length > 0 && (await this.#tracker.knownBefore(commit, workTree, path)) === newBlob)
        changers.push(...sessions.map(({ session }) => session.id));
    }
    return changers;
  }

  // The graphs of all sessions with lines or changes here, of their parents and sub-agents, and of the session that committed.
  async #graphsOf(
    committed: Committed,
    { lines, changers, fresh }: Work,
    noted: CommitQuestions['noted'],
  ): Promise<Note['graphs']> {
    const writing = this.#sessions.owning(fresh).map(({ session }) => session.id);
    const involved = new Set<SessionId>([...writing, ...changers]);
    if (committed.by && this.#sessions.get(committed.by)) involved.add(committed.by);
    for (const id of involved) {
      const parent = this.#sessions.get(id)?.session.parent;
      if (parent && this.#sessions.get(parent)) involved.add(parent);
    }
    const writers = writersOf(lines, fresh);
    for (const id of involved) await this.#patch(id, committed, { claims: claimsHash(lines, id), writers, noted });
    for (const state of this.#sessions.all()) if (goesWith(state, committed)) involved.add(state.session.id);
    for (const id of readersBelow(involved, this.#sessions.all())) involved.add(id);
    return this.#graphs.cut(involved, nodesOf(lines), committed.commit);
  }

  async #patch(
    id: SessionId,
    { commit, at, summary, change }: Committed,
    { claims, writers, noted }: Claimed & Pick<CommitQuestions, 'noted'>,
  ): Promise<void> {
    const changed = files(change).map(({ path }) => path);
    const state = this.#sessions.get(id)!;
    const mine = state.cursor.uncommitted.some((touched) => touched.files.some((path) => changed.includes(path)));
    // A session's claim in the note is recorded in its ledger, even if it did nothing since: its lines were staged bit by bit, or a
    // person moved them.
    const isLate = !mine && state.nodes.length === 0;
    if (isLate && (claims === undefined || (await noted())?.graphs.some(tellsOf(id, commit)))) return;
    this.#sessions.add(state, {
      type: 'commit',
      at,
      oid: commit,
      summary,
      files: changed,
      writers: writers.filter((node) => node.startsWith(`${sessionPrefix(id)}-`)),
      ...(claims !== undefined && { detail: { lines: claims } }),
    });
  }
}

// The steps with lines in the note.
function writersOf(lines: Note['lines'], fresh: ReadonlySet<NodeId>): NodeId[] {
  const writers = new Set<NodeId>();
  for (const list of lines.values()) for (const { node } of list) if (node && fresh.has(node)) writers.add(node);
  return [...writers];
}

const tellsOf =
  (id: SessionId, commit: Oid) =>
  ({ session, nodes }: Graph): boolean =>
    session.id === id && nodes.some((node) => isPatchOf(node, commit));

// A merge changed the files that differ from all parents; another commit those that differ from its only parent.
function files(change: CommitChange): readonly FileChange[] {
  const [first, ...others] = change.parents;
  if (!first) return [];
  return first.files.filter((file) => others.every((parent) => parent.files.some((other) => other.path === file.path)));
}

const nobodys = ({ newStart, newCount }: Hunk): Attribution[] =>
  newCount > 0 ? [{ start: newStart, count: newCount, node: null, evidence: 'unsure' }] : [];

const distinct = (graphs: readonly Graph[]): Graph[] => [
  ...new Map(graphs.map((graph) => [graphIdOf(graph), graph])).values(),
];

// A line from a source without a note has no known owner.
function attributionsOf({ lines, owners, parent, hunks, carried }: CommittedFile): Attribution[] {
  const told = owners.map((owner, i) =>
    carried[i]?.owner.kind === 'base' && (owner.kind === 'base' || owner.kind === 'human') ? UNSURE : owner,
  );
  return attribute({ lines, owners: told }, parent, hunks);
}

// Entries of a person, or of an agent that is no longer at work, go into the note of the next commit.
function goesWith(state: SessionState, { madeBy }: Committed): boolean {
  const { session, nodes, over, lastAt } = state;
  if (!hasDeclarations(state) || (madeBy !== undefined && nodes[0]!.at >= madeBy)) return false;
  return session.agent === PERSON || session.agent === SUMMARISER || over === true || lastAt < Date.now() - SILENT_MS;
}

// The steps with lines that no source claims: their sessions did something for this commit.
function newNodes(drafts: readonly CommittedFile[]): Set<NodeId> {
  const nodes = new Set<NodeId>();
  for (const { owners, hunks, carried } of drafts)
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < newStart - 1 + newCount; i++) {
        const owner = owners[i];
        const source = carried[i]?.owner;
        if (!owner || (source?.kind === 'node' && owner.kind === 'node' && source.node === owner.node)) continue;
        if (owner.kind === 'node') nodes.add(owner.node);
        if ((owner.kind === 'node' || owner.kind === 'human') && owner.from) nodes.add(owner.from);
        if (owner.kind === 'unsure' && owner.likely) nodes.add(owner.likely);
      }
  return nodes;
}

// A source without a note contains the line and does not know its owner.
const isTold = (line: CommittedFile['carried'][number]): boolean => line !== undefined && line.owner.kind !== 'base';

const isCarried = ({ hunks, carried }: CommittedFile): boolean =>
  hunks.every(({ newStart, newCount }) => {
    for (let i = newStart - 1; i < newStart - 1 + newCount; i++) if (!isTold(carried[i])) return false;
    return true;
  });

/**
 * A block that the commit removed in one place and added in another was moved, in any order and any number of steps: it keeps
 * its owner, above all a person. A step did not move a line that a person removed and that the step wrote out itself.
 * @param byPersons the texts of lines that only persons removed
 */
function followMoves(
  drafts: readonly CommittedFile[],
  deleted: readonly Owned[],
  byPersons: ReadonlySet<string>,
): void {
  const isWritten = (owner: Owner, line: string): boolean =>
    owner.kind === 'node' && owner.evidence === 'exact' && byPersons.has(squeeze(line));
  const strands: RemovedLines[] = deleted.map(strandOf);
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
  const targets = drafts.map(({ lines, owners, hunks, carried }) => {
    const open: (Owner | undefined)[] = [...owners];
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < Math.min(lines.length, newStart - 1 + newCount); i++)
        if (owners[i]!.kind !== 'unsure' && !isTold(carried[i]) && !isWritten(owners[i]!, lines[i]!))
          open[i] = undefined;
    return { lines, owners: open };
  });
  claimMoves(targets, strands, MIN_BLOCK_WEIGHT, true);
  targets.forEach((target, n) => {
    const { owners } = drafts[n]!;
    target.owners.forEach((claimed, i) => {
      // A person's line becomes a step's only when a block of that step moved.
      if (claimed && (owners[i]!.kind === 'node' || claimed.kind === 'node')) owners[i] = claimed;
    });
  });
}
