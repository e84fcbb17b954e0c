import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclaredFault } from './table.ts';

/** The file at the top of a work tree that declares behaviours. */
export const DECLARED_FILE = '.gitprov.toml';
/** A larger file is not read (bytes). */
const MAX_BYTES = 64 * 1024;

/** The bytes of the file, or what is wrong with it; undefined without one. */
export type FileContent = { readonly bytes: Uint8Array } | { readonly fault: DeclaredFault } | undefined;

/** Reads the file of a work tree. Only a regular file of a small size: a repository can have a link or a pipe there. */
export function readDeclaredFile(workTree: string): FileContent {
  const path = join(workTree, DECLARED_FILE);
  let fd: number | undefined;
  try {
    if (!lstatSync(path).isFile()) return notRegular();
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(fd).isFile()) return notRegular();
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size <= MAX_BYTES; size += read)
      read = readSync(fd, bytes, size, bytes.length - size, null);
    if (size > MAX_BYTES) return refused(`has more than ${MAX_BYTES} bytes`, 'Make it smaller.');
    return { bytes: bytes.subarray(0, size) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') return notRegular();
    return refused(`cannot be read (${code ?? 'unknown error'})`, 'Make it readable.');
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const notRegular = (): FileContent => refused('is not a regular file', 'Replace it by a file with the text itself.');

const refused = (what: string, todo: string): FileContent => ({
  fault: { name: null, what: `${DECLARED_FILE} ${what}.`, why: 'What it declares does not run.', todo },
});
