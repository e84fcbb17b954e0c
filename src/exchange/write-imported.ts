import { captureSetting } from '../recorder/session/capture-mode.ts';
import { readCommitObjects } from '../git/history/commit-objects.ts';
import { readableChangesOf } from '../git/history/commit-changes.ts';
import { ObjectReader } from '../git/objects/objects.ts';
import { quickenHash } from '../git/objects/native-hash.ts';
import { binaryReader } from '../git/objects/port.ts';
import type { Repo } from '../git/repository/repo.ts';
import { shallowCommits } from '../git/history/shallow.ts';
import type { Oid, SessionId } from '../model/ids.ts';
import type { Note } from '../model/model.ts';
import { isDamaged, NoteStore } from '../notes/notes.ts';
import type { ForeignRecord } from './foreign.ts';
import type { RecordOrigin } from './imported-graph.ts';
import { bring, joined, type Brought, type ImportTools, type Target } from './merge-imported.ts';
import { noteBytes, writeImported } from './signed-update.ts';
import { StepNumbers } from './step-numbers.ts';
import { type Counted, WarningCounts } from './warning-counts.ts';
import { shorten, ImportedTexts } from './redact-imported.ts';
import { provDirOf } from '../git/repository/local-files.ts';

/** Records processed, and notes written, per batch. */
const RECORDS_PER_BATCH = 500;
/** A batch also ends at this many characters. */
const MAX_BATCH_CHARACTERS = 16 * 1024 * 1024;
/** Most sessions per record: a record that names more was not written by a tool. */
const MAX_SESSIONS_PER_RECORD = 1000;
/** Attributions and steps. Notes with fewer need no size check before they are written. */
const MAX_UNCHECKED_PARTS = 10_000;

export interface LandOptions {
  /** The source tool of the records, such as `git-ai`: a name without spaces. */
  readonly source: string;
  /** The evidence for the attributions; `imported` when absent. */
  readonly evidence?: RecordOrigin['evidence'];
  /** Only count what would be written. */
  readonly dryRun: boolean;
  /** Receives the number of records processed. */
  readonly progress?: (done: number) => void;
  /** The reader's counter for unreadable parts. Unusable parts are counted there too. */
  readonly tally?: WarningCounts;
}

/** Numbers of lines by author. */
export type LineCounts = Brought['lines'];

/** A commit with new lines or sessions. */
export interface LandedCommit {
  readonly commit: Oid;
  /** Its first line, without secrets. */
  readonly subject: string;
  /** The sessions that were new in its note. */
  readonly sessions: readonly SessionId[];
  readonly lines: LineCounts;
}

/** The result of writing records. */
export interface LandingReport {
  readonly records: number;
  /** Commits with a note that was written, or that a dry run would write, in the order of the records. */
  readonly commits: readonly LandedCommit[];
  /** The number of records without anything new. */
  readonly unchanged: number;
  /** The sum over all commits. */
  readonly lines: LineCounts;
  /** Unreadable or unusable parts, by kind. */
  readonly dropped: readonly Counted[];
  /** Why the notes are not signed, though `prov.sign` asks for it. */
  readonly unsigned: string | undefined;
}

/**
 * Merges another tool's records into the notes of existing commits. Each record is compared with the lines that its commit
 * added: only these get an attribution, and only where our own record has none. A second run changes nothing, and two
 * clones that import the same records write the same notes. A commit has one record; of a second one only new sessions
 * count. Pass records in the order of their commits' author times, oldest first, so that the numbers of their steps are the
 * same everywhere.
 * @throws ProvError `git` when the notes cannot be written
 */
export async function land(
  repo: Repo,
  records: AsyncIterable<ForeignRecord> | Iterable<ForeignRecord>,
  { source, evidence = 'imported', dryRun, progress, tally = new WarningCounts() }: LandOptions,
): Promise<LandingReport> {
  await quickenHash();
  const objects = new ObjectReader(repo);
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects) });
  const { mode } = await captureSetting(repo);
  const words = new ImportedTexts(provDirOf(repo), mode);
  const means: ImportTools = { origin: { source, evidence }, numbers: new StepNumbers(), words, tally };
  const lander = new ImportWriter(repo, objects, store, means, dryRun);
  try {
    let batch: ForeignRecord[] = [];
    let heavy = 0;
    let ahead: ReadBatch | undefined;
    // Git reads the commits of one batch while the notes of the batch before are made.
    const next = async (): Promise<void> => {
      const read = lander.read(batch);
      [batch, heavy] = [[], 0];
      if (ahead) await lander.add(ahead);
      ahead = read;
      progress?.(lander.records);
    };
    for await (const whole of records) {
      const { record, weight } = shorten(whole);
      const sessions = record.sessions.map(async (one) => ({ ...one, id: await words.id(one.id) }));
      batch.push({ ...record, sessions: await Promise.all(sessions) });
      heavy += weight;
      if (batch.length >= RECORDS_PER_BATCH || heavy >= MAX_BATCH_CHARACTERS) await next();
    }
    await next();
    if (ahead) await lander.add(ahead);
    progress?.(lander.records);
    return lander.report();
  } finally {
    await store.close();
  }
}

