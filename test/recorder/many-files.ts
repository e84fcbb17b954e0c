import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestRepo } from '../helpers/repo.ts';

/** Above this the hook uses the untracked cache: an index of a mebibyte. Long paths make it large with few files. */
const FILES = 1200;
const NAME = 'n'.repeat(200);
const FOLDER = `many/${`${'f'.repeat(200)}/`.repeat(4)}`;

/** Many files, and git trusts the times of folders. */
export function withUntrackedCache(repo: TestRepo): void {
  for (let i = 0; i < FILES; i++) {
    const folder = join(repo.dir, `${FOLDER}d${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${NAME}${i}`), `${i}\n`);
  }
  repo.git('add', '-A');
  repo.git('commit', '-q', '-m', 'many files');
  repo.git('config', 'core.untrackedCache', 'true');
  repo.git('status');
}

/** The same, and a program tells git which files may have changed since it was asked. */
export function withMonitor(repo: TestRepo): void {
  withUntrackedCache(repo);
  const monitor = join(repo.home, 'monitor');
  // All but the many: what a real one knows from the system.
  const known = `git -C '${repo.dir}' -c core.fsmonitor=false ls-files -z -c -o -- . ':!many'`;
  writeFileSync(monitor, `#!/bin/sh\nprintf 'token\\0'\n${known}\nprintf '/\\0'\n`);
  chmodSync(monitor, 0o755);
  const done = spawnSync(monitor, [], { env: repo.env });
  if (done.status !== 0) throw new Error(`the monitor does not work: ${done.stderr.toString()}`);
  repo.git('config', 'core.fsmonitorHookVersion', '2');
  repo.git('config', 'core.fsmonitor', monitor);
  repo.git('status');
}
