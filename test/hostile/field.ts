import { NOTES_REF } from '../../src/notes/refs.ts';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { oid, type Oid } from '../../src/model/ids.ts';
import { NODE } from '../helpers/program/node.ts';
import type { TestRepo } from '../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
/** Always the same file: V8's kept code is for the options of Node, so another path would compile the program again. */
const PROBE = resolve(import.meta.dirname, 'programs/memory.cjs');

/** A command's result. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs our program in a repository. */
export function prov(repo: TestRepo, ...args: string[]): Ran {
  return ran(spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env, maxBuffer: 1 << 28 }));
}

/** Runs our program in a process of its own, for 30 seconds at most, and returns its peak memory in MiB, too. */
export function measured(repo: TestRepo, ...args: string[]): Ran & { readonly memory: number } {
  const file = join(repo.home, 'memory');
  writeFileSync(file, '0');
  const done = spawnSync(NODE, ['--require', PROBE, PROGRAM, ...args], {
    cwd: repo.dir,
    env: { ...repo.env, PROBED_MEMORY: file },
    timeout: 30_000,
    maxBuffer: 1 << 28,
  });
  return { ...ran(done), memory: Number(readFileSync(file, 'utf8')) / 1024 };
}

const ran = ({ status, stdout, stderr }: SpawnSyncReturns<Buffer>): Ran => ({
  code: status,
  stdout: stdout.toString('utf8'),
  stderr: stderr.toString('utf8'),
});

/** Puts blobs on commits as their notes, in one commit on top of the existing notes. */
export function plant(repo: TestRepo, notes: readonly (readonly [Oid, Uint8Array])[], ref = NOTES_REF): void {
  const parts: Buffer[] = [Buffer.from(`commit ${ref}\ncommitter M <m@x> 1767225600 +0000\ndata 0\n\n`)];
  if (repo.git('for-each-ref', ref) !== '') parts.push(Buffer.from(`from ${ref}^0\n`));
  for (const [commit, bytes] of notes)
    parts.push(
      Buffer.from(`M 100644 inline ${commit.slice(0, 2)}/${commit.slice(2)}\ndata ${bytes.length}\n`),
      Buffer.from(bytes),
      Buffer.from('\n'),
    );
  repo.gitRaw(['fast-import', '--quiet', '--force'], Buffer.concat(parts));
}

/** Adds a loose object with a head that declares this size, and with few bytes. */
export function plantLiar(repo: TestRepo, size: number): Oid {
  const id = oid('be'.repeat(repo.oid('HEAD').length / 2));
  const folder = join(repo.dir, '.git/objects', id.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, id.slice(2)), deflateSync(Buffer.from(`blob ${size}\0only this`)));
  return id;
}
