import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Opens a file that another program names, for reading. To open a pipe or a device can wait for ever, and to read one never end.
 * @returns the descriptor, which the caller closes
 * @throws Error when the file is missing or not a regular file
 */
export function openRegular(path: string): number {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // Windows lacks O_NONBLOCK
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${JSON.stringify(path)} is not a regular file.`);
}

/**
 * Reads such a file.
 * @param most bytes; a larger file is not read
 * @returns undefined when it is missing, larger, not a regular file, or cannot be read
 */
export function readRegularBytes(path: string, most: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    return fstatSync(fd).size <= most ? readFileSync(fd) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Reads such a file as UTF-8; see `readRegularBytes`. */
export const readRegular = (path: string, most: number): string | undefined =>
  readRegularBytes(path, most)?.toString('utf8');
