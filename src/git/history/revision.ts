import { ProvError } from '../../errors.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { decodeCommit, type GitReader } from '../objects/port.ts';

/** What revisions are resolved with. */
export interface Names {
  readonly reader: Pick<GitReader, 'hash' | 'resolveRef' | 'readObjects'>;
  /** The ids of all objects with this prefix. */
  complete(beginning: string): Promise<readonly Oid[]>;
  /** The commit of HEAD; undefined while its branch has none. */
  head(): Promise<Oid | undefined>;
}

/** A commit or a tag is not larger. */
const MAX_OBJECT_BYTES = 1024 * 1024;
/** Where git looks for a name, in this order (gitrevisions(7)). */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'] as const;

/**
 * The commit that a revision names, without git: `HEAD`, a branch, a tag, a ref, an id or its beginning, with any number of
 * `~N` and `^N` after it. Other forms (`@{1}`, `:/text`) are not known.
 * @returns undefined when it names none
 * @throws ProvError `usage` when the beginning of an id could be several commits
 */
export async function resolveRevision(names: Names, revision: string): Promise<Oid | undefined> {
  const [, name = '', steps = ''] = /^(.*?)((?:\^\{commit\}|[~^][0-9]*)*)$/s.exec(revision) ?? [];
  let commit = await peel(names, await byName(names, name));
  for (const [step, digits] of steps.replaceAll('^{commit}', '').matchAll(/[~^]([0-9]*)/g)) {
    const count = digits === '' ? 1 : Number(digits);
    if (step.startsWith('~')) for (let n = 0; n < count && commit; n++) commit = await parent(names, commit, 1);
    else if (count > 0 && commit) commit = await parent(names, commit, count);
  }
  return commit;
}

async function byName(names: Names, name: string): Promise<Oid | undefined> {
  if (name === 'HEAD' || name === '@') return names.head();
  if (isOid(name)) return name;
  if (isRefName(name))
    for (const place of PLACES) {
      const ref = place + name;
      const found = ref.startsWith('refs/') ? await names.reader.resolveRef(ref) : undefined;
      if (found) return found;
    }
  if (isRefName(name)) {
    const found = await names.reader.resolveRef(`refs/remotes/${name}/HEAD`);
    if (found) return found;
  }
  return /^[0-9a-f]{4,63}$/i.test(name) ? byBeginning(names, name.toLowerCase()) : undefined;
}

async function byBeginning(names: Names, beginning: string): Promise<Oid | undefined> {
  const commits = new Set<Oid>();
  for (const id of await names.complete(beginning)) {
    const commit = await peel(names, id);
    if (commit) commits.add(commit);
  }
  if (commits.size > 1)
    throw new ProvError('usage', `${JSON.stringify(beginning)} could be several objects.`, {
      hint: 'Use a longer prefix of its id.',
    });
  return [...commits][0];
}

// A tag may point at a tag.
async function peel({ reader }: Names, id: Oid | undefined): Promise<Oid | undefined> {
  for (let at = id; at;) {
    const [object] = await reader.readObjects([at], MAX_OBJECT_BYTES);
    if (!object || !('bytes' in object)) return undefined;
    if (object.type === 'commit') return at;
    const target = object.type === 'tag' ? /^object ([0-9a-f]+)\n/.exec(object.bytes.toString('latin1'))?.[1] : '';
    at = target && isOid(target) ? target : undefined;
  }
  return undefined;
}

async function parent({ reader }: Names, commit: Oid, number: number): Promise<Oid | undefined> {
  const [object] = await reader.readObjects([commit], MAX_OBJECT_BYTES);
  return object && decodeCommit(object).parents[number - 1];
}

const isRefName = (name: string): boolean =>
  name !== '' && !/[\s~^:?*[\\\u0000-\u001f\u007f]|\.\.|\/\/|^[-/]|(?:^|\/)\.|\.lock(?:\/|$)|[/.]$|@\{/.test(name);
