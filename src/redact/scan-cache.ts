import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeGraph } from '../model/format/note.ts';
import type { Graph } from '../model/model.ts';

/** In the folder of the local state: a line that names the rules, then a line a graph. */
const FILE = 'cleared';
/** To be raised whenever a rule changes: all graphs are looked through again then. */
const RULES = 'rules 3';
/** The file is begun anew from this size on. */
const MAX_BYTES = 4 * 1024 * 1024;
const DIGITS = 32;

/** The graphs that were looked through and hold no secret that the rules of today know. A cache: what it lacks is looked at again. */
export class ClearedGraphs {
  readonly #dir: string;
  readonly #known: Set<string>;
  #added: string[] = [];

  /** @param provDir the folder of the local state */
  constructor(provDir: string) {
    this.#dir = provDir;
    this.#known = read(join(provDir, FILE));
  }

  /** Whether it was looked through. */
  has(graph: Graph): boolean {
    return this.#known.has(nameOf(graph));
  }

  /** It was looked through and holds nothing. Kept from the next `save` on. */
  add(graph: Graph): void {
    const name = nameOf(graph);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    this.#added.push(name);
  }

  /** Writes what was added, where there is a local state. Never fails: it is a cache. */
  save(): void {
    if (this.#added.length === 0) return;
    const file = join(this.#dir, FILE);
    const lines = this.#added.map((name) => `${name}\n`).join('');
    this.#added = [];
    try {
      const isFresh = !existsSync(file) || statSync(file).size > MAX_BYTES || !startsWell(readFileSync(file, 'latin1'));
      if (!isFresh) return appendFileSync(file, lines, { mode: 0o600 });
      writeFileSync(`${file}.${process.pid}`, `${RULES}\n${lines}`, { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    } catch {
      // They are looked through again.
    }
  }
}

const startsWell = (text: string): boolean => text.startsWith(`${RULES}\n`);

// Not the graph's id: blake3 takes ten times as long, and nobody but this clone reads these names.
const nameOf = (graph: Graph): string => createHash('sha256').update(encodeGraph(graph)).digest('hex').slice(0, DIGITS);

function read(file: string): Set<string> {
  try {
    const text = readFileSync(file, 'latin1');
    return new Set(startsWell(text) ? text.split('\n').filter((line) => line.length === DIGITS) : []);
  } catch {
    return new Set(); // nothing was looked through yet
  }
}
