import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { compareAndSwap, resolveRef } from '../../git/history/ref-updates.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { joinNotes } from '../../model/graph/join.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { type ChangeNote, isDamaged, NoteStore } from '../../notes/notes.ts';
import { NOTES_REF } from '../../notes/refs.ts';
import { lostTips, type NotesCommit, NOTES_MESSAGE, sourcesOf } from '../../notes/repair/notes-commits.ts';
import { readable, recoverNotes } from '../../notes/repair/recover.ts';

/** Whether the commit and all trees of its notes can be read. */
export async function isReadable(repo: Repo, tip: Oid): Promise<boolean> {
  const store = new NoteStore(repo);
  try {
    await store.list(tip);
    return true;
  } catch {
    return false;
  } finally {
    await store.close();
  }
}

/** The newest readable commit of the notes, and where it was found; undefined without any. */
export async function lastGood(repo: Repo): Promise<{ tip: Oid; from: string } | undefined> {
  for (const source of await notesSources(repo)) if (await isReadable(repo, source.tip)) return source;
  for (const tip of await lostTips(repo))
    if (await isReadable(repo, tip)) return { tip, from: 'a commit without a ref' };
  return undefined;
}

// Git notes the commits of the branch in the reflog of a ref that became symbolic: they are no notes.
async function notesSources(repo: Repo): Promise<NotesCommit[]> {
  const all = await sourcesOf(repo);
  if (all.length === 0 || !(await isSymbolic(repo))) return all;
  const args = ['log', '--no-walk', '--ignore-missing', '--format=%H %s', ...all.map(({ tip }) => tip), '--'];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  const subjects = new Map(
    stdout
      .toString('utf8')
      .split('\n')
      .map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]),
  );
  return all.filter(({ tip }) => NOTES_MESSAGE.test(subjects.get(tip) ?? ''));
}

/**
 * Points the notes ref to the notes that can still be read, from its reflog, fetched refs and commits without a ref.
 * @throws ProvError `data` when nothing is left, `git` when another process wrote the ref meanwhile
 */
export async function restoreNotesRef(repo: Repo): Promise<void> {
  const sources = (await notesSources(repo)).map(({ tip }) => tip);
  let saved = await recoverNotes(repo, sources);
  const stray = saved ? [] : await lostTips(repo);
  saved ??= await recoverNotes(repo, stray);
  if (!saved) throw new ProvError('data', `Nothing is left of ${NOTES_REF}.`);
  const removed = await removeBroken(repo);
  // Removing the file may uncover an older, packed value.
  const now = await resolveRef(repo, NOTES_REF);
  const swap = await compareAndSwap(repo, NOTES_REF, saved.tip, now, 'git prov doctor: restored');
  if (swap.kind === 'lost')
    throw new ProvError('git', `${NOTES_REF} was written meanwhile.`, { hint: 'Run git prov doctor again.' });
  for (const other of removed && now ? [now, ...stray] : stray)
    if (other !== saved.tip && (await isReadable(repo, other))) await joinFrom(repo, other);
  if (saved.cut) await forgetLog(repo);
}

/** Whether the notes ref leads to another ref. */
export async function isSymbolic(repo: Repo): Promise<boolean> {
  const { code } = await git(['symbolic-ref', '--quiet', NOTES_REF], inRepo(repo, { accept: [0, 1, 128] }));
  return code === 0;
}

/** Removes the notes ref if it leads to another ref, or its file if that points to nothing. @returns whether it did */
export async function removeBroken(repo: Repo): Promise<boolean> {
  if (await isSymbolic(repo)) {
    await git(['symbolic-ref', '--delete', NOTES_REF], inRepo(repo));
    return true;
  }
  const file = join(repo.commonDir, NOTES_REF);
  if (!existsSync(file)) return false;
  const id = readFileSync(file, 'latin1').trim();
  const reader = binaryReader(repo);
  const there = isOid(id) && (await readable(reader, new Set([id])).finally(() => reader.close())).size > 0;
  if (!there) rmSync(file, { force: true });
  return !there;
}

// The reflog's entries lead to missing objects, which make git's own gc fail.
async function forgetLog(repo: Repo): Promise<void> {
  await git(
    ['reflog', 'expire', '--expire=all', '--expire-unreachable=all', NOTES_REF],
    inRepo(repo, { accept: [0, 1, 128] }),
  );
}

// Joins the notes of another commit, so that nothing is lost when the two diverged.
async function joinFrom(repo: Repo, other: Oid): Promise<void> {
  const store = new NoteStore(repo);
  try {
    const changes = new Map<Oid, ChangeNote>();
    for await (const [commit, note] of store.at(await store.list(other)))
      if (!isDamaged(note)) changes.set(commit, (old) => (old ? joinNotes(old, note) : note));
    await store.update(changes, 'git prov doctor: joined');
  } finally {
    await store.close();
  }
}
