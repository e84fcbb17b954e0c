import type { Finding } from '../../../install/repair/finding.ts';

/** What a check says in the end. */
export interface Diagnosis extends Omit<Finding, 'mend'> {
  readonly mendable: boolean;
}

/** What `git prov doctor` says. */
export interface Report {
  readonly schema: 'git-prov/doctor/1';
  readonly repository: string;
  readonly fix: boolean;
  readonly checks: readonly Diagnosis[];
  /** The faults that `--fix` repaired. */
  readonly mended: readonly string[];
  /** What it tried to mend and could not, and why. */
  readonly failed: readonly string[];
  /** How many problems remain. */
  readonly problems: number;
}
