import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerName } from '../../recorder/ledger/ledger.ts';
import { withLock } from '../../recorder/spool/lock.ts';
import { parseRecord } from '../../recorder/spool/ledger-line.ts';
import { RecordedContents } from '../../recorder/worktree/recorded-contents.ts';
import { type Repo } from '../../git/repository/repo.ts';
import { encodeNote, graphIdOf } from '../../model/format/note.ts';
import type { GraphId, Oid, SessionId } from '../../model/ids.ts';
import { importedFrom, isImport } from '../../model/standing/imported.ts';
import type { Graph, Note } from '../../model/model.ts';
import { rememberImports } from '../../notes/standing/own-imports.ts';
import { isDamaged, NoteStore } from '../../notes/notes.ts';
import { setAuthors } from './match/commit-authors.ts';
import { gather, type GatherOptions } from './gather.ts';
import { CommitHistory, type ListedCommit } from './commit-history.ts';
import { Matcher } from './match/match.ts';
import { CLOCK_SKEW_MS } from './match/moments.ts';
import { withoutLeft, withoutAttributed } from './keep-existing.ts';
import { Recording, recordCommits, TRANSCRIPTS, type AttributedCommit } from './recording.ts';
import {
  commitReport,
  type ImportedCommit,
  type ImportedSession,
  type LeftUnchanged,
  sessionReport,
} from './import-report.ts';
import { topsOf, trackedIn } from './work-trees.ts';
import { joined } from '../merge-imported.ts';
import { noteBytes, writeImported } from '../signed-update.ts';
import { firstWriting, type TranscriptSession } from './transcript-session.ts';
import type { TranscriptFault } from '../../agents/common/transcript-event.ts';
import { filesOf, provDirOf } from '../../git/repository/local-files.ts';

/** Notes per transaction. */
const NOTES_PER_TRANSACTION = 500;
/** How long to wait for another recording process, in milliseconds. */
const LOCK_TIMEOUT_MS = 5000;
const EMPTY: Note = { graphs: [], lines: new Map(), carried: [] };

export interface ImportOptions extends Omit<GatherOptions, 'progress' | 'fault' | 'isTracked'> {
  /** Only count what would be written. */
  readonly dryRun: boolean;
  readonly progress: (what: string, done: number, all: number) => void;
}

/** The result of an import. */
export interface Imported {
  readonly files: number;
  readonly elsewhere: number;
  readonly looked: number;
  readonly sessions: readonly ImportedSession[];
  readonly commits: readonly ImportedCommit[];
  /** Commits by bots, and commits that already have a note: both are left unchanged. */
  readonly bots: number;
  readonly noted: number;
  /** Notes written, or that a dry run would write. */
  readonly written: number;
  /** Unreadable parts by kind, with their number and the first place. */
  readonly unread: ReadonlyMap<string, { readonly count: number; readonly where: string }>;
  readonly unsigned: string | undefined;
}

/**
 * Finds the authors of existing commits' lines in the agents' transcripts on this machine, and writes notes. A second run changes
 * nothing.
 * @throws ProvError `usage` for an unsupported agent, `data` for a missing file, `git` when the notes could not be written
 */
export async function importTranscripts(repo: Repo, options: ImportOptions): Promise<Imported> {
  const unread = new Map<string, { count: number; where: string }>();
  const tops = await topsOf(repo);
  const fault = (what: string, where: string): void => {
    const known = unread.get(what) ?? { count: 0, where };
    unread.set(what, { ...known, count: known.count + 1 });
  };
  const progress = (done: number, all: number): void => options.progress('Reading transcripts', done, all);
  const { stories, files, elsewhere } = await gather(tops, {
    ...options,
    progress,
    fault,
    isTracked: trackedIn(repo, tops),
  });
  const found = {
    files,
    elsewhere,
    looked: 0,
    sessions: [],
    commits: [],
    bots: 0,
    noted: 0,
    written: 0,
    unread,
    unsigned: undefined,
  };
  if (stories.length === 0) return found;
  const store = new NoteStore(repo);
  try {
    return { ...found, ...(await new Import(repo, store, stories, { ...options, fault }).run()) };
  } finally {
    await store.close();
  }
}

