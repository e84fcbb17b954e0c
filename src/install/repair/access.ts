import { lstatSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { FIX, type Finding, type Patient } from './finding.ts';

/** The names in the private folder that must be files, and those that must be folders. */
const FILES = ['state.json', 'owners.jsonl', 'faults.log', 'lock', 'recorded', 'installed.json', 'key'];
const FOLDERS = ['spool', 'spool/new', 'spool/tmp', 'spool/bad', 'sessions', 'graphs', 'objects', 'wt'];

/**
 * Checks the private folder: whether the caller owns its content, and whether files are files and folders are folders. The
 * other checks read these files, so they are skipped when this one finds a problem.
 */
export function checkAccess({ dir }: Pick<Patient, 'dir'>): Finding[] {
  const entries = read(dir);
  const foreign = entries.filter(({ path, uid }) => path !== dir && uid !== process.geteuid?.());
  const found: Finding[] = [];
  if (process.geteuid?.() !== 0 && foreign.length > 0)
    found.push({
      name: 'access',
      state: 'problem',
      what: `${foreign.length} files in ${dir} belong to another user, so nothing can be recorded.`,
      why: 'A command such as sudo git commit may have made them.',
      todo: `Run: sudo chown -R "$(id -un)" ${JSON.stringify(dir)}`,
    });
  for (const [names, isRight, kind] of [
    [FILES, 'file', 'a folder where a file should be'],
    [FOLDERS, 'folder', 'a file where a folder should be'],
  ] as const)
    for (const name of names) {
      const entry = entries.find(({ path }) => path === join(dir, name));
      if (!entry || entry.kind === isRight) continue;
      found.push({
        name: 'access',
        state: 'problem',
        what: `${entry.path} is ${kind}.`,
        why: 'Another program put it there; git prov does not.',
        todo: FIX,
        mend: () => renameSync(entry.path, `${entry.path}.damaged-${Date.now()}`),
      });
    }
  return found;
}

interface Entry {
  readonly path: string;
  readonly uid: number;
  readonly kind: 'file' | 'folder' | 'other';
}

function read(path: string): Entry[] {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  const kind = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
  const entry: Entry = { path, uid: stat.uid, kind };
  return kind === 'folder' ? [entry, ...names(path).flatMap((name) => read(join(path, name)))] : [entry];
}

function names(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // not accessible to the caller; the owner is reported
  }
}
