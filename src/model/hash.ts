import { blake3 as portableBlake3 } from '@noble/hashes/blake3.js';
import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';

/** A hash function: bytes to digest. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The hash functions of the format. */
export interface Hashes {
  /** For steps and lines. It writes into a buffer, because allocating a result costs more than hashing a step. */
  readonly sha256: (bytes: Uint8Array, into: Uint8Array, at: number) => void;
  /** For graphs. */
  readonly blake3: Hash;
}

const portable: Hashes = {
  sha256: (bytes, into, at) => into.set(portableSha256(bytes), at),
  blake3: portableBlake3,
};
let used = portable;

/** Replaces hash functions by faster ones. Functions that are not given become the portable ones. */
export function hashWith(quicker: Partial<Hashes>): void {
  used = { ...portable, ...quicker };
}

/** SHA-256. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  used.sha256(bytes, digest, 0);
  return digest;
}

/** Writes the SHA-256 of `bytes` into another array, at offset `at`. */
export const sha256Into = (bytes: Uint8Array, into: Uint8Array, at: number): void => used.sha256(bytes, into, at);

/** BLAKE3, 32 bytes. */
export const blake3: Hash = (bytes) => used.blake3(bytes);
