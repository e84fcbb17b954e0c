import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import type { OpenStep, WorkTreeState } from '../state/state.ts';

/** The hook leaves new files out when the list of their names is as long as this, in bytes (see hooks/agent). */
const MAX_NAMES_BYTES = 400_000;
/** How much later than its mark a hook's event may be, in milliseconds. */
const CLOCK_SKEW_MS = 5000;

/** Untracked files that are not ignored, too many to follow. */
export interface UntrackedFlood {
  readonly files: number;
  /** The top-level folder with most of them; undefined when that is the top itself. */
  readonly folder: string | undefined;
}

/**
 * Called after a snapshot of all files: records whether it may have left new ones out, and whether these may be an agent's.
 * @param ended the step that ended at this snapshot
 */
export function followFlood(workTree: WorkTreeState, ended: OpenStep | undefined, at: number): void {
  const before = workTree.crowd;
  delete workTree.crowd;
  if (!mayHaveMissed(workTree.gitDir, at)) return;
  const writes = ended && ended.action !== 'edit' && ended.verdict?.writes.kind !== 'none';
  workTree.crowd = { at, worked: before?.worked === true || writes === true };
}

// By the marks of the hook. The time of `crowded` is that of the last such snapshot; `many` exists while it is so.
function mayHaveMissed(gitDir: string, at: number): boolean {
  const mark = markOf(gitDir);
  const seen = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  return seen !== undefined && (at <= seen + CLOCK_SKEW_MS || existsSync(join(dirname(mark), 'many')));
}

/** The crowd in the work tree now, if the hook has met one. */
export async function floodIn(repo: Repo): Promise<UntrackedFlood | undefined> {
  if (!repo.workTree || !statSync(markOf(repo.gitDir), { throwIfNoEntry: false })) return undefined;
  const args = ['ls-files', '-o', '-z', '--exclude-standard'];
  const { stdout } = await git(args, inRepo(repo, { cwd: repo.workTree, accept: [0, 128] }));
  if (stdout.length < MAX_NAMES_BYTES) return undefined;
  const counts = new Map<string, number>();
  let files = 0;
  for (const path of stdout.toString('utf8').split('\0')) {
    if (path === '') continue;
    files++;
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '';
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return { files, folder: most?.[0] || undefined };
}

function markOf(gitDir: string): string {
  const up = dirname(gitDir);
  return basename(up) === 'worktrees'
    ? join(dirname(up), 'prov', 'wt', 'linked', basename(gitDir), 'crowded')
    : join(gitDir, 'prov', 'wt', 'main', 'crowded');
}