/** Some records, and what git says about their commits. */
interface ReadBatch {
  readonly records: readonly ForeignRecord[];
  readonly ids: readonly Oid[];
  /** Commits with an object that cannot be read, once `commits` is there. */
  readonly unreadable: ReadonlySet<Oid>;
  readonly commits: Promise<
    [Awaited<ReturnType<typeof readCommitObjects>>, Awaited<ReturnType<typeof readableChangesOf>>]
  >;
}

class ImportWriter {
  readonly #repo: Repo;
  readonly #objects: ObjectReader;
  readonly #store: NoteStore;
  readonly #means: ImportTools;
  readonly #dryRun: boolean;
  readonly #commits: LandedCommit[] = [];
  /** Commits with changes that git does not know, at the end of a shallow history. */
  readonly #ends: ReadonlySet<Oid>;
  #unchanged = 0;
  #unsigned: string | undefined;
  records = 0;

  constructor(repo: Repo, objects: ObjectReader, store: NoteStore, means: ImportTools, dryRun: boolean) {
    this.#repo = repo;
    this.#objects = objects;
    this.#store = store;
    this.#means = means;
    this.#dryRun = dryRun;
    this.#ends = new Set(shallowCommits(repo));
  }

  /** Begins to read what the commits of some records are. */
  read(records: readonly ForeignRecord[]): ReadBatch {
    const ids = [...new Set(records.map(({ commit }) => commit))];
    const unreadable = new Set<Oid>();
    const commits = Promise.all([
      readCommitObjects(this.#objects, ids),
      readableChangesOf(this.#repo, ids, this.#objects, (commit) => unreadable.add(commit)),
    ]);
    commits.catch(() => undefined); // reported when it is awaited
    return { records, ids, unreadable, commits };
  }

  async add({ records, ids, unreadable, commits }: ReadBatch): Promise<void> {
    this.records += records.length;
    const [[facts, changes], olds] = await Promise.all([commits, this.#store.read(ids)]);
    for (const found of olds.values())
      for (const graph of (isDamaged(found) ? found.note : found)?.graphs ?? []) this.#means.numbers.know(graph);
    const fresh = new Map<Oid, Note>();
    for (const record of records) {
      const { commit } = record;
      const [fact, change, found] = [facts.get(commit), changes.get(commit), olds.get(commit)];
      if (unreadable.has(commit)) this.#drop('commits with an object that cannot be read', commit);
      else if (!fact || !change) this.#drop('commits that are not here', commit);
      else if (record.sessions.length > MAX_SESSIONS_PER_RECORD)
        this.#drop('records of more than 1000 sessions', commit);
      else if (this.#ends.has(commit)) this.#drop('commits at which a shallow clone ends', commit);
      else if (found && isDamaged(found)) this.#drop('commits with a damaged note', commit);
      else {
        const subject = await this.#means.words.text(fact.message.trimStart().split('\n')[0] ?? '');
        const before = fresh.get(commit);
        const old = before ? joined(found, before) : found;
        const target: Target = { commit, authoredAt: fact.authoredAt, subject, change, old };
        this.#take(target, await bring(record, target, this.#means), fresh);
      }
    }
    if (!this.#dryRun && fresh.size > 0) await this.#write(fresh);
  }

  report(): LandingReport {
    const sum = (field: keyof LineCounts): number => this.#commits.reduce((all, one) => all + one.lines[field], 0);
    return {
      records: this.records,
      commits: this.#commits,
      unchanged: this.#unchanged,
      lines: { agent: sum('agent'), person: sum('person'), unsure: sum('unsure') },
      dropped: this.#means.tally.all(),
      unsigned: this.#unsigned,
    };
  }

  #take({ commit, subject, old }: Target, { note, lines }: Brought, fresh: Map<Oid, Note>): void {
    if (!note) {
      this.#unchanged++;
      return;
    }
    if (isTooLarge(joined(old, note))) return this.#drop('commits with a note that would be too large', commit);
    const before = fresh.get(commit);
    fresh.set(commit, before ? joined(before, note) : note);
    this.#commits.push({
      commit,
      subject,
      sessions: [...new Set(note.graphs.map(({ session }) => session.id))],
      lines,
    });
  }

  #drop(what: string, commit: Oid): void {
    this.#means.tally.add({ what, where: commit });
  }

  async #write(fresh: ReadonlyMap<Oid, Note>): Promise<void> {
    const signs = this.#unsigned === undefined;
    const about = `imported from ${this.#means.origin.source}`;
    this.#unsigned ??= await writeImported(this.#repo, this.#store, fresh, { objects: this.#objects, signs, about });
  }
}

function isTooLarge(note: Note): boolean {
  let parts = 0;
  for (const list of note.lines.values()) parts += list.length;
  for (const { nodes } of note.graphs) parts += nodes.length;
  if (parts < MAX_UNCHECKED_PARTS) return false;
  return noteBytes(note) === undefined;
}
