import { UPGRADE } from '../../model/format/note.ts';
import { isComplete } from '../../git/history/rev-list.ts';
import { NOTES_REF } from '../../notes/refs.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { git } from '../../git/process/process.ts';
import { resolveRef } from '../../git/history/ref-updates.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { oneLine } from '../../model/one-line.ts';
import { type Damaged, isDamaged, NoteStore } from '../../notes/notes.ts';
import { Recorded } from '../../notes/standing/recorded.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { readable } from '../../notes/repair/recover.ts';
import { findPrivateNotes, moveHome } from '../../notes/repair/private-notes.ts';
import { formerOf, giveBack, MisplacedNotes } from '../../notes/repair/misplaced-notes.ts';
import { fine, FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { isReadable, isSymbolic, lastGood, removeBroken, restoreNotesRef } from './restore-notes-ref.ts';
import { sourcesOf } from '../../notes/repair/notes-commits.ts';
import { shortOid } from '../../git/repository/abbreviation.ts';

const NAME = 'notes';
const MAX_SHOWN = 10;

/** Checks the notes ref: that it is readable, every note in it, and that its history is complete. */
export async function checkNotes({ repo }: CheckContext): Promise<DoctorFinding[]> {
  const hidden = await hiddenNotes(repo);
  if (hidden) return [hidden];
  const below = await refsBelow(repo);
  if (below.length > 0)
    return [
      {
        name: NAME,
        state: 'problem',
        what: `${NOTES_REF} cannot be written, because ${below[0]!} exists.`,
        why: 'Git keeps no ref with the name of a folder that contains another ref. What agents did waits here until then.',
        todo: `Remove it, if you do not need it: git update-ref -d ${below[0]!}`,
      },
    ];
  const state = await tipOf(repo);
  if (state.kind === 'absent') return [(await deletedNotes(repo)) ?? fine(NAME, 'There are no notes yet.')];
  if (state.kind === 'readable') return readAll(repo, state.tip);
  const good = await lastGood(repo);
  if (!good && (await isSymbolic(repo)))
    return [
      {
        name: NAME,
        state: 'problem',
        what: `${NOTES_REF} cannot be used.`,
        why: state.why,
        todo: 'git prov doctor --fix removes it. The ref that it points to stays.',
        mend: () => removeBroken(repo).then(() => undefined),
      },
    ];
  if (!good)
    return [
      {
        name: NAME,
        state: 'problem',
        what: `${NOTES_REF} cannot be read, and no earlier value was found.`,
        why: state.why,
        todo: `Fetch the notes again: git fetch <remote> +${NOTES_REF}:${NOTES_REF}. If no remote has them, recording goes on without them after git update-ref -d ${NOTES_REF}`,
      },
    ];
  return [
    {
      name: NAME,
      state: 'problem',
      what: `${NOTES_REF} cannot be read.`,
      why: state.why,
      todo: `git prov doctor --fix restores it from ${good.from}, at ${shortOid(good.tip)}.`,
      mend: () => restoreNotesRef(repo),
    },
  ];
}

// Notes that a hook wrote to where only git prov looks. They are whole, so they come first: what else seems to be missing may be there.
async function hiddenNotes(repo: Repo): Promise<DoctorFinding | undefined> {
  const tips = (await sourcesOf(repo)).map(({ tip }) => tip);
  const found = await findPrivateNotes(repo, tips);
  if (!found) return undefined;
  return {
    name: NAME,
    state: 'problem',
    what: `${found.count === 1 ? 'An object' : `${found.count} objects`} of the notes can only be read by git prov.`,
    why: 'An earlier version wrote notes to .git/prov/objects at the end of an agent’s turn. Git’s own gc and push fail because of it.',
    todo: `${FIX} It copies them to the objects of the repository. Nothing is lost.`,
    mend: () => moveHome(repo, found),
  };
}

// The ref is gone although this clone wrote notes. A person may have deleted them on purpose, so it is no repair to bring them back.
async function deletedNotes(repo: Repo): Promise<DoctorFinding | undefined> {
  if (!new Recorded(provDirOf(repo)).hasCommits()) return undefined;
  const good = await lastGood(repo);
  return {
    name: NAME,
    state: 'warning',
    what: `${NOTES_REF} is missing, although this clone wrote notes.`,
    why: 'Git deletes it with update-ref -d, and with a fetch that prunes +refs/*:refs/*. Without it, lines of agents are shown as a person’s.',
    todo: good
      ? `If you did not mean to delete them: git update-ref ${NOTES_REF} ${good.tip}`
      : `If you did not mean to delete them, fetch them from a remote. Nothing is left of them here.`,
  };
}

async function refsBelow(repo: Repo): Promise<string[]> {
  const { stdout } = await git(
    ['for-each-ref', '--format=%(refname)', `${NOTES_REF}/`],
    inRepo(repo, { accept: [0, 128] }),
  );
  return stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((ref) => oneLine(ref));
}

type Tip =
  | { readonly kind: 'absent' }
  | { readonly kind: 'readable'; readonly tip: Oid }
  | { readonly kind: 'broken'; readonly why: string };

async function tipOf(repo: Repo): Promise<Tip> {
  try {
    const tip = await resolveRef(repo, NOTES_REF);
    // A file with other content than an id is damaged, not missing.
    if (!tip)
      return existsSync(join(repo.commonDir, NOTES_REF))
        ? { kind: 'broken', why: 'Its file holds no object id.' }
        : { kind: 'absent' };
    return (await isReadable(repo, tip))
      ? { kind: 'readable', tip }
      : { kind: 'broken', why: `The commit ${tip} or its trees cannot be read.` };
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return {
      kind: 'broken',
      why: (await isSymbolic(repo)) ? error.message : `${error.message} A power loss leaves it empty.`,
    };
  }
}

async function readAll(repo: Repo, tip: Oid): Promise<DoctorFinding[]> {
  const store = new NoteStore(repo);
  const found = new Map<Oid, Damaged>();
  const strays: string[] = [];
  let former: ReadonlyMap<Oid, Note> = new Map();
  let count = 0;
  try {
    for await (const [commit, note] of store.at(await store.list())) {
      count++;
      if (!isDamaged(note)) continue;
      if (note.stray) {
        strays.push(note.damaged.message);
        continue;
      }
      found.set(commit, note);
    }
    former = await formerOf(
      repo,
      store,
      [...found].flatMap(([commit, note]) => (isNewer(note) ? [] : [commit])),
    );
  } finally {
    await store.close();
  }
  const blobs = new Set([...found.values()].flatMap((note) => note.blobs));
  const damaged = [...found].map(([commit, note]) => damagedNote(repo, commit, note, former));
  const gaps = [...(await findGaps(repo, tip, blobs)), ...strayIn(repo, strays)];
  if (damaged.length === 0 && gaps.length === 0)
    return [fine(NAME, count === 1 ? 'The only note can be read.' : `All ${count} notes can be read.`)];
  const rest = damaged.length - MAX_SHOWN;
  if (rest <= 0) return [...gaps, ...damaged];
  return [
    ...gaps,
    ...damaged.slice(0, MAX_SHOWN),
    { name: NAME, state: 'warning', what: `${rest} more notes are damaged.` },
  ];
}

const isNewer = ({ damaged }: Damaged): boolean => damaged.message.includes(UPGRADE);

// Such as git notes append makes.
function damagedNote(repo: Repo, commit: Oid, note: Damaged, former: ReadonlyMap<Oid, Note>): DoctorFinding {
  const finding = {
    name: NAME,
    state: 'warning' as const,
    what: `The note on ${commit} is damaged${note.note ? '; a part of it can be read' : ''}.`,
    why: note.damaged.message.replace(/^The note on [0-9a-f]+ cannot be read: /, ''),
  };
  const kept = 'its bytes are kept under refs/prov/quarantine.';
  if (isNewer(note))
    return { ...finding, todo: `${UPGRADE} A note that is written there before replaces it, and ${kept}` };
  if (!former.has(commit))
    return {
      ...finding,
      todo: `git fetch may bring an undamaged one. The next note written there replaces it, and ${kept}`,
    };
  return {
    ...finding,
    todo: `${FIX} The commit gets its former note back, and ${kept}`,
    mend: async () => {
      const store = new NoteStore(repo);
      await giveBack(store, former).finally(() => store.close());
    },
  };
}

// Git copied these notes (notes.rewriteRef), or a user did (git notes copy).
function strayIn(repo: Repo, strays: readonly string[]): DoctorFinding[] {
  const [first, ...others] = strays;
  if (first === undefined) return [];
  return [
    {
      name: NAME,
      state: 'warning',
      what: others.length === 0 ? first : `${strays.length} notes are on other commits than their own. ${first}`,
      why: 'Git copied it there (notes.rewriteRef, git notes copy). It describes other lines and is ignored.',
      todo: `${FIX} The commit gets its former note back, if it had one; git prov reconcile recreates one from the original commits.`,
      mend: async () => {
        const store = new MisplacedNotes(repo);
        await store.putBack().finally(() => store.close());
      },
    },
  ];
}

// Unreadable objects of the notes or their history. Git's own gc, repack and push fail because of them.
async function findGaps(repo: Repo, tip: Oid, damaged: ReadonlySet<Oid>): Promise<DoctorFinding[]> {
  const reader = binaryReader(repo);
  const there = await readable(reader, damaged).finally(() => reader.close());
  const missing = damaged.size - there.size;
  if (missing === 0 && (await isComplete(repo, tip))) return [];
  return [
    {
      name: NAME,
      state: 'problem',
      what:
        missing > 0
          ? `The bytes of ${missing === 1 ? 'a note' : `${missing} notes`} are missing.`
          : 'The history of the notes has gaps.',
      why: 'Git objects are missing or corrupt. Git’s own gc and repack may fail because of them.',
      todo: `${FIX} Notes are restored from earlier versions and fetched refs. The history of the notes starts over.`,
      mend: () => restoreNotesRef(repo),
    },
  ];
}
