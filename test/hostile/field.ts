import { NOTES_REF } from '../../src/notes/refs.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deflateSync } from 'node:zlib';
import { oid, type Oid } from '../../src/model/ids.ts';
import type { TestRepo } from '../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
/** Always the same file: V8's kept code is for the options of Node, so another path would compile the program again. */
const PROBE = resolve(import.meta.dirname, 'programs/memory.cjs');

/** A command's result, and its peak memory in MiB. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly memory: number;
}

/** Runs our program in a repository, for ten seconds at most. */
export function prov(repo: TestRepo, ...args: string[]): Ran {
  const file = join(repo.home, 'memory');
  writeFileSync(file, '0');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', PROBE, PROGRAM, ...args], {
    cwd: repo.dir,
    env: { ...repo.env, PROBED_MEMORY: file },
    timeout: 30_000,
    maxBuffer: 1 << 28,
  });
  return {
    code: status,
    stdout: stdout.toString('utf8'),
    stderr: stderr.toString('utf8'),
    memory: Number(readFileSync(file, 'utf8')) / 1024,
  };
}

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
