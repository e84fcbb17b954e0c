import { appendFileSync } from 'node:fs';
import { openRepo, type Repo } from '../git/repository/repo.ts';
import { loadAgents } from './agent-port.ts';
import { drain, type RecordedCommit } from './drain.ts';
import { keepPairs } from './commit/rewrite-pairs.ts';
import { isEnabled, watch } from './repo-state.ts';
import { filesOf, provDirOf } from '../git/repository/local-files.ts';

/** A hook stops waiting for another process after this long; that process or the next one does the work. */
const LOCK_TIMEOUT_MS = 1500;
/** Longest wait for a lock on the notes ref, so that no commit of the user waits longer. The next process writes the note then. */
const NOTE_TIMEOUT_MS = 300;

/** Where git runs a hook. */
export interface HookSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Reads what git writes to the hook's standard input. */
  readonly input: () => Promise<string>;
}

/** What a hook of ours did. */
export interface HookRun {
  readonly repo: Repo;
  /** The commit that was just made, when it got a note. */
  readonly last?: RecordedCommit | undefined;
  /** What is left to do, for which git need not wait. */
  readonly later: readonly (() => Promise<void>)[];
}

/**
 * Runs one of our git hooks: records what waits. Never throws and never prints; a fault is kept for `git prov status`.
 * @param name the git hook, such as `post-commit`; or `watch`, which `init` calls to begin watching a repository
 * @returns undefined where git finds no repository
 */
export async function runHook(name: string, { cwd, env, input }: HookSurroundings): Promise<HookRun | undefined> {
  const startedAt = Date.now();
  try {
    const repo = await openRepo(cwd, env);
    const later: (() => Promise<void>)[] = [];
    if (!isEnabled(repo)) return { repo, later };
    try {
      if (name === 'watch') {
        await watch(repo);
        return { repo, later };
      }
      if (name === 'post-rewrite') keepPairs(provDirOf(repo), await input());
      const drained = await drain(repo, {
        patience: LOCK_TIMEOUT_MS,
        by: (await loadAgents()).agentOf(env)?.id,
        ...(name === 'post-commit' && { committedAt: startedAt }),
        notePatience: NOTE_TIMEOUT_MS,
        later: (work) => later.push(work),
      });
      return { repo, last: drained?.last, later };
    } catch (cause) {
      appendFileSync(filesOf(repo).faults, `${new Date().toISOString()} ${name}: ${String(cause).slice(0, 500)}\n`);
    }
    return { repo, later };
  } catch {
    // Even the repository is unusable: git has reported that itself, and a hook stays silent.
    return undefined;
  }
}
