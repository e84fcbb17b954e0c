import { lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../process/alive.ts';

/** A folder for the transcripts of one import, with the id of its process. */
const PREFIX = 'git-prov-entire-';
const NAME = /^git-prov-entire-(\d{1,10})-/;

/** Makes a folder for the transcripts of an import, readable by the caller alone. */
export const makeCheckpointFolder = (): string => mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));

/** The caller's folders of killed imports. Excludes folders of other users, links, and folders of running imports. */
export function abandonedCheckpointFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => {
      const pid = NAME.exec(name)?.[1];
      return pid !== undefined && !isAlive(Number(pid));
    })
    .map((name) => join(tmpdir(), name))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isDirectory() === true && stat.uid === (process.getuid?.() ?? stat.uid);
    });
}
