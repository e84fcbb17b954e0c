import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openBoth, readLine, type Starter } from './start-one.ts';

/** What a worker asks its server to run. */
export interface Asked {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** In base64. */
  readonly input: string;
}

/**
 * Has the server of this worker run the program when a test itself starts it: the script `client` would do the same, but starts five
 * programs for that.
 * @param dir the folder of the server
 */
export function askServer(dir: string): Starter {
  const [client, program] = [join(dir, 'client'), readFileSync(join(dir, 'node'), 'utf8').split('\n')[1]];
  const [requests, answers] = [openBoth(join(dir, 'requests')), openBoth(join(dir, 'answers'))];
  return ({ file, args, cwd, env, input }) => {
    const [path, ...argv] = args;
    if (file !== client || path !== program || talks(argv)) return undefined;
    const text = input === undefined ? '' : Buffer.from(input as string).toString('base64');
    writeFileSync(join(dir, 'asked'), JSON.stringify({ argv, cwd, env, input: text } satisfies Asked));
    writeSync(requests, 'asked\n');
    const status = Number(readLine(answers));
    const [stdout, stderr] = ['out', 'err'].map((end) => readFileSync(join(dir, `asked.${end}`))) as [Buffer, Buffer];
    return { pid: process.pid, status, signal: 0, stdout, stderr };
  };
}

/** Whether a command talks with its caller while it runs. */
const talks = (argv: readonly string[]): boolean =>
  argv.includes('mcp') || argv.includes('--follow') || (argv.includes('web') && !argv.includes('--export'));
