import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { provDirOf } from './local-files.ts';

/** The folder of git prov in a common git dir, and the folders in it that files are written to by name. */
const FOLDERS = ['prov', 'prov/spool', 'prov/wt', 'prov/wt/main'];

/**
 * Refuses a private folder with links in it: what is written through a link may end up in any file of the user. Git prov makes none.
 * @throws ProvError `data` when there is one
 */
export function refuseLinks(commonDir: string): void {
  if (isLink(provDirOf({ commonDir }))) throw linked(provDirOf({ commonDir }));
  for (const folder of FOLDERS) {
    const found = entries(join(commonDir, folder)).find((entry) => entry.isSymbolicLink());
    if (found) throw linked(join(commonDir, folder, found.name));
  }
}

/**
 * Whether another user made the private folder, and not the owner of the repository either. Such a folder is neither read nor
 * written. (Git itself refuses a repository of another user, unless `safe.directory` names it.)
 */
export function isForeign(commonDir: string): boolean {
  const owner = lstatSync(provDirOf({ commonDir }), { throwIfNoEntry: false })?.uid;
  const caller = process.geteuid?.();
  return owner !== undefined && caller !== undefined && owner !== caller && owner !== lstatSync(commonDir).uid;
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

function entries(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return []; // it is missing, no folder, or closed to the caller: nothing is written there either
  }
}

const linked = (path: string): ProvError =>
  new ProvError('data', `${JSON.stringify(path)} is a symbolic link. git prov writes nothing through links.`, {
    cause: 'git prov never makes a link there, so another program or person did.',
    hint: 'See where it leads (ls -l), then remove the link.',
  });
