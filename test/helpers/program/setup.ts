import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { THREAD } from './bundle.ts';
import type { Shared } from './node.ts';
import type { ThreadData } from './thread.ts';

/**
 * Has the program run in this process, in a thread of its own, wherever a test or a git hook starts `dist/git-prov.js`: a start
 * of Node takes ten times as long as what most commands do. `process.execPath` becomes a small script that hands its
 * arguments to the thread. With REAL=1 every start is a process.
 */
const ROOT = resolve(import.meta.dirname, '../../..');
const shared = globalThis as Shared;
shared.gitProvNode ??= process.execPath;

if (!process.env['REAL'] && existsSync('/proc/self/cmdline')) process.execPath = shared.gitProvClient ??= start();

function start(): string {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-thread-'));
  const client = join(dir, 'client');
  copyFileSync(join(import.meta.dirname, 'client'), client);
  chmodSync(client, 0o755);
  writeFileSync(join(dir, 'node'), `${process.execPath}\n${join(ROOT, 'dist/git-prov.js')}\n`);
  chmodSync(dir, 0o755);
  execFileSync('mkfifo', [join(dir, 'requests')]);
  const workerData: ThreadData = { dir, packageDir: ROOT };
  new Worker(THREAD, { workerData, env: { ...process.env } }).unref();
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return client;
}
