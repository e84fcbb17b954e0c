import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localFiles } from '../git/repository/local-files.ts';

/**
 * Shows hooks/agent, without a process of ours, whether an agent that begins to work may get context. The file is missing where
 * no entry was ever declared. It is empty while there may be something to find. Once a search found nothing, it holds a line
 * with the HEAD of that work tree.
 */
const fileOf = (provDir: string): string => localFiles(provDir).knowledge;

/** An entry was declared, or came with notes from elsewhere. */
export const markDeclared = (provDir: string): void => writeFileSync(fileOf(provDir), '', { mode: 0o600 });

/** The history of HEAD has changed, so a search may find something now. */
export function markMoved(provDir: string): void {
  if (existsSync(fileOf(provDir))) markDeclared(provDir);
}

/**
 * Records that a search in a work tree found nothing.
 * @param since when the search began, in milliseconds since the epoch: later entries count
 */
export function markNothingFound(provDir: string, gitDir: string, since: number): void {
  const marker = statSync(fileOf(provDir), { throwIfNoEntry: false });
  if (!marker || marker.mtimeMs >= since) return;
  const [head = ''] = readFileSync(join(gitDir, 'HEAD'), 'utf8').split('\n', 1);
  writeFileSync(fileOf(provDir), `${head}\n`, { mode: 0o600 });
  // No entry was declared now, and prepared texts that are older than the file would not be printed.
  utimesSync(fileOf(provDir), marker.atime, marker.mtime);
}
