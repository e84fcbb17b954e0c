import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of an entry of version 2, in bytes: ten numbers, and two for its flags, with the object id between them. */
const NUMBERS = 40;
const FLAGS = 2;

/**
 * Writes the inodes and times of the files into a copied index, as `git update-index --refresh` does, without starting git.
 * @param idBytes the length of an object id
 * @returns whether it did: an index of another version is left alone
 */
export function freshenIndex(dir: string, idBytes: 20 | 32): boolean {
  const file = join(dir, '.git/index');
  const index = readFileSync(file);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) return false;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    const path = at + NUMBERS + idBytes + FLAGS;
    const end = index.indexOf(0, path);
    const stat = lstatSync(join(dir, index.toString('utf8', path, end)), { bigint: true });
    // The mode keeps its place: it is the content's, not the file's.
    numbersOf(stat).forEach((number, i) => {
      if (number !== undefined) index.writeUInt32BE(number, at + 4 * i);
    });
    at = path + 8 * (Math.floor((end - path + NUMBERS + idBytes + FLAGS) / 8) + 1) - (NUMBERS + idBytes + FLAGS);
  }
  const hash = createHash(idBytes === 20 ? 'sha1' : 'sha256').update(index.subarray(0, -idBytes));
  writeFileSync(file, Buffer.concat([index.subarray(0, -idBytes), hash.digest()]));
  return true;
}

const numbersOf = ({ ctimeNs, mtimeNs, dev, ino, uid, gid, size }: BigIntStats): (number | undefined)[] =>
  [...timesOf(ctimeNs), ...timesOf(mtimeNs), dev, ino, undefined, uid, gid, size].map((value) =>
    value === undefined ? undefined : Number(BigInt.asUintN(32, value)),
  );

const timesOf = (ns: bigint): [seconds: bigint, nanoseconds: bigint] => [ns / 1_000_000_000n, ns % 1_000_000_000n];
