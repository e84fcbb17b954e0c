import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import type { SessionId } from '../../../../model/ids.ts';
import { verifyAttestation } from '../../../../trust/attestation.ts';
import { verifyRecord } from '../../../../trust/verify-record.ts';
import { isClaimed, isFaulty, type VerifyReport } from '../../../../trust/verify-report.ts';
import type { SessionStory } from '../../../../ask/history/session-answer.ts';
import { readSessionStory } from '../../../../ask/history/sessions.ts';
import { withSources } from '../../reading/with-graph.ts';
import { define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { stderrOf } from '../../context.ts';
import { finish, jsonAnswer, historyOf, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderAttestation } from '../../render/trust/attestation.ts';
import { showProgress } from '../../render/progress.ts';
import { renderVerify } from '../../render/trust/verify.ts';
import { sessionNamed } from '../../reading/session-named.ts';

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

/**
 * `git prov verify`: checks that notes, ledgers and stored contents are unchanged since they were recorded.
 * @returns the exit code: 1 when there is a fault, and with `strict` when something is only claimed
 * @throws ProvError `data` for an unknown revision or session, `usage` for `--all` with either, and for two sessions
 */
export async function runVerify(
  { revisions: named = [], all = false, session: option, attestation, strict = false, json }: VerifyArguments,
  ctx: ReadingContext,
): Promise<number> {
  const { revisions, session } = withSession(named, option);
  if (all && (revisions.length > 0 || session !== undefined || attestation !== undefined))
    throw new ProvError('usage', '--all checks everything, so it takes no revision.', {
      hint: 'Leave one of them out.',
    });
  if (attestation !== undefined) return runAttestation(attestation, json, ctx);
  const { repo } = ctx;
  const of = session === undefined ? undefined : await sessionNamed(ctx, session);
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY && !json ? showProgress(stderr, ctx.env, 'Verifying notes') : undefined;
  let found: VerifyReport;
  try {
    found = await verifyRecord(repo, { revisions, session: of, progress: (done, all) => progress?.at(done, all) });
  } finally {
    progress?.stop();
  }
  const report = strict ? { ...found, strict } : found;
  const { output, style } = await openFor('verify', ctx, json);
  await output.write(json ? jsonAnswer(report) : renderVerify(report, style));
  return (await output.close()) || (isFaulty(report) || (strict && isClaimed(report)) ? 1 : 0);
}

// A session may be named as everywhere else. No revision begins with `session:`, because git allows no colon in a name of a ref.
function withSession(
  named: readonly string[],
  option: string | undefined,
): { readonly revisions: readonly string[]; readonly session: string | undefined } {
  const sessions = [...(option === undefined ? [] : [option]), ...named.filter(isSession)];
  if (sessions.length > 1)
    throw new ProvError('usage', 'verify takes one session at a time.', { hint: 'Name one, or none for all notes.' });
  return { revisions: named.filter((one) => !isSession(one)), session: sessions[0] };
}

const isSession = (named: string): boolean => named.startsWith('session:');

/** Size limit in bytes. A larger file is not one of our attestations: a note has at most 4 MiB. */
const MAX_ATTESTATION_BYTES = 64 * 1024 * 1024;

async function runAttestation(name: string, json: boolean, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const storyOf = (id: SessionId): Promise<SessionStory | undefined> =>
    withSources(ctx, history, (sourced) => readSessionStory(sourced, id));
  const report = await verifyAttestation(history, readAttestation(resolve(ctx.cwd, name)), storyOf);
  const { output, style } = await openFor('verify', ctx, json);
  await output.write(json ? jsonAnswer(report) : renderAttestation(report, style));
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

export const command = define({
  usage: 'verify [revisions..]',
  about: 'Check that the record is whole: steps, graphs, lines, signatures',
  options: (c) =>
    c
      .positional('revisions', {
        type: 'string',
        array: true,
        describe: 'Revisions, ranges, or session:ID; by default all',
      })
      .options({
        all: { type: 'boolean', default: false, describe: 'All notes, also those of unreachable commits' },
        session: { type: 'string', describe: 'Only this session' },
        attestation: { type: 'string', describe: 'Verify this file of git prov attest instead' },
        strict: { type: 'boolean', default: false, describe: 'Exit with 1 on what no allowed signer vouches for' },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runVerify(args, read)),
});
