import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Replaces a file of the local state as a whole. Other processes, and a process after a power cut, see the old content or the
 * new one, never a part. The folder must exist.
 * @param kind a record is on disk when this returns. A cache may be lost in a power cut, since it can be built again
 * @throws Error of the file system, such as a full disk. The old content is then still there
 */
export function replaceFile(file: string, content: string | Uint8Array, kind: 'record' | 'cache' = 'record'): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    const fd = openSync(beside, 'w', 0o600);
    try {
      writeFileSync(fd, content); // throws unless all is written: a full disk takes a part of it
      if (kind === 'record') fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Appends to a file, on disk when this returns: the state counts its bytes, so it must never be ahead of them after a power cut. */
export function appendSynced(file: string, text: string): void {
  const fd = openSync(file, 'a', 0o600);
  try {
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
