import type { DoctorFinding } from '../../../../install/repair/doctor-finding.ts';

/** The final result of a check. */
export interface Diagnosis extends Omit<DoctorFinding, 'mend'> {
  readonly mendable: boolean;
}

/** The output of `git prov doctor`. */
export interface Report {
  readonly schema: 'git-prov/doctor/1';
  readonly repository: string;
  readonly fix: boolean;
  readonly checks: readonly Diagnosis[];
  /** The faults that `--fix` repaired. */
  readonly mended: readonly string[];
  /** Repairs that failed, and why. */
  readonly failed: readonly string[];
  /** The number of remaining problems. */
  readonly problems: number;
}
