import { FETCHED_REFS, JOINED_REFS, NOTES_REF } from '../refs.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectReader } from '../../git/objects/objects.ts';
import { decodeCommit } from '../../git/objects/port.ts';
import { git } from '../../git/process/process.ts';
import { refLog } from '../../git/history/reflogs.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, isZero, type Oid } from '../../model/ids.ts';

/** A commit that may contain notes, and where it was found. */
export interface NotesCommit {
  readonly tip: Oid;
  readonly from: string;
}

/** Start of the messages of our notes commits. */
export const NOTES_MESSAGE = /^(?:provenance of |joined with |git prov )/;
const OBJECTS_PER_BATCH = 1000;

/** Commits that may still contain notes, best first: the ref itself, its reflog, fetched refs, joined refs. */
export async function sourcesOf(repo: Repo): Promise<NotesCommit[]> {
  const found = new Map<Oid, string>();
  const add = (id: string, from: string): void => {
    if (isOid(id) && !isZero(id) && !found.has(id)) found.set(id, from);
  };
  add(looseId(repo), 'itself');
  const log = refLog(repo.commonDir, NOTES_REF)?.toString('latin1').split('\n') ?? [];
  for (const id of log.flatMap((line) => line.split(' ', 2)).toReversed()) add(id, 'its reflog');
  const args = ['for-each-ref', '--format=%(objectname) %(refname) %(symref)', NOTES_REF, FETCHED_REFS, JOINED_REFS];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  for (const line of stdout.toString('utf8').split('\n')) {
    const [id = '', ref = '', target] = line.split(' ');
    if (ref.endsWith('/provenance') && !target) add(id, ref);
  }
  return [...found].map(([tip, from]) => ({ tip, from }));
}

function looseId({ commonDir }: Repo): string {
  try {
    return readFileSync(join(commonDir, NOTES_REF), 'latin1').trim();
  } catch {
    return ''; // packed, or not there
  }
}

/**
 * The notes commits among all objects that are not a parent of another one, newest first. Used when neither a ref nor a
 * reflog has them. Reads every commit.
 */
export async function lostTips(repo: Repo): Promise<Oid[]> {
  const args = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objecttype) %(objectname)'];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  const commits = [...stdout.toString('latin1').matchAll(/^commit ([0-9a-f]+)$/gm)].map(([, id]) => id as Oid);
  const objects = new ObjectReader(repo);
  const found: { tip: Oid; at: number }[] = [];
  const parents = new Set<Oid>();
  try {
    for (let at = 0; at < commits.length; at += OBJECTS_PER_BATCH)
      for (const object of await objects.read(commits.slice(at, at + OBJECTS_PER_BATCH)).catch(() => [])) {
        const text = object && 'bytes' in object ? object.bytes.toString('latin1') : '';
        if (!NOTES_MESSAGE.test(text.slice(text.indexOf('\n\n') + 2))) continue;
        for (const parent of decodeCommit(object).parents) parents.add(parent);
        const time = /^committer .* (\d+) [-+]\d{4}$/m.exec(text)?.[1];
        found.push({ tip: (object as { oid: Oid }).oid, at: Number(time) });
      }
  } finally {
    await objects.close();
  }
  return found
    .filter(({ tip }) => !parents.has(tip))
    .sort((a, b) => b.at - a.at)
    .map(({ tip }) => tip);
}
