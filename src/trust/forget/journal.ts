import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isOid, type Oid } from '../../model/ids.ts';
import { localFiles } from '../../git/repository/local-files.ts';

/** In the folder of the local state, from before the first change to after the last one. */
export const JOURNAL = 'forgetting.json';

/** The findings and the remaining work of an attempt that did not end. It does not contain the text. */
export interface Journal {
  /** Changed hashes of steps, ledgers and graphs: old and new. */
  readonly hashes: readonly (readonly [was: string, is: string])[];
  /** Blobs that no ref should reach any more. */
  readonly blobs: readonly Oid[];
}

const NONE: Journal = { hashes: [], blobs: [] };

/** Reads the rest of a killed attempt; empty without one. */
export function readJournal(provDir: string): Journal {
  const file = localFiles(provDir).forgetting;
  if (!existsSync(file)) return NONE;
  try {
    const { hashes, blobs } = JSON.parse(readFileSync(file, 'utf8')) as Journal;
    return { hashes: hashes.filter((pair) => pair.length === 2), blobs: blobs.filter((blob) => isOid(blob)) };
  } catch {
    return NONE;
  }
}

/** Removes the journal when all work is done. */
export const dropJournal = (provDir: string): void => rmSync(localFiles(provDir).forgetting, { force: true });
