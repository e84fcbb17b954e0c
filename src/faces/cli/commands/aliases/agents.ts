import { activeAgents, type AgentActivity } from '../../../../recorder/session/agent-activity.ts';
import { ProvError } from '../../../../errors.ts';
import { openRepo, type Repo } from '../../../../git/repository/repo.ts';
import { AGENTS, programOf } from '../../../../agents/settings-table.ts';
import { inspectAgents, reportingAgents } from '../../../../install/inspect.ts';
import { define, json } from '../../command.ts';
import { catchUp } from '../../reading/catch-up.ts';
import type { CliContext } from '../../context.ts';
import { openUnpaged } from '../../output/unpaged.ts';
import { renderAgents } from '../../render/start/agents.ts';
import { jsonText } from '../../render/json-text.ts';
import type { AgentsReport, AgentState } from '../../render/start/agents-report.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';

/**
 * `git prov agents`: lists the installed agents, whether their events are recorded, what they wait for, and their last
 * events. Outside of a repository it shows the user's settings only.
 * @returns the exit code
 */
export async function runAgents({ json }: { readonly json: boolean }, ctx: CliContext): Promise<number> {
  const repo = await repositoryOf(ctx);
  if (repo) await catchUp(repo, ctx);
  const activity = repo ? activeAgents(provDirOf(repo)) : new Map<string, AgentActivity>();
  const facts = inspectAgents(AGENTS, ctx, repo?.workTree, activity);
  const agents = [
    ...AGENTS.map((agent): AgentState => {
      const { name } = agent;
      const settings = facts.filter((one) => one.name === name);
      return { name, program: programOf(agent, ctx), settings, heard: activity.get(name) };
    }),
    ...reportingAgents(AGENTS, activity).map((name): AgentState => ({
      name,
      program: undefined,
      settings: [],
      heard: activity.get(name),
    })),
  ];
  const { output, style } = await openUnpaged(ctx, json);
  const report: AgentsReport = { schema: 'git-prov/agents/1', agents };
  await output.write(
    json ? `${jsonText(report, 2)}\n` : renderAgents(report, style, { now: Date.now(), home: ctx.home }),
  );
  return output.close();
}

async function repositoryOf({ cwd, env }: CliContext): Promise<Repo | undefined> {
  try {
    return await openRepo(cwd, env);
  } catch (error) {
    if (error instanceof ProvError && error.kind === 'git') return undefined;
    throw error;
  }
}

export const command = define({
  usage: 'agents',
  about: 'List the agents, and the last event of each (same as status --agents)',
  options: (c) => c.options({ json }),
  run: async (args, ctx) => runAgents(args, ctx),
});
