import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DEFAULT_DEPTH, impactOfRange, impactOfSymbol } from '../../../../../ask/code/impact.ts';
import { commitOf } from '../../../../../ask/code/located-symbol.ts';
import { withLinked } from '../../../../../ask/code/linked-entries.ts';
import type { ImpactAnswer } from '../../../../../ask/code/impact-answer.ts';
import type { CodeSymbol } from '../../../../../code/symbols.ts';
import { ProvError } from '../../../../../errors.ts';
import { define, json, minConfidence } from '../../../command.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../../reading/reading-context.ts';
import { ask } from '../../../reading/with-graph.ts';
import { withReading } from '../../../reading/with-reading.ts';
import { symbolCalled, symbolNamed, showingProgress } from '../../../reading/with-symbol.ts';
import { resolveCommit } from '../../../../../ask/history/commit-info.ts';
import { renderImpact } from '../../../render/ask/code/impact.ts';
import { term } from '../../../render/term.ts';
import { impactMarkdown } from '../../../render/ask/code/impact-markdown.ts';
import { checkShare } from '../trace.ts';

export interface ImpactCommandOptions {
  /** A range in git's syntax, or the name of a function or type. */
  readonly what?: string | undefined;
  readonly depth: number;
  readonly minConfidence?: number | undefined;
  /** Of a function or type: the revision; by default the work tree. */
  readonly rev?: string | undefined;
  readonly format?: 'text' | 'md' | 'json' | undefined;
  readonly json?: boolean | undefined;
}

const MAX_DEPTH = 20;

/**
 * `git prov impact`: what a range, or a change of one symbol, reaches.
 * @returns the exit code
 * @throws ProvError `usage` or `data` for an invalid range, or a symbol that is missing or ambiguous
 */
export async function runImpact(options: ImpactCommandOptions, ctx: ReadingContext): Promise<number> {
  const { depth, format, json: asJson = false } = options;
  if (!Number.isInteger(depth) || depth < 1 || depth > MAX_DEPTH)
    throw new ProvError('usage', `--depth needs a number from 1 to ${MAX_DEPTH}.`, {
      hint: 'Use for example --depth 3.',
    });
  if (asJson && format !== undefined && format !== 'json')
    throw new ProvError('usage', `--json and --format ${format} exclude each other.`, { hint: 'Use one of them.' });
  checkShare(options.minConfidence);
  const history = historyOf(ctx);
  const found = await answerTo(options, ctx, history);
  const answer = await ask(ctx, (asking) => withLinked({ ...asking, repo: ctx.repo }, found));
  const how = asJson ? 'json' : (format ?? 'text');
  const { output, style } = await openFor('impact', ctx, how !== 'text');
  await output.write(
    how === 'json' ? jsonAnswer(answer) : how === 'md' ? `${impactMarkdown(answer)}\n` : renderImpact(answer, style),
  );
  return finish(output, history, ctx);
}

async function answerTo(
  { what, depth, minConfidence = 0, rev }: ImpactCommandOptions,
  ctx: ReadingContext,
  history: ReturnType<typeof historyOf>,
): Promise<ImpactAnswer> {
  const symbol = what === undefined || isRange(what) ? undefined : await symbolMeant(ctx, what, rev);
  if (!symbol && rev !== undefined)
    throw new ProvError('usage', 'A range has revisions of its own, so --rev does not apply.', {
      hint: 'Name a function or type, or leave out --rev.',
    });
  const commit = symbol && (await commitOf({ repo: ctx.repo, revision: rev }));
  return showingProgress(ctx, (onProgress) => {
    const how = { depth, minConfidence, commit, onProgress };
    return symbol ? impactOfSymbol(history, symbol, how) : impactOfRange(history, what, how);
  });
}

const isRange = (what: string): boolean => what.includes('..') || /\^[!-]/.test(what);

// Undefined for a revision, unless a function or type has that name, too.
async function symbolMeant(
  ctx: ReadingContext,
  what: string,
  rev: string | undefined,
): Promise<CodeSymbol | undefined> {
  const asked = { revision: rev, isFollowed: true };
  if (await resolveCommit(ctx.repo, what)) {
    const hint = `To ask about commits, name a range such as ${what}..HEAD or HEAD..${what}.`;
    const symbol = await symbolCalled(ctx, what, asked).catch((error: unknown) => {
      throw error instanceof ProvError
        ? new ProvError(error.kind, error.message, { hint: `${error.hint}\n  ${hint}` })
        : error;
    });
    if (symbol) ctx.warn(`'${what}' is also a revision. ${hint}`);
    return symbol;
  }
  const named = await symbolNamed(ctx, what, rev, true);
  if (!named && what !== '' && existsSync(resolve(ctx.cwd, what)))
    throw new ProvError('usage', `${JSON.stringify(what)} is a file, and impact takes a range, a function or a type.`, {
      hint: `See git prov list functions --path ${term(what)}, or git prov trace file:${term(what)} --layer code.`,
    });
  return named?.symbol;
}

export const command = define({
  usage: 'impact [what]',
  about: 'Show what a range or a function reaches: callers and tests',
  options: (c) =>
    c
      .positional('what', {
        type: 'string',
        describe: 'A range such as main..topic (by default as in report), or a function or type',
      })
      .options({
        depth: {
          type: 'number',
          default: DEFAULT_DEPTH,
          describe: 'How many steps callers are followed',
        },
        'min-confidence': minConfidence,
        rev: {
          type: 'string',
          describe: 'Of a function or type: the revision; by default the work tree',
        },
        format: {
          choices: ['text', 'md', 'json'] as const,
          describe: 'text for a terminal, md for a comment on a forge, json for programs',
        },
        json,
      }),
  run: async (args, ctx) => withReading(ctx, (read) => runImpact(args, read)),
});
