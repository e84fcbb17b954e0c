import { Errors, expandOid, expandRef, getConfig, listRefs, readObject, resolveRef } from 'isomorphic-git';
import type { PromiseFsClient } from 'isomorphic-git';
import { ProvError } from '../../errors.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { ObjectType } from '../process/batch.ts';
import type { GitObject, TooLarge } from './objects.ts';
import type { GitReader } from './port.ts';

/** The room for `commit 123456789\0` before a loose object's content. */
const LOOSE_HEADER_BYTES = 32;

/** A `GitReader` that also completes ids. */
export interface IsomorphicReader extends GitReader {
  /** The ids of all objects with this prefix. */
  complete(beginning: string): Promise<readonly Oid[]>;
}

/**
 * Reads a repository without git, by isomorphic-git; import this file dynamically to load it on demand. It supports neither SHA-256 and
 * reftable nor alternates, and learns the size of a packed object only by unpacking it: a pack from an untrusted source can make it use
 * much memory, where `binaryReader` checks the size first. In a browser it needs a global `Buffer`, like isomorphic-git itself.
 * @param gitdir the git dir that linked work trees share
 * @throws ProvError `git` when the repository is of a kind that it cannot read
 */
export async function openIsomorphic(fs: PromiseFsClient, gitdir: string): Promise<IsomorphicReader> {
  const at = { fs, gitdir, cache: {} };
  const [format, storage, alternates]: unknown[] = await Promise.all([
    getConfig({ ...at, path: 'extensions.objectformat' }),
    getConfig({ ...at, path: 'extensions.refstorage' }),
    fs.promises.readFile(`${gitdir}/objects/info/alternates`, 'utf8').catch(() => ''),
  ]);
  if (format !== undefined && format !== 'sha1') throw unsupported(`has ${String(format)} object ids`);
  if (storage !== undefined && storage !== 'files') throw unsupported(`keeps its refs as ${String(storage)}`);
  if (String(alternates).trim() !== '') throw unsupported('borrows objects of another one (objects/info/alternates)');

  const readOne = async (oid: Oid, limit: number): Promise<GitObject | TooLarge | undefined> => {
    const found = await readObject({ ...at, oid, format: 'deflated' }).catch((error: unknown) => {
      if (error instanceof Errors.NotFoundError) return undefined;
      throw new ProvError('git', `The object ${oid} cannot be read.`, { cause: error, hint: 'Run git fsck.' });
    });
    if (found === undefined) return undefined;
    // Asked for deflated bytes it gives them for loose objects, and the content for packed ones.
    if (found.format === 'deflated') return inflate(oid, found.object, limit);
    const bytes = Buffer.from(found.object as Uint8Array);
    return bytes.length > limit ? { tooLarge: bytes.length } : { oid, type: found.type as ObjectType, bytes };
  };
  const resolve = async (ref: string): Promise<Oid | undefined> => {
    const file = await fs.promises.readFile(`${gitdir}/${ref}`, 'utf8').catch(() => 'absent');
    if (String(file).trim() === '')
      throw new ProvError('git', `The ref ${ref} is broken.`, { hint: 'Run git prov doctor --fix.' });
    const full: string | undefined = await expandRef({ ...at, ref }).catch(() => undefined);
    if (full !== ref) return undefined; // it looks in refs/tags, refs/heads … too
    const oid = await resolveRef({ ...at, ref }).catch((error: unknown) => {
      if (error instanceof Errors.NotFoundError) return ''; // a symbolic ref to a branch that is not there yet
      throw new ProvError('git', `The ref ${ref} is broken.`, { cause: error, hint: 'Run git prov doctor --fix.' });
    });
    return isOid(oid) ? oid : undefined;
  };

  return {
    hash: 'sha1',
    resolveRef: resolve,
    listRefs: async (folder) => {
      const refs = new Map<string, Oid>();
      for (const name of await listRefs({ ...at, filepath: folder })) {
        const oid = await resolve(`${folder}/${name}`).catch(() => undefined);
        if (oid) refs.set(`${folder}/${name}`, oid);
      }
      return refs;
    },
    complete: (beginning) =>
      expandOid({ ...at, oid: beginning }).then(
        (oid) => [oid as Oid],
        (error: unknown) => {
          if (error instanceof Errors.AmbiguousError) return error.data.matches.filter(isOid);
          if (error instanceof Errors.NotFoundError) return [];
          throw new ProvError('git', `The objects cannot be listed.`, { cause: error, hint: 'Run git fsck.' });
        },
      ),
    readObjects: async (oids, limit) => {
      const found: (GitObject | TooLarge | undefined)[] = [];
      for (const oid of oids) found.push(await readOne(oid, limit));
      return found;
    },
    close: () => Promise.resolve(),
  };
}

// A loose object: `type size NUL content`, deflated. Reading stops when it has become larger than allowed.
async function inflate(oid: Oid, deflated: Uint8Array, limit: number): Promise<GitObject | TooLarge> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let head: RegExpExecArray | null = null;
  const stream = new Blob([new Uint8Array(deflated)]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader(); // not every browser can go through a stream with `for await`
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const part = next.value as Uint8Array;
      parts.push(part);
      length += part.length;
      head ??= /^(blob|tree|commit|tag) ([0-9]+)\0/.exec(
        Buffer.from(parts[0]!).toString('latin1', 0, LOOSE_HEADER_BYTES),
      );
      const tooLarge =
        head && Number(head[2]) > limit ? Number(head[2]) : length > limit + LOOSE_HEADER_BYTES ? length : 0;
      if (tooLarge > 0) {
        reader.cancel().catch(() => undefined);
        return { tooLarge };
      }
    }
  } catch (cause) {
    throw new ProvError('git', `The object ${oid} is corrupt.`, { cause, hint: 'Run git fsck.' });
  }
  const bytes = Buffer.concat(parts).subarray(head?.[0].length);
  if (!head || bytes.length !== Number(head[2]))
    throw new ProvError('git', `The object ${oid} is corrupt.`, { hint: 'Run git fsck.' });
  return { oid, type: head[1] as ObjectType, bytes };
}

const unsupported = (what: string): ProvError =>
  new ProvError('git', `This repository ${what}, which the reader without git does not know.`, {
    hint: 'Use git prov with the git binary.',
  });
