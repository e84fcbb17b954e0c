import { existsSync } from 'node:fs';
import { declaredAnswer } from '../../../behaviours/answer.ts';
import { loadDeclared } from '../../../behaviours/declared/load.ts';
import { areOn } from '../../../behaviours/settings.ts';
import { warnedIn } from '../../../behaviours/warnings.ts';
import { stoppedIn } from '../../../behaviours/progress.ts';
import { AGENTS } from '../../../agents/settings-table.ts';
import { floodIn } from '../../../recorder/worktree/untracked-flood.ts';
import { captureHealth, type CaptureHealth } from '../../../recorder/health.ts';
import { captureSetting } from '../../../recorder/session/capture-mode.ts';
import { isEnabled } from '../../../recorder/repo-state.ts';
import { coverage } from '../../../recorder/commit/missing-notes.ts';
import { ProvError } from '../../../errors.ts';
import { SHOWN_COMMITS } from '../../../git/process/ask-ahead.ts';
import { git } from '../../../git/process/process.ts';
import { inRepo, type Repo } from '../../../git/repository/repo.ts';
import { shallowCommits } from '../../../git/history/shallow.ts';
import type { Oid, RepoPath } from '../../../model/ids.ts';
import type { Note } from '../../../model/model.ts';
import { pathFromBytes } from '../../../model/path.ts';
import { inspect } from '../../../install/inspect.ts';
import { readJournal } from '../../../install/install-journal.ts';
import { readWithheld, type WithheldNotes } from '../../../notes/withheld.ts';
import { readFetched, unjoined } from '../../../notes/transport/tracking.ts';
import { type Damaged, NoteStore } from '../../../notes/notes.ts';
import { unreadable } from '../../../notes/repair/quarantine.ts';
import { readQueue } from '../../../sharing/queue.ts';
import { readSyncSettings, unknownModes } from '../../../sharing/sync-settings.ts';
import type { CliContext } from '../context.ts';
import { keptOr, type KnownState } from '../../../ask/review/kept-count.ts';
import type { Status, UncommittedFile } from '../render/start/status-report.ts';
import { filesOf, provDirOf } from '../../../git/repository/local-files.ts';

/** Notes. Up to this number, every note is checked. */
const MAX_CHECKED_NOTES = 2000;
/** Files. Uncommitted lines are counted in at most this many. */
const MAX_COUNTED_FILES = 20;

const isPartial = async (repo: Repo): Promise<boolean> =>
  [...(await readSyncSettings(repo))].some(
    ([key, values]) => /^remote\..*\.promisor$/s.test(key) && values.at(-1) === 'true',
  );

/** The data of `git prov status`. Waiting events should be recorded first. */
export async function readStatus(repo: Repo, ctx: CliContext): Promise<Status> {
  const [install, capture] = [
    await inspect(repo, ctx, AGENTS),
    isEnabled(repo) ? await captureHealth(repo, Date.now()) : undefined,
  ];
  const { commits, notes, unreadable: bad, tip } = await lookAtNotes(repo, capture);
  return {
    schema: 'git-prov/status/1',
    repository: repo.commonDir,
    bare: repo.workTree === undefined,
    clone: [
      ...(shallowCommits(repo).size > 0 ? ['shallow' as const] : []),
      ...((await isPartial(repo)) ? ['partial' as const] : []),
    ],
    recording: !install.enabled
      ? 'no'
      : install.global && readJournal(filesOf(repo).journal).agents.length === 0
        ? 'global'
        : 'init',
    keeping: await captureSetting(repo),
    install,
    capture,
    crowd: capture && (await floodIn(repo)),
    uncommitted: capture ? await uncommitted(repo, capture) : [],
    commits,
    sharing: {
      waiting: isEnabled(repo) ? readQueue(provDirOf(repo)) : [],
      unknown: unknownModes(await readSyncSettings(repo)),
      held: await withheldIn(repo),
    },
    notes,
    unreadable: bad,
    known: await known(repo, tip),
    stopped: stoppedIn(repo),
    declared: (await areOn(repo)) ? declaredAnswer(await loadDeclared(repo)) : undefined,
    warned: isEnabled(repo) && repo.workTree ? warnedIn(repo, Date.now()) : [],
  };
}

