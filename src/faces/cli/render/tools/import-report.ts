import type { LandingReport } from '../../../../exchange/write-imported.ts';

/** The output of `git prov import`. */
export interface ImportReport extends Omit<LandingReport, 'unsigned'> {
  readonly schema: 'git-prov/import/1';
  readonly source: string;
  readonly dryRun: boolean;
}
