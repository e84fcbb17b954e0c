import type { Argv } from 'yargs';
import { type Bind, json, withReading } from './word.ts';

/** The commands for agents at work, and about them. */
export function agents(y: Argv, bind: Bind): Argv {
  return y
    .command(
      'context',
      'What an agent should know before it goes on: what its session did, and what holds of what was decided',
      (c) =>
        c.options({
          session: {
            type: 'string',
            describe: "The agent's session, or a prefix of it; the one that runs this shell, when absent",
          },
          for: {
            type: 'string',
            array: true,
            describe: 'Files and folders that it is about: first what speaks of them, then what speaks of no file',
          },
          budget: {
            type: 'number',
            requiresArg: true,
            describe: 'No more bytes than this; 4096, or prov.contextBudget',
          },
          json,
        }),
      bind(async ({ for: paths, ...args }, ctx) => {
        const { runContext } = await import('../commands/context.ts');
        return withReading(ctx, (read) => runContext({ ...args, paths }, read));
      }),
    )
    .command(
      'agents',
      'Which agents are here, which of them are recorded, and when they were last heard of',
      (c) => c.options({ json }),
      bind(async (args, ctx) => (await import('../commands/agents.ts')).runAgents(args, ctx)),
    )
    .command(
      'mcp',
      'Answer agents over the Model Context Protocol, on standard input and output',
      (c) => c,
      bind(async (_args, ctx) => {
        const { runMcp } = await import('../commands/mcp.ts');
        return runMcp(ctx);
      }),
    );
}
