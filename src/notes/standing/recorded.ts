import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNodeId, isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import type { Attribution, Carried, Note } from '../../model/model.ts';
import { pathToBytes } from '../../model/path.ts';
import { graphsSince, type RecordedSince } from './recorded-since.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** Hex digits of a path's hash: the file holds no names, so `forget` has nothing to remove from it. */
const PATH_DIGITS = 24;

/** This clone's writes for one commit. */
export interface RecordedCommit {
  /** The blob of the note, where all of the note was written here. */
  readonly blob: Oid | undefined;
  /** Whether the commit itself was recorded here: lines without a claim are a person's. */
  readonly isOwn: boolean;
  /** The commits that it was carried from; undefined where an older version wrote it. */
  readonly carried: readonly Carried[] | undefined;
  /** @returns the attributions that this clone wrote */
  lines(path: RepoPath): readonly Attribution[];
}

/** A write to remember. */
export interface Writing {
  readonly commit: Oid;
  readonly blob: Oid | undefined;
  readonly isOwn: boolean;
  readonly lines: Note['lines'];
  readonly carried: Note['carried'];
}

interface Loaded {
  readonly graphs: Set<string>;
  /** The lines of each commit, as they are in the file. */
  readonly commits: Map<string, string[]>;
}

/**
 * This clone's writes to notes: ids of the graphs that it cut, and attributions. It is the basis of the standing
 * `recorded`. Losing the file loses nothing of the record; notes then count as claimed. One line each:
 *
 *     g <graph id>
 *     n <commit> <blob or -> <o or c> <JSON: path hash to [start, count, node, evidence, from], `carried` to [commit, how]>
 */
export class Recorded {
  readonly #dir: string;
  #loaded: Loaded | undefined;

  /** @param provDir the folder of the local state, which may be missing */
  constructor(provDir: string) {
    this.#dir = provDir;
  }

  /** Whether this clone cut a graph. */
  hasGraph(id: string): boolean {
    return existsSync(join(localFiles(this.#dir).graphs, id)) || this.#all().graphs.has(id);
  }

  /** Whether this clone cut any graph. If it cut none, no caller has to compute the ids of graphs. */
  hasGraphs(): boolean {
    return this.#all().graphs.size > 0 || existsSync(localFiles(this.#dir).graphs);
  }

  /** The graphs that this clone cut since a former call. @param mark that call's `mark`; '' for all graphs */
  since(mark: string): RecordedSince {
    return graphsSince(localFiles(this.#dir).recorded, localFiles(this.#dir).graphs, mark);
  }

  /** This clone's writes for a commit; undefined without any. */
  commit(commit: string): RecordedCommit | undefined {
    const found = this.#all().commits.get(commit);
    if (!found) return undefined;
    let files: Map<string, Attribution[]> | undefined;
    const last = found.at(-1)!.split(' ');
    return {
      blob: isOid(last[2] ?? '') ? (last[2] as Oid) : undefined,
      get carried() {
        return carriedIn(found);
      },
      isOwn: found.some((line) => line.split(' ', 4)[3] === 'o'),
      lines: (path) => (files ??= parse(found)).get(nameOf(path)) ?? [],
    };
  }

  /** Whether this clone wrote any note. */
  hasCommits(): boolean {
    return this.#all().commits.size > 0;
  }

  /** Remembers graphs that were cut here. */
  addGraphs(ids: Iterable<string>): void {
    const fresh = [...ids].filter((id) => !this.#loaded?.graphs.has(id));
    this.#append(fresh.map((id) => `g ${id}\n`));
    for (const id of fresh) this.#loaded?.graphs.add(id);
  }

  /** Remembers writes to notes. */
  addNotes(notes: readonly Writing[]): void {
    this.#append(notes.map((one) => `n ${one.commit} ${one.blob ?? '-'} ${one.isOwn ? 'o' : 'c'} ${json(one)}\n`));
    this.#loaded = undefined;
  }

  /** Drops the cache, so that the next call reads the file again. */
  reload(): void {
    this.#loaded = undefined;
  }

  #append(lines: readonly string[]): void {
    if (lines.length > 0 && existsSync(this.#dir))
      appendFileSync(localFiles(this.#dir).recorded, lines.join(''), { mode: 0o600 });
  }

  #all(): Loaded {
    if (this.#loaded) return this.#loaded;
    const graphs = new Set<string>();
    const commits = new Map<string, string[]>();
    for (const line of linesIn(localFiles(this.#dir).recorded)) {
      if (line.startsWith('g ')) graphs.add(line.slice(2));
      else if (line.startsWith('n ')) {
        const commit = line.slice(2, line.indexOf(' ', 2));
        const list = commits.get(commit);
        if (list) list.push(line);
        else commits.set(commit, [line]);
      }
    }
    // Graphs of versions without this file.
    const folder = localFiles(this.#dir).graphs;
    for (const id of existsSync(folder) ? readdirSync(folder) : []) graphs.add(id);
    return (this.#loaded = { graphs, commits });
  }
}

function linesIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'latin1').split('\n') : [];
}

const nameOf = (path: RepoPath): string =>
  createHash('sha256').update(pathToBytes(path)).digest('hex').slice(0, PATH_DIGITS);

/** No hash of a path is equal to it. */
const CARRIED = 'carried';

const json = ({ lines, carried }: Writing): string =>
  JSON.stringify({
    ...Object.fromEntries(
      [...lines].map(([path, list]) => [
        nameOf(path),
        list.map(({ start, count, node, evidence, from }) => [start, count, node, evidence, ...(from ? [from] : [])]),
      ]),
    ),
    [CARRIED]: carried.map(({ from, how }) => [from, how]),
  });

function carriedIn(lines: readonly string[]): Carried[] | undefined {
  const all: Carried[] = [];
  for (const line of lines) {
    const list: unknown = new Map<string, unknown>(Object.entries(objectIn(line))).get(CARRIED);
    if (!Array.isArray(list)) return undefined;
    for (const [from, how] of list as [unknown, unknown][])
      if (typeof from === 'string' && isOid(from) && typeof how === 'string')
        all.push({ from, how: how as Carried['how'] });
  }
  return all;
}

function parse(lines: readonly string[]): Map<string, Attribution[]> {
  const files = new Map<string, Attribution[]>();
  for (const line of lines) {
    for (const [name, list] of Object.entries(objectIn(line)))
      if (name !== CARRIED)
        files.set(name, [...(files.get(name) ?? []), ...(Array.isArray(list) ? list.flatMap(attribution) : [])]);
  }
  return files;
}

// An incomplete last line is ignored.
function objectIn(line: string): object {
  try {
    const value: unknown = JSON.parse(line.slice(line.indexOf('{')));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function attribution(item: unknown): Attribution[] {
  if (!Array.isArray(item)) return [];
  const [start, count, node, evidence, from] = item as unknown[];
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(count) || typeof evidence !== 'string') return [];
  if (node !== null && (typeof node !== 'string' || !isNodeId(node))) return [];
  return [
    {
      start: start as number,
      count: count as number,
      node,
      evidence: evidence as Attribution['evidence'],
      ...(typeof from === 'string' && isNodeId(from) && { from }),
    },
  ];
}
