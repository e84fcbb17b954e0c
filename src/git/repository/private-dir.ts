import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { provDirOf } from './local-files.ts';

/** Folders with content that others may choose: a user's own hooks, and events, which are looked at one by one. */
const UNCHECKED = new Set(['hooks', 'configured', 'spool/new', 'spool/bad']);
/** Runs of checks. Their reader opens only regular files, and deletes what is damaged. */
const RUNS = 'runs';
/** Git's own. A link in its first level would lead new objects elsewhere; there are many more files below. */
const OBJECTS = 'objects';

/**
 * Refuses a private folder with links, pipes, sockets or devices in it: what is written through a link may end up in any file of the
 * user, and to open a pipe may wait for ever. Git prov makes none.
 * @throws ProvError `data` when there is one
 */
export function refuseOddFiles(commonDir: string): void {
  const dir = provDirOf({ commonDir });
  if (isLink(dir)) throw odd(dir, 'a symbolic link');
  refuseIn(dir, '');
}

function refuseIn(dir: string, folder: string): void {
  for (const entry of entries(folder === '' ? dir : join(dir, folder))) {
    if (entry.isFile()) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const kind = kindOf(entry);
    if (kind && (folder !== RUNS || entry.isSymbolicLink())) throw odd(join(dir, path), kind);
    if (entry.isDirectory() && !UNCHECKED.has(path) && folder !== OBJECTS) refuseIn(dir, path);
  }
}

function kindOf(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'a symbolic link';
  if (entry.isFIFO()) return 'a named pipe';
  if (entry.isSocket()) return 'a socket';
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'a device' : undefined;
}

/**
 * Refuses a private folder that another user made, see `isForeign`: what is in it may be a trap, and what is written there is theirs.
 * @throws ProvError `data` for such a folder
 */
export function refuseForeign(commonDir: string): void {
  if (!isForeign(commonDir)) return;
  const dir = JSON.stringify(provDirOf({ commonDir }));
  throw new ProvError('data', `${dir} belongs to another user, so git prov neither reads nor writes it.`, {
    cause: 'The repository does not belong to that user. A command with sudo may have made the folder.',
    hint: `If it is yours: sudo chown -R "$(id -un)" ${dir}. If not, see what it is, then remove it.`,
  });
}

/**
 * Whether another user made the private folder, and not the owner of the repository either. Such a folder is neither read nor
 * written. (Git itself refuses a repository of another user, unless `safe.directory` names it.)
 */
function isForeign(commonDir: string): boolean {
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

const odd = (path: string, kind: string): ProvError =>
  new ProvError(
    'data',
    `${JSON.stringify(path)} is ${kind}. ${kind === 'a symbolic link' ? 'git prov writes nothing through links.' : 'git prov opens only regular files.'}`,
    {
      cause: `git prov never makes ${kind} there, so another program or person did.`,
      hint:
        kind === 'a symbolic link'
          ? 'See where it leads (ls -l), then remove the link.'
          : 'If no program needs it, remove it, then run git prov doctor.',
    },
  );
