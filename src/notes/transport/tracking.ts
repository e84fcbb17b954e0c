import { FETCHED_REFS, JOINED_REFS, NOTES_REF } from '../refs.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, isZero, type Oid } from '../../model/ids.ts';

/** The last part of the refs of fetched notes and of joined notes. Joined ones keep the objects that the next fetch is compared with. */
const NAME = 'provenance';

/** The notes of a remote at the last fetch. */
export interface Fetched {
  /** The remote. */
  readonly name: string;
  readonly tip: Oid;
  /** The part of it that was joined last. */
  readonly joined: Oid | undefined;
  readonly joinedRef: string;
}

/** The ref of a remote's notes at the last fetch. */
export const trackingRef = (remote: string): string => `${FETCHED_REFS}/${remote}/${NAME}`;
/** The ref of the joined part of a remote's notes. */
export const joinedRef = (remote: string): string => `${JOINED_REFS}/${remote}/${NAME}`;
/**
 * The refspec for a remote's notes. A glob, because a plain name fails while the remote has none. The second star comes first, so that
 * git leaves out a ref below the notes ref, which anybody who can push may create: with the star at the end, such a ref would be a folder
 * with the name of our ref, and `git fetch` would fail.
 */
export const notesRefspec = (remote: string): string => `+${NOTES_REF}*:${FETCHED_REFS}/${remote}/*${NAME}`;

/** The remote name in a refspec like ours; undefined for any other refspec. */
export const trackedBy = (refspec: string): string | undefined =>
  /^\+?refs\/notes\/provenance\*:refs\/prov\/remotes\/(.+)\/(?:\*provenance|provenance\*)$/.exec(refspec)?.[1];

/** The notes of all remotes. Starts a process only where refs are kept as reftables. */
export async function readFetched(repo: Repo): Promise<Fetched[]> {
  const refs = await refsOf(repo);
  // If the notes here are lost, no fetched note counts as joined any more.
  const isLost = !refs.has(NOTES_REF);
  const found: Fetched[] = [];
  for (const [ref, tip] of refs) {
    if (!ref.startsWith(`${FETCHED_REFS}/`) || !ref.endsWith(`/${NAME}`)) continue;
    const name = ref.slice(FETCHED_REFS.length + 1, -NAME.length - 1);
    const to = joinedRef(name);
    found.push({ name, tip, joined: isLost ? undefined : refs.get(to), joinedRef: to });
  }
  return found;
}

/** The remotes with notes that are not joined yet. */
export const unjoined = (fetched: readonly Fetched[]): Fetched[] => fetched.filter(({ tip, joined }) => tip !== joined);

/** Whether there are fetched notes that are not joined with the local ones. Starts a process only where refs are kept as reftables. */
export const hasUnjoined = async (repo: Repo): Promise<boolean> => unjoined(await readFetched(repo)).length > 0;

async function refsOf(repo: Repo): Promise<Map<string, Oid>> {
  const { commonDir } = repo;
  if (existsSync(join(commonDir, 'reftable'))) return askGit(repo);
  const packed = join(commonDir, 'packed-refs');
  const refs = new Map(existsSync(packed) ? inPacked(readFileSync(packed, 'latin1')) : []);
  for (const folder of [FETCHED_REFS, JOINED_REFS])
    for (const [ref, oid] of loose(commonDir, folder)) refs.set(ref, oid);
  const own = idIn(join(commonDir, NOTES_REF));
  if (own) refs.set(NOTES_REF, own);
  return refs;
}

async function askGit(repo: Repo): Promise<Map<string, Oid>> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', FETCHED_REFS, JOINED_REFS, NOTES_REF];
  const { stdout } = await git(args, inRepo(repo));
  return new Map(stdout.toString('latin1').split('\n').flatMap(inLine));
}

// Sorted by name, and long in a large repository: only our few lines are parsed.
function inPacked(text: string): [string, Oid][] {
  const found: [string, Oid][] = [];
  for (const folder of [FETCHED_REFS, JOINED_REFS, NOTES_REF])
    for (let at = text.indexOf(` ${folder}`); at >= 0; at = text.indexOf(` ${folder}`, at + 1)) {
      const end = text.indexOf('\n', at);
      found.push(...inLine(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? text.length : end)));
    }
  return found;
}

function inLine(line: string): [string, Oid][] {
  const [, id = '', ref = ''] = /^([0-9a-f]+) (refs\/.+)$/.exec(line) ?? [];
  return isOid(id) ? [[Buffer.from(ref, 'latin1').toString('utf8'), id]] : [];
}

function loose(commonDir: string, folder: string): [string, Oid][] {
  const dir = join(commonDir, folder);
  if (!existsSync(dir)) return [];
  const found: [string, Oid][] = [];
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const ref = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...loose(commonDir, ref));
    else if (entry.name === NAME) {
      const id = idIn(join(commonDir, ref));
      if (id) found.push([ref, id]);
    }
  }
  return found;
}

function idIn(file: string): Oid | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined; // a folder, where a ref below it exists
  const id = readFileSync(file, 'latin1').trim();
  return isOid(id) && !isZero(id) ? id : undefined;
}
