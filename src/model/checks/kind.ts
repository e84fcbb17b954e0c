/** Kinds of check, strongest first. */
export const CHECK_KINDS = ['test', 'types', 'build', 'lint', 'format'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** Separates the two lines of `… && echo good || echo bad`. The command line prints one of them. */
export const OR = '\n';
/** The place of an exit status in a line that the command line prints: `echo "exit: $?"`. */
export const STATUS = '\u0001';
/** Begins a line that the command line prints only if a check fails: `npx tsc || echo "type errors"`. */
export const IF_FAILED = '\u0002';

export type CheckResult = 'passed' | 'failed' | 'unknown';

/** One check within a shell command. */
export interface Check {
  readonly kind: CheckKind;
  /** The command without wrappers: `cargo test` for `cd core && time cargo test 2>&1`. */
  readonly label: string;
  /** Whether its failure shows in the exit status of the whole command. */
  readonly decisive: boolean;
  /** It continues in the background after the command returned. */
  readonly behind?: true;
  /** It prints nothing unless it finds a fault, and no filter cuts its output. */
  readonly quiet?: true;
  /** Each of its faults has a word of `ALARM`, so lines without these words are no faults. */
  readonly plain?: true;
  /** It prints its own command line first, so an empty output was not recorded. */
  readonly echoed?: true;
  /** How many lines the command line printed with `echo` before it. */
  readonly slot?: number;
  /** Its faults are in the output at the place where it ran. */
  readonly merged?: true;
  /** A later command prints its exit status: `npm test; echo "exit: $?"`. */
  readonly stated?: true;
  /** The line, counted from 0, that prints this status. Absent if the line is not unique. */
  readonly statedBy?: number;
  /** Its output goes to a file or a variable, which another part may print. */
  readonly diverted?: true;
  /** Its runner ends its output with a line that says so if it failed, and this end is shown. */
  readonly announced?: true;
  /** The filter behind it prints a number: of its lines, or of its lines with a fault. */
  readonly counted?: 'lines' | 'faults';
  /** It may not have run: a condition or a loop decides. */
  readonly maybe?: true;
  /** It runs only if the part before it failed: `npm test || npx jest`. */
  readonly instead?: true;
  /** A loop may run it several times. */
  readonly repeated?: true;
  /** The line, counted from 0, that the command line prints with `echo` only if it passes: `node --check a.js && echo ok`. */
  readonly proven?: number;
  /** The line, counted from 0, that the command line prints only if it fails. */
  readonly denied?: number;
  /** Parts that may fail run after it, and only if it passes: a commit, or others as in `npm test && git push`. */
  readonly followed?: 'commit' | 'other';
  /** The number of lines that a `head` behind it shows. */
  readonly shown?: number;
  /** A filter behind it shows only what passed. */
  readonly picked?: true;
  /** A filter or a redirection may hide lines of its output: so many are shown at most, or 0 where that is not known. */
  readonly partial?: number;
  /** Recognised only by an argument of an unknown program. */
  readonly likely?: true;
  /** It ran while git had taken the changes away (`git stash`, or a branch that the command left again), so it checked none of them. */
  readonly stashed?: true;
  /** The folder that it runs in, relative to the start of the command; absent for the start, null when unknown. */
  readonly folder?: string | null;
  /**
   * The packages that it names. `./web` is a folder, `!web` a package that it leaves out. `?web/tests` is a file or folder with tests,
   * so that the part of the project is that around it, and `?` one that is not known.
   */
  readonly packages?: readonly string[];
}

/** A kind of check and its result. */
export interface CheckedKind {
  readonly kind: CheckKind;
  readonly result: CheckResult;
}

export const isCheckKind = (value: unknown): value is CheckKind => CHECK_KINDS.some((kind) => kind === value);

/** The worst of several results: failed, then unknown, then passed. */
export const worstResult = (results: readonly CheckResult[]): CheckResult =>
  results.includes('failed') ? 'failed' : results.includes('unknown') || results.length === 0 ? 'unknown' : 'passed';
