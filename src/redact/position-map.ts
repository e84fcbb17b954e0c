/** A text that was made from another one, with the source position of each character. */
export class Mapped {
  readonly text: string;
  /** Words may be incomplete, so matches are guesses. */
  readonly torn: boolean;
  readonly #from: readonly number[] | undefined;
  readonly #to: readonly number[] | undefined;

  /** @param from source offset of each character; without it every character is itself */
  constructor(text: string, from?: readonly number[], to?: readonly number[], torn = false) {
    this.text = text;
    this.torn = torn;
    this.#from = from;
    this.#to = to;
  }

  /** The start of a character's source. */
  startAt(i: number): number {
    return this.#from ? this.#from[i]! : i;
  }

  /** The end of a character's source. */
  endAt(i: number): number {
    return this.#to ? this.#to[i]! : i + 1;
  }

  /** The source range of a non-empty part. */
  range(from: number, to: number): readonly [from: number, to: number] {
    return [this.startAt(from), this.endAt(to - 1)];
  }
}

/** Builds a text from pieces of another one. */
export class Mapping {
  readonly #source: Mapped;
  readonly #text: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(source: Mapped) {
    this.#source = source;
  }

  /** Copies a part of the source. */
  copy(from: number, to: number): void {
    this.#text.push(this.#source.text.slice(from, to));
    for (let i = from; i < to; i++) {
      this.#from.push(this.#source.startAt(i));
      this.#to.push(this.#source.endAt(i));
    }
  }

  /** Adds a text that replaces a part of the source. */
  put(text: string, from: number, to: number): void {
    const [first, last] = to > from ? this.#source.range(from, to) : [0, 0];
    this.#text.push(text);
    for (let i = 0; i < text.length; i++) {
      this.#from.push(first);
      this.#to.push(last);
    }
  }

  /** The number of characters so far. */
  get length(): number {
    return this.#from.length;
  }

  /** The finished text. @param torn whether its words may be incomplete */
  end(torn = false): Mapped {
    return new Mapped(this.#text.join(''), this.#from, this.#to, torn || this.#source.torn);
  }
}
