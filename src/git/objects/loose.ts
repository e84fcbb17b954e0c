import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Oid } from '../../model/ids.ts';
import { keepsAnswers } from '../process/ask-once.ts';
import type { ObjectType } from '../process/batch.ts';
import { readSettings } from '../repository/git-settings.ts';
import type { Repo } from '../repository/repo.ts';

/** An object to be written. A tree's bytes are git's own (see `tree.ts`). */
export interface NewObject {
  readonly type: Exclude<ObjectType, 'tag'>;
  readonly bytes: Uint8Array;
}

/**
 * Writes loose objects, flushed to the disk, without a process of git. Their form is that of gitformat-loose: the deflated header and
 * content, in a file named by the id.
 * @returns whether all of them are there; where git would do more than this, or a file cannot be written, it is git's work
 */
export async function writeLoose(repo: Repo, objects: ReadonlyMap<Oid, NewObject>): Promise<boolean> {
  try {
    if (!(await isPlain(repo))) return false;
    for (const [id, object] of objects) writeOne(join(repo.commonDir, 'objects', id.slice(0, 2)), id.slice(2), object);
    return true;
  } catch {
    return false; // git names the reason, if it cannot either
  }
}

// Others may have to read the files, or a second id has to be kept. The settings are known where this command asks for more of them.
async function isPlain({ cwd, env }: Repo): Promise<boolean> {
  if (process.platform === 'win32' || env['GIT_OBJECT_DIRECTORY'] || !keepsAnswers(env)) return false;
  const settings = await readSettings(['core', 'extensions'], { cwd, env });
  const shared = settings.get('core.sharedrepository') ?? 'umask';
  return /^(?:umask|false|0|no|off)$/i.test(shared) && !settings.has('extensions.compatobjectformat');
}

// The name before the file is complete is one that `git prune` removes.
function writeOne(folder: string, name: string, { type, bytes }: NewObject): void {
  const file = join(folder, name);
  if (isFreshened(file)) return;
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `tmp_obj_${process.pid}${name.slice(0, 8)}`);
  try {
    const opened = openSync(temporary, 'wx', 0o444);
    try {
      const text = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`, 'latin1'), bytes]);
      for (let left = deflateSync(text, { level: 1 }); left.length > 0;) left = left.subarray(writeSync(opened, left));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Whether the object is there already. `git gc` deletes old ones that nothing refers to yet, so it becomes a young one. */
function isFreshened(file: string): boolean {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