class Import {
  readonly #repo: Repo;
  readonly #store: NoteStore;
  readonly #stories: readonly TranscriptSession[];
  readonly #options: ImportOptions & { readonly fault: TranscriptFault };
  /** The existing graphs of these sessions, and the notes of all their commits. */
  readonly #there = new Map<SessionId, Set<GraphId>>();

  constructor(
    repo: Repo,
    store: NoteStore,
    stories: readonly TranscriptSession[],
    options: ImportOptions & { fault: TranscriptFault },
  ) {
    this.#repo = repo;
    this.#store = store;
    this.#stories = stories;
    this.#options = options;
  }

  async run(): Promise<Omit<Imported, 'files' | 'elsewhere' | 'unread'>> {
    const history = new CommitHistory(this.#repo);
    await history.load();
    const recent = history.since(firstWriting(this.#stories) - CLOCK_SKEW_MS);
    setAuthors(this.#stories, recent, history.people);
    const notes = await this.#readNotes(recent);
    const left = new Map<SessionId, LeftUnchanged>();
    // Only imported notes may be extended. Any other note already covers all lines, including those that it does not mention.
    const isOpen = ({ commit }: ListedCommit): boolean => isImport(notes.get(commit) ?? EMPTY);
    const isOurs = (one: ListedCommit): boolean => !one.bot && isOpen(one);
    let attributed = await this.#match(history, recent, isOurs, { notes, left });
    let recording = await this.#record(attributed, recent);
    // If a session's graphs differ from what this import makes, the session was recorded by other means. Leave it and match again
    // without it.
    for (let changed = this.#changed(recording); changed.length > 0; changed = this.#changed(recording)) {
      for (const id of changed) left.set(id, existsSync(this.#ledgerOf(id)) ? 'recorded' : 'changed');
      attributed = await this.#match(history, recent, isOurs, { notes, left });
      recording = await this.#record(attributed, recent);
    }
    const { written, unsigned } = await this.#land(recording.notes);
    if (written > 0 && !this.#options.dryRun) await this.#keep(recording);
    if (!this.#options.dryRun && this.#options.paths.length === 0) this.#rememberOwn(recording);
    return {
      looked: recent.length,
      bots: recent.filter(({ bot }) => bot).length,
      noted: recent.filter((one) => !one.bot && !isOpen(one)).length,
      sessions: this.#stories.map((story) => sessionReport(story, attributed, left.get(story.session.id))),
      commits: attributed.map((one) => commitReport(one, this.#stories)),
      written,
      unsigned,
    };
  }

  // Any note may contain graphs of these sessions. Only the examined commits' notes are kept.
  async #readNotes(recent: readonly ListedCommit[]): Promise<Map<Oid, Note>> {
    const wanted = new Set(recent.map(({ commit }) => commit));
    const mine = new Set(this.#stories.map(({ session }) => session.id));
    const notes = new Map<Oid, Note>();
    const all = [...(await this.#store.list()).keys()];
    for await (const [commit, found] of this.#store.each(all)) {
      const note = isDamaged(found) ? found.note : found;
      if (!note) continue;
      if (wanted.has(commit)) notes.set(commit, note);
      for (const graph of note.graphs) {
        const { id } = graph.session;
        if (mine.has(id)) this.#there.set(id, (this.#there.get(id) ?? new Set()).add(graphIdOf(graph)));
      }
    }
    return notes;
  }

  #ledgerOf(id: SessionId): string {
    return join(filesOf(this.#repo).ledgers, `${ledgerName(id)}.jsonl`);
  }

  // Commits that are left unchanged may also contain lines of sessions; those lines do not explain later commits.
  async #match(
    history: CommitHistory,
    commits: readonly ListedCommit[],
    isOurs: (one: ListedCommit) => boolean,
    { notes, left }: { readonly notes: ReadonlyMap<Oid, Note>; readonly left: ReadonlyMap<SessionId, LeftUnchanged> },
  ): Promise<AttributedCommit[]> {
    const matcher = new Matcher(
      this.#stories.flatMap(({ writings }) => writings),
      this.#stories,
    );
    const knows = (path: Parameters<Matcher['knows']>[0]): boolean => matcher.knows(path);
    const isLeft = (number: number): boolean => left.has(this.#stories[number]!.session.id);
    const attributed: AttributedCommit[] = [];
    const progress = (done: number): void => this.#options.progress('Comparing commits', done, commits.length);
    for await (const { landed, listed, change } of history.landed(commits, knows, progress)) {
      const taken = matcher.take(landed);
      if (!isOurs(listed)) continue;
      const verdicts = withoutAttributed(withoutLeft(taken, isLeft), notes.get(listed.commit), isOfTranscripts);
      if (verdicts.sessions.size > 0) attributed.push({ listed, change, verdicts });
    }
    return attributed;
  }

  #record(attributed: readonly AttributedCommit[], all: readonly ListedCommit[]): Promise<Recording> {
    return recordCommits(new Recording(this.#repo, this.#stories, { source: TRANSCRIPTS }), attributed, all);
  }

  // The sessions that notes or local hooks record differently from this import.
  #changed({ graphs }: Recording): SessionId[] {
    return [...graphs].flatMap(([id, made]) => {
      const there = this.#there.get(id) ?? new Set();
      const isBeginning =
        made.length >= there.size && made.slice(0, there.size).every((one) => there.has(graphIdOf(one)));
      return isBeginning && this.#isOurLedger(id, made) ? [] : [id];
    });
  }

  // An import writes a ledger that ends with a graph. Hooks continue it.
  #isOurLedger(id: SessionId, made: readonly Graph[]): boolean {
    const file = this.#ledgerOf(id);
    if (!existsSync(file)) return true;
    const last = parseRecord(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!);
    return made.some(({ chain }) => last?.['context_hash'] === `sha256:${chain.head}`);
  }

  // Named files may be from another machine.
  #rememberOwn({ graphs }: Recording): void {
    rememberImports(
      provDirOf(this.#repo),
      [...graphs.values()].flatMap((all) => all.map(graphIdOf)),
    );
  }

  async #keep(recording: Recording): Promise<void> {
    const dir = provDirOf(this.#repo);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await withLock(dir, LOCK_TIMEOUT_MS, async () => recording.keep(Date.now()));
  }

  async #land(made: ReadonlyMap<Oid, Note>): Promise<{ written: number; unsigned: string | undefined }> {
    const old = await this.#store.read(made.keys());
    const fresh = new Map<Oid, Note>();
    for (const [commit, note] of made) {
      const found = old.get(commit);
      const there = found && isDamaged(found) ? found.note : found;
      const bytes = noteBytes(joined(there, note));
      if (!bytes) this.#options.fault('commits with a note that would be too large', commit);
      else if (!there || Buffer.compare(bytes, encodeNote(there)) !== 0) fresh.set(commit, note);
    }
    if (this.#options.dryRun || fresh.size === 0) return { written: fresh.size, unsigned: undefined };
    const files = new RecordedContents(this.#repo);
    let unsigned: string | undefined;
    try {
      const all = [...fresh];
      for (let at = 0; at < all.length; at += NOTES_PER_TRANSACTION) {
        this.#options.progress('Writing notes', at, all.length);
        const batch = new Map(all.slice(at, at + NOTES_PER_TRANSACTION));
        const how = { objects: files.objects, signs: true, about: 'from transcripts' };
        const fault = await writeImported(this.#repo, this.#store, batch, how);
        unsigned ??= fault;
      }
    } finally {
      await files.close();
    }
    return { written: fresh.size, unsigned };
  }
}

const isOfTranscripts = (graph: Graph): boolean => importedFrom(graph) === TRANSCRIPTS;
