import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SERVER } from './bundle.ts';
import { NODE } from './node.ts';
import { starterCommand } from './starter-command.ts';
import { WORKERS } from './workers.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The environment variable that names the folder of all servers. */
const FOLDER = 'GIT_PROV_TEST_SERVERS';

/** As many clients of a server at once wait for it; each one more starts Node. */
const CLIENTS = 32;

/** The script that replaces Node in a worker of vitest. @param worker from 1 */
export const clientOf = (worker: number): string => join(process.env[FOLDER]!, String(worker), 'client');

/**
 * Starts a server for each worker of vitest. A server is a small process, so the many processes that the program starts are
 * forked quickly; and it stays for all files, so the program's code is compiled once.
 * @returns ends them
 */
export function startServers(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'git-prov-servers-'));
  chmodSync(folder, 0o755); // some tests run as another user
  process.env[FOLDER] = folder;
  const servers = Array.from({ length: WORKERS }, (_, i) => {
    const dir = join(folder, String(i + 1));
    makePlace(dir);
    return startServer(dir);
  });
  return () => {
    for (const server of servers) server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Makes the folder of a server: the script that replaces Node, and a pipe for each client. */
export function makePlace(dir: string): void {
  mkdirSync(dir, { mode: 0o755 });
  mkdirSync(join(dir, 'starter'), { mode: 0o700 });
  copyFileSync(join(import.meta.dirname, 'client'), join(dir, 'client'));
  chmodSync(join(dir, 'client'), 0o755);
  writeFileSync(join(dir, 'node'), `${NODE}\n${join(ROOT, 'dist/git-prov.js')}\n`);
  const pipes = ['requests', 'answers', ...Array.from({ length: CLIENTS }, (_, slot) => String(slot))];
  execFileSync(
    'mkfifo',
    pipes.map((name) => join(dir, name)),
  );
}

/**
 * Starts a server. It ends when its standard input does, also where vitest was killed.
 * @param options of Node
 */
export const startServer = (dir: string, options: readonly string[] = [], env = process.env): ChildProcess =>
  spawn(NODE, [...options, SERVER, dir, ROOT, ...starterCommand()], { env, stdio: ['pipe', 'ignore', 'inherit'] });
