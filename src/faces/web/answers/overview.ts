import { basename, dirname } from 'node:path';
import { resolveCommit } from '../../../ask/history/commit-info.ts';
import { gitText } from '../../../git/process/process.ts';
import { inRepo, type Repo } from '../../../git/repository/repo.ts';
import type { CliContext } from '../../cli/context.ts';
import { renderStatus } from '../../cli/render/start/status.ts';
import { signsFor } from '../../cli/render/blame/blame-words.ts';
import type { Status } from '../../cli/render/start/status-report.ts';
import type { Answers, LoggedCommit, SessionSummary, Start, Statement, VerifyResult, Warning } from '../contract.ts';
import { dataOf, dataOfWhole, query } from './command.ts';

const RECENT = 30;
const DECISIONS = 12;

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
  const quiet = inRepo(repo, { accept: [0, 1, 128] });
  for (const base of ['@{upstream}', 'origin/HEAD', 'origin/main', 'main', 'master']) {
    const count = Number(await gitText(['rev-list', '--count', `${base}..HEAD`, '--'], quiet));
    if (count > 0 && count <= 500) return `${base}..HEAD`;
  }
  const count = Number(await gitText(['rev-list', '--count', '--max-count=11', '--first-parent', 'HEAD', '--'], quiet));
  return count > 10 ? 'HEAD~10..HEAD' : count > 1 ? `HEAD~${count - 1}..HEAD` : 'commit:HEAD';
}

/** `git prov sessions --json`. */
export async function sessionsOf(ctx: CliContext): Promise<Answers['sessions']> {
  const { runSessions } = await import('../../cli/commands/ask/sessions.ts');
  return dataOf<{ sessions: SessionSummary[] }>(ctx, (read) => runSessions({ json: true }, read));
}

/** The last commits and decisions. */
export async function recentOf(ctx: CliContext): Promise<Answers['recent']> {
  const isEmpty = await query(ctx, async ({ repo }) => !(await resolveCommit(repo, 'HEAD')));
  const [{ runLog }, { runList }] = await Promise.all([
    import('../../cli/commands/ask/log.ts'),
    import('../../cli/commands/ask/list.ts'),
  ]);
  const [log, list] = await Promise.all([
    isEmpty
      ? { commits: [] }
      : dataOf<{ commits: LoggedCommit[] }>(ctx, (read) => runLog({ maxCount: RECENT, json: true }, read)),
    dataOf<{ items: Statement[] }>(ctx, (read) =>
      runList({ kind: 'decision', limit: DECISIONS, provenance: false, json: true }, read),
    ),
  ]);
  return { commits: log.commits, decisions: list.items };
}

/** What `git prov status` paints as a warning or a failure, in its own words. */
export async function statusOf(ctx: CliContext): Promise<Answers['status']> {
  const { runStatus } = await import('../../cli/commands/start/status.ts');
  const status = await dataOfWhole<Status>(ctx, (own) => runStatus({ json: true }, own));
  const look = {
    signs: signsFor(ctx.env),
    columns: undefined,
    unicode: true,
    // No text of the record has these characters: `term()` removes them.
    paint: (tone: string, text: string): string => (tone === 'failed' || tone === 'stale' ? `\u0001${text}` : text),
  };
  const lines = renderStatus(status, look, { now: Date.now(), home: ctx.home }).split('\n');
  const warnings: Warning[] = [];
  let label = '';
  for (const line of lines) {
    const [, named = '', text = ''] = /^(\S(?:\S| (?! ))*)?\s*(.*)$/s.exec(line) ?? [];
    if (named !== '') label = named;
    if (!text.includes('\u0001') || label === 'review') continue;
    const said = text.replaceAll('\u0001', '');
    warnings.push({
      kind: label === 'warning' ? 'invariant' : 'recording',
      text: label === 'warning' ? said : `${label}: ${said}`,
    });
  }
  return { warnings, proposed: status.known?.proposed ?? 0 };
}

interface Verified extends Omit<VerifyResult, 'findings' | 'vouched' | 'claimed' | 'signers'> {
  readonly findings: readonly {
    readonly kind: Warning['kind'];
    readonly what: string;
    readonly commit?: string;
    readonly session?: string;
    readonly step?: string;
  }[];
  readonly signatures: {
    readonly vouched: number;
    readonly claimed: number;
    readonly strange: number;
    readonly signers: readonly { readonly by?: string; readonly key?: string; readonly standing: string }[];
  };
}

const MAX_FINDINGS = 200;

/**
 * `git prov verify --json`.
 * @param revisions verifies only the notes of these commits; all notes when absent. A range alone has no earlier graphs, which
 *   would be gaps, so its gaps are left out.
 */
export async function verifyOf(ctx: CliContext, revisions?: readonly string[]): Promise<VerifyResult> {
  const { runVerify } = await import('../../cli/commands/trust/verify.ts');
  const found = await dataOf<Verified>(ctx, (read) =>
    runVerify({ revisions: [...(revisions ?? [])], json: true }, read),
  );
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
export function warningOf({ kind, what, commit, session, step }: Verified['findings'][number]): Warning {
  const place = commit ? `commit:${commit}` : session ? `session:${session}` : step;
  return { kind, text: what, ...(place !== undefined && { place }) };
}
