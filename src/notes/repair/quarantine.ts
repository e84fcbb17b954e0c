import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { isDamaged, QUARANTINE, type NoteReader } from '../notes.ts';

/** The bytes of a note that was damaged and has been replaced since. */
export interface Quarantined {
  readonly ref: string;
  readonly commit: Oid;
  readonly blob: Oid;
}

/** Notes that cannot be read: what is known of them without reading more than so many. */
export interface Unreadable {
  /** They lie beside the others, and count for nothing. */
  readonly notes: readonly { readonly commit: Oid; readonly why: string }[];
  /** Whether all notes were looked at; otherwise none was, because there are too many. */
  readonly whole: boolean;
  /** Those that were replaced, of which the bytes are kept. */
  readonly setAside: number;
}

/**
 * Looks for notes that cannot be read.
 * @param most so many notes are read; of more, none is
 * @throws ProvError `data` when the trees of the notes cannot be read
 */
export async function unreadable(repo: Repo, store: NoteReader, most: number): Promise<Unreadable> {
  const setAside = (await quarantined(repo)).length;
  const listed = await store.list();
  if (listed.size > most) return { notes: [], whole: false, setAside };
  const notes: { commit: Oid; why: string }[] = [];
  for await (const [commit, found] of store.at(listed))
    if (isDamaged(found)) notes.push({ commit, why: found.damaged.message });
  return { notes, whole: true, setAside };
}

/** The damaged notes that were set aside. */
export async function quarantined(repo: Repo): Promise<Quarantined[]> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', `${QUARANTINE}/`];
  const { stdout } = await git(args, inRepo(repo));
  return stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [blob = '', ref = ''] = line.split(' ');
      const commit = ref.slice(QUARANTINE.length + 1).split('/')[0]!;
      return isOid(blob) && isOid(commit) ? [{ ref, commit, blob }] : [];
    });
}

/** Those that were set aside more than `days` days ago. One git process a note: there are few. */
export async function oldQuarantine(repo: Repo, days: number): Promise<Quarantined[]> {
  const found: Quarantined[] = [];
  for (const one of await quarantined(repo)) if (await isOld(repo, one.ref, days)) found.push(one);
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
