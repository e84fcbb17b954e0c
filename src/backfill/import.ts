import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerName } from '../capture/ledger.ts';
import { withLock } from '../capture/lock.ts';
import { realPath } from '../capture/paths.ts';
import { provDirOf } from '../capture/pending.ts';
import { parseRecord } from '../capture/record.ts';
import { signNotes } from '../capture/sign.ts';
import { Files } from '../capture/files.ts';
import { git } from '../git/process.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { encodeNote, graphIdOf } from '../graph/format/note.ts';
import type { GraphId, Oid, SessionId } from '../graph/ids.ts';
import { joinNotes } from '../graph/join.ts';
import type { Graph, Note } from '../graph/model.ts';
import { isDamaged, NoteStore } from '../store/notes.ts';
import type { Verdict } from './decide.ts';
import { gather, type GatherOptions } from './gather.ts';
import { History, type Listed } from './history.ts';
import { Matcher, SLACK_MS } from './match.ts';
import { FROM_TRANSCRIPT, Recording, type Told } from './record.ts';
import { commitReport, type ImportedCommit, type ImportedSession, type Left, sessionReport } from './report.ts';
import type { Story } from './story.ts';

/** So many notes are written in one transaction. */
const BATCH = 500;
/** How long another process that records is waited for, in milliseconds. */
const PATIENCE_MS = 5000;

export interface ImportOptions extends Omit<GatherOptions, 'progress' | 'fault'> {
  /** Only say what would be written. */
  readonly dryRun: boolean;
  readonly progress: (what: string, done: number, all: number) => void;
}

/** What came of an import. */
export interface Imported {
  readonly files: number;
  readonly elsewhere: number;
  readonly looked: number;
  readonly sessions: readonly ImportedSession[];
  readonly commits: readonly ImportedCommit[];
  /** Commits of programs, and commits of which a note tells already: they were left as they are. */
  readonly bots: number;
  readonly noted: number;
  /** How many notes were written, or would be. */
  readonly written: number;
  /** What could not be read, by what it was: how often, and where the first time. */
  readonly unread: ReadonlyMap<string, { readonly count: number; readonly where: string }>;
  readonly unsigned: string | undefined;
}

/**
 * Finds in the records of agents' sessions on this machine who wrote the lines of commits that are there already, and writes
 * notes of it. Done again, it changes nothing.
 * @throws ProvError `usage` for an agent whose sessions are not read, `data` for a file that there is not, `git` when the notes could not be written
 */
