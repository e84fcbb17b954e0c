import { ProvError } from '../../errors.ts';
import { idLength, type Oid } from '../../model/ids.ts';

/** One entry of a tree. */
export interface TreeEntry {
  /** Octal without a leading zero, as git writes it: `40000`, `100644`, `100755`, `120000`, `160000`. */
  readonly mode: string;
  readonly oid: Oid;
}

/** A tree's entries by name. A name's bytes are its characters (Latin-1), so that any name survives. */
export type Tree = ReadonlyMap<string, TreeEntry>;

export const TREE_MODE = '40000';
export const FILE_MODE = '100644';

/**
 * Reads a tree object's content.
 * @throws ProvError `data` when it is not one
 */
export function decodeTree(bytes: Uint8Array, hash: 'sha1' | 'sha256'): Map<string, TreeEntry> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = idLength(hash) / 2;
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < buffer.length;) {
    const space = buffer.indexOf(32, at);
    const end = buffer.indexOf(0, space);
    if (space < 0 || end < 0 || end + 1 + size > buffer.length)
      throw new ProvError('data', 'A git tree is cut short.', { hint: 'Run git fsck.' });
    const oid = buffer.toString('hex', end + 1, end + 1 + size) as Oid;
    entries.set(buffer.toString('latin1', space + 1, end), { mode: buffer.toString('latin1', at, space), oid });
    at = end + 1 + size;
  }
  return entries;
}

/** A tree object's content, with the entries in git's order: by bytes, folders as if their names ended in `/`. */
export function encodeTree(entries: Tree): Buffer {
  const keyed = [...entries].map(([name, { mode, oid }]) => ({
    key: mode === TREE_MODE ? `${name}/` : name,
    name,
    mode,
    oid,
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const parts: Buffer[] = [];
  for (const { name, mode, oid } of keyed)
    parts.push(Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(oid, 'hex'));
  return Buffer.concat(parts);
}
