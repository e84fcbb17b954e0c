import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, type Oid } from '../../model/ids.ts';

/** In the folder of the local state, from before the first change to after the last one. */
export const JOURNAL = 'forgetting.json';

/** What an attempt that did not end had found out, and what is still to be done. No text is in it. */
export interface Journal {
  /** Hashes of steps, ledgers and graphs: what they were, and what they are. */
  readonly hashes: readonly (readonly [was: string, is: string])[];
  /** Blobs that nothing is to lead to any more. */
  readonly blobs: readonly Oid[];
}

const NONE: Journal = { hashes: [], blobs: [] };

/** Reads the rest of a killed attempt; empty without one. */
export function readJournal(provDir: string): Journal {
  const file = join(provDir, JOURNAL);
  if (!existsSync(file)) return NONE;
  try {
    const { hashes, blobs } = JSON.parse(readFileSync(file, 'utf8')) as Journal;
    return { hashes: hashes.filter((pair) => pair.length === 2), blobs: blobs.filter((blob) => isOid(blob)) };
  } catch {
    return NONE;
  }
}

/** All is done. */
export const dropJournal = (provDir: string): void => rmSync(join(provDir, JOURNAL), { force: true });