export async function importTranscripts(repo: Repo, options: ImportOptions): Promise<Imported> {
  const unread = new Map<string, { count: number; where: string }>();
  const tops = await topsOf(repo);
  const { stories, files, elsewhere } = await gather(tops, {
    ...options,
    progress: (done, all) => options.progress('Reading transcripts', done, all),
    fault: (what, where) => {
      const known = unread.get(what) ?? { count: 0, where };
      unread.set(what, { ...known, count: known.count + 1 });
    },
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
    return { ...found, ...(await new Import(repo, store, stories, options).run()) };
  } finally {
    await store.close();
  }
}

class Import {
  readonly #repo: Repo;
  readonly #store: NoteStore;
  readonly #stories: readonly Story[];
  readonly #options: ImportOptions;
  /** The graphs of these sessions that notes have, and all their commits' notes. */
  readonly #there = new Map<SessionId, Set<GraphId>>();

  constructor(repo: Repo, store: NoteStore, stories: readonly Story[], options: ImportOptions) {
    this.#repo = repo;
    this.#store = store;
    this.#stories = stories;
    this.#options = options;
  }

  async run(): Promise<Omit<Imported, 'files' | 'elsewhere' | 'unread'>> {
    const history = new History(this.#repo);
    await history.load();
    const first = Math.min(...this.#stories.flatMap(({ writings }) => writings.map(({ at }) => at)));
    const recent = history.since(first - SLACK_MS);
    const notes = await this.#readNotes(recent);
    const left = new Map<SessionId, Left>();
    const ours = recent.filter(({ commit, bot }) => !bot && isOurs(commit, notes.get(commit)));
    let told = await this.#match(history, ours, left);
    let recording = await this.#record(told);
    // A session whose graphs are not what this import makes of it was recorded by other means: it is left, and all is told without it.
    for (let changed = this.#changed(recording); changed.length > 0; changed = this.#changed(recording)) {
      for (const id of changed) left.set(id, existsSync(this.#ledgerOf(id)) ? 'recorded' : 'changed');
      told = await this.#match(history, ours, left);
      recording = await this.#record(told);
    }
    const { written, unsigned } = await this.#land(recording.notes);
    if (written > 0 && !this.#options.dryRun) await this.#keep(recording);
    return {
      looked: recent.length,
      bots: recent.filter(({ bot }) => bot).length,
      noted: recent.filter(({ commit, bot }) => !bot && !isOurs(commit, notes.get(commit))).length,
      sessions: this.#stories.map((story) => sessionReport(story, told, left.get(story.session.id))),
      commits: told.map((one) => commitReport(one, this.#stories)),
      written,
      unsigned,
    };
  }

  // Graphs of these sessions may be in any note; only those of commits that are looked at are kept.
  async #readNotes(recent: readonly Listed[]): Promise<Map<Oid, Note>> {
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
    return join(provDirOf(this.#repo), 'sessions', `${ledgerName(id)}.jsonl`);
  }

  async #match(history: History, commits: readonly Listed[], left: ReadonlyMap<SessionId, Left>): Promise<Told[]> {
    const matcher = new Matcher(
      this.#stories.flatMap(({ writings }) => writings),
      this.#stories,
    );
    const knows = (path: Parameters<Matcher['knows']>[0]): boolean => matcher.knows(path);
    const isLeft = (number: number): boolean => left.has(this.#stories[number]!.session.id);
    const told: Told[] = [];
    const progress = (done: number): void => this.#options.progress('Comparing commits', done, commits.length);
    for await (const { landed, listed, change } of history.landed(commits, knows, progress)) {
      const verdicts = without(matcher.take(landed), isLeft);
      if (verdicts.sessions.size > 0) told.push({ listed, change, verdicts });
    }
    return told;
  }

  async #record(told: readonly Told[]): Promise<Recording> {
    const recording = new Recording(this.#repo, this.#stories);
    await recording.prepare();
    for (const one of told) await recording.take(one);
    return recording;
  }

  // The sessions that notes, or hooks here, tell of in another way than this import.
  #changed({ graphs }: Recording): SessionId[] {
    return [...graphs].flatMap(([id, made]) => {
      const there = this.#there.get(id) ?? new Set();
      const isBeginning =
        made.length >= there.size && made.slice(0, there.size).every((one) => there.has(graphIdOf(one)));
      return isBeginning && this.#isOurLedger(id, made) ? [] : [id];
    });
  }

  // An import leaves a ledger behind that ends with a graph; hooks go on from there.
  #isOurLedger(id: SessionId, made: readonly Graph[]): boolean {
    const file = this.#ledgerOf(id);
    if (!existsSync(file)) return true;
    const last = parseRecord(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)!);
    return made.some(({ chain }) => last?.['context_hash'] === `sha256:${chain.head}`);
  }

  async #keep(recording: Recording): Promise<void> {
    const dir = provDirOf(this.#repo);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    await withLock(dir, PATIENCE_MS, async () => recording.keep(Date.now()));
  }

  async #land(made: ReadonlyMap<Oid, Note>): Promise<{ written: number; unsigned: string | undefined }> {
    const old = await this.#store.read(made.keys());
    const fresh = new Map<Oid, Note>();
    for (const [commit, note] of made) {
      const found = old.get(commit);
      const there = found && isDamaged(found) ? found.note : found;
      if (!there || !sameBytes(joinNotes(there, note), there)) fresh.set(commit, note);
    }
    if (this.#options.dryRun || fresh.size === 0) return { written: fresh.size, unsigned: undefined };
    const files = new Files(this.#repo);
    let unsigned: string | undefined;
    try {
      const all = [...fresh];
      for (let at = 0; at < all.length; at += BATCH) {
        this.#options.progress('Writing notes', at, all.length);
        const { notes, fault } = await signNotes(
          this.#repo,
          new Map(all.slice(at, at + BATCH)),
          files.objects,
          this.#store,
        );
        unsigned ??= fault;
        const changes = [...notes].map(
          ([commit, note]) =>
            [commit, (before: Note | undefined) => (before ? joinNotes(before, note) : note)] as const,
        );
        await this.#store.update(new Map(changes), `provenance of ${notes.size} commits from transcripts`);
      }
    } finally {
      await files.close();
    }
    return { written: fresh.size, unsigned };
  }
}

const sameBytes = (a: Note, b: Note): boolean => Buffer.compare(encodeNote(a), encodeNote(b)) === 0;

// A note that an import wrote may be added to. One of anybody else's says whose all lines are, also those that it is silent of.
function isOurs(commit: Oid, note: Note | undefined): boolean {
  if (!note) return true;
  const patches = note.graphs.flatMap(({ nodes }) =>
    nodes.filter(({ kind, detail }) => kind === 'patch' && detail?.['commit'] === commit),
  );
  return (
    note.carried.length === 0 &&
    patches.length > 0 &&
    patches.every(({ detail }) => detail?.['from'] === FROM_TRANSCRIPT)
  );
}

function without(verdicts: Told['verdicts'], isLeft: (session: number) => boolean): Told['verdicts'] {
  const sessions = new Set([...verdicts.sessions].filter((number) => !isLeft(number)));
  const lines = new Map(
    [...verdicts.lines].map(([path, file]) => {
      const kept = [...file].map(([line, verdict]): [number, Verdict] =>
        'doubt' in verdict || !isLeft(verdict.session) ? [line, verdict] : [line, { doubt: 'left' }],
      );
      return [path, new Map(kept)] as const;
    }),
  );
  return { sessions, lines };
}

async function topsOf(repo: Repo): Promise<string[]> {
  const { stdout } = await git(['worktree', 'list', '--porcelain'], inRepo(repo));
  const listed = stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('worktree ') ? [line.slice(9)] : []));
  const tops = [...(repo.workTree ? [repo.workTree] : []), ...listed].map(realPath);
  return [...new Set(tops)].toSorted((a, b) => b.length - a.length);
}
