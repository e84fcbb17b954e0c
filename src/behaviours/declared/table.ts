import { ProvError } from '../../errors.ts';

/** Characters of a text in the file, and texts in a list. */
const MAX_TEXT_CHARACTERS = 400;
const MAX_ITEMS = 20;

/**
 * A table of `.gitprov.toml`, read strictly: `end` refuses keys that were not asked for. The parser builds objects with any key, also
 * `__proto__`, so only own keys count.
 */
export class Table {
  /** How the file names it: `behaviour.api.where`. */
  readonly name: string;
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #asked = new Set<string>();

  /** @throws ProvError `data` when the value is no table */
  constructor(name: string, value: unknown) {
    if (!isTable(value)) throw wrong(`${name} is not a table.`, 'Write it as a table, such as { kind = "claim" }.');
    this.name = name;
    this.#values = new Map(Object.entries(value));
  }

  get keys(): string[] {
    return [...this.#values.keys()];
  }

  /** The value of any type at a key; undefined when absent. */
  any(key: string): unknown {
    this.#asked.add(key);
    return this.#values.get(key);
  }

  /** @throws ProvError `data` for another type, an empty text, or one that is too long */
  text(key: string, longest = MAX_TEXT_CHARACTERS): string | undefined {
    const value = this.any(key);
    return value === undefined ? undefined : this.#textOf(key, value, longest);
  }

  /** A text or a list of texts. @throws ProvError `data` for another type, or for none */
  texts(key: string): readonly string[] | undefined {
    const value = this.any(key);
    if (value === undefined) return undefined;
    const list = Array.isArray(value) ? value : [value];
    if (list.length === 0 || list.length > MAX_ITEMS)
      throw wrong(`${this.name}.${key} has ${list.length} texts.`, `Use one to ${MAX_ITEMS}.`);
    return list.map((one) => this.#textOf(key, one));
  }

  /** The same for words of a closed set. @throws ProvError `data` for another word */
  words<W extends string>(key: string, known: readonly W[]): readonly W[] | undefined {
    const texts = this.texts(key);
    for (const word of texts ?? [])
      if (!known.includes(word as W))
        throw wrong(`${this.name}.${key} does not know ${quoted(word)}.`, `Use ${known.join(', ')}.`);
    return texts as readonly W[] | undefined;
  }

  /** A whole number from 1 to the limit. @throws ProvError `data` otherwise */
  count(key: string, most: number, least = 1): number | undefined {
    const value = this.any(key);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most)
      throw wrong(`${this.name}.${key} is not a whole number from ${least} to ${most}.`, 'Use such a number.');
    return value as number;
  }

  /** @throws ProvError `data` when a key was not asked for */
  end(): void {
    const unknown = this.keys.find((key) => !this.#asked.has(key));
    if (unknown === undefined) return;
    throw wrong(`${this.name} does not know the key ${quoted(unknown)}.`, `Use ${[...this.#asked].join(', ')}.`);
  }

  #textOf(key: string, value: unknown, longest = MAX_TEXT_CHARACTERS): string {
    if (typeof value !== 'string' || value.trim() === '')
      throw wrong(`${this.name}.${key} is not a text.`, 'Write it in double quotes.');
    if (value.length > longest)
      throw wrong(`${this.name}.${key} has ${value.length} characters.`, `Use at most ${longest}.`);
    return value;
  }
}

/** What is wrong in the file, and what to write instead. */
export interface DeclaredFault {
  /** The behaviour that does not run because of it; null for the whole file. */
  readonly name: string | null;
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

/** The error of such a fault. */
export const wrong = (what: string, hint: string): ProvError => new ProvError('data', what, { hint });

/** A word of the file in a message. */
export const quoted = (word: string): string => JSON.stringify(word.length > 60 ? `${word.slice(0, 60)}…` : word);

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
