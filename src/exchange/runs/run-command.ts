import { spawn } from 'node:child_process';
import { ProvError } from '../../errors.ts';
import { isStopped } from '../../model/checks/stopped.ts';
import { readOutput } from '../../model/checks/output.ts';
import { resultsOf } from '../../model/checks/result.ts';
import { readCommand } from '../../model/shell/parse/command.ts';
import type { RunReport } from '../../recorder/runs/run-report.ts';

/** The last characters of the output, where runners print their summaries. */
const MAX_OUTPUT = 256 * 1024;

/** Where the output of a command goes. */
export interface Sinks {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Runs a check and passes on its output. The result follows from the exit status and the runner's summary, as for the commands of
 * agents.
 * @returns one report for each kind of check, and the exit status
 * @throws ProvError `usage` when the command is no check, `environment` when it cannot be started
 */
export async function runCheck(
  words: readonly string[],
  { cwd, env, stdout, stderr }: Sinks & { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ reports: RunReport[]; code: number }> {
  const line = words.map(quoted).join(' ');
  const { runs = [] } = readCommand(line);
  if (runs.length === 0)
    throw new ProvError('usage', 'This command is not known as a check.', {
      hint: 'Run a test, type check, linter or build, or record its report with --from FILE.',
    });
  let output = '';
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(words[0]!, words.slice(1), { cwd, env, stdio: ['inherit', 'pipe', 'pipe'] });
    for (const [stream, sink] of [
      [child.stdout, stdout],
      [child.stderr, stderr],
    ] as const)
      stream.on('data', (chunk: Buffer) => {
        sink.write(chunk);
        output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
      });
    child.on('error', reject);
    child.on('close', resolve);
  }).catch((cause: unknown) => {
    throw new ProvError('usage', `${JSON.stringify(words[0])} cannot be started.`, { cause, hint: 'Check its name.' });
  });
  // A program that a signal ended has no exit status.
  const code = status ?? 255;
  const outcome = code === 0 ? 'ok' : status === null || isStopped(code) ? 'interrupted' : 'failed';
  const results = resultsOf(runs, { outcome }, readOutput(output));
  const { label } = runs[0]!;
  return { code, reports: results.map(({ kind, result }) => ({ format: 'command', kind, result, words: label })) };
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
