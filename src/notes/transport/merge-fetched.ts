import { ProvError } from '../../errors.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { NoteExchange } from './exchange.ts';
import { readFetched, unjoined } from './tracking.ts';

/** What came of joining what was fetched. */
export interface JoinedRemotes {
  /** Notes that are new here, or say more than before. */
  readonly notes: number;
  /** What went wrong, in words for the user; the other remotes were joined. */
  readonly faults: readonly string[];
}

/** What is slower to join than this waits for the next command that reads, in milliseconds. */
const TIME_MS = 2000;

/** How a fault begins that is over once the notes are joined. */
export const NOT_JOINED = 'The notes that were fetched from';

/** Whether notes were fetched that are not joined with those here. Starts no process but where refs are kept as reftables. */
export const hasUnjoined = async (repo: Repo): Promise<boolean> => unjoined(await readFetched(repo)).length > 0;

/**
 * Joins the notes that fetches have brought with those here. Does nothing, and starts no process, when there are none.
 * @param patience how long other writers of notes are waited for, in milliseconds
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
        faults.push(`${NOT_JOINED} ${fetched.name} could not be joined: ${why}${hint}`);
      }
    }
  } finally {
    await store.close();
  }
  return { notes, faults };
}
