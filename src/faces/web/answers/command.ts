import { Writable } from 'node:stream';
import type { CliContext } from '../../cli/context.ts';
import { withReading } from '../../cli/reading/with-reading.ts';
import { withOpenIndex } from '../../cli/reading/with-graph.ts';
import type { OpenHistory } from '../../cli/reading/open-history.ts';
import type { ReadingContext } from '../../cli/reading/reading-context.ts';

type Reading = OpenHistory & CliContext;

/** Readings that several queries share, by the context of the queries. */
const SHARED = new WeakMap<CliContext, Reading>();

/**
 * Opens the repository and its index once for all queries of `work` with the context that it is given. They see one state of
 * the record, and need a fraction of the git processes.
 */
export const sharingReading = <T>(ctx: CliContext, work: (shared: CliContext) => Promise<T>): Promise<T> =>
  query(ctx, (read) =>
    withOpenIndex(read, (index) => {
      const shared = { ...ctx };
      SHARED.set(shared, { ...read, index });
      return work(shared);
    }),
  );

/** Opens the repository for a query, and closes it. */
export async function query<T>(ctx: CliContext, work: (read: Reading) => Promise<T>): Promise<T> {
  const shared = SHARED.get(ctx);
  if (shared) return work(shared);
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
