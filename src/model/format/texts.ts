import { pathFromBytes } from '../path.ts';
import { asInt, eachOf, fail, FIELD_LIMITS } from './fields.ts';
import { pathFromCbor } from './paths.ts';

/*
 * The texts of a graph, names of tools and paths, stand once in a list, in the order in which the nodes first name them;
 * nodes hold their places in it.
 */

/** Collects the texts of a graph that is being written. */
export class TextsOut {
  readonly entries: (string | Uint8Array)[] = [];
  readonly #places = new Map<string, number>();

  /** The place of a text, or of a path in bytes. */
  place(text: string | Uint8Array): number {
    const name = typeof text === 'string' ? text : pathFromBytes(text);
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.entries.push(text) - 1;
      this.#places.set(name, place);
    }
    return place;
  }

  /** The text at a place, undefined where it is bytes. */
  textAt(place: number): string | undefined {
    const entry = this.entries[place];
    return typeof entry === 'string' ? entry : undefined;
  }
}

const readText = (entry: unknown): string => pathFromCbor(entry, '', FIELD_LIMITS.label);

/** The texts of a graph that is being read. */
export class TextsIn {
  readonly #names: readonly string[];
  readonly #written: readonly unknown[];
  #used = 0;

  constructor(value: unknown) {
    this.#written = value === undefined ? [] : (value as readonly unknown[]);
    this.#names = value === undefined ? [] : eachOf(value, 'texts', FIELD_LIMITS.texts, readText);
    if (value !== undefined && this.#names.length === 0) fail('texts', 'empty');
    if (new Set(this.#names).size < this.#names.length) fail('texts', 'one twice');
  }

  /** The text or path at a place. Places are first used in order. */
  read(place: unknown, field: string): string {
    const at = asInt(place, field, 0, this.#names.length - 1);
    if (at > this.#used) fail(field, `${at} before text ${this.#used}`);
    if (at === this.#used) this.#used++;
    return this.#names[at]!;
  }

  /** The text at a place, which is no path in bytes. */
  readText(place: unknown, field: string): string {
    const text = this.read(place, field);
    return typeof this.#written[place as number] === 'string' ? text : fail(field, 'not text');
  }

  /** The text at a place, undefined where it is bytes. */
  textAt(place: number): string | undefined {
    return typeof this.#written[place] === 'string' ? this.#names[place] : undefined;
  }

  /** Refuses a text that no node has named. */
  finish(): void {
    if (this.#used < this.#names.length) fail(`texts[${this.#used}]`, 'not used');
  }
}
