/** Pseudo-random numbers from a few small seeds. An operation plays the same way whatever runs before and after it. */
export class Dice {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((hash, seed) => Math.imul(hash ^ seed, 0x9e3779b1) ^ (hash >>> 15), 0x2545f491) >>> 0;
  }

  /** A number from 0 to `n - 1`, or 0 when `n` is 0. Mulberry32. */
  below(n: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return n <= 1 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const left = [...list];
    const out: T[] = [];
    while (left.length > 0) out.push(...left.splice(this.below(left.length), 1));
    return out;
  }
}
