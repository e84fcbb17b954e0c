import { readersBelow } from '../session/readers-below.ts';
import { claimsHash } from '../../model/lines-hash.ts';
import { type NodeId, type Oid, type RepoPath, sessionPart, type SessionId } from '../../model/ids.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { isScribe } from '../../model/knowledge/kinds.ts';
import type { Attribution, Graph, Note } from '../../model/model.ts';
import { isPatchOf } from '../../model/patch.ts';
import type { CommitChange, FileChange } from '../../git/history/commit-changes.ts';
import { type Hunk } from '../../lines/attribute.ts';
import { type Owned, UNSURE } from '../../lines/owner.ts';
import { weight } from '../../lines/text.ts';
import { carriedFrom, nodesOf, sameAmong } from '../rewrite/carried-note.ts';
import type { SourceOwners } from '../rewrite/source-owners.ts';
import { attributionsOf, followMoves, isCarried, MIN_BLOCK_WEIGHT, newNodes } from './committed-lines.ts';
import type { Committed } from './committed-author.ts';
import { abstain, type CommittedFile, FileOwners } from './file-owners.ts';
import type { RecordedContents } from '../worktree/recorded-contents.ts';
import { ageRemoved, removedByPersons, removedLines } from '../worktree/removed-lines.ts';
import type { Graphs } from '../ledger/session-graphs.ts';
import type { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { hasDeclarations } from '../session/declared-knowledge.ts';
import type { Sessions } from '../session/sessions.ts';
import type { SessionState } from '../state/state.ts';

/** An agent without events for longer than this is not expected to commit more for now. */
const SILENT_MS = 60 * 60 * 1000;

/** Questions that are asked only where needed. */
export interface CommitQuestions {
  /** Searches all commits for the sources of lines that have no known agent yet. */
  readonly search: () => Promise<SourceOwners | undefined>;
  /** Of the commits that contain lines of the same steps, those that this one was made from. */
  readonly moved: (commits: readonly Oid[]) => Promise<SourceOwners | undefined>;
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

/** The files of a commit on their way to its note. */
interface Drafted {
  readonly drafts: readonly CommittedFile[];
  /** The added lines of files that are too large: nobody's. */
  readonly unread: ReadonlyMap<RepoPath, readonly Attribution[]>;
  /** The last texts of deleted files. */
  readonly deleted: readonly Owned[];
}

/** Makes notes of commits. */
export class NoteMaker {
  readonly #sessions: Sessions;
  readonly #tracker: WorkTreeTracker;
  readonly #fileOwners: FileOwners;
  readonly #graphs: Graphs;

  constructor(sessions: Sessions, tracker: WorkTreeTracker, files: RecordedContents, graphs: Graphs) {
    this.#sessions = sessions;
    this.#tracker = tracker;
    this.#fileOwners = new FileOwners(sessions, tracker, files);
    this.#graphs = graphs;
  }

  /**
   * The whole way of a commit to its note: the owners of its files, the sources that it was rewritten from, the blocks that it moved, the
   * attributions of the lines that it added, and the graphs of the sessions that wrote them. Undefined for a commit that was rewritten
   * from commits without a note.
   */
  async note(committed: Committed, questions: CommitQuestions): Promise<Note | undefined> {
    const { drafts, unread, deleted } = await this.#draftFiles(committed);
    const origins = await this.#withOlder(drafts, committed.origins, questions);
    if (!drafts.every(isCarried))
      followMoves(drafts, [...deleted, ...removedLines(committed.workTree)], removedByPersons(committed.workTree));
    for (const draft of drafts) abstain(draft);
    ageRemoved(committed.workTree);
    const lines = this.#attribute(drafts, unread, committed);
    const used = new Set(drafts.flatMap((draft) => draft.carried.flatMap((line) => line?.source ?? [])));
    const carried = carriedFrom(origins, used);
    const isNews = carried.length > 0 || !origins.all.some(({ main, how }) => main && how !== 'revert');
    if (!isNews && ![...lines.values()].flat().some(({ node }) => node)) return undefined;
    const changers = await this.#changersWithoutLines(committed, drafts);
    const own = await this.#graphsOf(committed, { lines, changers, fresh: newNodes(drafts) }, questions.noted);
    const graphs = [...own, ...origins.graphs(nodesOf(lines), used)];
    return { commit: committed.commit, graphs: distinct(graphs), lines, carried, ...sameAmong(carried, origins) };
  }

  // The committed files with the owners of their lines, the files that are too large for that, and the texts of deleted files.
  async #draftFiles(committed: Committed): Promise<Drafted> {
    const drafts: CommittedFile[] = [];
    const deleted: Owned[] = [];
    const unread = new Map<RepoPath, readonly Attribution[]>();
    for (const file of files(committed.change)) {
      const draft = await this.#fileOwners.draft(file, committed);
      if (draft) drafts.push(draft);
      const hunks = !draft && this.#agentsWorked(committed) && (await this.#fileOwners.tooLarge(file, committed));
      if (hunks) unread.set(file.path, hunks.flatMap(nobodys));
      if (!file.newBlob) deleted.push(...(await this.#fileOwners.textsOf([file.path], file.oldBlob, committed)));
    }
    return { drafts, unread, deleted };
  }

  // With the commits that contain added lines already, if lines of persons may be another author's after all, or a step's lines were
  // committed elsewhere, as before `git merge --squash`.
  async #withOlder(
    drafts: readonly CommittedFile[],
    origins: SourceOwners,
    { search, moved }: CommitQuestions,
  ): Promise<SourceOwners> {
    const found = this.#mayBeOlder(drafts) ? await search() : undefined;
    const known = found ? origins.plus(found) : origins;
    const elsewhere = this.#graphs.committedIn(this.#cutAmong(drafts));
    for (const { commit } of known.all) elsewhere.delete(commit);
    const small = elsewhere.size > 0 ? await moved([...elsewhere]) : undefined;
    const all = small ? known.plus(small) : known;
    if (all === origins) return origins;
    for (const draft of drafts) await this.#fileOwners.follow(draft, all);
    return all;
  }

  // The attributions of added lines; keeps the owners of all lines for later.
  #attribute(drafts: readonly CommittedFile[], unread: Drafted['unread'], { workTree }: Committed): Note['lines'] {
    const lines = new Map(unread);
    for (const draft of drafts) {
      this.#forgetLost(draft);
      this.#tracker.remember(draft.file.path, draft.file.newBlob!, workTree, draft.owners);
      const attributions = attributionsOf(draft);
      if (attributions.length > 0) lines.set(draft.file.path, attributions);
    }
    return lines;
  }

  // Added lines of a step that was lost have an unknown writer: no graph will have the step.
  #forgetLost({ owners, hunks, carried }: CommittedFile): void {
    for (const { newStart, newCount } of hunks)
      for (let i = newStart - 1; i < newStart - 1 + newCount; i++) {
        const owner = owners[i];
        if (owner?.kind === 'node' && !carried[i] && this.#graphs.isLost(owner.node)) owners[i] = UNSURE;
      }
  }

  // Whether an agent did anything that no commit contains yet.
  #agentsWorked({ workTree: { open, dropped, background } }: Committed): boolean {
    const under = open.length + dropped.length + background.length > 0;
    return under || this.#sessions.all().some(({ nodes }) => nodes.length > 0);
  }

  // The steps of added lines that are in a graph which was cut for an earlier commit.
  #cutAmong(drafts: readonly CommittedFile[]): Set<NodeId> {
    const nodes = new Set<NodeId>();
    for (const { owners, hunks } of drafts)
      for (const { newStart, newCount } of hunks)
        for (const owner of owners.slice(newStart - 1, newStart - 1 + newCount))
          if (owner.kind === 'node') nodes.add(owner.node);
    return new Set([...nodes].filter((node) => this.#graphs.isCut(node)));
  }

  // Whether added lines with enough content count as a person's, or belong to steps that an earlier commit contains.
  #mayBeOlder(drafts: readonly CommittedFile[]): boolean {
    const cut = new Map<NodeId, boolean>();
    const isCut = (node: NodeId): boolean => {
      const known = cut.get(node) ?? this.#graphs.isCut(node);
      cut.set(node, known);
      return known;
    };
    let weightSoFar = 0;
    for (const { lines, owners, hunks, carried } of drafts)
      for (const { newStart, newCount } of hunks)
        for (let i = newStart - 1; i < Math.min(lines.length, newStart - 1 + newCount); i++) {
          const owner = owners[i]!;
          if (carried[i] || owner.kind === 'unsure' || (owner.kind === 'human' && owner.from)) continue;
          if (owner.kind !== 'node' || isCut(owner.node)) weightSoFar += weight(lines[i]!);
        }
    return weightSoFar >= MIN_BLOCK_WEIGHT;
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
    for (const id of involved)
      await this.#patch(id, committed, { claims: claimsHash(lines, this.#sessions.get(id)!.session), writers, noted });
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
    if (isLate && (claims === undefined || (await noted())?.graphs.some(mentions(id, commit)))) return;
    this.#sessions.add(state, {
      type: 'commit',
      at,
      oid: commit,
      summary,
      files: changed,
      writers: writers.filter((node) => sessionPart(node) === state.cursor.prefix),
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

const mentions =
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

// Entries of a person, or of an agent that is no longer at work, go into the note of the next commit.
function goesWith(state: SessionState, { madeBy }: Committed): boolean {
  const { session, nodes, over, lastAt } = state;
  if (!hasDeclarations(state) || (madeBy !== undefined && nodes[0]!.at >= madeBy)) return false;
  return isScribe(session.agent) || over === true || lastAt < Date.now() - SILENT_MS;
}
