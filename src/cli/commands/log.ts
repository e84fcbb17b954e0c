import { ProvError } from '../../errors.ts';
import { log } from '../../query/log.ts';
import { entryJson, LOG_SCHEMA } from '../../query/log-json.ts';
import { finish, historyOf, openFor, type ReadingContext } from '../reading.ts';
import { renderEntry } from '../render/log.ts';

export interface LogOptions {
  /** Revisions and ranges as git has them; HEAD when absent. */
  readonly revisions?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly maxCount?: number | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov log`: one line a commit, with the agents' share of what it added. Prints while it reads.
 * @returns the exit code
 * @throws ProvError `git` for a revision that there is not
 */
export async function runLog(options: LogOptions, ctx: ReadingContext): Promise<number> {
  const { revisions = [], paths = [], maxCount, json = false } = options;
  if (maxCount !== undefined && (!Number.isInteger(maxCount) || maxCount < 0))
    throw new ProvError('usage', '-n needs a number of commits.', { hint: 'Say for example -n 20.' });
  const history = historyOf(ctx);
  const entries = log(history, { revisions, paths, maxCount, cwd: ctx.cwd });
  let next = await entries.next(); // before the pager: a wrong revision is told without one
  const { output, look } = await openFor('log', ctx, json);
  if (json) await output.write(`{\n  "schema": ${JSON.stringify(LOG_SCHEMA)},\n  "commits": [`);
  let between = '\n    ';
  for (; !next.done && !output.gone(); next = await entries.next()) {
    await output.write(json ? `${between}${JSON.stringify(entryJson(next.value))}` : renderEntry(next.value, look));
    between = ',\n    ';
  }
  await entries.return(undefined);
  if (json) await output.write('\n  ]\n}\n');
  return finish(output, history, ctx);
}
