/** A text that was made from another one, and for each of its characters where that one stood there. */
export class Mapped {
  readonly text: string;
  /** Words of it may be torn: what is read so is a guess. */
  readonly torn: boolean;
  readonly #from: readonly number[] | undefined;
  readonly #to: readonly number[] | undefined;

  /** @param from where each character begins in the other text; each is itself when absent */
  constructor(text: string, from?: readonly number[], to?: readonly number[], torn = false) {
    this.text = text;
    this.torn = torn;
    this.#from = from;
    this.#to = to;
  }

  /** Where what a character was made from begins in the other text. */
  startAt(i: number): number {
    return this.#from ? this.#from[i]! : i;
  }

  /** Where it ends. */
  endAt(i: number): number {
    return this.#to ? this.#to[i]! : i + 1;
  }

  /** The part of the other text from which this part, which is not empty, was made. */
  range(from: number, to: number): readonly [from: number, to: number] {
    return [this.startAt(from), this.endAt(to - 1)];
  }
}

/** Makes a text of pieces of another one. */
export class Mapping {
  readonly #source: Mapped;
  readonly #text: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  constructor(source: Mapped) {
    this.#source = source;
  }

  /** Takes a part of the source as it is. */
  copy(from: number, to: number): void {
    this.#text.push(this.#source.text.slice(from, to));
    for (let i = from; i < to; i++) {
      this.#from.push(this.#source.startAt(i));
      this.#to.push(this.#source.endAt(i));
    }
  }

  /** Puts a text in the place of a part of the source. */
  put(text: string, from: number, to: number): void {
    const [first, last] = to > from ? this.#source.range(from, to) : [0, 0];
    this.#text.push(text);
    for (let i = 0; i < text.length; i++) {
      this.#from.push(first);
      this.#to.push(last);
    }
  }

  /** How many characters it has so far. */
  get length(): number {
    return this.#from.length;
  }

  /** What was made. @param torn whether its words may be torn */
  end(torn = false): Mapped {
    return new Mapped(this.#text.join(''), this.#from, this.#to, torn || this.#source.torn);
  }
}
