import type { Dice } from './dice.ts';

/** The source of all lines. Every line is unique and names its author (`@a`, `@human`), so its text alone is the truth. */
export class Ink {
  #count = 0;

  /** A new, unique line of at least three characters. */
  line(author: string): string {
    const n = (++this.#count).toString(36);
    const word = WORDS[this.#count % WORDS.length]!;
    switch (this.#count % 5) {
      case 0:
        return `${n}@${author}`;
      case 1:
        return `  ${word}(${n}); // @${author}`;
      case 2:
        return `const ${word}${n} = ${WORDS[(this.#count * 7) % WORDS.length]!}.${word}; // @${author}`;
      case 3:
        return `\t${n} ${word} @${author}`;
      default:
        return `# ${word} tells at some length what number ${n} is good for, and who wrote it down here: @${author}`;
    }
  }

  /** New lines of one author. Some common lines without an author may be among them, which lets diffs slide. */
  lines(author: string, count: number, dice: Dice): string[] {
    const lines = Array.from({ length: count }, () => this.line(author));
    return dice.chance(25) ? lines.toSpliced(dice.below(count + 1), 0, dice.pick(['}', ''])) : lines;
  }

  /** A new word for messages and names. */
  word(): string {
    const n = ++this.#count;
    return `${WORDS[n % WORDS.length]!}-${n.toString(36)}`;
  }
}

const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty'] as const;

/** The author that a line names, or undefined for a line without an author. */
export const authorOf = (text: string): string | undefined => /@(\w+)/.exec(text)?.[1];
