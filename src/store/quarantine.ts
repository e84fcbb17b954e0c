import { git } from '../git/process.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { isOid, type Oid } from '../graph/ids.ts';
import { QUARANTINE } from './notes.ts';

/** The bytes of a note that was damaged and has been replaced since. */
export interface Quarantined {
  readonly ref: string;
  readonly commit: Oid;
  readonly blob: Oid;
}

/** The damaged notes that were set aside more than `days` days ago. One git process a note: there are few. */
export async function oldQuarantine(repo: Repo, days: number): Promise<Quarantined[]> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', `${QUARANTINE}/`];
  const { stdout } = await git(args, inRepo(repo));
  const found: Quarantined[] = [];
  for (const line of stdout.toString('latin1').split('\n')) {
    const [blob = '', ref = ''] = line.split(' ');
    const commit = ref.slice(QUARANTINE.length + 1).split('/')[0]!;
    if (isOid(blob) && isOid(commit) && (await isOld(repo, ref, days))) found.push({ ref, commit, blob });
  }
  return found;
}

/** Removes what was set aside, unless it was changed meanwhile. Git's own gc clears the bytes away later. */
export async function removeQuarantine(repo: Repo, notes: readonly Quarantined[]): Promise<void> {
  if (notes.length === 0) return;
  const input = notes.map(({ ref, blob }) => `delete ${ref}\0${blob}\0`).join('');
  await git(['update-ref', '-z', '--stdin'], inRepo(repo, { input }));
}

// Its reflog tells, in whatever way git keeps it. Git warns where one is younger, and fails where it has expired.
async function isOld(repo: Repo, ref: string, days: number): Promise<boolean> {
  const env = { ...repo.env, LC_ALL: 'C', LANGUAGE: '' };
  const args = ['rev-parse', '--verify', `${ref}@{${days}.days.ago}`];
  const { stderr } = await git(args, inRepo(repo, { env, accept: [0, 1, 128] }));
  return !/only goes back to/.test(stderr);
}
