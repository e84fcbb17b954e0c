import type { Check, CheckKind } from '../checks/kind.ts';
import type { Lasting } from './lasting.ts';
import type { Explained } from './writing.ts';

/** What a command line does to the files of the work tree. */
export type Writes =
  /** Every part is known to change no file. */
  | { readonly kind: 'none' }
  /**
   * Only these files may be changed: literal, relative to where the command starts (or absolute). The list may name
   * more than is changed, and a name may turn out to be a directory: then all that is below it. With `git`, git puts
   * content of its own into any file too.
   */
  | { readonly kind: 'paths'; readonly paths: readonly string[]; readonly git?: true }
  /** Git itself puts other content into the work tree (checkout, merge, stash …); nobody writes it. */
  | { readonly kind: 'git' }
  /** With `git`, git is known to be among what writes. */
  | { readonly kind: 'any'; readonly git?: true };

export type CommandKind = 'exploration' | 'verification' | 'execution' | 'commitment';

/** What a formatter, a repairing lint, a compiler or a test runner was told to change, beside what else it may write. */
export interface Fixes {
  /** Files that it was given, or makes of those; a folder counts with all below it. */
  readonly files: readonly string[];
  /** It writes the snapshots of tests. */
  readonly snapshots?: true;
}

/** What a shell command line is, read from its parsed words. */
export interface CommandVerdict {
  readonly kind: CommandKind;
  readonly writes: Writes;
  /** Whether a part makes commits (`git commit`, `merge`, `rebase` …). */
  readonly commits: boolean;
  /** The part that verifies, without its wrappers: `cargo test` of `cd core && time cargo test 2>&1`. */
  readonly label?: string;
  /**
   * Of a verification: whether a failure of it shows in the exit status. It does not behind a pipe (`npm test | tail`),
   * before a `;`, or with `|| true`.
   */
  readonly decisive: boolean;
  /** Where it verifies and has a `git commit` too: which of them comes first, or whether it verifies on both sides. */
  readonly checks?: 'before commit' | 'after commit' | 'around commit';
  /** The checks among its parts, in their order. Builds are checks too, although `kind` does not say so. */
  readonly runs?: readonly Check[];
  /** A part other than a check changes files, and whether the last check comes after the last such part. */
  readonly changes?: 'before check' | 'after check';
  /** What the parts may write that are still at work when the command has returned (`gen.py &`); absent when nothing. */
  readonly lasting?: Lasting;
  /** A part ends programs that are at work (`kill`). */
  readonly kills?: true;
  /** What its parts were told to change (`eslint --fix a.js`), among what they may write. */
  readonly fixes?: Fixes;
}

/** What one simple command does; paths are relative to the directory it runs in. */
export interface Effect {
  readonly kind: CommandKind;
  readonly writes: Writes;
  readonly commits?: boolean;
  /** It is `git commit`, which fails when it commits nothing. */
  readonly isCommit?: boolean;
  readonly label?: string;
  /** What it checks, when it is a check. */
  readonly check?: readonly CheckKind[];
  /** That it checks is only inferred from a word that an unknown program was given. */
  readonly likely?: true;
  readonly fixes?: Fixes;
  /** The status of what is run inside is lost (`find -exec … ;`). */
  readonly masked?: boolean;
  /** A server or a watcher: it goes on until it is stopped. */
  readonly serves?: boolean;
  /** Where it works when that is not the directory that it runs in (`git -C`); null when it cannot be known. */
  readonly within?: string | null;
  /** The words explain everything that it writes. */
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
const PATH_LIMIT = 256;

export const NONE: Writes = { kind: 'none' };
export const ANY: Writes = { kind: 'any' };
export const GIT: Writes = { kind: 'git' };
export const ANY_AND_GIT: Writes = { kind: 'any', git: true };

export const looks: Effect = { kind: 'exploration', writes: NONE };
export const looksUnsure: Effect = { kind: 'exploration', writes: ANY };
export const runs: Effect = { kind: 'execution', writes: ANY };
export const runsClean: Effect = { kind: 'execution', writes: NONE };
export const checks: Effect = { kind: 'verification', writes: ANY };
/** A build may write anything; another check leaves behind what it makes. */
export const checking = (kinds: readonly CheckKind[]): Effect =>
  kinds.every((kind) => kind === 'build') ? { ...runs, check: kinds } : { ...checks, check: kinds };
export const changesUnsure: Effect = { kind: 'commitment', writes: ANY };

/** The verdict on what cannot be read: it may have done anything. */
export const UNREADABLE: CommandVerdict = { kind: 'execution', writes: ANY, commits: false, decisive: false };

/** The stronger of two kinds: a part that verifies makes the whole a verification. */
export const stronger = (a: CommandKind, b: CommandKind): CommandKind => (STRENGTH[b] > STRENGTH[a] ? b : a);

/** What two parts do together. */
export function bothWrite(a: Writes, b: Writes): Writes {
  if (a.kind === 'none') return b;
  if (b.kind === 'none') return a;
  if (a.kind === 'git' && b.kind === 'git') return GIT;
  const git = hasGit(a) || hasGit(b);
  const paths = [...new Set([...pathsIn(a), ...pathsIn(b)])];
  if (a.kind === 'any' || b.kind === 'any' || paths.length > PATH_LIMIT) return git ? ANY_AND_GIT : ANY;
  return { kind: 'paths', paths, ...(git && { git }) };
}

/** What two parts were told to change. */
export const bothFix = (a: Fixes | undefined, b: Fixes | undefined): Fixes | undefined =>
  a && b
    ? {
        files: [...a.files, ...b.files].slice(0, PATH_LIMIT),
        ...((a.snapshots || b.snapshots) && { snapshots: true }),
      }
    : (a ?? b);

/** Whether git puts content of its own into the work tree. */
export const hasGit = (writes: Writes): boolean =>
  writes.kind === 'git' || ((writes.kind === 'paths' || writes.kind === 'any') && writes.git === true);

const pathsIn = (writes: Writes): readonly string[] => (writes.kind === 'paths' ? writes.paths : []);
