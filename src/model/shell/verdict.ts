import type { Check, CheckKind } from '../checks/kind.ts';
import type { NamedParts } from './check/project-parts.ts';
import type { Task } from './check/task.ts';
import type { BackgroundWrites } from './background-writes.ts';
import type { Explained } from './writing.ts';

/** What a command line does to the files of the work tree. */
export type Writes =
  /** No part changes a file. */
  | { readonly kind: 'none' }
  /**
   * Only these files may change. The paths are literal and relative to the start directory (or absolute). The list may
   * include unchanged files. A path may be a directory and then covers everything below it. With `git`, git may also write
   * its own content into any file.
   */
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly git?: true }
  /** Git writes other content into the work tree (checkout, merge, stash …). That has no author here. */
  | { readonly kind: 'git' }
  /** Any file may change. With `git`, git is known to be one of the writers. */
  | { readonly kind: 'any'; readonly git?: true };

export type CommandKind = 'exploration' | 'verification' | 'execution' | 'commitment';

/** Files that a formatter, a repairing linter, a compiler or a test runner should change, apart from its other writes. */
export interface Fixes {
  /** Files that it received, or that it creates from them. A folder covers everything below it. */
  readonly files: readonly string[];
  /** It writes snapshots of tests. */
  readonly snapshots?: true;
  /** It makes these files, as a compiler does, and does not repair lines in them. */
  readonly makes?: true;
}

/** The result of reading a shell command line. */
export interface CommandVerdict {
  readonly kind: CommandKind;
  readonly writes: Writes;
  /** Whether a part makes commits (`git commit`, `merge`, `rebase` …). */
  readonly commits: boolean;
  /** The verifying part without its wrappers: `cargo test` for `cd core && time cargo test 2>&1`. */
  readonly label?: string;
  /**
   * Whether a failed verification shows in the exit status. It does not when a pipe follows (`npm test | tail`), a `;`, or
   * `|| true`.
   */
  readonly decisive: boolean;
  /** For a command that verifies and commits: whether it verifies before the commit, after it, or both. */
  readonly checks?: 'before commit' | 'after commit' | 'around commit';
  /** The checks among its parts, in order. Builds are checks too, although `kind` does not count them. */
  readonly runs?: readonly Check[];
  /** The manifest of the project decided what some of them check. */
  readonly byTask?: true;
  /** For a command with a part that changes files: whether the last check comes before or after that part. */
  readonly changes?: 'before check' | 'after check';
  /** What its background parts (`gen.py &`) may write after it returned; absent when nothing. */
  readonly lasting?: BackgroundWrites;
  /** A part ends running programs (`kill`). */
  readonly kills?: true;
  /** The files that its parts should change (`eslint --fix a.js`). `writes` covers them too. */
  readonly fixes?: Fixes;
  /** What its last part with a branch does; see `BranchMove`. */
  readonly branch?: BranchMove;
}

/** `left`: git goes to another branch. `joined`: it merges one into this (`git merge topic`). */
export type BranchMove = 'left' | 'joined';

/** What one simple command does. Paths are relative to its directory. */
export interface Effect {
  readonly kind: CommandKind;
  readonly writes: Writes;
  readonly commits?: boolean;
  /** It is `git commit`, which fails when it commits nothing. */
  readonly isCommit?: boolean;
  readonly label?: string;
  /** The kinds of check that it runs. */
  readonly check?: readonly CheckKind[];
  /** The check was inferred from a word among the arguments of an unknown program. */
  readonly likely?: true;
  /** The part of the project that the check names. */
  readonly parts?: NamedParts;
  /** The task of the project that it runs, and its words. */
  readonly task?: Omit<Task, 'folder'> & { readonly label: string };
  readonly fixes?: Fixes;
  /** The exit status of the inner command is lost (`find -exec … ;`). */
  readonly masked?: boolean;
  /** It takes the changes of the work tree away, or brings them back. */
  readonly stashes?: 'away' | 'back' | undefined;
  readonly branch?: BranchMove;
  /** A server or a watcher, which runs until it is stopped. */
  readonly serves?: boolean;
  /** Its working directory when that differs from the current one (`git -C`); null when unknown. */
  readonly within?: string | null;
  /** Its words show everything that it writes. */
  readonly explains?: Explained;
  /** Files and folders that it is known to write, see `knownOutputs`. */
  readonly outputs?: readonly string[];
}

const STRENGTH: Readonly<Record<CommandKind, number>> = {
  exploration: 0,
  execution: 1,
  commitment: 2,
  verification: 3,
};
const MAX_PATHS = 256;

export const NONE: Writes = { kind: 'none' };
export const ANY: Writes = { kind: 'any' };
export const GIT: Writes = { kind: 'git' };
export const ANY_AND_GIT: Writes = { kind: 'any', git: true };

export const looks: Effect = { kind: 'exploration', writes: NONE };
export const looksUnsure: Effect = { kind: 'exploration', writes: ANY };
export const runs: Effect = { kind: 'execution', writes: ANY };
export const runsClean: Effect = { kind: 'execution', writes: NONE };
export const checks: Effect = { kind: 'verification', writes: ANY };
/** A build may write anything. Other checks may leave files behind. */
export const checking = (kinds: readonly CheckKind[]): Effect =>
  kinds.every((kind) => kind === 'build') ? { ...runs, check: kinds } : { ...checks, check: kinds };
export const changesUnsure: Effect = { kind: 'commitment', writes: ANY };

/** The verdict on an unreadable command: it may have done anything. */
export const UNREADABLE: CommandVerdict = { kind: 'execution', writes: ANY, commits: false, decisive: false };

/** The stronger of two kinds. A verifying part makes the whole a verification. */
export const stronger = (a: CommandKind, b: CommandKind): CommandKind => (STRENGTH[b] > STRENGTH[a] ? b : a);

/** The writes of two parts combined. */
export function bothWrite(a: Writes, b: Writes): Writes {
  if (a.kind === 'none') return b;
  if (b.kind === 'none') return a;
  if (a.kind === 'git' && b.kind === 'git') return GIT;
  const git = hasGit(a) || hasGit(b);
  const paths = [...new Set([...pathsIn(a), ...pathsIn(b)])];
  if (a.kind === 'any' || b.kind === 'any' || paths.length > MAX_PATHS) return git ? ANY_AND_GIT : ANY;
  return { kind: 'paths', paths, ...(git && { git }) };
}

/** The fixes of two parts combined. */
export const bothFix = (a: Fixes | undefined, b: Fixes | undefined): Fixes | undefined =>
  a && b
    ? {
        files: [...a.files, ...b.files].slice(0, MAX_PATHS),
        ...((a.snapshots || b.snapshots) && { snapshots: true }),
        ...(a.makes && b.makes && { makes: true }),
      }
    : (a ?? b);

/** Whether git writes its own content into the work tree. */
export const hasGit = (writes: Writes): boolean =>
  writes.kind === 'git' || ((writes.kind === 'paths' || writes.kind === 'any') && writes.git === true);

const pathsIn = (writes: Writes): readonly string[] => (writes.kind === 'paths' ? writes.paths : []);
