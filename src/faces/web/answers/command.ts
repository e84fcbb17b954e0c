import { Writable } from 'node:stream';
import type { CliContext } from '../../cli/context.ts';
import { withReading } from '../../cli/reading/with-reading.ts';
import type { OpenHistory } from '../../cli/reading/open-history.ts';
import type { ReadingContext } from '../../cli/reading/reading-context.ts';

/** Runs a reading command with its `--json`, and returns the data that it prints. */
export async function dataOf<T>(ctx: CliContext, run: (read: ReadingContext) => Promise<number>): Promise<T> {
  const page = new Page();
  await withReading(ctx, (read) => run({ ...read, stdout: page }));
  return JSON.parse(page.text()) as T;
}

/** The same for a command that opens the repository itself. */
export async function dataOfWhole<T>(ctx: CliContext, run: (ctx: CliContext) => Promise<number>): Promise<T> {
  const page = new Page();
  await run({ ...ctx, stdout: page });
  return JSON.parse(page.text()) as T;
}

/** Opens the repository for a query, and closes it. */
export async function query<T>(ctx: CliContext, work: (read: OpenHistory & CliContext) => Promise<T>): Promise<T> {
  let answer: T;
  await withReading(ctx, async (read) => {
    answer = await work(read);
    return 0;
  });
  return answer!;
}

/** Collects the output of a command. */
class Page extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
