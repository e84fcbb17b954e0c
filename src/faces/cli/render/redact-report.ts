import type { Taken } from '../commands/redact.ts';

/** What `git prov redact --test` says. The secrets themselves are not in it. */
export interface RedactReport {
  readonly schema: 'git-prov/redact/1';
  /** What would be kept. */
  readonly kept: string;
  readonly taken: readonly Taken[];
  /** Why nothing would be kept; null when something is. */
  readonly dropped: string | null;
}
