import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Writable } from 'node:stream';
import { join } from 'node:path';
import { startSideBySide } from './start-many.ts';
import { starterCommand } from './starter-command.ts';
import { smallProcess, type Starter } from './start-one.ts';
import { WORKERS } from './workers.ts';

/** The environment variable that names the folder of all starters. */
const FOLDER = 'GIT_PROV_TEST_STARTERS';

/**
 * Starts a small process for each worker of vitest, which starts what the worker's tests start. Without a compiler, Perl or named pipes the
 * workers do so themselves.
 * @returns ends them
 */
export default function startStarters(): (() => void) | undefined {
  const [program, ...words] = starterCommand();
  if (process.env[FOLDER] || (program === 'perl' && !existsSync('/usr/bin/perl'))) return undefined;
  const all = mkdtempSync(join(tmpdir(), 'git-prov-starters-'));
  const starters = Array.from({ length: WORKERS }, (_, i) => {
    const folder = join(all, String(i + 1));
    mkdirSync(folder);
    execFileSync('mkfifo', [join(folder, 'ask'), join(folder, 'answer')]);
    // It ends when its last stream does, also where vitest was killed. An agent may run the tests: nothing that they start may seem
    // to come from it, so the process has no parent here and none of the agent's marks.
    const env = { PATH: process.env['PATH'] };
    return spawn(program, [...words, 'sync', folder], {
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
  });
  process.env[FOLDER] = all;
  return () => {
    for (const starter of starters) (starter.stdio[3] as Writable).end();
    rmSync(all, { recursive: true, force: true });
  };
}

/** The small process of this worker, for what tests start with `spawnSync`. */
export function ownStarter(): Starter[] {
  const all = process.env[FOLDER];
  return all ? [smallProcess(join(all, process.env['VITEST_POOL_ID']!))] : [];
}

/** A test that starts this shell with `spawn` does not need its number at once. */
export const SHELL = '/bin/sh';

const isWanted = (file: string): boolean => file === 'git' || file === SHELL;

/** Lets another small process start git and this shell where this worker starts them with `spawn`. */
export async function startOwnSideBySide(): Promise<void> {
  const all = process.env[FOLDER];
  if (all) await startSideBySide(mkdtempSync(join(all, 'many-')), [...starterCommand(), 'async'], isWanted);
}
