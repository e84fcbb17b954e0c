import { isRequest } from '../../../exchange/forge/entry.ts';
import { basename, dirname } from 'node:path';
import { resolveCommit } from '../../../ask/history/commit-info.ts';
import { log, type LogEntry } from '../../../ask/history/log.ts';
import { listSessions } from '../../../ask/history/sessions.ts';
import { list } from '../../../ask/knowledge/list.ts';
import { statementAnswer } from '../../../ask/knowledge/statement-answer.ts';
import { countCommits } from '../../../git/history/rev-list.ts';
import { gitText } from '../../../git/process/process.ts';
import { provDirOf } from '../../../git/repository/local-files.ts';
import { inRepo, openRepo, type Repo } from '../../../git/repository/repo.ts';
import { isReason } from '../../../model/node.ts';
import type { VerifyFinding } from '../../../trust/finding.ts';
import { verifyRecord } from '../../../trust/verify-record.ts';
import type { CliContext } from '../../cli/context.ts';
import { catchUp } from '../../cli/reading/catch-up.ts';
import { refuseWrongKinds } from '../../cli/reading/file-fault.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import { readStatus } from '../../cli/reading/status.ts';
import { ask, withSources } from '../../cli/reading/with-graph.ts';
import { statusRows } from '../../cli/render/start/status.ts';
import type { Answers, Start, VerifyResult, Warning } from '../contract.ts';
import { query } from './command.ts';

const RECENT_COMMITS = 30;
const MAX_DECISIONS = 12;
/** Of so many decisions, those that only list the steps are left out. */
const MAX_LISTED = 10 * MAX_DECISIONS;

/** What the page shows before it asks anything else. */
export async function startOf(ctx: CliContext, address: string): Promise<Start> {
  return query(ctx, async (read) => {
    const { repo } = read;
    const head = await resolveCommit(repo, 'HEAD');
    return {
      repository: nameOf(repo),
      version: process.env['GIT_PROV_VERSION'] ?? 'unknown',
      ...(head && { head: { oid: head, ...(await headOf(repo)) } }),
      bare: repo.workTree === undefined,
      recorded: await read.hasProvenance(),
      writes: true,
      address,
      ...(head && { range: await rangeOf(repo) }),
    };
  });
}

const nameOf = ({ workTree, commonDir }: Repo): string =>
  basename(workTree ?? (basename(commonDir) === '.git' ? dirname(commonDir) : commonDir)).replace(/\.git$/, '');

async function headOf(repo: Repo): Promise<{ branch: string | null; subject: string }> {
  const quiet = inRepo(repo, { accept: [0, 1, 128] });
  const [branch, subject] = await Promise.all([
    gitText(['symbolic-ref', '--quiet', '--short', 'HEAD'], quiet),
    gitText(['log', '-1', '--format=%s', 'HEAD'], quiet),
  ]);
  return { branch: branch === '' ? null : branch, subject };
}

// What a person most likely reviews: the branch since its upstream or the default branch, else the last commits.
async function rangeOf(repo: Repo): Promise<string> {
  for (const base of ['@{upstream}', 'origin/HEAD', 'origin/main', 'main', 'master']) {
    const count = await countCommits(repo, { revisions: [`${base}..HEAD`] });
    if (count > 0 && count <= 500) return `${base}..HEAD`;
  }
  const count = await countCommits(repo, { flags: ['--max-count=11', '--first-parent'], revisions: ['HEAD'] });
  return count > 10 ? 'HEAD~10..HEAD' : count > 1 ? `HEAD~${count - 1}..HEAD` : 'commit:HEAD';
}

/** The sessions, as `git prov sessions --json` lists them: without imported requests. */
export const sessionsOf = (ctx: CliContext): Promise<Answers['sessions']> =>
  query(ctx, (read) =>
    withSources(read, historyOf(read), async (sourced) => ({
      sessions: (await listSessions(sourced)).filter((one) => !isRequest(one)),
    })),
  );

/** The last commits, as `git prov log --json` lists them. */
export const commitsOf = (ctx: CliContext): Promise<Answers['commits']> =>
  query(ctx, async (read) => {
    const commits: LogEntry[] = [];
    if (await resolveCommit(read.repo, 'HEAD'))
      for await (const entry of log(historyOf(read), { ...LATEST, cwd: read.repo.cwd })) commits.push(entry);
    return { commits };
  });

/** The last decisions with a reason, as `git prov list decision --json` lists them. */
export const decisionsOf = (ctx: CliContext): Promise<Answers['decisions']> =>
  query(ctx, async (read) => {
    const found = await ask(read, async ({ world, sources }) =>
      list(world, sources, { kind: 'decision', limit: MAX_LISTED, provenance: false }),
    );
    return {
      decisions: found
        .filter(({ node }) => isReason(node))
        .slice(0, MAX_DECISIONS)
        .map(statementAnswer),
    };
  });

const LATEST = { revisions: [], paths: [], selecting: [], maxCount: RECENT_COMMITS };

/** The problems that `git prov status` shows, in its words. */
export async function statusOf(ctx: CliContext): Promise<Answers['status']> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  refuseWrongKinds(provDirOf(repo));
  await catchUp(repo, ctx);
  const status = await readStatus(repo, ctx);
  const warnings: Warning[] = [];
  let label = '';
  for (const row of statusRows(status, { now: Date.now(), home: ctx.home })) {
    if (row.label !== '') ({ label } = row);
    const isProblem = row.spans.some(({ tone }) => tone === 'failed' || tone === 'stale');
    if (!isProblem || label === 'review') continue;
    const text = row.spans.map((span) => span.text).join(' ');
    warnings.push(label === 'warning' ? { kind: 'invariant', text } : { kind: 'recording', text: `${label}: ${text}` });
  }
  return { warnings, proposed: status.known?.proposed ?? 0 };
}

const MAX_FINDINGS = 200;

/**
 * The data of `git prov verify`.
 * @param revisions verifies only the notes of these commits; all notes when absent. A range alone has no earlier graphs, which
 *   would be gaps, so its gaps are left out.
 */
export async function verifyOf(ctx: CliContext, revisions?: readonly string[]): Promise<VerifyResult> {
  const found = await query(ctx, ({ repo }) => verifyRecord(repo, { revisions: revisions ?? [] }));
  const { notes, graphs, steps, faults, warnings, signatures } = found;
  const gaps = revisions ? 0 : found.gaps;
  const findings = found.findings.filter(({ kind }) => !revisions || kind !== 'gap');
  return {
    notes,
    graphs,
    steps,
    faults,
    gaps,
    warnings,
    findings: findings.slice(0, MAX_FINDINGS).map(warningOf),
    vouched: signatures.vouched,
    claimed: signatures.claimed + signatures.strange,
    signers: signatures.signers
      .filter(({ standing }) => standing === 'vouched')
      .map(({ by, key }) => by ?? key ?? 'unknown'),
  };
}

/** A finding of a verification, for a page. */
export function warningOf({ kind, what, commit, session, step }: VerifyFinding): Warning {
  const place = commit ? `commit:${commit}` : session ? `session:${session}` : step;
  return { kind, text: what, ...(place !== undefined && { place }) };
}