// The number of notes to join is stored before they are joined. It stays where a join ended in the middle.
async function withheldIn(repo: Repo): Promise<WithheldNotes> {
  const held = readWithheld(provDirOf(repo));
  if (Object.keys(held.left).length === 0) return held;
  const waiting = new Set(unjoined(await readFetched(repo)).map(({ name }) => name));
  return { ...held, left: Object.fromEntries(Object.entries(held.left).filter(([remote]) => waiting.has(remote))) };
}

// A damaged or locked index must not hide the rest of the status.
const known = async (repo: Repo, tip: string | undefined): Promise<KnownState | undefined> => {
  if (!existsSync(filesOf(repo).index)) return undefined; // not even loaded then
  try {
    return await keptOr(repo, tip, async () => (await import('./known-state.ts')).knownState(repo));
  } catch {
    return undefined;
  }
};

// Unreadable notes are reported like other facts.
async function lookAtNotes(
  repo: Repo,
  capture: CaptureHealth | undefined,
): Promise<Pick<Status, 'commits' | 'notes' | 'unreadable'> & { readonly tip?: string }> {
  const store = new NoteStore(repo);
  try {
    let known: ReadonlyMap<Oid, Note | Damaged> = new Map();
    const reader = { read: async (commits: Iterable<Oid>) => (known = await store.read(commits)) };
    const commits = await coverage(repo, reader, capture, SHOWN_COMMITS);
    const bad = await unreadable(repo, store, MAX_CHECKED_NOTES, known);
    return { commits, notes: undefined, unreadable: bad, tip: (await store.tip()) ?? '' };
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    return { commits: { looked: 0, unnoted: [] }, notes: error.message, unreadable: undefined };
  } finally {
    await store.close();
  }
}

async function uncommitted(repo: Repo, { sessions }: CaptureHealth): Promise<UncommittedFile[]> {
  const paths = [...new Set(sessions.flatMap(({ files }) => files))].slice(0, MAX_COUNTED_FILES) as RepoPath[];
  if (paths.length === 0 || !repo.workTree) return [];
  const counted = await Promise.all(paths.map(async (path) => ({ path, lines: await linesOfAgents(repo, path) })));
  return counted.filter(({ lines }) => lines > 0);
}

async function linesOfAgents(repo: Repo, path: RepoPath): Promise<number> {
  const { ownersOfWorkTree } = await import('../../../recorder/commit/uncommitted.ts');
  const note = await ownersOfWorkTree(repo, path);
  const owned = note?.lines.get(path)?.filter(({ node }) => node !== null) ?? [];
  if (owned.length === 0) return 0;
  const added = await addedLines(repo, path);
  let lines = 0;
  for (const { start, count } of owned)
    for (let line = start; line < start + count; line++)
      if (!added || added.some(([from, to]) => line >= from && line < to)) lines++;
  return lines;
}

// The lines in the work tree that HEAD lacks; undefined for all lines.
async function addedLines(repo: Repo, path: RepoPath): Promise<[number, number][] | undefined> {
  const known = await git(
    ['ls-tree', '-z', '--name-only', '--full-tree', 'HEAD', '--', path],
    inRepo(repo, { accept: [0, 128] }),
  );
  if (pathFromBytes(known.stdout.subarray(0, -1)) !== path) return undefined;
  const args = [
    'diff',
    '-U0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--inter-hunk-context=0',
    'HEAD',
    '--',
    `:(top,literal)${path}`,
  ];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  return [...stdout.toString('latin1').matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].map(([, start, count]) => [
    Number(start),
    Number(start) + Number(count ?? 1),
  ]);
}
