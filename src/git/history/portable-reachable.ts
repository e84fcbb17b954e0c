import type { Oid } from '../../model/ids.ts';
import type { GitReader } from '../objects/port.ts';

/** A commit or a tag is not larger. */
const MAX_OBJECT_BYTES = 1024 * 1024;
/** Objects in one read. */
const OBJECTS_PER_READ = 256;
/** The folders of branches, tags and remote branches. */
const FOLDERS = ['refs/heads', 'refs/tags', 'refs/remotes'];

/**
 * Those of some commits that a branch, a tag or HEAD reaches, without git. Ends early when all are found; otherwise its time
 * grows with the history.
 */
export async function reachedFrom(
  reader: GitReader,
  head: Oid | undefined,
  commits: Iterable<Oid>,
): Promise<ReadonlySet<Oid>> {
  const wanted = new Set(commits);
  const reached = new Set<Oid>();
  const refs = await Promise.all(FOLDERS.map((folder) => reader.listRefs(folder)));
  const seen = new Set<Oid>(head ? [head] : []);
  for (const found of refs) for (const tip of found.values()) seen.add(tip);
  const left = [...seen];
  while (left.length > 0 && reached.size < wanted.size) {
    const batch = left.splice(0, OBJECTS_PER_READ);
    const objects = await reader.readObjects(batch, MAX_OBJECT_BYTES);
    for (const [i, object] of objects.entries()) {
      if (!object || 'tooLarge' in object || (object.type !== 'commit' && object.type !== 'tag')) continue;
      if (object.type === 'commit' && wanted.has(batch[i]!)) reached.add(batch[i]!);
      for (const next of namedBy(object.bytes.toString('latin1')))
        if (!seen.has(next)) {
          seen.add(next);
          left.push(next);
        }
    }
  }
  return reached;
}

// The parents of a commit, or the object of a tag. The message begins after an empty line.
function namedBy(text: string): Oid[] {
  const head = text.slice(0, text.indexOf('\n\n'));
  return [...head.matchAll(/^(?:parent|object) ([0-9a-f]+)$/gm)].map(([, id]) => id as Oid);
}
