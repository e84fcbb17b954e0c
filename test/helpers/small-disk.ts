import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (...args: string[]): boolean => spawnSync(args[0]!, args.slice(1)).status === 0;

/** Whether this machine lets a test mount a small disk: Linux, and root. */
export const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-disk-'));
  const fine = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', dir) && run('umount', dir);
  rmSync(dir, { recursive: true, force: true });
  return fine;
}

/** A folder on a disk of its own while a story runs. */
export async function onSmallDisk(dir: string, size: string, story: () => Promise<void> | void): Promise<void> {
  const copy = `${dir}.copy`;
  renameSync(dir, copy);
  mkdirSync(dir);
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'none', dir)) throw new Error('cannot mount');
  try {
    cpSync(copy, dir, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await story();
  } finally {
    run('umount', '-l', dir);
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Fills the disk of a folder. @param left how many bytes stay free; returns what frees it again */
export function fill(dir: string, left: number): () => void {
  const spare = join(dir, 'spare');
  const filler = join(dir, 'filler');
  writeFileSync(spare, Buffer.alloc(left));
  spawnSync('sh', ['-c', `cat /dev/zero > '${filler}'`]);
  rmSync(spare);
  return () => rmSync(filler, { force: true });
}
