import { OWN_REFS } from '../../notes/refs.ts';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectReader } from '../../git/objects/objects.ts';
import { refLog } from '../../git/history/reflogs.ts';
import { compareAndSwap, resolveRef } from '../../git/history/ref-updates.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isOid, isZero, type Oid } from '../../model/ids.ts';
import { FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

interface Broken {
  readonly ref: string;
  /** The value to restore. Without one the ref is deleted, and comes back with the next fetch or join. */
  readonly next: Oid | undefined;
}

/**
 * Finds our refs with no id in them, as after a power loss, or with the id of a missing object. The user's own fetch and gc
 * fail because of them. This cannot happen with reftables.
 */
export async function checkRefs({ repo }: CheckContext): Promise<DoctorFinding[]> {
  const broken = await findBroken(repo);
  return broken.map(({ ref, next }) => ({
    name: 'notes',
    state: 'problem',
    what: `${ref} is broken.`,
    why: 'A power loss can leave a ref empty. Git’s own fetch and gc may fail because of it.',
    todo: `${FIX} It is ${next ? `set to ${shortOid(next)} again` : 'removed, and comes back with the next fetch'}.`,
    mend: async () => {
      rmSync(join(repo.commonDir, ref), { force: true });
      // Removing the file may uncover an older, packed value.
      if (next) await compareAndSwap(repo, ref, next, await resolveRef(repo, ref), 'git prov doctor: restored');
    },
  }));
}

/** The files of all our refs, by ref name, including their locks. */
export function refFiles(commonDir: string, folder = OWN_REFS): string[] {
  const dir = join(commonDir, folder);
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? refFiles(commonDir, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

async function findBroken(repo: Repo): Promise<Broken[]> {
  const refs = refFiles(repo.commonDir).filter((ref) => !ref.endsWith('.lock'));
  const ids = refs.map((ref) => readFileSync(join(repo.commonDir, ref), 'latin1').trim());
  const objects = new ObjectReader(repo);
  try {
    const infos = await objects.info(ids.map((id) => (isOid(id) ? id : '')));
    const broken = refs.filter((_, i) => !infos[i]);
    const found: Broken[] = [];
    for (const ref of broken) found.push({ ref, next: await formerOf(repo, objects, ref) });
    return found;
  } finally {
    await objects.close();
  }
}

// The former value, from the reflog. A ref that was set aside has the id in its name.
async function formerOf({ commonDir }: Repo, objects: ObjectReader, ref: string): Promise<Oid | undefined> {
  const log = refLog(commonDir, ref)?.toString('latin1').split('\n') ?? [];
  const former = log.flatMap((line) => line.split(' ', 2)).toReversed();
  const ids = [...former, ref.slice(ref.lastIndexOf('/') + 1)].filter((id) => isOid(id) && !isZero(id));
  const infos = await objects.info(ids);
  return infos.find((info) => info !== undefined)?.oid;
}
