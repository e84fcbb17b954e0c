import { ProvError } from '../../../errors.ts';
import { report } from '../../../ask/report/report.ts';
import { reportJson } from '../../../ask/report/json.ts';
import { define, json } from '../command.ts';
import { withReading } from '../session.ts';
import { finish, historyOf, jsonText, openFor, type ReadingContext } from '../reading.ts';
import { renderMarkdown } from '../render/report-markdown.ts';
import { renderReport } from '../render/report-text.ts';

export interface ReportOptions {
  /** A range in git's syntax; HEAD since its upstream or the remote's default branch when absent. */
  readonly range?: string | undefined;
  readonly format?: 'text' | 'md' | 'json' | undefined;
  /** The same as the format `json`. */
  readonly json?: boolean | undefined;
}

/**
 * `git prov report`: information for the reviewer of a range of commits.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function runReport({ range, format, json = false }: ReportOptions, ctx: ReadingContext): Promise<number> {
  if (json && format !== undefined && format !== 'json')
    throw new ProvError('usage', `--json and --format ${format} exclude each other.`, { hint: 'Use one of them.' });
  const history = historyOf(ctx);
  const found = await report(history, range);
  const how = json ? 'json' : (format ?? 'text');
  const { output, look } = await openFor('report', ctx, how !== 'text');
  if (how === 'json') await output.write(jsonText(reportJson(found)));
  else await output.write(how === 'md' ? renderMarkdown(found) : renderReport(found, look));
  return finish(output, history, ctx);
}

export const command = define({
  usage: 'report [range]',
  about: 'Summarise a branch for review: owners, failed and missing checks',
  options: (c) =>
    c
      .positional('range', {
        type: 'string',
        describe: 'A..B, A...B, or a branch (compared with its upstream or the default branch); by default HEAD',
      })
      .options({
        format: {
          type: 'string',
          choices: ['text', 'md', 'json'] as const,
          describe: 'text for a terminal, md for a comment on a forge, json for programs',
        },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runReport(args, read)),
});
