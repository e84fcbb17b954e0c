import { changedSigners } from '../../../../trust/checks/changed-signers.ts';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { ProvError } from '../../../../errors.ts';
import { ObjectReader } from '../../../../git/objects/objects.ts';
import type { Repo } from '../../../../git/repository/repo.ts';
import { type Oid, type SessionId } from '../../../../model/ids.ts';
import { binaryReader } from '../../../../git/objects/port.ts';
import { readSigning } from '../../../../git/signatures/signing-settings.ts';
import { NoteReader } from '../../../../notes/note-reader.ts';
import { RankedReader } from '../../../../notes/standing/judged.ts';
import { verifyAttestation } from '../../../../trust/attestation.ts';
import type { VerifyFinding } from '../../../../trust/finding.ts';
import type { LedgerReport } from '../../../../trust/checks/ledger.ts';
import { type ContentFault, verifyContents, verifyLedgers } from '../../../../trust/local.ts';
import { findRollbacks } from '../../../../trust/checks/rollback.ts';
import { missingSignatures } from '../../../../trust/checks/signature-chain.ts';
import { Signatures } from '../../../../trust/checks/signatures.ts';
import type { GraphChain } from '../../../../trust/checks/chain-checker.ts';
import { type VerifiedNotes, verifyNotes } from '../../../../trust/verify.ts';
import type { SessionStory } from '../../../../ask/history/session-answer.ts';
import { tellSession } from '../../../../ask/history/sessions.ts';
import { withSources } from '../../reading/with-graph.ts';
import { define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { stderrOf } from '../../context.ts';
import { finish, jsonAnswer, historyOf, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderAttestation } from '../../render/trust/attestation.ts';
import { showProgress } from '../../render/progress.ts';
import { renderVerify } from '../../render/trust/verify.ts';
import { sessionNamed } from '../../reading/session-named.ts';
import { isClaimed, isFaulty, type VerifyReport } from '../../render/trust/verify-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';
import { checkRevisions, commitsIn } from '../../../../git/history/rev-list.ts';

export interface VerifyArguments {
  readonly revisions?: readonly string[] | undefined;
  /** Verify everything. This is also the default when nothing is named. */
  readonly all?: boolean | undefined;
  readonly session?: string | undefined;
  /** A file with an attestation to verify instead. */
  readonly attestation?: string | undefined;
  /** Whether parts that are only claimed are an error. */
  readonly strict?: boolean | undefined;
  readonly json: boolean;
}

const MAX_LISTED = 1000;

/**
 * `git prov verify`: checks that notes, ledgers and stored contents are unchanged since they were recorded.
 * @returns the exit code: 1 when there is a fault, and with `strict` when something is only claimed
 * @throws ProvError `data` for an unknown revision or session, `usage` for `--all` with either
 */
export async function runVerify(
  { revisions = [], all = false, session, attestation, strict = false, json }: VerifyArguments,
  ctx: ReadingContext,
): Promise<number> {
  if (all && (revisions.length > 0 || session !== undefined || attestation !== undefined))
    throw new ProvError('usage', '--all is everything, and something was named as well.', {
      hint: 'Leave one of them out.',
    });
  if (attestation !== undefined) return runAttestation(attestation, json, ctx);
  const { repo } = ctx;
  const of = session === undefined ? undefined : await sessionNamed(ctx, session);
  const commits = revisions.length > 0 ? await commitsOf(repo, revisions) : undefined;
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY && !json ? showProgress(stderr, ctx.env, 'Verifying notes') : undefined;
  const objects = new ObjectReader(repo);
  const store = new RankedReader(repo, binaryReader(repo, objects));
  const found: Record<VerifyFinding['kind'], VerifyFinding[]> = { fault: [], gap: [], warning: [] };
  const counts = { fault: 0, gap: 0, warning: 0 };
  let dropped = 0;
  const signatures = new Signatures(repo, objects);
  const run = verifyNotes(repo, store, objects, {
    signatures,
    commits,
    session: of,
    tip: await tipOf(repo, objects),
    progress: (done, all) => progress?.at(done, all),
  });
  const add = (finding: VerifyFinding): void => {
    counts[finding.kind]++;
    dropped += finding.dropped ?? 0;
    if (found[finding.kind].length < MAX_LISTED) found[finding.kind].push(finding);
  };
  let verified: VerifiedNotes | undefined;
  try {
    for (;;) {
      const next = await run.next();
      if (next.done) {
        verified = next.value;
        break;
      }
      add(next.value);
    }
    for await (const finding of missingSignatures(signatures, store, objects)) add(finding);
    for await (const finding of changedSigners(repo, revisions)) add(finding);
    if (commits === undefined && of === undefined && (signatures.any || (await isSigning(repo))))
      for await (const finding of findRollbacks(repo, store, objects)) add(finding);
  } finally {
    progress?.stop();
    await objects.close();
  }
  const { chain, ...amount } = verified;
  const local = isEnabled(repo) && commits === undefined ? await lookAtLocal(provDirOf(repo), of, chain, add) : NOTHING;
  const report: VerifyReport = {
    schema: 'git-prov/verify/1',
    ...amount,
    faults: counts.fault,
    gaps: counts.gap,
    warnings: counts.warning,
    dropped,
    findings: [...found.fault, ...found.gap, ...found.warning],
    signatures: signatures.report(),
    knowsSigners: await isSigning(repo),
    ...(strict && { strict }),
    ...local,
  };
  const { output, look } = await openFor('verify', ctx, json);
  await output.write(json ? jsonAnswer(report) : renderVerify(report, look));
  return (await output.close()) || (isFaulty(report) || (strict && isClaimed(report)) ? 1 : 0);
}

const NOTHING: Pick<VerifyReport, 'ledgers' | 'contents'> = { ledgers: [], contents: { kept: 0, faults: [] } };

async function lookAtLocal(
  dir: string,
  session: SessionId | undefined,
  chain: GraphChain | undefined,
  add: (finding: VerifyFinding) => void,
): Promise<typeof NOTHING> {
  const ledgers: LedgerReport[] = [];
  for await (const { report, findings } of verifyLedgers(dir, session, (id) => chain?.of(id) ?? [])) {
    ledgers.push(report);
    for (const finding of findings) add(finding);
  }
  const faults: ContentFault[] = [];
  let kept = 0;
  if (session === undefined)
    for await (const content of verifyContents(dir)) {
      kept++;
      if (content !== 'fine' && faults.length < MAX_LISTED) faults.push(content);
    }
  return { ledgers, contents: { kept, faults } };
}

// Signatures can only be missing where notes are signed or signatures are required.
async function isSigning(repo: Repo): Promise<boolean> {
  const { on, allowedSigners } = await readSigning(repo);
  return on || allowedSigners !== undefined;
}

const tipOf = (repo: Repo, objects: ObjectReader): Promise<Oid | undefined> =>
  new NoteReader(binaryReader(repo, objects)).tip();

/** Size limit in bytes. A larger file is not one of our attestations: a note has at most 4 MiB. */
const MAX_ATTESTATION_BYTES = 64 * 1024 * 1024;

async function runAttestation(name: string, json: boolean, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const storyOf = (id: SessionId): Promise<SessionStory | undefined> =>
    withSources(ctx, history, (sourced) => tellSession(sourced, id));
  const report = await verifyAttestation(history, readAttestation(resolve(ctx.cwd, name)), storyOf);
  const { output, look } = await openFor('verify', ctx, json);
  await output.write(json ? jsonAnswer(report) : renderAttestation(report, look));
  const isFault = report.findings.some(({ kind }) => kind === 'fault');
  return (await finish(output, history, ctx)) || (isFault ? 1 : 0);
}

function readAttestation(file: string): string {
  try {
    if (statSync(file).size <= MAX_ATTESTATION_BYTES) return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ProvError('data', `${JSON.stringify(file)} could not be read.`, { cause, hint: 'Name another file.' });
  }
  throw new ProvError('data', `${JSON.stringify(file)} is too large to be an attestation.`, {
    hint: 'git prov attest COMMIT writes one.',
  });
}

async function commitsOf(repo: Repo, revisions: readonly string[]): Promise<Oid[]> {
  checkRevisions(revisions);
  return commitsIn(repo, { revisions });
}

export const command = define({
  usage: 'verify [revisions..]',
  about: 'Check that the record is whole: steps, graphs, lines, signatures',
  options: (c) =>
    c
      .positional('revisions', { type: 'string', array: true, describe: 'Revisions and ranges; by default all' })
      .options({
        all: { type: 'boolean', default: false, describe: 'All notes, also those of unreachable commits' },
        session: { type: 'string', describe: 'Only this session' },
        attestation: { type: 'string', requiresArg: true, describe: 'Verify this file of git prov attest instead' },
        strict: { type: 'boolean', default: false, describe: 'Exit with 1 on what no allowed signer vouches for' },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runVerify(args, read)),
});
