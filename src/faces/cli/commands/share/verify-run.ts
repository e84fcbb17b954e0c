import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { provDirOf } from '../../../../git/repository/local-files.ts';
import { commitNamed, resolveCommit } from '../../../../ask/history/commit-info.ts';
import { ProvError } from '../../../../errors.ts';
import { MAX_REPORT_BYTES, type RunReport } from '../../../../recorder/runs/run-report.ts';
import { commitsIn } from '../../../../git/history/rev-list.ts';
import { openRepo, type Repo } from '../../../../git/repository/repo.ts';
import { CHECK_KINDS, isCheckKind } from '../../../../model/checks/kind.ts';
import type { Oid, RepoPath } from '../../../../model/ids.ts';
import type { ContentOf } from '../../../../recorder/runs/record-run.ts';
import { define, dryRun, json, wordsAfterDashes } from '../../command.ts';
import { type CliContext, stderrOf } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { jsonText } from '../../render/json-text.ts';
import { renderRun, type RunJson } from '../../render/share/verify-run.ts';

/** Commits whose notes get a result. */
const MAX_COMMITS = 500;
const BY = /^[!-~]{1,64}$/;
const PERSON = 'person';

export interface VerifyRunArguments {
  readonly command?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly commit?: string | undefined;
  readonly base?: string | undefined;
  readonly by?: string | undefined;
  readonly kind?: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** What ran, and on which files. */
interface Ran {
  readonly reports: readonly RunReport[];
  /** The exit code of the command. */
  readonly code: number;
  /** The files that were as in HEAD; see `RunOptions`. */
  readonly contentOf?: ContentOf;
  /** The files that are not as in HEAD, with the contents that it ran on. */
  readonly uncommitted: readonly (readonly [RepoPath, Oid])[];
}

/**
 * `git prov verify-run`: records a check that CI, a hook or a person ran, from its report or by running it. A file that is not
 * committed yet gets the result with the commit that has its checked content.
 * @returns the exit code; 1 when the command failed
 * @throws ProvError `usage` for wrong options and for an agent with a report, `data` for a report or a commit that cannot be read
 */
export async function runVerifyRun(args: VerifyRunArguments, ctx: CliContext): Promise<number> {
  const { command = [], from, kind } = args;
  if ((from === undefined) === (command.length === 0))
    throw new ProvError('usage', 'Name either a report or a command.', {
      hint: 'Use --from junit.xml, or -- npm test.',
    });
  if (kind !== undefined && !isCheckKind(kind))
    throw new ProvError('usage', `${JSON.stringify(kind)} is not a kind of check.`, {
      hint: `Use ${CHECK_KINDS.join(', ')}.`,
    });
  const by = await byOf(args.by, ctx);
  const repo = await openRepo(ctx.cwd, ctx.env);
  const mayBeFirst = from === undefined && args.commit === undefined && args.base === undefined;
  const commit = mayBeFirst
    ? ((await resolveCommit(repo, 'HEAD')) ?? null)
    : await commitNamed(repo, args.commit ?? 'HEAD');
  const noted =
    commit === null
      ? []
      : args.base === undefined
        ? [commit]
        : await between(repo, await commitNamed(repo, args.base), commit);
  const { isEnabled } = await import('../../../../recorder/repo-state.ts');
  if (isEnabled(repo)) await (await import('../../../../recorder/drain.ts')).drain(repo, { patience: 5000 });
  if (from !== undefined) await refuseAgent(repo, ctx); // after the drain, which knows of commands that began or ended
  const { reports, code, contentOf, uncommitted }: Ran =
    from === undefined
      ? await ran(repo, command, args.commit, commit !== null, ctx)
      : { reports: [await readReport(resolve(ctx.cwd, from))], code: 0, uncommitted: [] };
  const { recordRun, writableWords } = await import('../../../../recorder/runs/record-run.ts');
  const { keepRun } = await import('../../../../recorder/runs/waiting-files.ts');
  const at = Date.now();
  const waiting = isEnabled(repo) ? uncommitted.length : 0;
  const recorded: RunJson['runs'][number][] = [];
  for (const one of reports) {
    const report = { ...one, ...(kind !== undefined && { kind }) };
    const options = { by, noted, at, ...(contentOf && { contentOf }), dryRun: args.dryRun };
    const { unsigned, ...rest } =
      commit === null
        ? { commits: [], files: 0, unsigned: undefined }
        : await recordRun(repo, report, { ...options, commit });
    if (unsigned !== undefined) ctx.warn(unsigned);
    if (waiting > 0 && !args.dryRun) {
      const words = await writableWords(repo, report);
      keepRun(provDirOf(repo), {
        report: { ...report, words },
        by,
        at,
        gitDir: repo.gitDir,
        head: commit,
        files: uncommitted,
      });
    }
    recorded.push({ kind: report.kind, result: report.result, words: report.words, ...rest, waiting });
  }
  const answer: RunJson = { schema: 'git-prov/verify-run/1', commit, by, dryRun: args.dryRun, runs: recorded };
  const { output, style } = await openUnpaged(ctx, args.json);
  await output.write(args.json ? `${jsonText(answer, 2)}\n` : renderRun(answer, style));
  const closed = await output.close();
  const failed = from === undefined && reports.some(({ result }) => result === 'failed');
  return code === 0 && !failed ? closed : 1;
}

// Who ran it: in the shell of an agent, the agent and not a person.
async function byOf(named: string | undefined, ctx: CliContext): Promise<string> {
  if (named !== undefined && !BY.test(named))
    throw new ProvError('usage', '--by takes 1 to 64 ASCII characters without spaces.', { hint: 'Use --by ci.' });
  const agent = await startingAgent(ctx);
  if (agent !== undefined && named === PERSON)
    throw new ProvError('usage', 'An agent cannot record a check in the name of a person.', {
      hint: `Leave out --by: the check is then recorded for ${agent}.`,
    });
  return named ?? agent ?? (ctx.env['CI'] ? 'ci' : PERSON);
}

// A report is only a file, and an agent can write one. A command is run here.
async function refuseAgent(repo: Repo, ctx: CliContext): Promise<void> {
  const { runningCommand } = await import('../../../../recorder/step/running-command.ts');
  if ((await startingAgent(ctx)) === undefined && runningCommand(repo) === undefined) return;
  throw new ProvError('usage', 'An agent cannot record a report.', {
    cause: 'The agent could have written it.',
    hint: 'Run the check instead: git prov verify-run -- npm test. Or have CI or a person record the report.',
  });
}

async function startingAgent(ctx: CliContext): Promise<string | undefined> {
  const { agentOf, shellAgentOf } = await (await import('../../../../recorder/agent-port.ts')).loadAgents();
  const { agentAbove } = await import('../../agent-above.ts');
  return agentOf(ctx.env)?.agent ?? shellAgentOf(ctx.env) ?? (await agentAbove(ctx))?.agent;
}

async function ran(
  repo: Repo,
  command: readonly string[],
  commit: string | undefined,
  hasHead: boolean,
  ctx: CliContext,
): Promise<Ran> {
  if (commit !== undefined)
    throw new ProvError('usage', '--commit needs a report.', {
      hint: 'A command runs on the files of the work tree, at HEAD.',
    });
  if (repo.workTree === undefined)
    throw new ProvError('data', 'A bare repository has no files to run a check on.', {
      hint: 'Record a report instead, with --from FILE, or run the check in a clone with a work tree.',
    });
  const { runCheck } = await import('../../../../exchange/runs/run-command.ts');
  const { changedFiles } = await import('../../../../recorder/runs/changed-files.ts');
  const before = await changedFiles(repo, hasHead);
  const run = await runCheck(command, { cwd: ctx.cwd, env: ctx.env, stdout: stderrOf(ctx), stderr: stderrOf(ctx) });
  const after = await changedFiles(repo, hasHead);
  return {
    ...run,
    contentOf: (path) => (before.tracked.has(path) || after.tracked.has(path) ? undefined : 'as committed'),
    // A file that changed meanwhile was checked in neither state.
    uncommitted: [...after.contents].filter(([path, content]) => before.contents.get(path) === content),
  };
}

async function readReport(file: string): Promise<RunReport> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined)
    throw new ProvError('data', `There is no file ${JSON.stringify(file)}.`, { hint: 'Name the report of the check.' });
  if (size > MAX_REPORT_BYTES)
    throw new ProvError('data', `The report has ${size} bytes; at most ${MAX_REPORT_BYTES} are read.`, {
      hint: 'Let the runner leave its output out of the report.',
    });
  const text = decode(readFileSync(file));
  if (/^\uFEFF?\s*</.test(text)) return (await import('../../../../exchange/runs/junit.ts')).readJunit(text);
  return (await import('../../../../exchange/runs/sarif.ts')).readSarif(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProvError('data', 'The report is not UTF-8.', { hint: 'Write it in UTF-8.' });
  }
}

