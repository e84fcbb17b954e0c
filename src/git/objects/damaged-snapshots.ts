import { createHash } from 'node:crypto';
import { appendFileSync, type Dirent, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { localFiles } from '../repository/local-files.ts';

/** The id of an object in a message of git. */
const ID = /\b(?:[0-9a-f]{40}|[0-9a-f]{64})\b/g;
/** What git says of a tree that it cannot read. A damaged index made it, so its id fits its content; git names no object. */
const NO_TREE = /\b(?:in tree entry|too-short tree (?:file|object))\b/;
/** The content of a larger object is not compared with its id. Snapshots contain no such file. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Removes the damaged objects of snapshots that a message of git names. Git fails whenever it is asked for such an object, so one of
 * them kept everything from being recorded. Without it, the lines that only it contained are unknown.
 * @returns whether an object was removed
 */
export function dropDamaged(provDir: string, error: unknown): boolean {
  const message = String(error instanceof Error ? error.message : error);
  const ids = message.match(ID) ?? (NO_TREE.test(message) ? objectsIn(provDir) : foldersIn(provDir));
  const dropped = [...new Set(ids)].filter((id) => isDamaged(provDir, id));
  for (const id of dropped) {
    rmSync(fileOf(provDir, id), { recursive: true, force: true });
    const what = `snapshots: object ${id} was damaged and is removed; lines that only it contained are unknown`;
    appendFileSync(localFiles(provDir).faults, `${new Date().toISOString()} ${what}\n`);
  }
  return dropped.length > 0;
}

const fileOf = (provDir: string, id: string): string => join(localFiles(provDir).objects, id.slice(0, 2), id.slice(2));

/** The result of `inflateSync` with `info`. */
interface Inflated {
  readonly buffer: Buffer;
  /** `bytesWritten` is how much of the input it took. */
  readonly engine: { readonly bytesWritten: number };
}

// Git names no object when a folder is in the place of its file.
const foldersIn = (provDir: string): string[] => objectsIn(provDir, (entry) => entry.isDirectory());

function objectsIn(provDir: string, isOne: (entry: Dirent) => boolean = () => true): string[] {
  const top = localFiles(provDir).objects;
  return list(top)
    .filter(({ name }) => /^[0-9a-f]{2}$/.test(name))
    .flatMap(({ name: prefix }) =>
      list(join(top, prefix)).flatMap((entry) => (isOne(entry) ? [prefix + entry.name] : [])),
    );
}

function list(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

function isDamaged(provDir: string, id: string): boolean {
  let packed: Buffer;
  try {
    packed = readFileSync(fileOf(provDir, id));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'; // otherwise it is not among the snapshots
  }
  try {
    const inflated = inflateSync(packed, { maxOutputLength: MAX_BYTES, info: true }) as unknown as Inflated;
    const hash = createHash(id.length === 40 ? 'sha1' : 'sha256');
    // Git refuses bytes behind the object, too.
    return (
      inflated.engine.bytesWritten < packed.length ||
      hash.update(inflated.buffer).digest('hex') !== id ||
      isNoTree(inflated.buffer, id.length / 2)
    );
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE';
  }
}

/** Whether an object says that it is a tree, and git cannot read it: an entry has no name, or is cut off. */
function isNoTree(object: Buffer, idBytes: number): boolean {
  if (object.toString('latin1', 0, 5) !== 'tree ') return false;
  for (let at = object.indexOf(0) + 1; at < object.length;) {
    const blank = object.indexOf(32, at);
    const end = object.indexOf(0, at);
    if (blank < 0 || end <= blank + 1 || !/^[0-7]{5,6}$/.test(object.toString('latin1', at, blank))) return true;
    at = end + 1 + idBytes;
    if (at > object.length) return true;
  }
  return false;
}
