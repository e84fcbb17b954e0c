import { ProvError } from '../../../errors.ts';
import { report } from '../../../ask/report/report.ts';
import { reportJson } from '../../../ask/report/json.ts';
import { finish, historyOf, jsonText, openFor, type ReadingContext } from '../reading.ts';
import { renderMarkdown } from '../render/report-markdown.ts';
import { renderReport } from '../render/report-text.ts';

export interface ReportOptions {
  /** As git has it; HEAD since its upstream or the remote's default branch, when absent. */
  readonly range?: string | undefined;
  readonly format?: 'text' | 'md' | 'json' | undefined;
  /** The same as the format `json`. */
  readonly json?: boolean | undefined;
}

/**
 * `git prov report`: what a reviewer of a range of commits should know.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when there is no such range
 */
export async function runReport({ range, format, json = false }: ReportOptions, ctx: ReadingContext): Promise<number> {
  if (json && format !== undefined && format !== 'json')
    throw new ProvError('usage', `--json and --format ${format} exclude each other.`, { hint: 'Say one of them.' });
  const history = historyOf(ctx);
  const found = await report(history, range);
  const how = json ? 'json' : (format ?? 'text');
  const { output, look } = await openFor('report', ctx, how !== 'text');
  if (how === 'json') await output.write(jsonText(reportJson(found)));
  else await output.write(how === 'md' ? renderMarkdown(found) : renderReport(found, look));
  return finish(output, history, ctx);
}
