import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProvError } from '../../../../errors.ts';
import type { History } from '../../../../ask/history/history.ts';
import { LOG_SCHEMA, logLists, type LogQuery } from '../../../../ask/history/log.ts';
import { define, json, wordsAfterDashes } from '../../command.ts';
import { SELECTING, selection } from './log-options.ts';
import { withReading } from '../../reading/with-reading.ts';
import { finish, historyOf, noCommit, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderEntry } from '../../render/ask/log.ts';
import { jsonText } from '../../render/json-text.ts';

export interface LogOptions {
  /** Revisions and ranges in git's syntax; HEAD when absent. */
  readonly revisions?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly maxCount?: number | undefined;
  /** Options of git that select commits; see log-options.ts. */
  readonly selecting?: readonly string[] | undefined;
  /** Leaves the decisions out. */
  readonly oneline?: boolean | undefined;
  /** Prints what is recorded of each commit below its line. */
  readonly verbose?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov log`: one line for each commit, with the agents' share of its added lines. Prints while it reads.
 * @returns the exit code
 * @throws ProvError `git` for an unknown revision
 */
export async function runLog(options: LogOptions, ctx: ReadingContext): Promise<number> {
  const { revisions = [], paths, maxCount, selecting = [], oneline = false, verbose = false, json = false } = options;
  if (maxCount !== undefined && (!Number.isInteger(maxCount) || maxCount < 0))
    throw new ProvError('usage', '-n needs a number of commits.', { hint: 'Use for example -n 20.' });
  const history = historyOf(ctx);
  const query = { revisions, paths: paths ?? [], maxCount, selecting, brief: !json, cwd: ctx.cwd };
  const { entries, first } = await begin(history, query, paths === undefined); // before the pager: a wrong revision is reported without one
  let next = first;
  const { output, style } = await openFor('log', ctx, json);
  if (json) await output.write(`{\n  "schema": ${JSON.stringify(LOG_SCHEMA)},\n  "commits": [`);
  const parts = { decisions: !oneline && !verbose, verbose };
  let between = '\n    ';
  for (; !next.done && !output.isClosed(); next = await entries.next()) {
    const texts = next.value.map((entry) => (json ? jsonText(entry) : renderEntry(entry, style, parts)));
    await output.write(json ? `${between}${texts.join(',\n    ')}` : texts.join(''));
    between = ',\n    ';
  }
  await entries.return(undefined);
  if (json) await output.write('\n  ]\n}\n');
  return finish(output, history, ctx);
}

type Entries = ReturnType<typeof logLists>;

// Without `--`, an argument that is not a revision may be a file, as in git. Then all later arguments are files too.
async function begin(
  history: History,
  query: LogQuery,
  guesses: boolean,
): Promise<{ entries: Entries; first: Awaited<ReturnType<Entries['next']>> }> {
  const entries = logLists(history, query);
  try {
    return { entries, first: await entries.next() };
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
    if (error.message.endsWith(' does not have any commits yet')) throw noCommit();
    if (!guesses || query.revisions.length === 0) throw error;
    const { revisions, cwd } = query;
    const at = revisions.findIndex((word) => word !== '' && existsSync(resolve(cwd, word)));
    if (at >= 0)
      return begin(history, { ...query, revisions: revisions.slice(0, at), paths: revisions.slice(at) }, false);
    throw new ProvError(error.kind, error.message, {
      hint: 'Use a commit, a branch or a range such as main~5..main. Put the path of a deleted file after --.',
    });
  }
}

export const command = define({
  usage: 'log [revisions..]',
  about: "List commits with their sessions, agents' share and decisions",
  options: (c) =>
    c
      .positional('revisions', {
        type: 'string',
        array: true,
        describe: 'Revisions and ranges; by default HEAD. Paths after --',
      })
      .options({
        n: {
          type: 'number',
          alias: 'max-count',
          describe: 'At most this many commits; also -NUMBER',
        },
        verbose: {
          type: 'boolean',
          default: false,
          describe: 'Also sessions, models, decisions and checks of each commit',
        },
        oneline: { type: 'boolean', default: false, describe: 'Leave out the decisions' },
        ...SELECTING,
        json,
      })
      .parserConfiguration({ 'populate--': true, 'boolean-negation': false }),
  run: async ({ revisions, n, oneline, verbose, json: data, ...args }, ctx) => {
    const paths = wordsAfterDashes(args);
    if (args.skip !== undefined && (!Number.isInteger(args.skip) || args.skip < 0))
      throw new ProvError('usage', '--skip needs a number of commits.', { hint: 'Use for example --skip 20.' });
    const options = { revisions, paths, maxCount: n, selecting: selection(args), oneline, verbose, json: data };
    return withReading(ctx, (read) => runLog(options, read));
  },
});
