import { existsSync, statSync, writeFileSync } from 'node:fs';
import { localFiles, provDirOf } from '../../git/repository/local-files.ts';

/**
 * Records that notes of others came. They may explain commits that were rewritten here before: the next drain looks at those again.
 * Does nothing where nothing is recorded.
 */
export function markArrival(provDir: string): void {
  const { spool, arrived } = localFiles(provDir);
  // With a content, because emptying an empty file need not change its time.
  if (existsSync(spool)) writeFileSync(arrived, `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/** A mark that changes whenever notes of others came; empty before any did. Starts no process. */
export function arrivalMark(repo: { readonly commonDir: string }): string {
  const found = statSync(localFiles(provDirOf(repo)).arrived, { throwIfNoEntry: false });
  return found ? String(found.mtimeMs) : '';
}
