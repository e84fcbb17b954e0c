const argv = process.argv.slice(2);

if (argv[0] === 'hook') {
  const { runHook } = await import('./capture/hook.ts');
  await runHook(argv[1] ?? '', process.cwd(), process.env);
  process.exit(0);
}
const { runCli } = await import('./cli/program.ts');
process.exit(await runCli(argv));
