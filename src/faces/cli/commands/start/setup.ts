import { define, dryRun, json } from '../../command.ts';
import { watch } from '../../../../recorder/repo-state.ts';
import { openRepo } from '../../../../git/repository/repo.ts';
import { deinit, type DeinitOptions } from './deinit.ts';
import { init, type InitOptions, type InitReport } from './init.ts';
import type { CliContext } from '../../context.ts';
import { openOutput } from '../../output/output.ts';
import { renderInit } from '../../render/start/init.ts';
import { readSettings } from '../../../../git/repository/git-settings.ts';
import { openWorkTree } from '../../../../install/install.ts';
import { FORGES } from '../../../../install/shared-files/ci.ts';
import { hasGuide } from '../../../../install/shared-files/guide.ts';
import { askYesOrNo, canAsk } from '../../output/ask.ts';
import { jsonText } from '../../render/json-text.ts';

/** `git prov init`. */
async function runInit(options: InitOptions & { readonly json: boolean }, ctx: CliContext): Promise<number> {
  const done = await init(ctx, { ...options, ...(await answerAt(options, ctx)) });
  if (!options.global && !options.dryRun) {
    const repo = await openRepo(ctx.cwd, ctx.env);
    await watch(repo);
    // They begin with what happens from now on.
    if (options.behaviours) await (await import('../../../../behaviours/run.ts')).react(repo);
  }
  return print(done, options.json, ctx);
}

// At a terminal, what no option says is asked, once.
async function answerAt(
  options: InitOptions & { readonly json: boolean },
  ctx: CliContext,
): Promise<Pick<InitOptions, 'summary' | 'guide'>> {
  if (options.json || options.dryRun || options.global || !canAsk(ctx)) return {};
  const repo = await openWorkTree(ctx);
  const isSet = (await readSettings(['prov'], repo)).has('prov.summary');
  const questions: Record<string, string> = {};
  if (options.summary === undefined && !isSet)
    questions['summary'] = 'Print one line after each commit with lines of agents?';
  if (options.shared && options.guide === undefined && !hasGuide(repo.workTree!))
    questions['guide'] = 'Tell agents in AGENTS.md to ask why, and to record decisions?';
  return askYesOrNo(questions, ctx);
}

/** `git prov deinit`. */
async function runDeinit(options: DeinitOptions & { readonly json: boolean }, ctx: CliContext): Promise<number> {
  return print(await deinit(ctx, options), options.json, ctx);
}

async function print(done: InitReport, json: boolean, ctx: CliContext): Promise<number> {
  const output = await openOutput({ ...ctx, paged: false });
  await output.write(json ? `${jsonText(done, 2)}\n` : renderInit(done, { columns: output.columns, home: ctx.home }));
  return output.close();
}

export const initCommand = define({
  usage: 'init',
  about: 'Start recording in this repository',
  options: (c) =>
    c.options({
      agent: {
        type: 'string',
        array: true,
        describe: 'The agents to register; by default every agent that is found',
      },
      shared: { type: 'boolean', default: false, describe: 'Register in the settings that the repository commits' },
      global: { type: 'boolean', default: false, describe: 'Record in every repository of this user' },
      guide: {
        type: 'boolean',
        describe: 'With --shared: a paragraph in AGENTS.md and a skill tell agents to ask why',
      },
      ci: { choices: FORGES, describe: 'Write the jobs that report on requests, for this forge' },
      summary: { type: 'boolean', describe: 'Print one line after each commit with lines of agents (prov.summary)' },
      ask: { type: 'boolean', describe: 'Ask agents for the reasons of their changes (prov.ask, prov.askBudget)' },
      check: { type: 'boolean', describe: 'Stop a push that breaks a rule of git prov check (prov.check)' },
      behaviours: { type: 'boolean', describe: 'Let behaviours react to what happens (prov.behaviours)' },
      sign: { type: 'boolean', default: false, describe: 'Sign notes with an SSH key; creates one if needed' },
      'dry-run': dryRun,
      json,
    }),
  run: async (args, ctx) => runInit(args, ctx),
});

export const deinitCommand = define({
  usage: 'deinit',
  about: 'Stop recording and restore all files; the notes stay',
  options: (c) =>
    c.options({
      global: { type: 'boolean', default: false, describe: 'Undo init --global' },
      force: { type: 'boolean', default: false, describe: 'Also if events are not recorded yet' },
      'dry-run': dryRun,
      json,
    }),
  run: async (args, ctx) => runDeinit(args, ctx),
});
