import { ProvError } from '../../errors.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { ObjectReader, type GitObject, type TooLarge } from './objects.ts';
import { git } from '../process/process.ts';
import { resolveRef } from '../history/ref-updates.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { decodeTree, type Tree } from './tree-codec.ts';

/**
 * What reading notes needs of git, so that they can be read without a git binary. Two implementations,
 * `binaryReader` here and `openIsomorphic`; test/git/contract.test.ts runs on both.
 */
export interface GitReader {
  readonly hash: 'sha1' | 'sha256';
  /** What a ref points at, by its full name. @throws ProvError `git` when the ref is broken */
  resolveRef(ref: string): Promise<Oid | undefined>;
  /** The refs below a folder of them, such as `refs/heads`, by their full names. Broken ones are left out. */
  listRefs(folder: string): Promise<ReadonlyMap<string, Oid>>;
  /** Objects by id, in order; undefined for a missing object. Objects larger than `limit` bytes are not read. */
  readObjects(oids: readonly Oid[], limit: number): Promise<(GitObject | TooLarge | undefined)[]>;
  close(): Promise<void>;
}

/** The largest tree that is read: 64 MiB, about a million entries. */
const MAX_TREE_BYTES = 64 * 1024 * 1024;

/** Reads the repository through git itself. Objects are read as they are, whatever `refs/replace` names. */
export function binaryReader(repo: Repo, objects: ObjectReader = new ObjectReader(repo)): GitReader {
  return {
    hash: repo.hash,
    resolveRef: (ref) => resolveRef(repo, ref),
    listRefs: (folder) => listRefs(repo, folder),
    readObjects: (oids, limit) => objects.readOriginals(oids, { limit }),
    close: () => objects.close(),
  };
}

async function listRefs(repo: Repo, folder: string): Promise<Map<string, Oid>> {
  const { stdout } = await git(['for-each-ref', '--format=%(objectname) %(refname)', `${folder}/`], inRepo(repo));
  const refs = new Map<string, Oid>();
  for (const line of stdout.toString('utf8').split('\n')) {
    const space = line.indexOf(' ');
    const id = line.slice(0, Math.max(0, space));
    if (isOid(id)) refs.set(line.slice(space + 1), id);
  }
  return refs;
}

/**
 * Trees by id, in order.
 * @throws ProvError `data` when one is not there, is no tree, or is larger than 64 MiB
 */
export async function readTrees(reader: GitReader, oids: readonly Oid[]): Promise<Tree[]> {
  const found = await reader.readObjects(oids, MAX_TREE_BYTES);
  return found.map((object, i) => {
    if (!object || 'tooLarge' in object || object.type !== 'tree')
      throw new ProvError('data', `No readable tree ${oids[i]}.`, { hint: 'Run git fsck.' });
    return decodeTree(object.bytes, reader.hash);
  });
}

/** The tree and the parents of a commit, from its content. @throws ProvError `data` when it is not a commit */
export function decodeCommit(object: GitObject | TooLarge | undefined): { tree: Oid; parents: Oid[] } {
  const text = object && 'bytes' in object && object.type === 'commit' ? object.bytes.toString('latin1') : '';
  const head = /^tree ([0-9a-f]+)\n((?:parent [0-9a-f]+\n)*)/.exec(text);
  if (!head) {
    const found = object && 'bytes' in object ? `a ${object.type}` : 'nothing readable';
    throw new ProvError('data', `Expected a commit, found ${found}.`, {
      hint: 'A notes ref may point there. If so, remove it where it came from: git push REMOTE :refs/notes/provenance',
    });
  }
  const parents = head[2]!.split('\n').filter(Boolean);
  return { tree: head[1] as Oid, parents: parents.map((line) => line.slice('parent '.length) as Oid) };
}
