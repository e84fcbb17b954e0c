import { ProvError } from '../errors.ts';
import { readSigning } from '../git/signatures/signing-settings.ts';
import { git } from '../git/process/process.ts';
import { inRepo, type Repo } from '../git/repository/repo.ts';
import { isOid, oid, type Oid } from '../model/ids.ts';
import { resolveCommit } from '../ask/history/commit-info.ts';
import type { History } from '../ask/history/history.ts';
import { readWork } from '../ask/show/commit-work.ts';
import { checkSeal, open, parsed, seal, type Sealed } from './envelope.ts';
import type { VerifyFinding } from './finding.ts';
import { attestedAt, firstDifference, predicateOf, readCommitStatement, stateCommit } from './predicate.ts';
import type { Voucher } from './checks/signatures.ts';
import { shortOid } from '../git/repository/abbreviation.ts';

/** Time limits for signing in milliseconds: with a person who enters a passphrase, and without a user. */
const PERSON_MS = 120_000;
const PROGRAM_MS = 10_000;

/**
 * Attests the record of a commit: an in-toto statement in a DSSE envelope, signed with git's own key.
 * @param options `at`: milliseconds since the epoch; `interactive`: the user may be asked for a passphrase
 * @throws ProvError `data` when the commit has no note
 */
export async function attest(
  history: History,
  commit: Oid,
  { at, interactive }: { readonly at: number; readonly interactive: boolean },
): Promise<Sealed> {
  const { repo } = history;
  const predicate = await factsOf(history, commit);
  if (!predicate)
    throw new ProvError('data', `Commit ${shortOid(commit)} has no note: nothing is known of it to attest.`, {
      hint: 'git fetch may bring it; git prov reconcile may make it.',
    });
  const statement = JSON.stringify(stateCommit(commit, predicate, at));
  const timeout = interactive ? PERSON_MS : PROGRAM_MS;
  return seal(repo, await readSigning(repo), statement, at, { timeout, interactive });
}

/** The result of verifying an attestation. */
export interface AttestationReport {
  readonly schema: 'git-prov/verify-attestation/1';
  readonly commit: string | null;
  /** The signers; empty when it is only claimed. */
  readonly vouchers: readonly Omit<Voucher, 'commit'>[];
  readonly findings: readonly VerifyFinding[];
}

/**
 * Verifies an attestation: that it is unchanged since it was signed, and that it agrees with the notes here.
 * @param text the envelope
 * @throws ProvError `data` when the text is not an envelope of an in-toto statement
 */
export async function verifyAttestation(history: History, text: string): Promise<AttestationReport> {
  const { repo } = history;
  const opened = open(text);
  const statement = readCommitStatement(parsed(opened.payload.toString('utf8')));
  const findings: VerifyFinding[] = [];
  const vouchers: Omit<Voucher, 'commit'>[] = [];
  const fault = (field: string, what: string): unknown => findings.push({ kind: 'fault', field, what });
  const at = typeof statement === 'string' ? 0 : attestedAt(statement);
  const settings = await readSigning(repo);
  for (const signature of opened.signatures) {
    const checked = await checkSeal(repo, settings, opened, signature, at);
    const { kind, scheme } = checked;
    if (kind === 'bad') fault('signatures', `A signature does not match the signed content: ${checked.why}.`);
    else if (kind === 'vouched')
      vouchers.push({ standing: kind, by: checked.by, key: checked.key, scheme, at, why: undefined });
    else {
      const key = kind === 'stranger' ? checked.key : undefined;
      vouchers.push({ standing: kind, by: undefined, key, scheme, at, why: checked.why });
    }
  }
  const report = { schema: 'git-prov/verify-attestation/1', vouchers, findings } as const;
  if (typeof statement === 'string') {
    fault('statement', statement);
    return { ...report, commit: null };
  }
  const named = statement.subject[0]!.digest.gitCommit;
  const commit = isOid(named) ? await resolveCommit(repo, named) : undefined;
  if (commit !== named) {
    findings.push({ kind: 'gap', field: 'subject', what: 'The commit is not here, and nothing was compared with it.' });
    return { ...report, commit: named };
  }
  const here = await factsOf(history, commit);
  if (!here) findings.push({ kind: 'gap', commit, field: 'predicate', what: 'The commit has no note here.' });
  else {
    const field = firstDifference(statement.predicate, JSON.parse(JSON.stringify(here)));
    if (field !== undefined)
      findings.push({
        kind: 'fault',
        commit,
        field: `predicate.${field}`,
        what: 'The notes here say something else. One that has grown since needs a new attestation.',
      });
  }
  return { ...report, commit };
}

async function factsOf(history: History, commit: Oid): Promise<object | undefined> {
  const work = await readWork(history, commit);
  const { note } = work;
  return note && predicateOf({ ...work, note }, await treeOf(history.repo, commit));
}

const treeOf = async (repo: Repo, commit: Oid): Promise<Oid> => {
  const { stdout } = await git(['rev-parse', '--verify', `${commit}^{tree}`], inRepo(repo));
  return oid(stdout.toString('latin1').trim());
};
