import type { Oid } from '../../../../model/ids.ts';

/** The output of `git prov reconcile`. */
export interface ReconcileReport {
  readonly schema: 'git-prov/reconcile/1';
  readonly dryRun: boolean;
  /** The number of examined commits. */
  readonly looked: number;
  readonly commits: readonly {
    readonly commit: Oid;
    readonly subject: string;
    /** The number of agents' lines that were carried. */
    readonly lines: number;
    readonly from: readonly { readonly commit: Oid; readonly how: string }[];
  }[];
}
