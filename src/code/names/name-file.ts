import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openRegular } from '../../git/objects/regular-file.ts';
import { replaceFile } from '../../git/repository/replace-file.ts';
import type { FileFacts } from '../facts.ts';
import { type Content, keyOf, readsVersion } from '../store/code-store.ts';
import { wordOf } from '../store/names.ts';
import { lastPart, symbolsIn, type CodeSymbol } from '../symbols.ts';

/*
 * The functions and types of all contents by their names, in one file that is read without SQLite. A question reads the head and one of
 * the parts. Text: a line with the hash and the length of the head; the head, with the length and the hash of each part, then all
 * contents; and the parts. A part has one line for each symbol. Like the database it is a cache by content, so it is never wrong for
 * another tree: contents that it lacks are in the head's list of none.
 */

const NAME = 'names';
const FORMAT = 'git-prov names 1';
const PARTS_PER_FILE = 1024;
const HASH_DIGITS = 64;
const LENGTH_DIGITS = 12;
const FIRST_LINE = HASH_DIGITS + 1 + LENGTH_DIGITS + 1;
/** In bytes. No larger file is written or read. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A symbol of a content, wherever the content is. */
type PlacelessSymbol = Omit<CodeSymbol, 'path'>;

/** A symbol that was found by its word, with the key of its content; see `keyOf`. */
export interface NamedSymbol {
  readonly content: string;
  readonly symbol: PlacelessSymbol;
  /** Whether the file defines this word itself. Otherwise it is only the end of a longer name. */
  readonly own: boolean;
}

interface Part {
  readonly at: number;
  readonly length: number;
  readonly hash: string;
}

/** An open file of names. Close it. */
export class NameFile {
  readonly #fd: number;
  readonly #parts: readonly Part[];
  readonly #keys: readonly string[];
  /** The grammars of each content, by the content's id. */
  readonly #grammars = new Map<string, string>();

  private constructor(fd: number, parts: readonly Part[], keys: readonly string[]) {
    this.#fd = fd;
    this.#parts = parts;
    this.#keys = keys;
    for (const key of keys) {
      const space = key.indexOf(' ');
      const [oid, grammar] = [key.slice(0, space), key.slice(space + 1)];
      const others = this.#grammars.get(oid);
      this.#grammars.set(oid, others === undefined ? grammar : `${others} ${grammar}`);
    }
  }

  /** How many contents it has. */
  get size(): number {
    return this.#keys.length;
  }

  /** Whether it has a content. */
  has({ oid, grammar }: Content): boolean {
    const grammars = this.#grammars.get(oid);
    return grammars === grammar || (grammars?.split(' ').includes(grammar) ?? false);
  }

  /** The keys of all contents. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** Opens the file of a folder. @returns undefined when it is missing, damaged, or of another version */
  static open(dir: string): NameFile | undefined {
    let fd: number | undefined;
    try {
      fd = openRegular(join(dir, NAME));
      const { parts, keys } = headOf(fd);
      return new NameFile(fd, parts, keys);
    } catch {
      if (fd !== undefined) closeSync(fd);
      return undefined;
    }
  }

  /** The symbols with a word; see `wordOf`. @returns undefined when this part of the file is damaged */
  withWord(word: string): NamedSymbol[] | undefined {
    const start = `[${JSON.stringify(word)},`;
    try {
      const lines = this.part(partOf(word)).split('\n');
      return lines.filter((line) => line.startsWith(start)).map((line) => this.#decode(line));
    } catch {
      return undefined;
    }
  }

  /** Whether all of it can be read. */
  isWhole(): boolean {
    try {
      for (let i = 0; i < PARTS_PER_FILE; i++) this.part(i);
      return true;
    } catch {
      return false;
    }
  }

  /** The text of a part. @throws Error when it is damaged */
  part(number: number): string {
    const { at, length, hash } = this.#parts[number]!;
    const bytes = bytesAt(this.#fd, at, length);
    if (shortHash(bytes) !== hash) throw damaged();
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.#fd);
  }

  #decode(line: string): NamedSymbol {
    const [, index, kind, name, own, definitions, ranges] = JSON.parse(line) as unknown[];
    const content = typeof index === 'number' ? this.#keys[index] : undefined;
    const isRange = (range: unknown): boolean => isNumbers(range) && range.length === 2;
    const isWhole =
      content !== undefined &&
      (kind === 'function' || kind === 'type') &&
      typeof name === 'string' &&
      isNumbers(definitions) &&
      Array.isArray(ranges) &&
      ranges.length > 0 &&
      ranges.every(isRange);
    if (!isWhole) throw damaged();
    return { content, own: own === 1, symbol: { kind, name, definitions, ranges: ranges as [number, number][] } };
  }
}

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger);

