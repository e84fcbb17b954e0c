const argv = process.argv.slice(2);

if (argv[0] === 'hook') {
  const [, name = '', ...args] = argv;
  const { readInput, runHook } = await import('./capture/hook.ts');
  const { env } = process;
  if (name === 'repair') await lookAfterHooks();
  else if (name === 'pre-push') {
    const { prePush } = await import('./sync/pre-push.ts');
    await lookAfterHooks((line) => process.stderr.write(`git prov: ${line}\n`));
    await prePush({ args, input: await readInput(), cwd: process.cwd(), env }, (line) =>
      process.stderr.write(`git prov: ${line}\n`),
    );
  } else if (name === 'context') await tellAgent(await readInput());
  else {
    await runHook(name, process.cwd(), env);
    if (name === 'post-commit') await lookAfterHooks();
  }
  process.exit(0);
}
process.stderr.on('error', () => undefined); // nobody reads it any more: that is no reason to fail
const { runCli } = await import('./cli/program.ts');
process.exit(await runCli(argv));

// Another program may have displaced our git hooks. What was done about it is said once, to whoever can read it.
async function lookAfterHooks(say?: (line: string) => void): Promise<void> {
  try {
    const { openRepo } = await import('./git/repo.ts');
    const { mayBeDisplaced, takeNotice } = await import('./install/hook-watch.ts');
    const repo = await openRepo(process.cwd(), process.env);
    if (mayBeDisplaced(repo)) {
      const { noticeHooks } = await import('./install/hook-repair.ts');
      const { contextHere } = await import('./cli/program.ts');
      await noticeHooks(contextHere(process.cwd()), repo);
    }
    if (say) for (const line of takeNotice(repo)) say(line);
  } catch {
    // git prov doctor finds what is left.
  }
}

// An agent waits for this at the start of its session: whatever goes wrong, nothing is said. The hook sees to the time.
async function tellAgent(input: string): Promise<void> {
  try {
    const { injectionFor } = await import('./query/context/injection.ts');
    const injection = await injectionFor(Buffer.from(input, 'latin1').toString('utf8'), process.cwd(), process.env);
    if (!injection) return;
    await new Promise<void>((done, fail) => {
      process.stdout.on('error', fail);
      process.stdout.write(injection.output, () => done());
    });
    injection.printed();
  } catch {
    // Where nobody reads it, or nothing can be read.
  }
}
