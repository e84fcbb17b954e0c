import type { CheckKind, CheckResult } from '../../model/checks/kind.ts';

/** The result of a check that another system ran. */
export interface RunReport {
  readonly format: 'junit' | 'sarif' | 'command';
  readonly kind: CheckKind;
  readonly result: CheckResult;
  /** A few words: `JUnit report of 12 tests`. */
  readonly words: string;
}

/** Bytes of a report that is read. */
export const MAX_REPORT_BYTES = 64 * 1024 * 1024;
