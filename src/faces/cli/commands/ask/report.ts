import { ProvError } from '../../../../errors.ts';
import { report, type Report } from '../../../../ask/report/report.ts';
import type { ImpactAnswer } from '../../../../ask/code/impact-answer.ts';
import { firstWithSecret } from '../../../../ask/history/held-notes.ts';
import type { History } from '../../../../ask/history/history.ts';
import { provDirOf } from '../../../../git/repository/local-files.ts';
import { forgeOf, linesUrl } from '../../../../sharing/forge.ts';
import { ask } from '../../reading/with-graph.ts';
import { knownState } from '../../reading/known-state.ts';
import { reportAnswer } from '../../../../ask/report/report-answer.ts';
import { define, json } from '../../command.ts';
import { showingProgress } from '../../reading/with-symbol.ts';
import { withReading } from '../../reading/with-reading.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderImpact } from '../../render/ask/code/impact.ts';
import { impactMarkdown } from '../../render/ask/code/impact-markdown.ts';
import { MARKER, renderMarkdown } from '../../render/ask/report-markdown.ts';
import { renderReport } from '../../render/ask/report-text.ts';

export interface ReportOptions {
  /** A range in git's syntax; HEAD since its upstream or the remote's default branch when absent. */
  readonly range?: string | undefined;
  readonly format?: 'text' | 'md' | 'json' | undefined;
  /** Print all entries of each section. */
  readonly all?: boolean | undefined;
  /** Write the report into a comment on the pull or merge request of this number; `''`: of the current branch. */
  readonly post?: string | undefined;
  /** Add what the changed functions and types reach. */
  readonly impact?: boolean | undefined;
  /** The same as the format `json`. */
  readonly json?: boolean | undefined;
}

/**
 * `git prov report`: information for the reviewer of a range of commits.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an invalid range
 */
export async function runReport(
  { range, format, all = false, post, impact = false, json = false }: ReportOptions,
  ctx: ReadingContext,
): Promise<number> {
  if (json && format !== undefined && format !== 'json')
    throw new ProvError('usage', `--json and --format ${format} exclude each other.`, { hint: 'Use one of them.' });
  if (post !== undefined && (!/^[1-9][0-9]{0,14}$|^$/.test(post) || json || (format !== undefined && format !== 'md')))
    throw new ProvError('usage', '--post takes a number, and no other format than md.', {
      hint: 'Use for example git prov report main..topic --post=12.',
    });
  const history = historyOf(ctx);
  const { withSymbols } = await import('../../../../ask/code/report-symbols.ts');
  const found = await withSymbols(ctx.repo, await report(history, range));
  const reached = impact ? await reachedBy(found, history, ctx) : undefined;
  if (post !== undefined) return postReport({ found, reached }, post, ctx, history);
  const how = json ? 'json' : (format ?? 'text');
  const { output, style } = await openFor('report', ctx, how !== 'text');
  if (how === 'json') await output.write(jsonAnswer({ ...reportAnswer(found), ...(reached && { impact: reached }) }));
  else if (how === 'md') await output.write(await asMarkdown({ found, reached }, ctx, history));
  else await output.write(renderReport(found, style, all) + (reached ? `\n${renderImpact(reached, style)}` : ''));
  return finish(output, history, ctx);
}

async function reachedBy(found: Report, history: History, ctx: ReadingContext): Promise<ImpactAnswer> {
  const [{ DEFAULT_DEPTH, impactOfRange }, { withLinked }] = await Promise.all([
    import('../../../../ask/code/impact.ts'),
    import('../../../../ask/code/linked-entries.ts'),
  ]);
  const reached = await showingProgress(ctx, (onProgress) =>
    impactOfRange(history, found, { depth: DEFAULT_DEPTH, minConfidence: 0, onProgress }),
  );
  return ask(ctx, (asking) => withLinked({ ...asking, repo: ctx.repo }, reached));
}

/** A report, with what its changes reach where that was asked for. */
interface Found {
  readonly found: Report;
  readonly reached: ImpactAnswer | undefined;
}

async function asMarkdown({ found, reached }: Found, { repo }: ReadingContext, history: History): Promise<string> {
  const forge = await forgeOf(repo);
  const proposed = (await knownState(repo).catch(() => undefined))?.proposed ?? 0;
  const text = renderMarkdown(found, {
    proposed,
    ...(reached && { impact: impactMarkdown(reached) }),
    ...(forge && { link: (path, range) => linesUrl(forge, found.range.head, path, range) }),
  });
  return withoutSecrets(text, found, history);
}

// A comment leaves this machine. A note that an older version or another program wrote may hold a secret.
async function withoutSecrets(text: string, { commits }: Report, history: History): Promise<string> {
  if (
    !(await firstWithSecret(
      history,
      commits.map(({ commit }) => commit.oid),
    ))
  )
    return text;
  const { ImportRedactor } = await import('../../../../exchange/redact-imported.ts');
  return `${MARKER}\n${await new ImportRedactor(provDirOf(history.repo)).name(text.slice(MARKER.length + 1))}`;
}

async function postReport(posted: Found, post: string, ctx: ReadingContext, history: History): Promise<number> {
  const forge = await forgeOf(ctx.repo);
  if (!forge)
    throw new ProvError('data', 'The remote of this branch is not on a forge.', {
      hint: 'Post the output of git prov report --format md yourself.',
    });
  const { postComment } = await import('../../../../sharing/comment.ts');
  const body = await asMarkdown(posted, ctx, history);
  const number = post === '' ? undefined : Number(post);
  const { number: on, changed } = await postComment(ctx.repo, forge, { number, body, mark: MARKER });
  const { output } = await openFor('report', ctx, true);
  await output.write(`The comment on #${on} was ${changed}.\n`);
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
        all: {
          type: 'boolean',
          default: false,
          describe: 'Print all entries; by default the first 20 of each section',
        },
        post: {
          type: 'string',
          describe: 'Create or update one comment on the request, --post=NUMBER, through gh or glab',
        },
        impact: { type: 'boolean', default: false, describe: 'Add what the changed functions and types reach' },
        json,
      }),
  optionalValues: ['post'],
  run: async (args, ctx) => withReading(ctx, (read) => runReport(args, read)),
});
