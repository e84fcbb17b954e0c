import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from './faces/cli/context.ts';

const argv = process.argv.slice(2);
const around: Surroundings = {
  cwd: process.cwd(),
  env: process.env,
  packageDir: resolve(dirname(fileURLToPath(import.meta.url)), '..'),
};

if (argv[0] === 'hook') {
  const { runHookCommand } = await import('./faces/cli/hook-command.ts');
  await runHookCommand(argv.slice(1), around);
  process.exit(0);
}
process.stderr.on('error', () => undefined); // a reader that is gone is no reason to fail
const { runCli } = await import('./faces/cli/program.ts');
process.exit(await runCli(argv, around));
