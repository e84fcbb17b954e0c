import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOid, isZero, type Oid } from '../../model/ids.ts';

/** A larger file of git-filter-repo is not read, in bytes: about three million commits. */
const MAX_BYTES = 256 * 1024 * 1024;
const ROW = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})$/gm;

const fileIn = (commonDir: string): string => join(commonDir, 'filter-repo', 'commit-map');

/** A mark that changes with each run of git-filter-repo; empty without a run. Starts no process. */
export function commitMapMark(commonDir: string): string {
  const found = statSync(fileIn(commonDir), { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.size}` : '';
}

/** Reads the commits that git-filter-repo rewrote, as pairs of old and new. */
export function* readCommitMap(commonDir: string): Generator<[old: Oid, next: Oid]> {
  const file = fileIn(commonDir);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size > MAX_BYTES) return;
  for (const [, old = '', next = ''] of readFileSync(file, 'latin1').matchAll(ROW))
    if (isOid(old) && isOid(next) && !isZero(next) && old !== next) yield [old, next];
}
