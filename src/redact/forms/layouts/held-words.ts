/** Numbers of runs of three characters, hashed. */
const HASHED_RUNS = 1 << 16;
const runAt = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (HASHED_RUNS - 1);

/** A word that a layout needs, and the runs of three characters in it. */
interface NeededWord {
  readonly word: string;
  readonly runs: Uint16Array;
}

/** The number of the last text that had a run. So the table is not cleared for each text. */
const lastTexts = new Uint32Array(HASHED_RUNS);
let texts = 0;

/** Words that are looked for together in many texts. Most are excluded by their runs of characters, without a search. */
export class NeededWords {
  readonly #words: NeededWord[] = [];
  readonly #numbers = new Map<string, number>();

  /** Adds words. Returns their numbers, for `isHeld`. */
  add(words: readonly string[]): readonly number[] {
    return words.map((word) => {
      let number = this.#numbers.get(word);
      if (number === undefined) {
        number = this.#words.length;
        const runs = Uint16Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => runAt(word, at));
        this.#words.push({ word, runs });
        this.#numbers.set(word, number);
      }
      return number;
    });
  }

  /** For each word, by its number, 1 if a text contains it. */
  heldBy(text: string): Uint8Array {
    if (texts === 0xffffffff) lastTexts.fill((texts = 0));
    const current = ++texts;
    const end = text.length - 2;
    for (let at = 0; at < end; at++) lastTexts[runAt(text, at)] = current;
    const held = new Uint8Array(this.#words.length);
    for (let number = 0; number < held.length; number++) {
      const { word, runs } = this.#words[number]!;
      let may = true;
      for (let at = 0; at < runs.length && may; at++) may = lastTexts[runs[at]!] === current;
      if (may && text.includes(word)) held[number] = 1;
    }
    return held;
  }
}

/** Whether one of the words is held. @param held what `heldBy` returned. @param numbers what `add` returned */
export const isHeld = (held: Uint8Array, numbers: readonly number[]): boolean =>
  numbers.some((number) => held[number] === 1);
