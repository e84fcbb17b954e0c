import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProvError } from '../../errors.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import type { GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';

/** So many objects are looked for in any case: git may have taken them and be done by now. */
const FEW = 1000;
/** How often it is asked whether git is done, in milliseconds. */
const LOOK_MS = 20;

/**
 * Waits for a `git gc --prune=now` that is at work, and writes again what it took. It lists what refs lead to when it begins,
 * and then removes everything else, also what a ref was set to meanwhile.
 * @param patience milliseconds
 * @throws ProvError `git` when it takes longer: what was written may still be taken
 */
export async function outlastPruning(
  repo: Repo,
  reader: GitReader,
  objects: readonly NewObject[],
  patience: number,
): Promise<void> {
  const some = objects.length <= FEW;
  if (!some && !isPruning(repo)) return;
  for (const until = Date.now() + patience; isPruning(repo); await sleep(LOOK_MS))
    if (Date.now() > until)
      throw new ProvError('git', 'git gc is at work and may take away what was just written.', {
        hint: 'Try again when it is done.',
      });
  const ids = objects.map((object) => hashObject(repo.hash, object));
  const found = await reader.readObjects(ids, 0);
  if (found.includes(undefined)) await writeObjects(repo, objects);
}

// Git's own gc in the background leaves what is younger than two weeks.
function isPruning({ commonDir }: Repo): boolean {
  const [pid = '', host] = read(join(commonDir, 'gc.pid')).split(/\s/);
  if (!/^\d+$/.test(pid) || host !== hostname() || !isAlive(Number(pid))) return false;
  const command = read(`/proc/${pid}/cmdline`);
  return command === '' || command.includes('--prune');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // there is none
  }
}
