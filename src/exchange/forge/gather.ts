import type { Oid } from '../../model/ids.ts';
import { push } from '../../model/multimap.ts';
import type { WarningCounts } from '../warning-counts.ts';
import type { ForgeComment, ForgeEntry, ForgeRequest, ForgeResult, ForgeVerdict } from './entry.ts';

/** Entries that are held. */
const MAX_ENTRIES = 1_000_000;
/** Characters of a text that are held; a node shows fewer. */
const MAX_CHARACTERS = 4096;

/** A request with what belongs to it, in the order of time. */
export interface RequestRecord {
  readonly request: ForgeRequest;
  readonly comments: readonly ForgeComment[];
  readonly verdicts: readonly ForgeVerdict[];
  /** Results of checks on its commits. */
  readonly results: readonly ForgeResult[];
}

/** Collects the entries of one or several dumps, in any order, and joins them by request. */
export class EntryCollector {
  readonly #tally: WarningCounts;
  readonly #requests = new Map<string, ForgeRequest>();
  readonly #comments = new Map<string, Map<string, ForgeComment>>();
  readonly #verdicts = new Map<string, ForgeVerdict[]>();
  readonly #results = new Map<Oid, Map<string, ForgeResult>>();
  #count = 0;

  constructor(tally: WarningCounts) {
    this.#tally = tally;
  }

  /** The number of entries that were taken. */
  get count(): number {
    return this.#count;
  }

  /** Takes an entry. A later one with the same name replaces an earlier one, except an older state of a request. */
  take(entry: ForgeEntry): void {
    if (entry.type === 'odd') return this.#tally.add(entry);
    if (this.#count >= MAX_ENTRIES)
      return this.#tally.add({
        what: `entries after the first ${MAX_ENTRIES.toLocaleString('en')}`,
        where: entry.type,
      });
    this.#count++;
    switch (entry.type) {
      case 'request': {
        const known = this.#requests.get(entry.key);
        if (!known || known.updatedAt <= entry.updatedAt) this.#requests.set(entry.key, short(entry, 'title'));
        return;
      }
      case 'comment':
        mapIn(this.#comments, entry.key).set(entry.id, short(entry, 'text'));
        return;
      case 'verdict':
        push(this.#verdicts, entry.key, short(entry, 'text'));
        return;
      default:
        mapIn(this.#results, entry.commit).set(entry.id, short(entry, 'name'));
    }
  }

  /** The requests so far, the oldest first. */
  requests(): ForgeRequest[] {
    return [...this.#requests.values()].sort((a, b) => a.createdAt - b.createdAt || compare(a.id, b.id));
  }

  /** All requests with what belongs to them. What belongs to no request is counted as left out. */
  records(): RequestRecord[] {
    const used = new Set<Oid>();
    const records = this.requests().map((request): RequestRecord => {
      const commits = new Set([...request.commits, ...(request.head ? [request.head] : [])]);
      for (const commit of commits) used.add(commit);
      const results = [...commits].flatMap((commit) => Array.from(this.#results.get(commit)?.values() ?? []));
      return {
        request,
        comments: [...(this.#comments.get(request.key)?.values() ?? [])].sort(byTime),
        verdicts: lastVerdicts(this.#verdicts.get(request.key) ?? []),
        results: results.sort(byTime),
      };
    });
    const left = (what: string, where: string, count: number): void => this.#tally.add({ what, where }, count);
    for (const [key, list] of this.#comments)
      if (!this.#requests.has(key)) left('comments of requests that are not in the dump', key, list.size);
    for (const [key, list] of this.#verdicts)
      if (!this.#requests.has(key)) left('reviews of requests that are not in the dump', key, list.length);
    for (const [commit, list] of this.#results)
      if (!used.has(commit)) left('results of checks on commits of no request in the dump', commit, list.size);
    return records;
  }
}

// A log of approvals and withdrawals of one reviewer can have several with one name: each later approval gets a name of its own.
// What has no time is a list of what holds now, and says nothing where the log does.
function lastVerdicts(list: readonly ForgeVerdict[]): ForgeVerdict[] {
  const byId = new Map<string, ForgeVerdict[]>();
  for (const one of list) push(byId, one.id, one);
  return [...byId.values()].flatMap(withOwnNames).sort(byTime);
}

function withOwnNames(all: readonly ForgeVerdict[]): ForgeVerdict[] {
  const timed = all.filter(({ at }) => at !== undefined).sort(byTime);
  if (timed.length === 0) return [all.at(-1)!];
  const named: ForgeVerdict[] = [];
  let round = 1;
  for (const one of timed) {
    const last = named.at(-1);
    if (last?.verdict === one.verdict) continue;
    if (last?.verdict === 'withdrawn') round++;
    named.push(round > 1 ? { ...one, id: `${one.id}/${round}` } : one);
  }
  return named;
}

// A part of a text would keep the whole text in memory, so it is copied.
function short<K extends string, T extends Readonly<Record<K, string>>>(entry: T, key: K): T {
  const value: string = entry[key];
  return value.length <= MAX_CHARACTERS
    ? entry
    : { ...entry, [key]: Buffer.from(value.slice(0, MAX_CHARACTERS), 'utf8').toString('utf8') };
}

function mapIn<K, T>(all: Map<K, Map<string, T>>, key: K): Map<string, T> {
  const known = all.get(key) ?? new Map<string, T>();
  all.set(key, known);
  return known;
}

const byTime = (a: { at: number | undefined; id: string }, b: { at: number | undefined; id: string }): number =>
  (a.at ?? 0) - (b.at ?? 0) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
