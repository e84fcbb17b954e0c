import { QUARANTINE_REFS } from '../refs.ts';
import { mayHaveRefs } from '../../git/repository/refs-here.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { type Damaged, isDamaged, type NoteReader } from '../notes.ts';

/** The bytes of a damaged note that was replaced. */
export interface Quarantined {
  readonly ref: string;
  readonly commit: Oid;
  readonly blob: Oid;
}

/** Unreadable notes, found by reading a limited number of notes. */
export interface Unreadable {
  /** They are stored beside the others, and do not count. */
  readonly notes: readonly { readonly commit: Oid; readonly why: string }[];
  /** Whether all notes were examined; otherwise none was, because there are too many. */
  readonly whole: boolean;
  /** Number of replaced notes with preserved bytes. */
  readonly setAside: number;
}

/**
 * Finds unreadable notes.
 * @param most notes to read at most; if there are more, none is read
 * @param known those that were read just now: they are not read again
 * @throws ProvError `data` when the trees of the notes cannot be read
 */
export async function unreadable(
  repo: Repo,
  store: NoteReader,
  most: number,
  known: ReadonlyMap<Oid, Note | Damaged> = new Map(),
): Promise<Unreadable> {
  const setAside = (await quarantined(repo)).length;
  const listed = await store.list();
  if (listed.size > most) return { notes: [], whole: false, setAside };
  const damaged = new Map<Oid, string>();
  const look = (commit: Oid, found: Note | Damaged): void => {
    if (isDamaged(found)) damaged.set(commit, found.damaged.message);
  };
  const others = new Map(listed);
  for (const [commit, found] of known) if (others.delete(commit)) look(commit, found);
  for await (const [commit, found] of store.at(others)) look(commit, found);
  const notes = [...listed.keys()].flatMap((commit) => {
    const why = damaged.get(commit);
    return why === undefined ? [] : [{ commit, why }];
  });
  return { notes, whole: true, setAside };
}

/** The damaged notes that were set aside. */
export async function quarantined(repo: Repo): Promise<Quarantined[]> {
  if (!mayHaveRefs(repo, QUARANTINE_REFS)) return []; // nearly always
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', `${QUARANTINE_REFS}/`];
  const { stdout } = await git(args, inRepo(repo));
  return stdout
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [blob = '', ref = ''] = line.split(' ');
      const commit = ref.slice(QUARANTINE_REFS.length + 1).split('/')[0]!;
      return isOid(blob) && isOid(commit) ? [{ ref, commit, blob }] : [];
    });
}

/** The notes that were set aside more than `days` days ago. One git process each, since there are few. */
export async function oldQuarantine(repo: Repo, days: number): Promise<Quarantined[]> {
  const found: Quarantined[] = [];
  for (const one of await quarantined(repo)) if (await isOld(repo, one.ref, days)) found.push(one);
  return found;
}

/** Removes notes that were set aside, unless changed meanwhile. Git's own gc deletes the bytes later. */
export async function removeQuarantine(repo: Repo, notes: readonly Quarantined[]): Promise<void> {
  if (notes.length === 0) return;
  const input = notes.map(({ ref, blob }) => `delete ${ref}\0${blob}\0`).join('');
  await git(['update-ref', '-z', '--stdin'], inRepo(repo, { input }));
}

// Uses its reflog, in any format that git supports. Git warns where the reflog is younger, and fails where it has expired.
async function isOld(repo: Repo, ref: string, days: number): Promise<boolean> {
  const env = { ...repo.env, LC_ALL: 'C', LANGUAGE: '' };
  const args = ['rev-parse', '--verify', `${ref}@{${days}.days.ago}`];
  const { stderr } = await git(args, inRepo(repo, { env, accept: [0, 1, 128] }));
  return !/only goes back to/.test(stderr);
}
