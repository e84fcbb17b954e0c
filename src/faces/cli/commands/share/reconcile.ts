import { ProvError } from '../../../../errors.ts';
import type { Repo } from '../../../../git/repository/repo.ts';
import { openRepo } from '../../../../git/repository/repo.ts';
import type { Oid } from '../../../../model/ids.ts';
import { readCommits, commitNamed, resolveCommit, type CommitInfo } from '../../../../ask/history/commit-info.ts';
import { define, dryRun, json } from '../../command.ts';
import { type CliContext, stderrOf } from '../../context.ts';
import { noCommit } from '../../reading/reading-context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { showProgress } from '../../render/progress.ts';
import { renderReconciled } from '../../render/share/reconcile.ts';
import { jsonText } from '../../render/json-text.ts';
import type { ReconcileReport } from '../../render/share/reconcile-report.ts';

export interface ReconcileArguments {
  readonly revisions?: readonly string[] | undefined;
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * `git prov reconcile`: recreates the notes of rewritten commits from the notes of their originals.
 * @returns the exit code
 * @throws ProvError `usage` when only --base or only --head is given, `data` for a missing revision
 */
export async function runReconcile(
  { revisions = [], base, head, dryRun, json }: ReconcileArguments,
  ctx: CliContext,
): Promise<number> {
  if ((base === undefined) !== (head === undefined))
    throw new ProvError('usage', '--base and --head go together.', {
      hint: 'Name the merged branch: --base main --head topic.',
    });
  const repo = await openRepo(ctx.cwd, ctx.env);
  if (revisions.length === 0 && base === undefined && !(await resolveCommit(repo, 'HEAD'))) throw noCommit();
  const { isEnabled } = await import('../../../../recorder/repo-state.ts');
  if (isEnabled(repo)) await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: 5000 });
  const { reconcile } = await import('../../../../recorder/commit/reconcile.ts');
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY ? showProgress(stderr, ctx.env, 'Looking at commits') : undefined;
  const from = base !== undefined && head !== undefined ? await rangeOf(repo, base, head) : undefined;
  const { looked, notes, unsigned } = await reconcile(repo, {
    revisions: revisions.map(checked),
    from,
    dryRun,
    progress: (done, all) => progress?.at(done, all),
  });
  progress?.stop();
  if (unsigned !== undefined) ctx.warn(unsigned);
  const infos = new Map<Oid, CommitInfo>((await readCommits(repo, [...notes.keys()])).map((one) => [one.oid, one]));
  const report: ReconcileReport = {
    schema: 'git-prov/reconcile/1',
    dryRun,
    looked,
    commits: [...notes].map(([commit, note]) => ({
      commit,
      subject: infos.get(commit)?.subject ?? '',
      lines: [...note.lines.values()].flat().reduce((sum, { node, count }) => sum + (node ? count : 0), 0),
      from: note.carried.map((one) => ({ commit: one.from, how: one.how })),
    })),
  };
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(json ? `${jsonText(report, 2)}\n` : renderReconciled(report, style));
  return output.close();
}

async function rangeOf(repo: Repo, base: string, head: string): Promise<{ base: Oid; head: Oid }> {
  const hint = 'Fetch the branch that was merged; in a CI job, with its whole history.';
  return { base: await commitNamed(repo, base, hint), head: await commitNamed(repo, head, hint) };
}

// Rejects text that git would read as an option.
function checked(revision: string): string {
  if (!revision.startsWith('-')) return revision;
  throw new ProvError('usage', `${JSON.stringify(revision)} is not a revision.`, {
    hint: 'Use for example main~5..main.',
  });
}

export const command = define({
  usage: 'reconcile [revisions..]',
  about: 'Recreate notes for commits that a forge squashed or rebased',
  options: (c) =>
    c
      .positional('revisions', {
        type: 'string',
        array: true,
        describe: 'Revisions and ranges; by default the last 1000 commits of HEAD',
      })
      .options({
        base: { type: 'string', describe: 'The start of the merged branch; with --head' },
        head: { type: 'string', describe: 'The last commit of the merged branch; with --base' },
        'dry-run': dryRun,
        json,
      }),
  run: async (args, ctx) => runReconcile(args, ctx),
});
