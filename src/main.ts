import { resolve } from 'node:path';
import { exitCode } from './errors.ts';
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
  process.once('exit', refuseSilence);
  const { runCli } = await import('./faces/cli/program.ts');
  const code = await runCli(argv, around);
  process.off('exit', refuseSilence);
  process.exit(code);
}

// Node ends with 0 when nothing is left to wait for, also when a command still waits for an answer that will not come. A script would
// read the 0 of `git prov check` or `verify` as a yes.
function refuseSilence(code: number): void {
  if (code !== 0) return; // a signal ended a push
  process.exitCode = exitCode('bug');
  process.stderr.write(
    'git prov: an internal error of git prov: the command ended before it had its answer.\n' +
      '  hint: Run it again. If it happens again, please report it with the command and the version of Node.\n',
  );
}
