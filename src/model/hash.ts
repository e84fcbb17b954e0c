import { blake3 as portableBlake3 } from '@noble/hashes/blake3.js';
import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';

/** A hash function: the digest of some bytes. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The hash functions of the format. */
export interface Hashes {
  /** Of steps and of lines. Where hashes of very many steps are worked out, an array for each costs more than the hash. */
  readonly sha256: (bytes: Uint8Array, into: Uint8Array, at: number) => void;
  /** Of graphs. */
  readonly blake3: Hash;
}

const portable: Hashes = {
  sha256: (bytes, into, at) => into.set(portableSha256(bytes), at),
  blake3: portableBlake3,
};
let used = portable;

/** Has other implementations work out hashes from now on; those that run everywhere, where none is given. */
export function hashWith(quicker: Partial<Hashes>): void {
  used = { ...portable, ...quicker };
}

/** SHA-256. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  used.sha256(bytes, digest, 0);
  return digest;
}

/** Puts SHA-256 of some bytes into others, from `at` on. */
export const sha256Into = (bytes: Uint8Array, into: Uint8Array, at: number): void => used.sha256(bytes, into, at);

/** BLAKE3, 32 bytes. */
export const blake3: Hash = (bytes) => used.blake3(bytes);
