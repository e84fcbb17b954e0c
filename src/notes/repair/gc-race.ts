import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProvError } from '../../errors.ts';
import { isAlive } from '../../git/process/alive.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import type { GitReader } from '../../git/objects/port.ts';
import type { Repo } from '../../git/repository/repo.ts';

/** Up to this many objects are always checked: git may have deleted them and finished already. */
const MAX_ALWAYS_CHECKED = 1000;
/** How often to check whether git is done, in milliseconds. */
const POLL_MS = 20;

/**
 * Waits for a running `git gc --prune=now`, and writes the objects again that it deleted. It lists the reachable objects at its start,
 * and then deletes everything else, even if a ref was set to it meanwhile.
 * @param patience milliseconds
 * @throws ProvError `git` when it takes longer: the written objects may still be deleted
 */
export async function outlastPruning(
  repo: Repo,
  reader: GitReader,
  objects: readonly NewObject[],
  patience: number,
): Promise<void> {
  const some = objects.length <= MAX_ALWAYS_CHECKED;
  if (!some && !isPruning(repo)) return;
  for (const until = Date.now() + patience; isPruning(repo); await sleep(POLL_MS))
    if (Date.now() > until)
      throw new ProvError('git', 'git gc is running and may delete objects that were just written.', {
        hint: 'Try again when it is done.',
      });
  const ids = objects.map((object) => hashObject(repo.hash, object));
  const found = await reader.readObjects(ids, 0);
  if (found.includes(undefined)) await writeObjects(repo, objects);
}

// Git's own gc in the background keeps objects younger than two weeks.
function isPruning({ commonDir }: Repo): boolean {
  const [pid = '', host] = read(join(commonDir, 'gc.pid')).split(/\s/);
  if (!/^\d+$/.test(pid) || host !== hostname() || !isAlive(Number(pid))) return false;
  const command = read(`/proc/${pid}/cmdline`);
  return command === '' || command.includes('--prune');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return ''; // missing
  }
}
