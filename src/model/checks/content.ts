import { sha256 } from '../hash.ts';
import type { RepoPath } from '../ids.ts';
import { pathToBytes } from '../path.ts';

/**
 * A 32-bit mark of a file's name and content. A check's node keeps those of the changed files that it ran on (`saw`), so that
 * a reader can compare them with the file of any commit.
 * @param blob the id of the file's content in git
 */
export function contentMark(path: RepoPath, blob: string): number {
  const digest = sha256(Buffer.concat([pathToBytes(path), Buffer.from(`\0${blob}`, 'latin1')]));
  return new DataView(digest.buffer, digest.byteOffset).getUint32(0);
}
