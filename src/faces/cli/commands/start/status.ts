import { openRepo } from '../../../../git/repository/repo.ts';
import { define, json } from '../../command.ts';
import { catchUp } from '../../reading/catch-up.ts';
import type { CliContext } from '../../context.ts';
import { refuseWrongKinds } from '../../reading/file-fault.ts';
import { readStatus } from '../../reading/status.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderStatus } from '../../render/start/status.ts';
import { jsonText } from '../../render/json-text.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

export interface StatusOptions {
  readonly json?: boolean | undefined;
  /** Record waiting events first, so that the answer is up to date; the default. */
  readonly drain?: boolean | undefined;
}

/**
 * `git prov status`: what is recorded now, and what prevents recording.
 * @returns the exit code
 * @throws ProvError `git` outside of a repository
 */
export async function runStatus(
  { json = false, drain: drains = true }: StatusOptions,
  ctx: CliContext,
): Promise<number> {
  const repo = await openRepo(ctx.cwd, ctx.env);
  refuseWrongKinds(provDirOf(repo));
  if (drains) await catchUp(repo, ctx);
  const status = await readStatus(repo, ctx);
  const { output, style } = await openUnpaged(ctx, json);
  await output.write(
    json ? `${jsonText(status, 2)}\n` : renderStatus(status, style, { now: Date.now(), home: ctx.home }),
  );
  return output.close();
}

export const command = define({
  usage: 'status',
  about: 'Show what is recorded, what waits, and which notes are missing',
  options: (c) =>
    c.options({
      agents: { type: 'boolean', default: false, describe: 'List the agents, and the last event of each' },
      drain: { type: 'boolean', default: true, describe: 'Record waiting events first' },
      json,
    }),
  run: async (args, ctx) =>
    args.agents ? (await import('../aliases/agents.ts')).runAgents(args, ctx) : runStatus(args, ctx),
});
