import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { git } from '../../git/process.ts';
import { refLog } from '../../git/reflogs.ts';
import { compareAndSwap, resolveRef } from '../../git/refs.ts';
import { inRepo, type Repo } from '../../git/repo.ts';
import { isOid, isZero, type Oid } from '../../graph/ids.ts';
import { joinNotes } from '../../graph/join.ts';
import { type Change, isDamaged, NoteStore, NOTES_REF } from '../../store/notes.ts';
import { fine, type Finding, type Patient } from './finding.ts';

const NAME = 'notes';
const SHOWN = 10;

/** The ref of the notes: whether it can be read, and every note in it. */
export async function checkNotes({ repo }: Patient): Promise<Finding[]> {
  const state = await tipOf(repo);
  if (state.kind === 'absent') return [fine(NAME, 'There are no notes yet.')];
  if (state.kind === 'readable') return readAll(repo);
  const good = await lastGood(repo);
  if (!good)
    return [
      {
        name: NAME,
        state: 'problem',
        what: `${NOTES_REF} cannot be read, and nothing tells what it was.`,
        why: state.why,
        todo: `Fetch the notes again: git fetch <remote> +${NOTES_REF}:${NOTES_REF}`,
      },
    ];
  return [
    {
      name: NAME,
      state: 'problem',
      what: `${NOTES_REF} cannot be read.`,
      why: state.why,
      todo: `git prov doctor --fix restores it from ${good.from}, at ${good.tip.slice(0, 8)}.`,
      mend: () => restore(repo, good.tip),
    },
  ];
}

type Tip =
  | { readonly kind: 'absent' }
  | { readonly kind: 'readable' }
  | { readonly kind: 'broken'; readonly why: string };

async function tipOf(repo: Repo): Promise<Tip> {
  try {
    const tip = await resolveRef(repo, NOTES_REF);
    // What is there and is no id is not absent.
    if (!tip)
      return existsSync(join(repo.commonDir, NOTES_REF))
        ? { kind: 'broken', why: 'Its file holds no object id.' }
        : { kind: 'absent' };
    return (await isReadable(repo, tip))
      ? { kind: 'readable' }
      : { kind: 'broken', why: `The commit ${tip} or its trees cannot be read.` };
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return { kind: 'broken', why: `${error.message} A power loss leaves it empty.` };
  }
}

// Whether the commit and all trees of its notes are there.
async function isReadable(repo: Repo, tip: Oid): Promise<boolean> {
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

// The newest commit of the notes that can be read: by the ref's reflog, else what was last fetched.
async function lastGood(repo: Repo): Promise<{ tip: Oid; from: string } | undefined> {
  const lines = refLog(repo.commonDir, NOTES_REF)?.toString('latin1').split('\n') ?? [];
  for (const id of new Set(lines.flatMap((line) => line.split(' ', 2)).toReversed()))
    if (isOid(id) && !isZero(id) && (await isReadable(repo, id))) return { tip: id, from: 'its reflog' };
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/prov/remotes'];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  for (const line of stdout.toString('utf8').split('\n')) {
    const [id = '', ref = ''] = line.split(' ');
    if (isOid(id) && ref.endsWith('/provenance') && (await isReadable(repo, id))) return { tip: id, from: ref };
  }
  return undefined;
}

async function restore(repo: Repo, tip: Oid): Promise<void> {
  const file = join(repo.commonDir, NOTES_REF);
  rmSync(file, { force: true });
  // An older, packed value comes to light then.
  const packed = await resolveRef(repo, NOTES_REF);
  const swap = await compareAndSwap(repo, NOTES_REF, tip, packed, 'git prov doctor: restored');
  if (swap.kind === 'lost')
    throw new ProvError('git', `${NOTES_REF} was written meanwhile.`, { hint: 'Run git prov doctor again.' });
  if (packed && packed !== tip && (await isReadable(repo, packed))) await joinFrom(repo, packed);
}

// Joins what another commit of notes has: nothing is lost when the two went different ways.
async function joinFrom(repo: Repo, other: Oid): Promise<void> {
  const store = new NoteStore(repo);
  try {
    const changes = new Map<Oid, Change>();
    for await (const [commit, note] of store.each((await store.list(other)).keys(), other))
      if (!isDamaged(note)) changes.set(commit, (old) => (old ? joinNotes(old, note) : note));
    await store.update(changes, 'git prov doctor: joined');
  } finally {
    await store.close();
  }
}

async function readAll(repo: Repo): Promise<Finding[]> {
  const store = new NoteStore(repo);
  const damaged: Finding[] = [];
  let count = 0;
  try {
    for await (const [commit, note] of store.each((await store.list()).keys())) {
      count++;
      if (!isDamaged(note)) continue;
      damaged.push({
        name: NAME,
        state: 'warning',
        what: `The note on ${commit} is damaged${note.note ? '; a part of it can be read' : ''}.`,
        why: note.damaged.message.replace(/^The note on [0-9a-f]+ cannot be read: /, ''),
        todo: 'git fetch may bring a whole one. The next note written there replaces it, and its bytes are kept under refs/prov/quarantine.',
      });
    }
  } finally {
    await store.close();
  }
  if (damaged.length === 0)
    return [fine(NAME, count === 1 ? 'The only note can be read.' : `All ${count} notes can be read.`)];
  const rest = damaged.length - SHOWN;
  if (rest <= 0) return damaged;
  return [...damaged.slice(0, SHOWN), { name: NAME, state: 'warning', what: `${rest} more notes are damaged.` }];
}
