import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { encodeGraph } from '../model/format/note.ts';
import type { Oid } from '../model/ids.ts';
import type { Graph, Note } from '../model/model.ts';
import { localFiles } from '../git/repository/local-files.ts';
import { replaceFile } from '../git/repository/replace-file.ts';

/** In the folder of the local state: a line for the version of the rules, then a line for each graph. */
const FILE = 'cleared';
/** Increase it whenever a rule changes, or what else keeps a note here, so that all are checked again. */
const RULES = 'rules 6';
/** Bytes. A larger file is started again from empty. */
const MAX_BYTES = 4 * 1024 * 1024;
const HASH_DIGITS = 32;

/** A cache of graphs that contain no secret according to the current rules. Graphs that are not in it are checked again. */
export class ScanCache {
  readonly #dir: string;
  readonly #known: Set<string>;
  #added: string[] = [];

  /** @param provDir the folder of the local state */
  constructor(provDir: string) {
    this.#dir = provDir;
    this.#known = read(localFiles(provDir).cleared);
  }

  /** Whether the graph was checked before. */
  has(graph: Graph): boolean {
    return this.#known.has(nameOf(graph));
  }

  /** Adds a clean graph. `save` stores it. */
  add(graph: Graph): void {
    this.#addName(nameOf(graph));
  }

  /** Whether all graphs of a note and the names of its files were checked before. */
  hasAllOf({ graphs, lines }: Note): boolean {
    const paths = [...lines.keys()];
    return (paths.length === 0 || this.hasPaths(paths)) && graphs.every((graph) => this.has(graph));
  }

  /** Whether these names of files were checked before. */
  hasPaths(paths: readonly string[]): boolean {
    return this.#known.has(nameOfPaths(paths));
  }

  /** Adds clean names of files. `save` stores them. */
  addPaths(paths: readonly string[]): void {
    this.#addName(nameOfPaths(paths));
  }

  /** Whether this blob was checked as the note of this commit before: it was readable, and nothing kept it here. */
  hasNote(commit: Oid, blob: Oid): boolean {
    return this.#known.has(nameOfNote(commit, blob));
  }

  /** Adds such a blob. `save` stores it. */
  addNote(commit: Oid, blob: Oid): void {
    this.#addName(nameOfNote(commit, blob));
  }

  #addName(name: string): void {
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#added.push(name);
  }

  /** Writes new entries if there is a local state. Never fails, because it is a cache. */
  save(): void {
    if (this.#added.length === 0) return;
    const file = join(this.#dir, FILE);
    const lines = this.#added.map((name) => `${name}\n`).join('');
    this.#added = [];
    try {
      const isFresh = !existsSync(file) || statSync(file).size > MAX_BYTES || !startsWell(readFileSync(file, 'latin1'));
      if (!isFresh) return appendFileSync(file, lines, { mode: 0o600 });
      replaceFile(file, `${RULES}\n${lines}`, 'cache');
    } catch {
      // the graphs will be checked again
    }
  }
}

const startsWell = (text: string): boolean => text.startsWith(`${RULES}\n`);

// A separate name instead of the graph's id: blake3 takes ten times as long, and only this clone reads these names.
const nameOf = (graph: Graph): string => shortHash(encodeGraph(graph));

const nameOfPaths = (paths: readonly string[]): string => shortHash(`paths\0${paths.join('\0')}`);

const nameOfNote = (commit: Oid, blob: Oid): string => shortHash(`note\0${commit}\0${blob}`);

const shortHash = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

function read(file: string): Set<string> {
  try {
    const text = readFileSync(file, 'latin1');
    return new Set(startsWell(text) ? text.split('\n').filter((line) => line.length === HASH_DIGITS) : []);
  } catch {
    return new Set(); // no graph was checked yet
  }
}
