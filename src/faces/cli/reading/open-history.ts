import type { Unreadable } from '../../../ask/blame/note-loader.ts';
import type { NoteData } from '../../../ask/blame/note-lookup.ts';
import { isEnabled, isPending } from '../../../recorder/repo-state.ts';
import { usualDigits } from '../../../git/repository/abbreviation.ts';
import { readSettings } from '../../../git/repository/git-settings.ts';
import { openRepo, type Repo } from '../../../git/repository/repo.ts';
import { replacedObjects } from '../../../git/objects/replaced.ts';
import { shallowCommits } from '../../../git/history/shallow.ts';
import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { Graph } from '../../../model/model.ts';
import { hasUnjoined } from '../../../notes/transport/tracking.ts';
import { ObjectReader } from '../../../git/objects/objects.ts';
import { binaryReader } from '../../../git/objects/port.ts';
import type { UsualDigits } from '../../../ask/blame/abbreviations.ts';
import { JudgedReader } from '../../../notes/standing/judged.ts';
import type { CliContext } from '../context.ts';
import { whyNotRecorded } from './file-fault.ts';
import { lookAfterHooks } from './hooks-watch.ts';
import { hasSessions, localGraphsOf } from './local-graphs.ts';
import { provDirOf } from '../../../git/repository/local-files.ts';

/** How long a reading command waits for another recording process, in milliseconds. Then it shows the current state. */
const LOCK_TIMEOUT_MS = 2000;

/** A repository with its notes, for reading commands. */
export interface OpenHistory {
  readonly repo: Repo;
  /** The notes after standings were applied (see docs/trust.md), for people and agents. */
  readonly store: JudgedReader;
  /** Reads objects with the same process as the notes; closed with them. */
  readonly objects: ObjectReader;
  /** Whether notes are signed here. Then claimed parts are marked. */
  readonly signs: () => Promise<boolean>;
  readonly readNotes: (commits: readonly Oid[]) => Promise<ReadonlyMap<Oid, NoteData | Unreadable>>;
  /** Steps of this clone's sessions since their last commit. */
  readonly localGraphs: () => Promise<readonly Graph[]>;
  /** The stored input or output of a step, by its hash. */
  readonly contentOf: (hash: string) => Promise<string | undefined>;
  readonly ownersOfUncommitted: (path: RepoPath) => Promise<NoteData | undefined>;
  readonly hasProvenance: () => Promise<boolean>;
  readonly usualDigits: UsualDigits;
}

/** Opens the repository of `ctx.cwd`. Records waiting events first, so that the notes are up to date. */
export async function openReading(ctx: CliContext): Promise<OpenHistory> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  await lookAfterHooks(repo, ctx);
  await catchUp(repo, ctx);
  const objects = new ObjectReader(repo);
  const store = new JudgedReader(repo, binaryReader(repo, objects));
  store.judge.trust().catch(() => undefined); // loads the settings in the background
  // Reads the ref once for the whole command, so later writes are not seen.
  let tip: Promise<Oid | undefined> | undefined;
  const tipOnce = (): Promise<Oid | undefined> => (tip ??= store.tip());
  let replaced: Promise<ReadonlySet<Oid>> | undefined;
  if (!isEnabled(repo) && (await tipOnce()) === undefined) {
    const { bringNotes } = await import('./plain-clone.ts');
    if (await bringNotes(repo, ctx)) tip = undefined;
  }
  return {
    repo,
    store,
    objects,
    signs: () => store.judge.signs(),
    readNotes: async (commits) => {
      const at = await tipOnce();
      if (!at) return new Map<Oid, NoteData>();
      const [notes, others] = await Promise.all([store.read(commits, at), (replaced ??= replacedObjects(repo))]);
      for (const commit of others) notes.delete(commit); // git blames the lines of another commit on this id
      return withoutOlder(repo, notes);
    },
    localGraphs: () => localGraphsOf(repo),
    contentOf: async (hash) =>
      (await import('../../../recorder/ledger/content-store.ts')).readContent(provDirOf(repo), hash),
    ownersOfUncommitted: async (path) =>
      (await import('../../../recorder/commit/uncommitted.ts')).ownersOfWorkTree(repo, path),
    usualDigits: async (commits) => usualDigits(repo, await readSettings(['core'], repo), commits, objects),
    hasProvenance: async () => (await tipOnce()) !== undefined || isPending(repo) || hasSessions(repo),
  };
}

// Git blames the last commit of a shallow clone for all older lines too.
function withoutOlder(repo: Repo, notes: Map<Oid, NoteData | Unreadable>): typeof notes {
  for (const commit of shallowCommits(repo)) {
    const note = notes.get(commit);
    if (note && 'graphs' in note) notes.set(commit, { ...note, partial: true });
  }
  return notes;
}

async function catchUp(repo: Repo, ctx: CliContext): Promise<void> {
  try {
    const fetched = await hasUnjoined(repo);
    if (fetched && !isEnabled(repo)) {
      const { joinFetched } = await import('../../../notes/transport/merge-fetched.ts');
      for (const fault of (await joinFetched(repo)).faults) ctx.warn(fault);
    }
    if (!isEnabled(repo) || !(fetched || isPending(repo))) return;
    const { drain } = await import('../../../recorder/drain.ts');
    const drained = await drain(repo, { patience: LOCK_TIMEOUT_MS });
    // Without a word, lines whose note is on its way would look like lines from before git prov.
    if (!drained && isPending(repo))
      ctx.warn(
        'another git prov process is still recording, so the latest lines may be without their agent. Ask again soon.',
      );
  } catch (error) {
    // The spool keeps events that could not be recorded, so reading can continue.
    ctx.warn(`the latest events of agents could not be recorded: ${whyNotRecorded(error)}`);
  }
}
