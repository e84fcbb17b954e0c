import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Oid } from '../../model/ids.ts';
import { PatchParser, type FileChange } from './patch-parser.ts';
import type { Repo } from '../repository/repo.ts';
import { startGit, type GitStream } from '../process/stream.ts';

/** Two trees to be compared, the old one first. */
export type TreePair = readonly [from: Oid, to: Oid];

/** What changed, by pair of trees: `<old> <new>`. */
export type TreeChanges = ReadonlyMap<string, readonly FileChange[]>;

/**
 * The diff that `git blame` uses, whatever the user's configuration: Myers with the indent heuristic, whole-file renames
 * found, nothing by attributes (blame ignores `-diff`).
 */
const FLAGS = [
  '-r',
  '-M',
  '--root',
  '--raw',
  '-p',
  '-z',
  '-U0',
  '--inter-hunk-context=0',
  '--full-index',
  '--no-abbrev',
  '--diff-algorithm=default',
  '--indent-heuristic',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-relative',
];
// Neighbours in history have most of what they are stored as differences from in common: a larger cache is not quicker.
const SETTINGS = [
  '-c',
  'core.quotePath=true',
  '-c',
  'core.attributesFile=/dev/null',
  '-c',
  'core.deltaBaseCacheLimit=16m',
];

/** Pairs per git process. A process keeps about a kilobyte for each pair, so another process takes over after this many. */
const PAIRS_PER_PROCESS = 16_384;

/** Git echoes a line without ids, and flushes all its output before it. */
const MARK = 'compared';

/**
 * Compares pairs of trees through one long-lived `git diff-tree`, started when first needed and ended by `close`: starting git takes as
 * long as comparing a hundred trees. Requests are pipelined: git answers in request order.
 */
export class TreeComparer {
  readonly #repo: Repo;
  readonly #most: number;
  #process: Comparing | undefined;
  readonly #ending = new Set<Promise<unknown>>();

  /** @param most one git process is asked for about so many pairs */
  constructor(repo: Repo, most = PAIRS_PER_PROCESS) {
    this.#repo = repo;
    this.#most = most;
  }

  /** @throws ProvError `data` when a tree is not there, `git` when git fails */
  async compare(pairs: readonly TreePair[]): Promise<TreeChanges> {
    const wanted = [...new Set(pairs.map((pair) => pair.join(' ')))];
    if (wanted.length === 0) return new Map();
    if (this.#process && (this.#process.hasEnded || this.#process.asked >= this.#most)) this.#retire();
    const changes = await (this.#process ??= new Comparing(this.#repo)).ask(wanted);
    const absent = wanted.find((pair) => !changes.has(pair)); // git passes over what it does not find
    if (absent) throw new ProvError('data', `git could not compare the trees ${absent}.`, { hint: 'Run git fsck.' });
    return changes;
  }

  /** Ends git after the pending requests are answered. The comparer may be used again; it then restarts git. */
  async close(): Promise<void> {
    this.#retire();
    await Promise.all(this.#ending);
  }

  #retire(): void {
    if (!this.#process) return;
    const ended = this.#process.close();
    this.#process = undefined;
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
  }
}

interface WaitingPair {
  resolve(changes: TreeChanges): void;
  reject(error: unknown): void;
}

/** One git process. */
class Comparing {
  readonly #stream: GitStream;
  readonly #parser = new PatchParser(MARK, () => this.#answer());
  readonly #queue: WaitingPair[] = [];
  /** How many pairs it was asked for. */
  asked = 0;
  hasEnded = false;
  #isClosing = false;

  constructor(repo: Repo) {
    const args = [...SETTINGS, 'diff-tree', '--stdin', ...FLAGS];
    this.#stream = startGit(args, { cwd: repo.gitDir, env: withoutAttributes(repo) }, (chunk) => this.#take(chunk));
    void this.#stream.ended.then((error) =>
      this.#fail(error ?? new ProvError('git', 'git diff-tree ended before it had answered.')),
    );
  }

  /** @param wanted at least one pair, none of them twice */
  ask(wanted: readonly string[]): Promise<TreeChanges> {
    this.asked += wanted.length;
    return new Promise((resolve, reject) => {
      this.#queue.push({ resolve, reject });
      this.#stream.hold(true);
      this.#stream.write(Buffer.from(`${wanted.join('\n')}\n${MARK}\n`));
    });
  }

  /** Ends it after what was asked is answered. Never rejects. */
  async close(): Promise<void> {
    this.#isClosing = true; // its end is awaited, also after its last answer
    this.#stream.hold(true);
    this.#stream.end();
    await this.#stream.ended;
  }

  #take(chunk: Buffer): void {
    if (this.hasEnded) return;
    try {
      this.#parser.take(chunk);
    } catch (cause) {
      this.#stream.stop();
      this.#fail(new ProvError('bug', 'The output of git diff-tree was not understood.', { cause }));
    }
  }

  #answer(): void {
    const changes = this.#parser.pairs;
    this.#parser.pairs = new Map();
    this.#queue.shift()?.resolve(changes);
    if (this.#queue.length === 0 && !this.#isClosing) this.#stream.hold(false);
  }

  #fail(error: ProvError): void {
    this.hasEnded = true;
    for (const waiting of this.#queue.splice(0)) waiting.reject(error);
  }
}

// Git looks for .gitattributes in the work tree and in the index. Here it gets a work tree without such files, and no index.
function withoutAttributes(repo: Repo): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...repo.env, GIT_DIR: repo.gitDir, GIT_WORK_TREE: repo.gitDir };
  env['GIT_INDEX_FILE'] = join(repo.gitDir, 'no-such-index');
  env['GIT_ATTR_NOSYSTEM'] = '1';
  for (const name of ['GIT_DIFF_OPTS', 'GIT_EXTERNAL_DIFF', 'GIT_PREFIX', 'GIT_ATTR_SOURCE']) delete env[name];
  return env;
}
