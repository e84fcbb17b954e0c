import { type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { makePlace, startServer } from './servers.ts';

/**
 * Has a server of its own run the program in a test file. For tests with commands that may never end: in the server of the worker, such a
 * command would stop all tests after it. With REAL=1 every start is a process.
 * @returns ends the server together with what it runs, and starts another one
 */
export function useOwnServer(): () => void {
  let folder: string;
  let usual: string | undefined;
  let server: ChildProcess;
  const place = (): string => join(folder, 'server');
  beforeAll(() => {
    if (process.env['REAL'] || !existsSync('/proc/self/cmdline')) return;
    folder = mkdtempSync(join(tmpdir(), 'git-prov-own-server-'));
    makePlace(place());
    server = startServer(place());
    usual = process.execPath;
    process.execPath = join(place(), 'client');
  });
  afterAll(() => {
    if (usual === undefined) return;
    process.execPath = usual;
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (usual === undefined) return;
    server.kill('SIGKILL');
    const left = readdirSync(place()).filter((name) => name.endsWith('.in'));
    for (const name of [...left, 'starter/starter', 'starter/streams']) rmSync(join(place(), name), { force: true });
    server = startServer(place());
  };
}
