import { spawn } from 'node:child_process';
import { gitDidNotStart, gitFailure } from './process.ts';

export interface RecordOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  /** What ends each record; NUL when absent. */
  readonly end?: '\0' | '\n';
}

/** The same as `recordLists`, one by one. */
export async function* records(args: readonly string[], options: RecordOptions): AsyncGenerator<string> {
  for await (const list of recordLists(args, options)) yield* list;
}

/**
 * Runs git and yields the records that it prints, those of a piece of its output together, no faster than the caller takes them. Git is stopped
 * when the caller stops early. What is not UTF-8 becomes U+FFFD.
 * @throws ProvError `git` when git is not there or fails
 */
export async function* recordLists(
  args: readonly string[],
  { cwd, env, input = '', end = '\0' }: RecordOptions,
): AsyncGenerator<string[]> {
  const child = spawn('git', args, { cwd, env, windowsHide: true });
  let errorText = '';
  child.stderr.on('data', (chunk: Buffer) => (errorText = (errorText + chunk.toString('utf8')).slice(-4096)));
  child.stdin.on('error', () => undefined); // the exit code shows the reason
  const ended = new Promise<number | Error>((resolve) => {
    child.on('error', resolve);
    child.on('close', (code) => resolve(code ?? 255));
  });
  child.stdin.end(input);
  try {
    yield* split(child.stdout, end);
    const code = await ended;
    if (code !== 0) throw typeof code === 'number' ? gitFailure(args, code, errorText) : gitDidNotStart(code);
  } finally {
    child.kill();
  }
}

// A piece is decoded as a whole, which is quicker: no character of UTF-8 contains the end of a record.
async function* split(chunks: AsyncIterable<Buffer>, end: string): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(end);
    if (last >= 0) {
      const text = Buffer.concat([...rest, chunk.subarray(0, last)]).toString('utf8');
      rest = [];
      yield text.split(end);
    }
    if (last + 1 < chunk.length) rest.push(chunk.subarray(last + 1));
  }
  if (rest.length > 0) yield [Buffer.concat(rest).toString('utf8')];
}
