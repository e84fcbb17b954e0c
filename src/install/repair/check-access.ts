import { accessSync, constants, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { localFiles } from '../../git/repository/local-files.ts';
import { ourFolders, wrongKinds } from '../../git/repository/folder-kinds.ts';
import { markDamaged } from '../../recorder/state/load-state.ts';
import { FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';

/**
 * Checks the private folder: whether the caller owns its content, and whether files are files and folders are folders. The
 * other checks read these files, so they are skipped when this one finds a problem.
 */
export function checkAccess({ dir }: Pick<CheckContext, 'dir'>): DoctorFinding[] {
  const entries = read(dir);
  const foreign = entries.filter(({ path, uid }) => path !== dir && uid !== process.geteuid?.());
  const found: DoctorFinding[] = [];
  if (process.geteuid?.() !== 0 && foreign.length > 0)
    found.push({
      name: 'access',
      state: 'problem',
      what: `${foreign.length} files in ${dir} belong to another user, so nothing can be recorded.`,
      why: 'A command such as sudo git commit may have made them.',
      todo: `Run: sudo chown -R "$(id -un)" ${JSON.stringify(dir)}`,
    });
  const closed = foreign.length > 0 ? undefined : whyClosed(dir, entries);
  if (closed) found.push({ name: 'access', state: 'problem', ...closed });
  for (const { path, is } of wrongKinds(dir))
    found.push({
      name: 'access',
      state: 'problem',
      what: `${path} is ${is}.`,
      why: 'Another program put it there; git prov does not.',
      todo: `${FIX} It is kept beside the other files, with another name.`,
      mend: () => moveAside(dir, path),
    });
  return found;
}

// Why the private folder cannot be written although it belongs to the caller.
function whyClosed(dir: string, entries: readonly Entry[]): Pick<DoctorFinding, 'what' | 'why' | 'todo'> | undefined {
  if (entries.length > 0 && errorOf(() => accessSync(dir, constants.W_OK)) === 'EROFS')
    return {
      what: `${dir} is on a read-only file system, so nothing can be recorded.`,
      todo: 'Mount it writable to record here. Notes can be read.',
    };
  if (process.geteuid?.() === 0) return undefined;
  // Git itself makes its objects read-only.
  const closed = entries.filter(
    ({ path, mode, isFolder }) =>
      (mode & OWNER_WRITE_BIT) === 0 && (isFolder || !path.startsWith(localFiles(dir).objects)),
  );
  if (closed.length === 0) return undefined;
  const what = closed.length === 1 ? `${closed[0]!.path} is` : `${closed.length} files in ${dir} are`;
  return { what: `${what} read-only, so nothing can be recorded.`, todo: `Run: chmod -R u+w ${JSON.stringify(dir)}` };
}

/** The bit of a file's mode that lets its owner write it. */
const OWNER_WRITE_BIT = 0o200;

function errorOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

// To the top of the private folder, where its name has no meaning.
function moveAside(dir: string, path: string): void {
  renameSync(path, join(dir, `${basename(path)}.damaged-${Date.now()}`));
  for (const folder of ourFolders(dir))
    if (folder === path || folder.startsWith(`${path}/`)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Events of agents could not be written meanwhile. So what was committed since then has no writer that is only assumed.
  if (wrongKinds(dir).length === 0) markDamaged(dir);
}

interface Entry {
  readonly path: string;
  readonly uid: number;
  readonly mode: number;
  readonly isFolder: boolean;
}

function read(path: string): Entry[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  const entry: Entry = { path, uid: stat.uid, mode: stat.mode, isFolder: stat.isDirectory() };
  return entry.isFolder ? [entry, ...names(path).flatMap((name) => read(join(path, name)))] : [entry];
}

function names(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // not accessible to the caller; the owner is reported
  }
}