const between = (repo: Repo, base: Oid, commit: Oid): Promise<Oid[]> =>
  commitsIn(repo, { flags: [`--max-count=${MAX_COMMITS}`], from: [commit], not: [base] });

export const command = define({
  usage: 'verify-run [command..]',
  about: 'Record a check that CI, a hook or a person ran',
  options: (c) =>
    c
      .positional('command', {
        type: 'string',
        array: true,
        describe: 'A check to run, after --; its result counts for the present content of the files, committed or not',
      })
      .options({
        from: {
          type: 'string',
          describe: 'A report instead: JUnit XML (tests) or SARIF (a linter)',
        },
        commit: { type: 'string', describe: 'The commit that was checked; HEAD by default' },
        base: { type: 'string', describe: 'Also add it to the notes of the commits since this one' },
        by: {
          type: 'string',
          describe:
            'Who ran it: ci, a name, a hook; by default the agent that started the shell, ci where CI is set, else person',
        },
        kind: {
          type: 'string',
          choices: CHECK_KINDS,
          describe: 'The kind of check, if not the usual one',
        },
        'dry-run': dryRun,
        json,
      })
      .parserConfiguration({ 'populate--': true }),
  // The options of the check are after --, and are not ours.
  run: async ({ command: words = [], ...args }, ctx) =>
    runVerifyRun({ ...args, command: [...words, ...(wordsAfterDashes(args) ?? [])] }, ctx),
});
