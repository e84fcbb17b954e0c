import { randomOf } from '../stress/campaign.ts';

/** Random choices that follow from a seed. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomOf(seed);
  }

  /** A number from 0 up to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  /** Whether an event with a chance of one in `times` happens. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
