import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { bornAt, headLogs } from '../../git/history/reflogs.ts';
import { isZero } from '../../model/ids.ts';
import type { Files } from './files.ts';
import { table } from '../state/state-schema.ts';
import { realPath } from '../spool/paths.ts';
import { headsBefore } from './reflog.ts';
import { startOf } from './branch-tips.ts';
import type { State, WorkTreeState } from '../state/state.ts';

/** The work trees of a repository, as far as they are followed. */
export class WorkTrees {
  readonly #repo: Repo;
  readonly #state: State;
  readonly #files: Files;
  readonly #heads: ReadonlyMap<string, string>;

  /** @param since seconds since the epoch: what the reflogs tell of earlier times does not count */
  constructor(repo: Repo, state: State, files: Files, since: number) {
    this.#repo = repo;
    this.#state = state;
    this.#files = files;
    this.#heads = headsBefore(repo.commonDir, state.reflogs, since);
  }

  /** The work tree of a git dir; followed from now on when it was not. */
  async get(gitDir: string, top = this.#topOf(gitDir)): Promise<WorkTreeState> {
    const known = this.#state.workTrees[gitDir];
    const born = bornAt(gitDir);
    if (known && (born === undefined || (known.born ??= born) === born)) return known;
    // The files as they were committed before what waits to be recorded: the work tree may have been committed since.
    const ref = gitDir === this.#repo.commonDir ? 'main-worktree/HEAD' : `worktrees/${gitDir.split('/').at(-1)}/HEAD`;
    const head = this.#heads.get(gitDir) ?? (await this.#unlogged(gitDir, ref));
    const tree = (isZero(head) ? undefined : await this.#files.treeOf(head)) ?? this.#files.emptyTree();
    const fresh: WorkTreeState = {
      gitDir,
      top: realPath(top),
      ...(born !== undefined && { born }),
      tree,
      overlay: table(),
      number: 0,
      open: [],
      gone: [],
      dropped: [],
      background: [],
    };
    this.#state.workTrees[gitDir] = fresh;
    return fresh;
  }

  /** The same for one that a hook looked at beside its own; undefined when it is gone and nothing is known of it. */
  async beside(gitDir: string, top: string): Promise<WorkTreeState | undefined> {
    return this.#state.workTrees[gitDir] || existsSync(gitDir) ? this.get(gitDir, top) : undefined;
  }

  /** Those that are followed. */
  all(): readonly WorkTreeState[] {
    return Object.values(this.#state.workTrees);
  }

  // Where git keeps no reflogs, what branches were seen at tells which commits are new.
  async #unlogged(gitDir: string, ref: string): Promise<string> {
    const { tips } = this.#state;
    if (!tips || headLogs(this.#repo.commonDir, [gitDir]).some(({ bytes }) => bytes.length > 0)) return ref;
    return (await this.#files.treeOf(ref)) ? startOf(this.#repo, ref, tips) : ref;
  }

  // A linked work tree's git dir says where its `.git` file is.
  #topOf(gitDir: string): string {
    if (gitDir === this.#repo.gitDir && this.#repo.workTree) return this.#repo.workTree;
    const link = join(gitDir, 'gitdir');
    return dirname(existsSync(link) ? resolve(gitDir, readFileSync(link, 'utf8').trim()) : gitDir);
  }
}
