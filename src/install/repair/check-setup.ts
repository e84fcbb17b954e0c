import { existsSync, rmSync } from 'node:fs';
import { apply, planAndApply } from '../apply.ts';
import { markChecked } from '../git-hooks/watch.ts';
import { inspect, type InstallFacts } from '../inspect.ts';
import { planHooksAgain } from '../install.ts';
import { readJournal } from '../install-journal.ts';
import { dataFiles } from '../user-paths.ts';
import { Plan } from '../plan.ts';
import { planData } from '../runtime.ts';
import { fine, FIX, type DoctorFinding, type CheckContext } from './doctor-finding.ts';
import { filesOf } from '../../git/repository/local-files.ts';

const AGAIN = 'Run git prov init again: it changes what is missing and nothing else.';

/** Checks what `init` sets up: git's hooks, their program, the agents' settings, and the remotes' refspecs. */
export async function checkSetup(context: CheckContext): Promise<DoctorFinding[]> {
  const facts = await inspect(context.repo, context.ctx, context.agents);
  if (!facts.enabled)
    return [
      {
        name: 'setup',
        state: 'warning',
        what: 'Nothing is recorded in this repository.',
        todo: 'Run git prov init to begin.',
      },
    ];
  const found = [
    ...hooks(facts, context),
    ...reflog(facts),
    ...program(facts, context),
    ...agents(facts),
    ...remotes(facts),
    ...failed(facts, context),
  ];
  return found.length > 0 ? found : [fine('setup', 'Hooks, program, agents and remotes are set up.')];
}

function hooks({ hooks: { notRunning, dir, by } }: InstallFacts, { ctx, repo }: CheckContext): DoctorFinding[] {
  if (notRunning.length === 0) return [];
  const what = `Git does not run our ${notRunning.join(', ')}.`;
  // With `init --global`, the first event of an agent installs them.
  if (!existsSync(filesOf(repo).journal))
    return [
      {
        name: 'setup',
        state: 'warning',
        what,
        why: `Git takes its hooks from ${dir}.`,
        todo: 'They come with an agent’s next event here (init --global); git prov init installs them now.',
      },
    ];
  return [
    {
      name: 'setup',
      state: 'problem',
      what,
      why: `Git takes its hooks from ${dir}; ${by ?? 'another program'} set core.hooksPath or replaced them.`,
      todo: FIX,
      mend: async () => {
        await planAndApply(async () => ({ steps: await planHooksAgain(ctx, repo) }));
        markChecked(repo);
      },
    },
  ];
}

function reflog(facts: InstallFacts): DoctorFinding[] {
  if (facts.reflog) return [];
  return [
    {
      name: 'setup',
      state: 'warning',
      what: 'Git keeps no reflog of HEAD here.',
      why: 'core.logAllRefUpdates is off, so commits made without git’s hooks (for example by another program) are missed.',
      todo: 'To record such commits too, run git config core.logAllRefUpdates true.',
    },
  ];
}

function program({ runtime }: InstallFacts, { ctx, repo }: CheckContext): DoctorFinding[] {
  if (runtime.works) return [];
  return [
    {
      name: 'setup',
      state: 'problem',
      what: 'The hooks cannot find their program.',
      why: `Node: ${runtime.node ?? 'not known'}; git prov: ${runtime.bundle ?? 'not known'}. One of them was moved or removed, for example by nvm.`,
      todo: `${FIX} It enters the current paths.`,
      mend: () => {
        const plan = new Plan(readJournal(dataFiles(ctx).journal));
        planData(plan, ctx, ctx.packageDir, repo.commonDir);
        apply(plan.steps);
      },
    },
  ];
}

function agents({ agents: all, telling }: InstallFacts): DoctorFinding[] {
  const found: DoctorFinding[] = [];
  for (const { name, file, registered, missing, disabled, error, silent } of all) {
    if (error !== undefined)
      found.push({
        name: 'setup',
        state: 'problem',
        what: `The settings of ${name} cannot be read.`,
        why: error,
        todo: `Mend ${file}.`,
      });
    else if (registered.length > 0 && disabled)
      found.push({
        name: 'setup',
        state: 'problem',
        what: `The hooks of ${name} are switched off.`,
        why: `${file} says so.`,
        todo: 'Remove that setting to record its sessions.',
      });
    else if (registered.length > 0 && missing.length > 0)
      found.push({
        name: 'setup',
        state: 'warning',
        what: `${name} does not report ${missing.join(', ')}.`,
        why: file,
        todo: AGAIN,
      });
    else if (silent !== undefined)
      found.push({ name: 'setup', state: 'warning', what: `No event from ${name} has arrived here.`, todo: silent });
  }
  if (telling.length === 0 && !all.some(({ registered }) => registered.length > 0))
    found.push({
      name: 'setup',
      state: 'problem',
      what: 'No agent reports its events.',
      todo: 'Run git prov init, or git prov init --agent NAME.',
    });
  return found;
}

function remotes({ remotes: all }: InstallFacts): DoctorFinding[] {
  const without = all.filter(({ fetchesNotes }) => !fetchesNotes).map(({ name }) => name);
  if (without.length === 0) return [];
  return [
    {
      name: 'setup',
      state: 'warning',
      what: `git fetch brings no notes from ${without.join(', ')}.`,
      why: 'The remote was added after init.',
      todo: AGAIN,
    },
  ];
}

function failed({ hooks: { failed: last }, runtime }: InstallFacts, { repo }: CheckContext): DoctorFinding[] {
  if (!last) return [];
  return [
    {
      name: 'setup',
      state: 'warning',
      what: 'One of our git hooks failed.',
      why: `${last.text} (${new Date(last.at).toISOString()})`,
      todo: runtime.works ? 'git prov doctor --fix clears this report. The next hook completes the work.' : FIX,
      mend: () => rmSync(filesOf(repo).hookFailed, { force: true }),
    },
  ];
}
