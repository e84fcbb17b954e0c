import type { LandingReport } from '../../../exchange/write-imported.ts';

/** What `git prov import` says. */
export interface ImportReport extends Omit<LandingReport, 'unsigned'> {
  readonly schema: 'git-prov/import/1';
  readonly source: string;
  readonly dryRun: boolean;
}
