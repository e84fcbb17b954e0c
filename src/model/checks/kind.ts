/** What a check looks at, the strongest first. */
export const CHECK_KINDS = ['test', 'types', 'build', 'lint', 'format'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export type CheckResult = 'passed' | 'failed' | 'unknown';

/** One check within a shell command. */
export interface Check {
  readonly kind: CheckKind;
  /** Its words without wrappers: `cargo test` of `cd core && time cargo test 2>&1`. */
  readonly label: string;
  /** Whether its failure shows in the exit status of the whole command. */
  readonly decisive: boolean;
  /** It goes on in the background when the command has returned. */
  readonly behind?: true;
  /** It prints nothing unless it finds a fault, and nothing selects lines of its output. */
  readonly quiet?: true;
  /** The next command prints its exit status: `npm test; echo "exit: $?"`. */
  readonly stated?: true;
  /** Recognised only by a word that its unknown program was given. */
  readonly likely?: true;
}

/** A check and what came of it. */
export interface CheckedKind {
  readonly kind: CheckKind;
  readonly result: CheckResult;
}

export const isCheckKind = (value: unknown): value is CheckKind => CHECK_KINDS.some((kind) => kind === value);

/** The worst of several results: a failure, then what is not known. */
export const worstResult = (results: readonly CheckResult[]): CheckResult =>
  results.includes('failed') ? 'failed' : results.includes('unknown') || results.length === 0 ? 'unknown' : 'passed';
