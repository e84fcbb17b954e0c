import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Oid } from '../../model/ids.ts';
import type { ObjectType } from '../process/batch.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { type NewObject, writeLoose } from './loose.ts';

export type { NewObject } from './loose.ts';

/**
 * Makes git flush to the disk what an acknowledged note needs: objects, packs and refs. By default git flushes neither
 * loose objects nor refs. git before 2.36 does not know `core.fsync` and ignores it; later ones know
 * `core.fsyncObjectFiles` as an old name and warn on standard error, which is ignored when git succeeds.
 */
export const DURABLE = [
  '-c',
  'core.fsyncObjectFiles=true',
  '-c',
  'core.fsync=loose-object,pack,pack-metadata,reference',
] as const;

/** Up to so many objects become loose ones, which `gc` packs in time; more become one pack. */
const MAX_LOOSE_OBJECTS = 40;
const TYPE_BITS = { commit: 1, tree: 2, blob: 3 } as const;

/** The id that git gives to this object. */
export function hashObject(hash: Repo['hash'], object: { readonly type: ObjectType; readonly bytes: Uint8Array }): Oid {
  const sum = createHash(hash).update(`${object.type} ${object.bytes.length}\0`).update(object.bytes);
  return sum.digest('hex') as Oid;
}

/**
 * Writes objects with one git process at most, flushed to the disk when it returns. Ids are computed here.
 * @returns the ids, in the order of `objects`
 * @throws ProvError `git` when git refuses them
 */
export async function writeObjects(repo: Repo, objects: readonly NewObject[]): Promise<Oid[]> {
  const ids = objects.map((object) => hashObject(repo.hash, object));
  const distinct = new Map(ids.map((id, i) => [id, objects[i]!]));
  if (distinct.size > 0) {
    const isMany = distinct.size > MAX_LOOSE_OBJECTS;
    if (!isMany && (await writeLoose(repo, distinct))) return ids;
    const command = isMany ? ['index-pack', '--stdin'] : ['unpack-objects', '-q'];
    await git([...DURABLE, ...command], inRepo(repo, { input: encodePack(repo.hash, [...distinct.values()]) }));
  }
  return ids;
}

/** A version 2 pack without deltas (gitformat-pack). */
export function encodePack(hash: Repo['hash'], objects: readonly NewObject[]): Buffer {
  const start = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  start.writeUInt32BE(objects.length, 8);
  const parts: Uint8Array[] = [start];
  for (const { type, bytes } of objects)
    parts.push(entryHeader(TYPE_BITS[type], bytes.length), deflateSync(bytes, { level: 1 }));
  const sum = createHash(hash);
  for (const part of parts) sum.update(part);
  return Buffer.concat([...parts, sum.digest()]);
}

// Four bits of the size beside the type, then seven a byte, the lowest first; the top bit says that more follow.
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); ; rest = Math.floor(rest / 128)) {
    if (rest === 0) return Buffer.from([...bytes, byte]);
    bytes.push(byte | 128);
    byte = rest & 127;
  }
}
