import { setTimeout as sleep } from 'node:timers/promises';
import type { Spool, SpooledEvent } from './spool.ts';

/** How long a drain waits for hooks that are still writing their event. */
const SETTLE_MS = 150;
/** The most bytes of the spool that are in memory at once. */
const ROUND_BYTES = 32 * 1024 * 1024;

/** The events of one round of a drain; `more` when another must follow. */
export interface Round {
  readonly events: readonly SpooledEvent[];
  readonly more: boolean;
  /** Whether events were left out because their hooks are still writing them, or their disk is full. */
  readonly unfinished: boolean;
  /** Whether events could not be read, and were set aside. */
  readonly unread: boolean;
}

/**
 * The next complete events, as many as memory should hold at once; a hook that is still writing gets a moment to finish.
 * @param recorded events that a killed drain had already recorded: they are removed
 */
export async function takeRound(spool: Spool, recorded: readonly string[]): Promise<Round> {
  const end = Date.now() + SETTLE_MS;
  const read = new Map<string, SpooledEvent>();
  let unread = false;
  for (;;) {
    const events: SpooledEvent[] = [];
    let bytes = 0;
    let unfinished = false;
    for (const name of waiting(spool, recorded)) {
      const one = read.get(name) ?? spool.read(name, Date.now());
      if (one === 'unfinished') unfinished = true;
      else if (one === 'bad') unread = true;
      else {
        read.set(name, one);
        events.push(one);
        bytes += one.size;
      }
      if (bytes >= ROUND_BYTES) break;
    }
    if (!unfinished || Date.now() >= end) return { events, more: bytes >= ROUND_BYTES, unfinished, unread };
    await sleep(10);
  }
}

function waiting(spool: Spool, recorded: readonly string[]): string[] {
  const names = spool.names();
  const done = new Set(recorded);
  for (const name of names) if (done.has(name)) spool.remove(name);
  return names.filter((name) => !done.has(name));
}
