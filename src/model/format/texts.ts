import { pathFromBytes } from '../path.ts';
import { asInt, eachOf, fail, FIELD_LIMITS } from './fields.ts';
import { pathFromCbor } from './paths.ts';

/** A graph stores each text, tool name and path once, in a list ordered by first use. Nodes refer to them by index. */

/** Collects the texts of a graph while it is written. */
export class TextsOut {
  readonly entries: (string | Uint8Array)[] = [];
  readonly #places = new Map<string, number>();

  /** The index of a text or of a path in bytes. */
  place(text: string | Uint8Array): number {
    const name = typeof text === 'string' ? text : pathFromBytes(text);
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.entries.push(text) - 1;
      this.#places.set(name, place);
    }
    return place;
  }

  /** The text at an index; undefined when it is a path in bytes. */
  textAt(place: number): string | undefined {
    const entry = this.entries[place];
    return typeof entry === 'string' ? entry : undefined;
  }
}

const readText = (entry: unknown): string => pathFromCbor(entry, '', FIELD_LIMITS.label);

/** The texts of a graph while it is read. */
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

  /** The text or path at an index. Indexes must be used in order at first. */
  read(place: unknown, field: string): string {
    const at = asInt(place, field, 0, this.#names.length - 1);
    if (at > this.#used) fail(field, `${at} before text ${this.#used}`);
    if (at === this.#used) this.#used++;
    return this.#names[at]!;
  }

  /** The text at an index. Rejects a path in bytes. */
  readText(place: unknown, field: string): string {
    const text = this.read(place, field);
    return typeof this.#written[place as number] === 'string' ? text : fail(field, 'not text');
  }

  /** The text at an index; undefined when it is a path in bytes. */
  textAt(place: number): string | undefined {
    return typeof this.#written[place] === 'string' ? this.#names[place] : undefined;
  }

  /** Rejects a text that no node uses. */
  finish(): void {
    if (this.#used < this.#names.length) fail(`texts[${this.#used}]`, 'not used');
  }
}
