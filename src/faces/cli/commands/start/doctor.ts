import { isEnabled, isPending } from '../../../../recorder/repo-state.ts';
import { openRepo, type Repo } from '../../../../git/repository/repo.ts';
import { AGENTS } from '../../../../agents/settings-table.ts';
import type { Check, DoctorFinding, CheckContext } from '../../../../install/repair/doctor-finding.ts';
import { checkDeclared } from '../../../../behaviours/declared/check-declared.ts';
import { checkAccess } from '../../../../install/repair/check-access.ts';
import { checkCapture } from '../../../../install/repair/check-capture.ts';
import { checkReviewSetting } from '../../../../install/repair/check-review.ts';
import { checkLeftovers, checkObjects } from '../../../../install/repair/check-leftovers.ts';
import { checkLocks } from '../../../../install/repair/check-locks.ts';
import { checkNotes } from '../../../../install/repair/check-notes-ref.ts';
import { checkRecords } from '../../../../install/repair/check-records.ts';
import { checkRefs } from '../../../../install/repair/check-refs.ts';
import { checkSetup } from '../../../../install/repair/check-setup.ts';
import { checkSpool } from '../../../../install/repair/check-spool.ts';
import { define, json } from '../../command.ts';
import type { CliContext } from '../../context.ts';
import { checkInvariantsOf } from '../../reading/check-invariants.ts';
import { fileFault } from '../../reading/file-fault.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderDoctor } from '../../render/start/doctor.ts';
import { jsonText } from '../../render/json-text.ts';
import type { Report } from '../../render/start/doctor-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface DoctorOptions {
  readonly json?: boolean | undefined;
  /** Repair what can be repaired. */
  readonly fix?: boolean | undefined;
}

/** Locks first, because the other checks may need them. */
const CHECKS: readonly Check[] = [
  checkLocks,
  checkRefs,
  checkNotes,
  checkRecords,
  checkSpool,
  checkLeftovers,
  checkObjects,
  checkCapture,
  checkReviewSetting,
  checkDeclared,
  checkInvariantsOf,
  checkSetup,
];
const LOCK_TIMEOUT_MS = 5000;
/** Another process that records does so instead. */
const QUICK_LOCK_TIMEOUT_MS = 300;

/**
 * `git prov doctor`: checks everything that recording and reading depend on, and with `fix` repairs what it can.
 * @returns the exit code: 0 when no problem remains, 1 otherwise
 * @throws ProvError `git` outside of a repository
 */
export async function runDoctor({ json = false, fix = false }: DoctorOptions, ctx: CliContext): Promise<number> {
  const report = await examine(ctx, fix);
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(json ? `${jsonText(report, 2)}\n` : renderDoctor(report, style));
  return (await output.close()) || (report.problems > 0 ? 1 : 0);
}

async function examine(ctx: CliContext, fix: boolean): Promise<Report> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  const context: CheckContext = { repo, ctx, agents: AGENTS, dir: provDirOf(repo), now: Date.now() };
  const mended: string[] = [];
  const failed: string[] = [];
  if (fix) {
    for (const check of [checkAccess, ...CHECKS])
      for (const finding of await unlessClosed(check, context)) {
        if (!finding.mend) continue;
        try {
          await finding.mend();
          mended.push(finding.what);
        } catch (error) {
          failed.push(`${finding.what} ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    // Records restored events, and notes that could not be written before.
    failed.push(...(await recordAgain(context)));
  }
  const found: DoctorFinding[] = [...checkAccess(context)];
  for (const check of CHECKS) found.push(...(await unlessClosed(check, context)));
  if (!fix && found.every(({ state }) => state !== 'problem')) found.push(...(await checkRecording(context)));
  return {
    schema: 'git-prov/doctor/1',
    repository: repo.commonDir,
    fix,
    checks: found.map(({ mend, ...finding }) => ({ ...finding, mendable: mend !== undefined })),
    mended,
    failed,
    problems: found.filter(({ state }) => state === 'problem').length,
  };
}

// The other checks read files of the private folder, so they are skipped until these can be read.
const unlessClosed = async (check: Check, context: CheckContext): Promise<readonly DoctorFinding[]> =>
  check !== checkAccess && checkAccess(context).length > 0 ? [] : check(context);

// Every command records what waits and refers to this one when it cannot, so this one tries too.
async function checkRecording({ repo }: CheckContext): Promise<DoctorFinding[]> {
  const what = isPending(repo) ? await failureOf(repo, { patience: QUICK_LOCK_TIMEOUT_MS }) : undefined;
  if (what === undefined) return [];
  const todo = 'Nothing is lost: it waits. Correct the cause, then run any command of git prov again.';
  return [{ name: 'recording', state: 'problem', what, todo }];
}

async function recordAgain({ repo }: CheckContext): Promise<string[]> {
  const what = isEnabled(repo) ? await failureOf(repo, { patience: LOCK_TIMEOUT_MS, tidy: true }) : undefined;
  return what === undefined ? [] : [what];
}

// Records what waits. Returns why that failed.
async function failureOf(
  repo: Repo,
  options: { readonly patience: number; readonly tidy?: boolean },
): Promise<string | undefined> {
  try {
    const { drain } = await import('../../../../recorder/drain.ts');
    await drain(repo, options);
    return undefined;
  } catch (error) {
    return `What waits could not be recorded: ${(fileFault(error) ?? (error as Error)).message}`;
  }
}

export const command = define({
  usage: 'doctor',
  about: 'Check hooks, settings, state and notes; --fix repairs them',
  options: (c) =>
    c.options({ fix: { type: 'boolean', default: false, describe: 'Repair what can be repaired' }, json }),
  run: async (args, ctx) => runDoctor(args, ctx),
});
