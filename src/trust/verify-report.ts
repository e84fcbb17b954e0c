import type { LedgerReport } from './checks/ledger.ts';
import type { SignatureReport } from './checks/signatures.ts';
import type { VerifyFinding } from './finding.ts';
import type { ContentFault } from './local.ts';
import type { Verified } from './verify.ts';

/** The output of `git prov verify`. */
export interface VerifyReport extends Verified {
  readonly schema: 'git-prov/verify/1';
  readonly faults: number;
  readonly gaps: number;
  readonly warnings: number;
  /** Parts of the record beyond a limit, which readers leave out. The findings name them. */
  readonly dropped: number;
  /** The first thousand of each kind, faults first. */
  readonly findings: readonly VerifyFinding[];
  /** The signers of each commit. Unsigned parts are claimed. */
  readonly signatures: SignatureReport;
  /** Whether this clone knows allowed signers. Without them a forged note looks like a genuine one. */
  readonly knowsSigners: boolean;
  readonly strict?: boolean;
  readonly ledgers: readonly LedgerReport[];
  readonly contents: { readonly kept: number; readonly faults: readonly ContentFault[] };
}

/** Whether any part of the record was changed. */
export const isFaulty = ({ faults, ledgers, contents }: VerifyReport): boolean =>
  faults > 0 || ledgers.some(({ valid }) => !valid) || contents.faults.length > 0;
/** Whether a part of a note has no voucher, or claims of a note conflict. */
export const isClaimed = ({ signatures: { strange, claimed }, findings }: VerifyReport): boolean =>
  strange + claimed > 0 ||
  findings.some(({ field, kind }) => (kind === 'gap' && field.startsWith('signatures')) || isConflict(kind, field));
export const isConflict = (kind: VerifyFinding['kind'], field: string): boolean =>
  kind === 'warning' && field === 'lines';
