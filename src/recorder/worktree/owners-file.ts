import { createHash, type Hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** What the file with the owners of lines holds, see `OwnerCache`. */
export interface OwnersFile {
  /** Its whole lines, of the valid length. */
  readonly bytes: Buffer;
  /** Whether the file is shorter than its valid length, so entries are lost. */
  readonly isShort: boolean;
  /** The hash of `bytes`. */
  readonly hash: Hash;
}

/**
 * Reads the file without its entries.
 * @param length its valid length in bytes: what follows comes from a drain that did not finish; undefined for all of it
 */
export function readOwnersFile(file: string, length: number | undefined): OwnersFile {
  const all = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const counted = length === undefined ? all : all.subarray(0, length);
  const bytes = counted.subarray(0, counted.lastIndexOf(10) + 1); // a power cut may have cut off the last line
  return {
    bytes,
    isShort: length !== undefined && bytes.length < length,
    hash: createHash('sha1').update(bytes),
  };
}

/** Whether the file has other bytes than the last drain wrote, or this is unknown. Parses nothing. */
export function haveOwnersChanged(file: string, length: number | undefined, hash: string | undefined): boolean {
  const found = readOwnersFile(file, length);
  if (found.isShort) return true;
  return hash === undefined ? found.bytes.length > 0 : found.hash.digest('hex') !== hash;
}
