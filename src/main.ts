const argv = process.argv.slice(2);

if (argv[0] === 'hook') {
  const [, name = '', ...args] = argv;
  const { readInput, runHook } = await import('./capture/hook.ts');
  if (name === 'pre-push') {
    const { prePush } = await import('./sync/pre-push.ts');
    const { env } = process;
    await prePush({ args, input: await readInput(), cwd: process.cwd(), env }, (line) =>
      process.stderr.write(`git prov: ${line}\n`),
    );
  } else await runHook(name, process.cwd(), process.env);
  process.exit(0);
}
const { runCli } = await import('./cli/program.ts');
process.exit(await runCli(argv));
