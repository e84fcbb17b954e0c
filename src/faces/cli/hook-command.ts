import { homedir, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { keepAnswers } from '../../git/process/ask-once.ts';
import type { Injection } from '../../ask/context/injection.ts';
import { type Repo, withoutLocalEnv } from '../../git/repository/repo.ts';
import { handInAgents } from '../../recorder/agent-port.ts';
import { readHookInput } from './output/input.ts';
import { stderrOf, stdinOf, stdoutOf, type Surroundings } from './context.ts';

handInAgents(() => import('../../agents/registry.ts'));

/** Calls of hooks/agent. Git starts the others, and they belong to the repository that its variables name. */
const AGENT_HOOKS: ReadonlySet<string> = new Set(['prepare', 'prepare-compact', 'keep-up', 'context', 'ask', 'repair']);

/** hooks/git sets it where the standard error of git is a terminal: the file descriptor. */
const TERMINAL = 'GIT_PROV_TERMINAL';

/** hooks/git sets it while git waits for the notes: git continues at this line of the standard output, before the program ends. */
const WAITING = 'GIT_PROV_WAITING';
const DONE = 'done';
/** How nice the program is from then on; from 0 to 19. */
const LATER_PRIORITY = 10;

/**
 * `git prov hook NAME ARGS`, called by the scripts in `hooks/`. Never throws, so that our hooks never make a user's command
 * fail, except for a push that breaks rules where the user turned that check on (`prov.check`).
 * @param args the name of the hook, and git's arguments to it
 * @returns the exit code: 0, or that of `checkPush` for such a push
 */
export async function runHookCommand([name = '', ...args]: readonly string[], outer: Surroundings): Promise<number> {
  // hooks/agent works with an index and objects of its own. What runs here writes among the user's.
  const own = AGENT_HOOKS.has(name) ? withoutLocalEnv(outer.env) : outer.env;
  const around = { ...outer, env: keepAnswers(own) };
  const { cwd, env } = around;
  const input = (): Promise<string> => readHookInput(stdinOf(around));
  if (name === 'push-check') {
    const { checkPush } = await import('./check-push.ts');
    return checkPush(await input(), around);
  }
  if (name === 'repair') await repairHooks(around);
  else if (name === 'pre-push') {
    const print = (line: string): unknown => stderrOf(around).write(`git prov: ${line}\n`);
    const { prePush } = await import('../../sharing/pre-push.ts');
    // The user would not read a notice that is printed after the push.
    await repairHooks(around, env['GIT_PROV_BACKGROUND'] === undefined ? { print } : {});
    await prePush({ args, input: await input(), cwd, env }, print);
  } else if (name === 'prepare') await prepareContext(around);
  else if (name === 'keep-up') await keepUp(around);
  else if (name === 'prepare-compact') await prepareAfterCompaction(await input(), around);
  else if (name === 'context') await printContext(await input(), around);
  else if (name === 'ask') await printQuestion(await input(), around);
  else {
    const { runHook } = await import('../../recorder/hook.ts');
    const { repo, last, later } = (await runHook(name, { cwd, env, input })) ?? {};
    const terminal = name === 'post-commit' ? env[TERMINAL] : undefined;
    if (repo && last && terminal) {
      const { printSummary } = await import('./after-commit.ts');
      await printSummary(repo, last, terminal);
    }
    if (env[WAITING]) {
      await write(stdoutOf(around), `${DONE}\n`).catch(() => undefined); // git waits no longer
      if (!around.stdout) yieldToOthers(); // a process of its own
    }
    for (const work of later ?? []) await work().catch(() => undefined); // what is left is only for speed
    if (repo && name === 'post-commit') await repairHooks(around, { repo });
  }
  return 0;
}

// Git and what the user runs next have the processors first.
function yieldToOthers(): void {
  try {
    setPriority(LATER_PRIORITY);
  } catch {
    // this system has no priorities
  }
}

// Another program may have displaced our git hooks. A notice of the repair is printed once, by the next hook that may print.
async function repairHooks(
  around: Surroundings,
  { repo: known, print }: { readonly repo?: Repo; readonly print?: (line: string) => unknown } = {},
): Promise<void> {
  try {
    const { openRepo } = await import('../../git/repository/repo.ts');
    const { mayBeDisplaced, takeNotice } = await import('../../install/git-hooks/watch.ts');
    const repo = known ?? (await openRepo(around.cwd, around.env));
    if (mayBeDisplaced(repo)) {
      const { noticeHooks } = await import('../../install/git-hooks/repair.ts');
      await noticeHooks({ ...around, home: around.env['HOME'] ?? homedir() }, repo);
    }
    if (print) for (const line of takeNotice(repo)) print(line);
  } catch {
    // git prov doctor finds remaining faults
  }
}

// An agent waits for this at the start of its session, so it stays silent after any error. The script limits its time.
async function printContext(input: string, around: Surroundings): Promise<void> {
  await print(around, async () => {
    const { injectionFor } = await import('../../ask/context/injection.ts');
    return injectionFor(Buffer.from(input, 'latin1').toString('utf8'), around.cwd, around.env);
  });
}

// The same at the end of its turn.
async function printQuestion(input: string, around: Surroundings): Promise<void> {
  await print(around, async () => {
    const { questionFor } = await import('../../ask/context/question.ts');
    return questionFor(Buffer.from(input, 'latin1').toString('utf8'), around.cwd, around.env);
  });
}

async function print(around: Surroundings, ask: () => Promise<Injection | undefined>): Promise<void> {
  try {
    const injection = await ask();
    if (!injection) return;
    await write(stdoutOf(around), injection.output);
    injection.printed();
  } catch {
    // The reader closed the pipe, or the repository cannot be read.
  }
}

/** Agents write the last words of a turn to their transcripts just after its end: the drain waits this long for them (ms). */
const LAST_WORDS_MS = 400;

/** At the end of a turn, another process may still be recording the middle of it: the drain waits this long (ms). */
const TURN_TIMEOUT_MS = 20_000;

// Runs in the background at the end of a turn: no process waits for it, and faults are not printed.
async function prepareContext({ cwd, env }: Surroundings): Promise<void> {
  try {
    await new Promise((done) => setTimeout(done, LAST_WORDS_MS));
    const { openRepo } = await import('../../git/repository/repo.ts');
    const repo = await openRepo(cwd, env);
    const { drain } = await import('../../recorder/drain.ts');
    await drain(repo, { patience: TURN_TIMEOUT_MS, tidy: true });
    const { areOn } = await import('../../behaviours/settings.ts');
    const isOn = await areOn(repo);
    if (isOn) await (await import('../../behaviours/run.ts')).react(repo).catch(() => undefined);
    const { prepareContexts } = await import('../../ask/context/start-file.ts');
    await prepareContexts(repo);
    if (isOn) await (await import('../../behaviours/run.ts')).runCommands(repo); // after what an agent may wait for
  } catch {
    // the start of the next session reads it itself
  }
}

// Runs in the background during a long turn, so that a commit finds few events to record, and that a conversation may be compacted
// in its first turn. If another process drains, it records nothing.
async function keepUp({ cwd, env }: Surroundings): Promise<void> {
  try {
    const { openRepo } = await import('../../git/repository/repo.ts');
    const { drain } = await import('../../recorder/drain.ts');
    const repo = await openRepo(cwd, env);
    await drain(repo, { patience: 0 });
    await (await import('../../ask/context/start-file.ts')).prepareFirstCompacted(repo);
  } catch {
    // The next drain repeats it, and reports what stays wrong.
  }
}

// Runs in the background while an agent compacts its conversation. Faults are not printed: the hook then asks for the text itself.
async function prepareAfterCompaction(input: string, { cwd, env }: Surroundings): Promise<void> {
  try {
    const { prepareCompact } = await import('../../ask/context/start-file.ts');
    await prepareCompact(Buffer.from(input, 'latin1').toString('utf8'), cwd, env);
  } catch {
    // nothing is prepared
  }
}

const write = (stdout: Writable, text: string): Promise<void> =>
  new Promise((done, fail) => {
    stdout.on('error', fail);
    stdout.write(text, () => done());
  });
