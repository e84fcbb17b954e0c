import { isOid, type Oid, type RepoPath } from '../../model/ids.ts';
import { pathToBytes } from '../../model/path.ts';
import { BatchProcess, TOO_MUCH, type CatFileAnswer, type ObjectInfo, type ObjectType } from '../process/batch.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { hashObject } from './pack.ts';

export type { ObjectInfo, ObjectType } from '../process/batch.ts';

/** An object with its content. */
export interface GitObject {
  readonly oid: Oid;
  readonly type: ObjectType;
  readonly bytes: Buffer;
}

/** An object with unread content because of its size in bytes. */
export interface TooLarge {
  readonly tooLarge: number;
}

/** The largest object that is read when the caller names no limit: 64 MiB. */
export const DEFAULT_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Reads objects through a long-lived `git cat-file` process, started when first needed and ended by `close`.
 * A name is an object id, or anything that git resolves, such as `rev:path` (with a `RepoPath` after the colon).
 */
export class ObjectReader {
  readonly #repo: Repo;
  readonly #git: BatchProcess;
  /** There was an object so large that sizes are asked first from now on. */
  #wary = false;

  /** Reads the original objects, if one was replaced. */
  #originals: ObjectReader | undefined;
  readonly #mend: (error: unknown) => boolean;

  /**
   * @param env the complete environment of the processes, for example with a private object directory
   * @param mend called when git died; when it returns true, the objects are asked for again
   */
  constructor(repo: Repo, env: NodeJS.ProcessEnv = repo.env, mend: (error: unknown) => boolean = () => false) {
    this.#mend = mend;
    this.#repo = { ...repo, env };
    this.#git = new BatchProcess(this.#repo);
  }

  /**
   * Type and size of each named object, in the order of `names`; undefined for a missing object.
   * @throws ProvError `git` when git died
   */
  async info(names: readonly string[]): Promise<(ObjectInfo | undefined)[]> {
    const askable = await this.#askable(names);
    const answers = await this.#mending(() => askTwice(askable, (some) => this.#git.info(some)));
    return answers.map((answer) => answer && { oid: answer.oid, type: answer.type, size: answer.size });
  }

  /**
   * The content of each named object. Git reports the size of each before its content: 4 MB of pack can hold 1 GB of object.
   * @param limit bytes; a larger object is not read
   * @throws ProvError `git` when git died, for example over a corrupt object
   */
  async read(
    names: readonly string[],
    { limit = DEFAULT_LIMIT_BYTES }: { readonly limit?: number } = {},
  ): Promise<(GitObject | TooLarge | undefined)[]> {
    const askable = await this.#askable(names);
    const ask = (some: readonly string[]): Promise<CatFileAnswer[]> => this.#git.contents(some, limit);
    const answers = this.#wary ? undefined : await this.#mending(() => askTwice(askable, ask)).catch(refuseTooMuch);
    if (answers) return answers.map(objectOf);
    this.#wary = true;
    return this.#mending(() => this.#readWarily(askable, limit));
  }

