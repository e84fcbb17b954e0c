import { resolve } from 'node:path';
import type { Surroundings } from './faces/cli/context.ts';

/** Runs the command that the process was started with, and ends the process with its exit code. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const around: Surroundings = {
    cwd: process.cwd(),
    env: process.env,
    packageDir: resolve(import.meta.dirname, '..'),
  };
  if (argv[0] === 'hook') {
    const { runHookCommand } = await import('./faces/cli/hook-command.ts');
    process.exit(await runHookCommand(argv.slice(1), around));
  }
  process.stderr.on('error', () => undefined); // The command's result does not depend on whether its reader still reads.
  const { runCli } = await import('./faces/cli/program.ts');
  process.exit(await runCli(argv, around));
}
