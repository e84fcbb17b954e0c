import type { Outcome, Verdict } from './oracle.ts';

export type Counts = Record<Outcome, number>;

/** Counts outcomes by the operation that made the blamed commit. */
export class Tally {
  readonly #counts = new Map<string, Counts>();

  add(verdicts: readonly Verdict[]): void {
    for (const { how, outcome } of verdicts) this.of(how)[outcome]++;
  }

  of(how: string): Counts {
    const found = this.#counts.get(how) ?? { right: 0, wrong: 0, missed: 0, unsure: 0 };
    this.#counts.set(how, found);
    return found;
  }

  get kinds(): string[] {
    return [...this.#counts.keys()].sort();
  }

  /** The share of lines with a missed author, from 0 to 1. */
  missed(how: string): number {
    const counts = this.of(how);
    return counts.missed / Math.max(linesOf(counts), 1);
  }

  /** How many lines the commits of an operation have. */
  lines(how: string): number {
    return linesOf(this.of(how));
  }

  /** The same for all lines of operations with at least so many lines. */
  missedOfAll(least: number): number {
    const all = this.#all(least);
    return all.missed / Math.max(linesOf(all), 1);
  }

  #all(least = 0): Counts {
    const all = { right: 0, wrong: 0, missed: 0, unsure: 0 };
    for (const counts of [...this.#counts.values()].filter((one) => linesOf(one) >= least))
      for (const key of Object.keys(all) as Outcome[]) all[key] += counts[key];
    return all;
  }

  toString(): string {
    const row = (how: string, counts: Counts): string =>
      [
        how.padEnd(46),
        ...[linesOf(counts), counts.wrong, counts.missed, counts.unsure].map((n) => String(n).padStart(7)),
      ].join(' ');
    return [
      ['operation'.padEnd(46), ...['lines', 'wrong', 'missed', 'unsure'].map((word) => word.padStart(7))].join(' '),
      ...this.kinds.map((how) => row(how, this.of(how))),
      row('all', this.#all()),
    ].join('\n');
  }
}

const linesOf = ({ right, wrong, missed, unsure }: Counts): number => right + wrong + missed + unsure;
