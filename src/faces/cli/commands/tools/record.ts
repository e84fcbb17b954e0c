import { existsSync } from 'node:fs';
import { checkReported, type RecordedEvent } from '../../../../agents/generic/event.ts';
import { checkName, reportedPayload } from '../../../../agents/generic/hooks.ts';
import { isKnownAgent } from '../../../../agents/registry.ts';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { ProvError } from '../../../../errors.ts';
import { runBounded } from '../../../../git/process/bounded.ts';
import { openRepo } from '../../../../git/repository/repo.ts';
import { dataFiles } from '../../../../install/user-paths.ts';
import { define } from '../../command.ts';
import { type CliContext, stdinOf } from '../../context.ts';
import { readInput } from '../../output/input.ts';

export interface RecordOptions {
  readonly agent: string;
  /** Print nothing and exit with 0 after any error, so that a working agent is never stopped. */
  readonly quiet: boolean;
}

/** Time limit of an agent's hook, in milliseconds. */
const HOOK_TIMEOUT_MS = 10_000;
/** Replaces the agent's settings in the spool. `init` writes no settings of this name. */
const TELLER = 'record';
/** Events per call. */
const MAX_EVENTS = 10_000;

/**
 * `git prov record`: records events from standard input as an agent's, one JSON object or one in each line. They take the
 * way of all agents' events: the hook script takes the snapshot and spools them. If one event is invalid, none is recorded.
 * @param stdin input stream
 * @returns the exit code
 * @throws ProvError `data` for an invalid event, `usage` for a reserved agent name, `git` outside of a repository
 */
export async function runRecord(
  { agent, quiet }: RecordOptions,
  ctx: CliContext,
  stdin: NodeJS.ReadableStream = stdinOf(ctx),
): Promise<number> {
  try {
    await record(checkName(agent, isKnownAgent), ctx, stdin);
  } catch (error) {
    if (!quiet) throw error;
  }
  return 0;
}

async function record(agent: string, ctx: CliContext, stdin: NodeJS.ReadableStream): Promise<void> {
  const events = readEvents((await readInput(stdin)).replace(/^\ufeff/, '')); // some shells write a byte order mark
  const script = dataFiles(ctx).agent;
  const { CURSOR_PROJECT_DIR: _, ...env } = ctx.env; // the script would use it as the folder of the event
  for (const folder of new Set(events.map(({ cwd = ctx.cwd }) => cwd))) await checkRecorded(folder, script, ctx);
  for (const event of events) {
    const cwd = event.cwd ?? ctx.cwd;
    const { fault } = await runBounded('sh', [script, TELLER], {
      cwd,
      env,
      input: Buffer.from(JSON.stringify(reportedPayload(agent, event, cwd))),
      timeout: HOOK_TIMEOUT_MS,
    });
    if (fault)
      throw new ProvError('data', `The event could not be spooled in ${cwd}.`, {
        cause: fault === 'absent' ? 'sh could not be started' : 'the snapshot of the files took too long',
      });
  }
}

async function checkRecorded(folder: string, script: string, ctx: CliContext): Promise<void> {
  const hint = 'Run git prov init there.';
  if (!existsSync(folder)) throw new ProvError('data', `${folder}, the folder of the event, does not exist.`);
  const repo = await openRepo(folder, ctx.env);
  if (!isEnabled(repo) && !existsSync(dataFiles(ctx).global))
    throw new ProvError('data', `Nothing is recorded in ${folder}.`, { hint });
  if (!existsSync(script)) throw new ProvError('data', `${script} is missing.`, { hint });
}

function readEvents(input: string): RecordedEvent[] {
  const whole = parse(input);
  if (whole !== undefined) return [checkReported(whole)];
  const lines = input.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line, number: i + 1 }]));
  if (lines.length === 0) throw new ProvError('data', 'There is no event on standard input.', { hint: HINT });
  if (lines.length > MAX_EVENTS) throw new ProvError('data', `More than ${MAX_EVENTS} events at once.`);
  return lines.map(({ line, number }) => {
    const value = parse(line);
    if (value === undefined)
      throw new ProvError('data', `${lines.length > 1 ? `Line ${number}` : 'Standard input'} is not JSON.`, {
        hint: HINT,
      });
    try {
      return checkReported(value);
    } catch (error) {
      if (!(error instanceof ProvError) || lines.length === 1) throw error;
      throw new ProvError(
        'data',
        `Line ${number}: ${error.message}`,
        error.hint === undefined ? {} : { hint: error.hint },
      );
    }
  });
}

const HINT = 'Give one JSON object, or one a line; docs/record.md has the fields.';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const command = define({
  usage: 'record',
  about: 'Record events of any other agent, as JSON on standard input',
  options: (c) =>
    c.options({
      agent: { type: 'string', demandOption: true, describe: 'The name of the agent' },
      quiet: { type: 'boolean', default: false, describe: 'Print nothing and exit with 0, as a hook should' },
    }),
  run: async (args, ctx) => runRecord(args, ctx),
});
