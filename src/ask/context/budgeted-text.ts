/** The size of a line in bytes, including its end. */
const size = (line: string): number => Buffer.byteLength(line, 'utf8') + 1;

/** A text of sections with a size limit in bytes; lines are never cut. */
export class Page {
  readonly #budget: number;
  readonly #sections: ReadonlyMap<string, { readonly head: readonly string[]; readonly lines: Map<number, string> }>;
  #used: number;

  /**
   * @param budget bytes
   * @param sections by name, in order: the text before the first line of each, if it has any
   * @param reserved bytes that stay free
   */
  constructor(
    budget: number,
    sections: readonly (readonly [name: string, head: readonly string[]])[],
    reserved: number,
  ) {
    this.#budget = budget;
    this.#used = reserved;
    this.#sections = new Map(sections.map(([name, head]) => [name, { head, lines: new Map<number, string>() }]));
  }

  /**
   * Adds a line if it fits.
   * @param place position among the lines of its section
   * @param most limit in bytes after adding it, if less than the budget
   */
  add(name: string, place: number, line: string, most = this.#budget): boolean {
    const section = this.#sections.get(name)!;
    const head = section.lines.size === 0 ? section.head.reduce((sum, one) => sum + size(one), 0) : 0;
    const used = this.#used + head + size(line);
    if (used > Math.min(most, this.#budget)) return false;
    this.#used = used;
    section.lines.set(place, line);
    return true;
  }

  /** The number of lines in a section. */
  count(name: string): number {
    return this.#sections.get(name)!.lines.size;
  }

  /** A section's lines in order, after its heading; empty for a section without lines. */
  section(name: string, first: readonly string[] = []): string[] {
    const { head, lines } = this.#sections.get(name)!;
    if (lines.size === 0) return [];
    return [...head, ...first, ...[...lines].sort(([a], [b]) => a - b).map(([, line]) => line)];
  }
}
