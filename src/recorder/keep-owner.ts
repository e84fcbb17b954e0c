import { OWN_REFS } from '../notes/refs.ts';
import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The paths that git prov writes in a common git dir, beside objects. */
const OURS = ['prov', 'refs/notes', OWN_REFS, 'logs/refs/notes', `logs/${OWN_REFS}`];

/**
 * Gives files that root created back to the owner of the repository: after one `sudo git commit` the user could not record or
 * write notes any more. Does nothing unless root works in a repository of another user.
 * @param since only objects that are younger, in milliseconds since the epoch: older ones are not from this process
 */
export function keepOwner(commonDir: string, since: number): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = lstatSync(commonDir);
  if (uid === 0) return;
  const give = (path: string, isOurs: (changed: number) => boolean): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.uid === 0 && isOurs(stat.ctimeMs)) lchownSync(path, uid, gid);
    if (stat.isDirectory()) for (const name of readdirSync(path)) give(join(path, name), isOurs);
  };
  for (const path of OURS) give(join(commonDir, path), () => true);
  give(join(commonDir, 'objects'), (changed) => changed >= since);
}