  /**
   * Like `read`, but of objects by id, and never of what `refs/replace` puts in their place: for notes, whose content decides
   * what is believed. An object with another content than its id says is read again by processes that know no replacements.
   */
  async readOriginals(
    oids: readonly Oid[],
    { limit = DEFAULT_LIMIT_BYTES }: { readonly limit?: number } = {},
  ): Promise<(GitObject | TooLarge | undefined)[]> {
    if (limit === 0) return this.read(oids, { limit }); // asks only which objects are there
    const found = await this.read(oids, { limit }).catch(() => undefined); // git also ends where the replacement is missing
    const isOriginal = (oid: Oid, object: GitObject | TooLarge | undefined): boolean =>
      object === undefined || ('bytes' in object && hashObject(this.#repo.hash, object) === oid);
    const others = oids.filter((oid, i) => !found || !isOriginal(oid, found[i]));
    if (found && others.length === 0) return found;
    this.#originals ??= new ObjectReader(this.#repo, { ...this.#repo.env, GIT_NO_REPLACE_OBJECTS: '1' }, this.#mend);
    const originals = await this.#originals.read(others, { limit });
    const byId = new Map(others.map((oid, i) => [oid, originals[i]]));
    return oids.map((oid, i) => (byId.has(oid) ? byId.get(oid) : found?.[i]));
  }

  // Each time at least one damaged object is removed.
  async #mending<T>(read: () => Promise<T>): Promise<T> {
    for (;;)
      try {
        return await read();
      } catch (error) {
        if (error === TOO_MUCH || !this.#mend(error)) throw error;
      }
  }

  async #readWarily(names: readonly string[], limit: number): Promise<(GitObject | TooLarge | undefined)[]> {
    const infos = await askTwice(names, (some) => this.#git.info(some));
    const wanted = infos.filter((info) => info !== undefined && info.size <= limit).map((info) => info!.oid);
    const contents = await this.#git.contents(wanted); // by id: a name may mean another object by now
    let next = 0;
    return infos.map((info) => objectOf(info && info.size <= limit ? contents[next++] : info));
  }

  /** Ends the process after the pending requests are answered. The reader may be used again; it is then started again. */
  async close(): Promise<void> {
    await Promise.all([this.#git.close(), this.#originals?.close()]);
  }

  // `cat-file` reads names by line and drops a CR at the end, and takes `../../` for a way from the folder where it runs, and ends
  // when that leads out of the repository: such a path is looked up in its tree.
  async #askable(names: readonly string[]): Promise<readonly string[]> {
    return names.some(isUnaskable) ? Promise.all(names.map((name) => this.#find(name))) : names;
  }

  async #find(name: string): Promise<string> {
    if (!isUnaskable(name)) return name;
    const colon = name.indexOf(':');
    if (colon < 1 || name.includes('\0')) return '';
    const path = name.slice(colon + 1);
    const args = ['ls-tree', '-z', '--full-tree', '--end-of-options', name.slice(0, colon)];
    let tree = '';
    for (const part of path.split('/')) {
      const { stdout } = await git(
        tree ? [...args.slice(0, -1), tree] : args,
        inRepo(this.#repo, { accept: [0, 128] }),
      );
      tree = findEntry(stdout, part);
      if (!tree) return '';
    }
    return tree;
  }
}

const objectOf = (answer: CatFileAnswer): GitObject | TooLarge | undefined => {
  if (!answer) return undefined;
  const { oid, type, size, bytes } = answer;
  return bytes ? { oid, type, bytes } : { tooLarge: size };
};

// Git also calls missing what it cannot open at that moment (too many open files, a fault of the disk), and says no more
// of it: it is asked again.
async function askTwice(
  names: readonly string[],
  ask: (names: readonly string[]) => Promise<CatFileAnswer[]>,
): Promise<CatFileAnswer[]> {
  const answers = await ask(names);
  if (!answers.includes(undefined)) return answers;
  const missing = names.flatMap((_, i) => (answers[i] ? [] : [i]));
  const again = await ask(missing.map((i) => names[i]!));
  missing.forEach((i, n) => (answers[i] = again[n]));
  return answers;
}

function refuseTooMuch(error: unknown): undefined {
  if (error !== TOO_MUCH) throw error;
}

const isUnaskable = (name: string): boolean => /[\n\0]|\r$|^[^:]*:\.\.?\//.test(name);

function findEntry(listing: Buffer, part: string): string {
  const wanted = pathToBytes(part as RepoPath).toString('latin1');
  for (const line of listing.toString('latin1').split('\0')) {
    const tab = line.indexOf('\t');
    const id = line.slice(0, tab).split(' ')[2] ?? '';
    if (line.slice(tab + 1) === wanted && isOid(id)) return id;
  }
  return '';
}
