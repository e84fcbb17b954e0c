import type { Repo } from '../../git/repository/repo.ts';
import { type Oid } from '../../model/ids.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Note } from '../../model/model.ts';
import type { CandidateRange } from '../rewrite/candidates-by-content.ts';
import { NoteStore } from '../../notes/notes.ts';
import { RecordedContents } from '../worktree/recorded-contents.ts';
import type { PairsOf } from './rewrite-pairs.ts';
import { Remembering } from './remember-owners.ts';
import { Rewrites } from './rewrites.ts';
import { signNotes } from '../ledger/sign-notes.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { commitsIn } from '../../git/history/rev-list.ts';

/** Commits that are examined by default. */
const MAX_COMMITS = 1000;
const COMMITS_PER_BATCH = 200;
const NO_PAIRS: PairsOf = new Map();

export interface ReconcileOptions {
  /** Revisions and ranges as git has them; the last thousand commits of HEAD when empty. */
  readonly revisions: readonly string[];
  /** The branch that they were made from; any commit that has a note, when absent. */
  readonly from?: CandidateRange | undefined;
  /** Only report what would be written. */
  readonly dryRun: boolean;
  /** Called with the number of commits examined so far, and of all. */
  readonly progress: (done: number, all: number) => void;
}

/** What was reconciled. */
export interface Reconciled {
  readonly looked: number;
  /** The notes that were written (or would be), by commit, in git's order. */
  readonly notes: ReadonlyMap<Oid, Note>;
  /** Why the notes are not signed, though `prov.sign` asks for it. */
  readonly unsigned: string | undefined;
}

/**
 * Makes notes for commits without one that were rewritten from commits with notes: by a forge's squash or rebase merge, by
 * another clone, by a program. Needs no work tree, no hooks and no state, so a CI job can run it. A second run changes nothing.
 * @throws ProvError `git` for an unknown revision, or when the notes could not be written
 */
export async function reconcile(repo: Repo, options: ReconcileOptions): Promise<Reconciled> {
  const { revisions, from, dryRun, progress } = options;
  const commits = await listed(repo, revisions);
  if (!(await hasNotes(repo))) return { looked: commits.length, notes: new Map(), unsigned: undefined };
  const files = new RecordedContents(repo);
  try {
    const rewrites = new Rewrites(repo, files, []);
    const notes = new Map<Oid, Note>();
    // The oldest first: a commit that was rewritten from a rewritten commit finds its note.
    const order = commits.toReversed();
    for (let at = 0; at < order.length; at += COMMITS_PER_BATCH) {
      progress(at, order.length);
      for (const [commit, note] of await rewrites.notesFor(order.slice(at, at + COMMITS_PER_BATCH), NO_PAIRS, from))
        notes.set(commit, note);
    }
    const unsigned = !dryRun && notes.size > 0 ? await write(repo, notes, files) : undefined;
    const inOrder = commits.flatMap((commit): [Oid, Note][] =>
      notes.has(commit) ? [[commit, notes.get(commit)!]] : [],
    );
    return { looked: commits.length, notes: new Map(inOrder), unsigned };
  } finally {
    await files.close();
  }
}

// Without any note, no commit can get one: to search the history would take a minute in a large repository.
async function hasNotes(repo: Repo): Promise<boolean> {
  const store = new NoteStore(repo);
  try {
    return (await store.tip()) !== undefined;
  } finally {
    await store.close();
  }
}

const listed = (repo: Repo, revisions: readonly string[]): Promise<Oid[]> =>
  commitsIn(
    repo,
    revisions.length > 0 ? { revisions } : { flags: [`--max-count=${MAX_COMMITS}`], revisions: ['HEAD'] },
  );

// Returns why they are not signed.
async function write(repo: Repo, made: ReadonlyMap<Oid, Note>, files: RecordedContents): Promise<string | undefined> {
  const memory = new Remembering(provDirOf(repo), made);
  const store = new NoteStore(repo, { wrote: memory.wrote });
  try {
    const { notes, fault } = await signNotes(repo, made, files.objects, store);
    const changes = [...notes].map(
      ([commit, note]) => [commit, (old: Note | undefined) => (old ? joinNotes(old, note) : note)] as const,
    );
    await store.update(new Map(changes), `provenance of ${notes.size} reconciled commits`);
    return fault;
  } finally {
    memory.save();
    await store.close();
  }
}
