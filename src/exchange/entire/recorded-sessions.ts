import { ProvError } from '../../errors.ts';
import { shallowCommits } from '../../git/history/shallow.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { graphIdOf } from '../../model/format/note.ts';
import type { GraphId, Oid, SessionId } from '../../model/ids.ts';
import type { Graph, Note } from '../../model/model.ts';
import { importedFrom, isImport } from '../../model/standing/imported.ts';
import { isDamaged, NoteStore } from '../../notes/notes.ts';
import { ImportRedactor } from '../redact-imported.ts';
import { noteBytes } from '../signed-update.ts';
import { FIRST_KEPT_STEP, isOneStep } from '../step-numbers.ts';
import type { ListedCommit } from '../transcripts/commit-history.ts';
import { withoutAttributed, withoutLeft } from '../transcripts/keep-existing.ts';
import { type AttributedCommit, recordCommits, Recording } from '../transcripts/recording.ts';
import type { TranscriptSession } from '../transcripts/transcript-session.ts';
import type { WarningCounts } from '../warning-counts.ts';

/** The name of this import in its graphs. */
const ENTIRE = 'entire';
/** Steps and attributions. A note with fewer needs no size check. */
const MAX_UNCHECKED_PARTS = 10_000;

/** What the notes have of some sessions. */
interface Existing {
  /** The notes of commits that may get more. Other commits have a record of ours, or a note that cannot be read. */
  readonly notes: ReadonlyMap<Oid, Note>;
  readonly closed: ReadonlySet<Oid>;
  /** The graphs with all steps, by session. */
  readonly graphs: ReadonlyMap<SessionId, ReadonlySet<GraphId>>;
}

/** Where and from what the sessions are recorded. */
export interface RecordedRequest {
  readonly repo: Repo;
  readonly stories: readonly TranscriptSession[];
  /** All commits of the history, parents before children. */
  readonly all: readonly ListedCommit[];
  readonly tally: WarningCounts;
}

/**
 * Records sessions from the records of their agents that Entire keeps, in the same form as `import transcripts`: all steps with their
 * goals, decisions and checks. A session that notes have in another form gets nothing here; neither does one that an earlier import
 * put into a note of the commit as one step.
 * @param matched all commits with lines of sessions, so that the same graphs are made for any selection of commits
 * @returns what the notes get, by commit
 */
export async function recordSessions(
  request: RecordedRequest,
  matched: readonly AttributedCommit[],
): Promise<ReadonlyMap<Oid, Note>> {
  if (matched.length === 0) return new Map();
  const there = await existing(request, new Set(matched.map(({ listed }) => listed.commit)));
  const redactor = new ImportRedactor(provDirOf(request.repo));
  const left = new Set<SessionId>();
  for (const { session } of request.stories) if ((await redactor.id(session.id)) !== session.id) left.add(session.id);
  try {
    for (;;) {
      const recording = await record(request, open(matched, request.stories, there, left), redactor);
      const more = [...changed(recording.graphs, there), ...oversized(recording.notes)].filter((id) => !left.has(id));
      if (more.length === 0) return recording.notes;
      for (const id of more) left.add(id);
    }
  } catch (cause) {
    if (!(cause instanceof ProvError) || cause.kind !== 'data') throw cause;
    request.tally.add({
      what: 'imports without steps, because a session has what no note can have',
      where: cause.message,
    });
    return new Map();
  }
}

// The commits with the lines of sessions that can be recorded there.
function open(
  matched: readonly AttributedCommit[],
  stories: readonly TranscriptSession[],
  { notes, closed }: Existing,
  left: ReadonlySet<SessionId>,
): AttributedCommit[] {
  return matched.flatMap((one) => {
    const { commit } = one.listed;
    if (closed.has(commit)) return [];
    const note = notes.get(commit);
    const known = new Set(note?.graphs.filter(isOneStep).map(({ session }) => session.id));
    const isLeft = (number: number): boolean => {
      const { id } = stories[number]!.session;
      return left.has(id) || known.has(id);
    };
    const verdicts = withoutAttributed(withoutLeft(one.verdicts, isLeft), note, isOurs);
    return verdicts.sessions.size > 0 ? [{ ...one, verdicts }] : [];
  });
}

const isOurs = (graph: Graph): boolean => importedFrom(graph) === ENTIRE && !isOneStep(graph);

const record = (
  { repo, stories, all }: RecordedRequest,
  attributed: readonly AttributedCommit[],
  redactor: ImportRedactor,
): Promise<Recording> =>
  recordCommits(new Recording(repo, stories, { source: ENTIRE, first: FIRST_KEPT_STEP, redactor }), attributed, all);

// Any note may have graphs of these sessions. Only the notes of the matched commits are kept.
async function existing({ repo, stories }: RecordedRequest, wanted: ReadonlySet<Oid>): Promise<Existing> {
  const mine = new Set(stories.map(({ session }) => session.id));
  const notes = new Map<Oid, Note>();
  const closed = new Set<Oid>(shallowCommits(repo));
  const graphs = new Map<SessionId, Set<GraphId>>();
  const store = new NoteStore(repo);
  try {
    for await (const [commit, found] of store.each([...(await store.list()).keys()])) {
      const note = isDamaged(found) ? found.note : found;
      if (wanted.has(commit))
        if (isDamaged(found) || !note || !isImport(note)) closed.add(commit);
        else notes.set(commit, note);
      for (const graph of note?.graphs ?? []) {
        const { id } = graph.session;
        if (mine.has(id) && !isOneStep(graph)) graphs.set(id, (graphs.get(id) ?? new Set()).add(graphIdOf(graph)));
      }
    }
  } finally {
    await store.close();
  }
  return { notes, closed, graphs };
}

// The sessions with graphs in notes that are not among those made now.
function changed(made: Recording['graphs'], { graphs }: Existing): SessionId[] {
  return [...graphs].flatMap(([id, there]) => {
    const ids = new Set((made.get(id) ?? []).map(graphIdOf));
    return [...there].every((one) => ids.has(one)) ? [] : [id];
  });
}

// The sessions of notes that are larger than readers accept.
function oversized(notes: Recording['notes']): SessionId[] {
  return [...notes.values()].flatMap((note) => {
    let parts = 0;
    for (const list of note.lines.values()) parts += list.length;
    for (const { nodes } of note.graphs) parts += nodes.length;
    if (parts < MAX_UNCHECKED_PARTS || noteBytes(note)) return [];
    return note.graphs.map(({ session }) => session.id);
  });
}
