/**
 * What can go wrong, by who can mend it. The kind decides the exit code:
 * `data` and `git` 1 (the user or the repository), `usage` 2, `bug` 255. A broken pipe is 3 and is no ProvError.
 */
export type ErrorKind = 'data' | 'git' | 'usage' | 'bug';

/** A failure told to the user: what happened, why (`cause`), and what to do next (`hint`). */
export class ProvError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string | undefined;

  constructor(kind: ErrorKind, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ProvError';
    this.kind = kind;
    this.hint = options.hint;
  }
}

/** Whether a failure is of the kind `data`: what was asked for is missing, damaged or beyond a limit. */
export const isDataError = (error: unknown): boolean => error instanceof ProvError && error.kind === 'data';

/** The process exit code for an error of this kind. */
export function exitCode(kind: ErrorKind): 1 | 2 | 255 {
  switch (kind) {
    case 'data':
    case 'git':
      return 1;
    case 'usage':
      return 2;
    case 'bug':
      return 255;
    default:
      return never(kind);
  }
}

/** Marks a `switch` over a closed union as exhaustive. */
export function never(value: never): never {
  throw new ProvError('bug', `Unexpected value ${JSON.stringify(value)}.`);
}
