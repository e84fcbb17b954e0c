import type { Unreadable } from '../blame/feed.ts';
import type { Told } from '../blame/view.ts';
import { drain, isEnabled, isPending } from '../capture/drain.ts';
import { ownersOfWorkTree } from '../capture/uncommitted.ts';
import { ProvError } from '../errors.ts';
import { openRepo, type Repo } from '../git/repo.ts';
import type { Oid, RepoPath } from '../graph/ids.ts';
import { isDamaged, NoteStore } from '../store/notes.ts';
import type { CliContext } from './context.ts';

/** How long a reading command waits for another process that is recording; then it shows what there is. */
const PATIENCE_MS = 500;

/** A repository with its notes, as reading commands use it. */
export interface Reading {
  readonly repo: Repo;
  readonly store: NoteStore;
  readonly readNotes: (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, Told | Unreadable>>;
  readonly ownersOfUncommitted: (path: RepoPath) => Promise<Told | undefined>;
  readonly hasProvenance: () => Promise<boolean>;
}

/** Opens the repository of `ctx.cwd`, and records first what waits to be recorded, so that what is read is up to date. */
export async function openReading(ctx: CliContext): Promise<Reading> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  await catchUp(repo, ctx);
  const store = new NoteStore(repo);
  return {
    repo,
    store,
    readNotes: async (commits) => {
      const found = new Map<Oid, Told | Unreadable>();
      for (const [commit, note] of await store.read([...commits])) found.set(commit, isDamaged(note) ? { damaged: note.damaged } : note);
      return found;
    },
    ownersOfUncommitted: (path) => ownersOfWorkTree(repo, path),
    hasProvenance: async () => (await store.tip()) !== undefined || isPending(repo),
  };
}

async function catchUp(repo: Repo, ctx: CliContext): Promise<void> {
  try {
    if (isEnabled(repo) && isPending(repo)) await drain(repo, { patience: PATIENCE_MS });
  } catch (error) {
    // Reading goes on without what could not be recorded: the spool keeps it.
    const what = error instanceof ProvError ? error.message : String(error);
    ctx.warn(`what agents did last could not be recorded: ${what} Run git prov doctor.`);
  }
}

/** `git prov blame` with the notes of the repository of `ctx.cwd`. */
export async function blameHere(argv: readonly string[], ctx: CliContext): Promise<number> {
  const { runBlame } = await import('./commands/blame.ts');
  const reading = await openReading(ctx);
  try {
    return await runBlame(argv, { ...reading, ...ctx });
  } finally {
    await reading.store.close();
  }
}
