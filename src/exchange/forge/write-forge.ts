import { captureSetting } from '../../recorder/session/capture-mode.ts';
import { addedLines, readableChangesOf } from '../../git/history/commit-changes.ts';
import { readCommitObjects } from '../../git/history/commit-objects.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { shallowCommits } from '../../git/history/shallow.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { Attribution, Node, Note } from '../../model/model.ts';
import { isDamaged, NoteStore } from '../../notes/notes.ts';
import { joined } from '../merge-imported.ts';
import { ImportedTexts } from '../redact-imported.ts';
import { noteBytes, writeImported } from '../signed-update.ts';
import type { WarningCounts } from '../warning-counts.ts';
import { ForgeWords } from './drafts.ts';
import type { Forge } from './entry.ts';
import { type ForgeCounts, requestGraph, sessionOf } from './forge-graph.ts';
import type { RequestRecord } from './gather.ts';
import { followLines } from './lines-now.ts';

/** Requests per batch. */
const REQUESTS_PER_BATCH = 200;
/** Entries of one request. The others are counted as left out. */
const MAX_ENTRIES_PER_REQUEST = 5000;

/** A request with new entries. */
export interface WrittenRequest {
  readonly number: number;
  /** Its title, without secrets. */
  readonly title: string;
  readonly commit: Oid;
  readonly added: ForgeCounts;
}

/** The result of writing requests. */
export interface ForgeReport {
  readonly requests: number;
  readonly written: readonly WrittenRequest[];
  /** Requests without a new entry. */
  readonly unchanged: number;
  readonly added: ForgeCounts;
}

export interface ForgeOptions {
  readonly forge: Forge;
  /** Only count what would be written. */
  readonly dryRun: boolean;
  readonly tally: WarningCounts;
  /** Receives the number of requests processed. */
  readonly progress?: (done: number) => void;
}

/**
 * Adds requests to the notes of their commits. They are never signed, and this clone does not count them as recorded here:
 * all clones only claim what a forge reports. A commit without a note gets one that names no author for its added lines. A second run
 * changes nothing.
 * @throws ProvError `git` when the notes cannot be written
 */
export async function writeRequests(
  repo: Repo,
  records: readonly RequestRecord[],
  { forge, dryRun, tally, progress }: ForgeOptions,
): Promise<ForgeReport> {
  const objects = new ObjectReader(repo);
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects) });
  try {
    const { mode } = await captureSetting(repo);
    const words = new ForgeWords(new ImportedTexts(provDirOf(repo), mode), mode === 'hashes');
    const writer = new ForgeWriter(repo, objects, store, words, { forge, dryRun, tally });
    for (let from = 0; from < records.length; from += REQUESTS_PER_BATCH) {
      await writer.add(records.slice(from, from + REQUESTS_PER_BATCH));
      progress?.(Math.min(records.length, from + REQUESTS_PER_BATCH));
    }
    return writer.report(records.length);
  } finally {
    await store.close();
    await objects.close();
  }
}

class ForgeWriter {
  readonly #repo: Repo;
  readonly #objects: ObjectReader;
  readonly #store: NoteStore;
  readonly #words: ForgeWords;
  readonly #options: ForgeOptions;
  readonly #written: WrittenRequest[] = [];
  readonly #ends: ReadonlySet<Oid>;
  #unchanged = 0;

  constructor(repo: Repo, objects: ObjectReader, store: NoteStore, words: ForgeWords, options: ForgeOptions) {
    this.#repo = repo;
    this.#objects = objects;
    this.#store = store;
    this.#words = words;
    this.#options = options;
    this.#ends = new Set(shallowCommits(repo));
  }

