import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { openRepo, type Repo } from '../git/repository/repo.ts';
import { loadAgents } from './agents.ts';
import { drain } from './drain.ts';
import { keepPairs } from './commit/rewrite-pairs.ts';
import { isEnabled, provDirOf, watch } from './repo-state.ts';

/** A hook gives up waiting for another process after this long; that one, or the next, does the work. */
const PATIENCE_MS = 1500;
/** A note that another's lock keeps from being written is written by the next process: nobody's commit waits for it for longer. */
const NOTE_PATIENCE_MS = 300;
const MAX_INPUT = 8 * 1024 * 1024;

/** Where git runs a hook. */
export interface HookSurroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Reads what git writes to the hook's standard input. */
  readonly input: () => Promise<string>;
}

/**
 * What a git hook of ours does: records what waits. Never throws and never prints; a fault is kept for `git prov status`.
 * @param name the git hook, such as `post-commit`; or `watch`, with which `init` begins to watch a repository
 * @returns the repository; undefined where git finds none
 */
export async function runHook(name: string, { cwd, env, input }: HookSurroundings): Promise<Repo | undefined> {
  try {
    const repo = await openRepo(cwd, env);
    if (!isEnabled(repo)) return repo;
    try {
      if (name === 'watch') {
        await watch(repo);
        return repo;
      }
      if (name === 'post-rewrite') keepPairs(provDirOf(repo), await input());
      await drain(repo, {
        patience: PATIENCE_MS,
        by: (await loadAgents()).agentOf(env)?.id,
        committed: name === 'post-commit',
        notePatience: NOTE_PATIENCE_MS,
      });
    } catch (cause) {
      appendFileSync(
        join(provDirOf(repo), 'faults.log'),
        `${new Date().toISOString()} ${name}: ${String(cause).slice(0, 500)}\n`,
      );
    }
    return repo;
  } catch {
    // Not even the repository can be used: git has said so itself, and a hook stays silent.
    return undefined;
  }
}

/** Reads what git writes to a hook, as one character a byte; stops after `MAX_INPUT` bytes, which is more than any rewrite needs. */
export async function readInput(stdin: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_INPUT) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('latin1');
}
