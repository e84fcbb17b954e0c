import { ProvError } from '../../errors.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { NoteExchange } from './exchange.ts';
import { readFetched, unjoined } from './tracking.ts';

/** The result of joining fetched notes. */
export interface JoinedRemotes {
  /** Notes that are new here, or have new content. */
  readonly notes: number;
  /** Problems, worded for the user; the other remotes were joined. */
  readonly faults: readonly string[];
}

/** Joining that takes longer is continued by the next command that reads, in milliseconds. */
const TIME_MS = 2000;

/**
 * Joins fetched notes with the local ones. Without any, it does nothing and starts no process.
 * @param patience how long to wait for other writers of notes, in milliseconds
 */
export async function joinFetched(repo: Repo, patience?: number): Promise<JoinedRemotes> {
  const deadline = Date.now() + TIME_MS;
  const waiting = unjoined(await readFetched(repo));
  if (waiting.length === 0) return { notes: 0, faults: [] };
  const store = new NoteExchange(repo, patience === undefined ? {} : { patience });
  const faults: string[] = [];
  let notes = 0;
  try {
    for (const fetched of waiting) {
      try {
        notes += (await store.absorb(fetched, { deadline })).notes;
      } catch (error) {
        if (error instanceof ProvError && error.kind === 'bug') throw error;
        const why = error instanceof Error ? error.message : String(error);
        const hint = error instanceof ProvError && error.hint ? ` ${error.hint}` : '';
        faults.push(`The notes that were fetched from ${fetched.name} could not be joined: ${why}${hint}`);
      }
    }
  } finally {
    await store.close();
  }
  return { notes, faults };
}