/**
 * Writes the file of a folder: what `before` has, and the symbols of more contents.
 * @param before undefined to begin with none
 * @param factsOf undefined for a content that is not known; it is left out
 */
export function writeNames(
  dir: string,
  before: NameFile | undefined,
  added: readonly Content[],
  factsOf: (content: Content) => FileFacts | undefined,
): void {
  const parts = Array.from({ length: PARTS_PER_FILE }, (_, i) => (before ? [before.part(i)] : []));
  const keys = [...(before?.keys ?? [])];
  for (const content of added) {
    const facts = factsOf(content);
    if (!facts) continue;
    for (const [word, line] of linesOf(facts, keys.length)) parts[partOf(word)]!.push(line);
    keys.push(keyOf(content));
  }
  const bodies = parts.map((lines) => Buffer.from(lines.join('')));
  const lengths = bodies.map((body) => `${body.length} ${shortHash(body)}`);
  const head = Buffer.from([FORMAT, readsVersion(), ...lengths, ...keys].join('\n'));
  const first = `${longHash(head)} ${String(head.length).padStart(LENGTH_DIGITS, '0')}\n`;
  const whole = Buffer.concat([Buffer.from(first), head, ...bodies]);
  if (whole.length <= MAX_BYTES) replaceFile(join(dir, NAME), whole, 'cache');
}

function* linesOf(facts: FileFacts, index: number): Generator<[word: string, line: string]> {
  for (const { kind, name, definitions, ranges } of symbolsIn('', facts)) {
    const owned = new Set(definitions.map((one) => wordOf(facts.definitions[one]!.name)));
    const words = new Set([...owned, wordOf(lastPart(name))]);
    for (const word of words)
      yield [word, `${JSON.stringify([word, index, kind, name, owned.has(word) ? 1 : 0, definitions, ranges])}\n`];
  }
}

function headOf(fd: number): { parts: Part[]; keys: string[] } {
  const { size } = fstatSync(fd);
  if (size > MAX_BYTES) throw damaged();
  const first = bytesAt(fd, 0, FIRST_LINE).toString('latin1');
  const length = Number(first.slice(HASH_DIGITS + 1, -1));
  if (!(length <= size)) throw damaged();
  const head = bytesAt(fd, FIRST_LINE, length);
  if (longHash(head) !== first.slice(0, HASH_DIGITS)) throw damaged();
  const [format, version, ...lines] = head.toString('utf8').split('\n');
  if (format !== FORMAT || version !== readsVersion()) throw damaged();
  let at = FIRST_LINE + length;
  const parts = lines.slice(0, PARTS_PER_FILE).map((line) => {
    const [bytes, hash = ''] = line.split(' ');
    const part = { at, length: Number(bytes), hash };
    at += part.length;
    return part;
  });
  if (at !== size) throw damaged();
  return { parts, keys: lines.slice(PARTS_PER_FILE) };
}

function bytesAt(fd: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const read = readSync(fd, bytes, done, length - done, at + done);
    if (read === 0) throw damaged();
    done += read;
  }
  return bytes;
}

// FNV-1a, of the word's units.
function partOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % PARTS_PER_FILE;
}

const longHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const shortHash = (bytes: Buffer): string => longHash(bytes).slice(0, 16);
const damaged = (): Error => new Error('The file of names is damaged.');