  async add(records: readonly RequestRecord[]): Promise<void> {
    const facts = await readCommitObjects(this.#objects, [
      ...new Set(records.flatMap(({ request }) => request.commits)),
    ]);
    const placed = records.flatMap((record) => {
      const commit = record.request.commits.find((one) => facts.has(one));
      if (!commit) this.#drop('requests without a commit in this repository', record);
      return commit ? [{ record, commit }] : [];
    });
    const commits = [...new Set(placed.map(({ commit }) => commit))];
    const notes = await this.#store.read(commits);
    const bare = commits.filter((commit) => !notes.has(commit) && !this.#ends.has(commit));
    const changes = await readableChangesOf(this.#repo, bare, this.#objects, () => undefined);
    const fresh = new Map<Oid, Note>();
    for (const { record, commit } of placed) {
      const [found, change] = [notes.get(commit), changes.get(commit)];
      if (found && isDamaged(found)) this.#drop('requests of commits with a damaged note', record);
      else if (!found && !change) this.#drop('requests of commits with missing parents', record);
      else {
        const before = fresh.get(commit);
        const old = before ? joined(found, before) : found;
        const base = change ? withoutAuthors(commit, addedLines(change)) : emptyNote(commit);
        await this.#take(record, commit, old, before ?? base, fresh);
      }
    }
    if (this.#options.dryRun || fresh.size === 0) return;
    const about = `imported from ${this.#options.forge}`;
    await writeImported(this.#repo, this.#store, fresh, { objects: this.#objects, signs: false, about });
  }

  report(requests: number): ForgeReport {
    const sum = (field: keyof ForgeCounts): number => this.#written.reduce((all, { added }) => all + added[field], 0);
    return {
      requests,
      written: this.#written,
      unchanged: this.#unchanged,
      added: {
        requests: sum('requests'),
        comments: sum('comments'),
        verdicts: sum('verdicts'),
        results: sum('results'),
        changes: sum('changes'),
      },
    };
  }

  async #take(
    whole: RequestRecord,
    commit: Oid,
    old: Note | undefined,
    base: Note,
    fresh: Map<Oid, Note>,
  ): Promise<void> {
    const { forge, tally } = this.#options;
    const record = this.#limited(whole);
    const { request } = record;
    const session = sessionOf(forge, request);
    const existing: Node[] = (old?.graphs ?? []).flatMap(({ session: { id }, nodes }) =>
      id === session.id ? nodes : [],
    );
    const linesNow = await followLines(this.#objects, record.comments, commit);
    const made = await requestGraph(forge, record, { commit, linesNow, existing }, this.#words);
    const where = (entry: string): string => `request ${request.number}: ${entry}`;
    for (const one of made.changed) tally.add({ what: 'entries changed since they were imported', where: where(one) });
    for (const one of made.collided) tally.add({ what: 'entries that share a number with another', where: where(one) });
    if (!made.graph) {
      this.#unchanged++;
      return;
    }
    const note = joinNotes(base, { ...emptyNote(commit), graphs: [made.graph] });
    if (noteBytes(joined(old, note)) === undefined)
      return this.#drop('requests of commits with a note that would be too large', record);
    fresh.set(commit, note);
    const { summary: title } = await this.#words.statementOf(`request ${request.number}`, request.title);
    this.#written.push({ number: request.number, title, commit, added: made.counts });
  }

  #limited(record: RequestRecord): RequestRecord {
    const { comments, verdicts, results } = record;
    const more = comments.length + verdicts.length + results.length - MAX_ENTRIES_PER_REQUEST;
    if (more <= 0) return record;
    const what = `entries after the first ${MAX_ENTRIES_PER_REQUEST.toLocaleString('en')} of a request`;
    this.#options.tally.add({ what, where: `request ${record.request.number}` }, more);
    const room = Math.max(0, MAX_ENTRIES_PER_REQUEST - verdicts.length);
    const kept = comments.slice(0, room);
    return {
      ...record,
      verdicts: verdicts.slice(0, MAX_ENTRIES_PER_REQUEST),
      comments: kept,
      results: results.slice(0, room - kept.length),
    };
  }

  #drop(what: string, { request: { number, commits } }: RequestRecord): void {
    const [commit] = commits;
    this.#options.tally.add({ what, where: `request ${number}${commit ? ` (${shortOid(commit)})` : ''}` });
  }
}

const emptyNote = (commit: Oid): Note => ({ commit, graphs: [], lines: new Map(), carried: [] });

// Lines without any attribution would count as a person's.
function withoutAuthors(commit: Oid, added: ReadonlyMap<RepoPath, readonly (readonly [number, number])[]>): Note {
  const lines = new Map<RepoPath, Attribution[]>();
  for (const [path, ranges] of added)
    lines.set(
      path,
      ranges.map(([start, count]) => ({ start, count, node: null, evidence: 'unsure' })),
    );
  return { ...emptyNote(commit), lines };
}
