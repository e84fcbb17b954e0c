import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment variable that names the compiled program; empty without a compiled program. */
const COMPILED = 'GIT_PROV_TEST_STARTER';

/** What the program answers without its words. */
const MISUSED = 2;

/** The script that starts processes; see there. */
export const SCRIPT = join(import.meta.dirname, 'starter.pl');

/**
 * Starts the small process that starts others, without its two words: a program in C where there is a compiler, because it starts a
 * program without a copy of its own memory, and a script in Perl otherwise.
 */
export function starterCommand(): readonly [string, ...string[]] {
  const compiled = (process.env[COMPILED] ??= compiledStarter() ?? '');
  return compiled === '' ? ['perl', SCRIPT] : [compiled];
}

/** The program in C, compiled; undefined where that is not possible. */
export function compiledStarter(): string | undefined {
  const program = join(mkdtempSync(join(tmpdir(), 'git-prov-starter-')), 'starter');
  try {
    execFileSync('cc', ['-O1', '-o', program, join(import.meta.dirname, 'starter.c')], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return spawnSync(program).status === MISUSED ? program : undefined;
}
