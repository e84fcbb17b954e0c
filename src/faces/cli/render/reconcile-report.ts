import type { Oid } from '../../../model/ids.ts';

/** What `git prov reconcile` says. */
export interface ReconcileReport {
  readonly schema: 'git-prov/reconcile/1';
  readonly dryRun: boolean;
  /** How many commits were looked at. */
  readonly looked: number;
  readonly commits: readonly {
    readonly commit: Oid;
    readonly subject: string;
    /** How many lines of agents were carried. */
    readonly lines: number;
    readonly from: readonly { readonly commit: Oid; readonly how: string }[];
  }[];
}
