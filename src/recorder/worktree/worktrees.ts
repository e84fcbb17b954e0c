import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { bornAt, headLogs } from '../../git/history/reflogs.ts';
import { readRegular } from '../../git/objects/regular-file.ts';
import { isZero, type Oid } from '../../model/ids.ts';
import type { RecordedContents } from './recorded-contents.ts';
import { table } from '../state/state-schema.ts';
import { LOST } from '../spool/lost-events.ts';
import { realPath } from '../spool/event-paths.ts';
import { headsBefore } from './head/reflog.ts';
import { startOf } from './head/branch-tips.ts';
import type { State, WorkTreeState } from '../state/state.ts';

/** Of the file with the path of a linked work tree. */
const MAX_GITDIR_BYTES = 64 * 1024;

interface WorkTreeOptions {
  /** Seconds since the epoch: reflog entries from before do not count. */
  readonly since: number;
  /** Whether git has just made HEAD of this work tree. */
  readonly committed: boolean;
}

/** The followed work trees of a repository. */
export class WorkTrees {
  readonly #repo: Repo;
  readonly #state: State;
  readonly #files: RecordedContents;
  /** Seconds since the epoch: reflog entries from before do not count. */
  readonly #since: number;
  /** How much of each reflog was read before this drain. */
  readonly #reflogs: State['reflogs'];
  /** Whether git has just made HEAD. */
  readonly #committed: boolean;
  /** Whether something was lost: a work tree that is new here may have unknown changes of agents. */
  abstains = false;

  constructor(repo: Repo, state: State, files: RecordedContents, { since, committed }: WorkTreeOptions) {
    this.#repo = repo;
    this.#state = state;
    this.#files = files;
    this.#since = since;
    this.#committed = committed;
    this.#reflogs = { ...state.reflogs };
  }

  /** The work tree of a git dir; it is followed from now on. */
  async get(gitDir: string, top = this.#topOf(gitDir)): Promise<WorkTreeState> {
    const known = this.#state.workTrees[gitDir];
    const born = bornAt(gitDir);
    if (known && (born === undefined || (known.born ??= born) === born)) return known;
    const tree = await this.#committedTree(gitDir);
    const fresh: WorkTreeState = {
      gitDir,
      top: realPath(top),
      ...(born !== undefined && { born }),
      tree,
      overlay: table(),
      number: 0,
      open: [],
      gone: [],
      dropped: this.abstains ? [{ ...LOST }] : [],
      background: [],
    };
    this.#state.workTrees[gitDir] = fresh;
    return fresh;
  }

  /** The tree of the last commit from before the waiting events. */
  committedTree({ gitDir }: WorkTreeState): Promise<Oid> {
    return this.#committedTree(gitDir);
  }

  /** Continues from the last commit where the tree of the last snapshot cannot be read. @returns whether there is such a work tree */
  async restart(): Promise<boolean> {
    let isAny = false;
    for (const workTree of this.all()) {
      if (await this.#files.hasTree(workTree.tree)) continue;
      workTree.tree = await this.#committedTree(workTree.gitDir);
      isAny = true;
    }
    return isAny;
  }

  // The committed files from before the waiting events: the work tree may have been committed since.
  async #committedTree(gitDir: string): Promise<Oid> {
    const ref = gitDir === this.#repo.commonDir ? 'main-worktree/HEAD' : `worktrees/${gitDir.split('/').at(-1)}/HEAD`;
    const tree = (head: string): Promise<Oid | undefined> =>
      isZero(head) ? Promise.resolve(undefined) : this.#files.treeOf(head);
    const before = this.#headBefore(gitDir);
    if (before !== undefined) return (await tree(before)) ?? this.#files.emptyTree();
    const now = await tree(await this.#unlogged(gitDir, ref));
    // HEAD may have moved to a commit with the work of the waiting events. Git writes the reflog first.
    const moved = this.#headBefore(gitDir);
    return (moved === undefined ? now : await tree(moved)) ?? this.#files.emptyTree();
  }

  // HEAD before the commits that no earlier drain has seen; undefined without such commits.
  #headBefore(gitDir: string): string | undefined {
    return headsBefore(this.#repo.commonDir, this.#reflogs, this.#since).get(gitDir);
  }

  /** The same for another work tree that a hook took a snapshot of; undefined when it was removed and is unknown. */
  async beside(gitDir: string, top: string): Promise<WorkTreeState | undefined> {
    return this.#state.workTrees[gitDir] || existsSync(gitDir) ? this.get(gitDir, top) : undefined;
  }

  /** The followed work trees. */
  all(): readonly WorkTreeState[] {
    return Object.values(this.#state.workTrees);
  }

  // Where git keeps no reflogs, the last known tips of branches show which commits are new. In the first drain of a repository that an
  // agent's hook enabled, no tips are known: then only the commit that was just made is known to be new.
  async #unlogged(gitDir: string, ref: string): Promise<string> {
    const { tips } = this.#state;
    if (headLogs(this.#repo.commonDir, [gitDir]).some(({ bytes }) => bytes.length > 0)) return ref;
    if (!tips) return this.#committed && gitDir === this.#repo.gitDir ? `${ref}^` : ref;
    return (await this.#files.treeOf(ref)) ? startOf(this.#repo, ref, tips) : ref;
  }

  // The git dir of a linked work tree names the place of its `.git` file.
  #topOf(gitDir: string): string {
    if (gitDir === this.#repo.gitDir && this.#repo.workTree) return this.#repo.workTree;
    const link = readRegular(join(gitDir, 'gitdir'), MAX_GITDIR_BYTES);
    return dirname(link === undefined ? gitDir : resolve(gitDir, link.trim()));
  }
}
