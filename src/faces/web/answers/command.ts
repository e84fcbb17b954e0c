import { Writable } from 'node:stream';
import type { CliContext } from '../../cli/context.ts';
import { withReading } from '../../cli/reading/with-reading.ts';
import type { OpenHistory } from '../../cli/reading/open-history.ts';
import type { ReadingContext } from '../../cli/reading/reading-context.ts';

/** Opens the repository for a query, and closes it. */
export async function query<T>(ctx: CliContext, work: (read: OpenHistory & CliContext) => Promise<T>): Promise<T> {
  let answer: T;
  await withReading(ctx, async (read) => {
    answer = await work(read);
    return 0;
  });
  return answer!;
}

/** Runs a command that changes the record, without its output. */
export async function perform(ctx: CliContext, run: (read: ReadingContext) => Promise<number>): Promise<void> {
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done() });
  await withReading(ctx, (read) => run({ ...read, stdout }));
}
