import { resolve } from 'node:path';
import { pathBelow } from '../../../../git/paths/path-below.ts';
import { KIND_NAMES } from '../../../../ask/knowledge/layers.ts';
import { ProvError } from '../../../../errors.ts';
import { git } from '../../../../git/process/process.ts';
import { inRepo } from '../../../../git/repository/repo.ts';
import type { SessionId } from '../../../../model/ids.ts';
import { search } from '../../../../ask/knowledge/search.ts';
import { SEARCH_SCHEMA, statementAnswer, type SearchAnswer } from '../../../../ask/knowledge/statement-answer.ts';
import { CHOOSING, define } from '../../command.ts';
import { kindNamed } from './kind-names.ts';
import { withReading } from '../../reading/with-reading.ts';
import { ask, type GraphQueryContext } from '../../reading/with-graph.ts';
import { finish, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderSearch } from '../../render/knowledge/statements.ts';
import { checkShare } from './trace.ts';

/** The filters of searches and lists. */
export interface ChoosingOptions {
  readonly session?: string | undefined;
  readonly path?: string | undefined;
  readonly since?: string | undefined;
  readonly minConfidence?: number | undefined;
  readonly provenance: boolean;
  readonly limit?: number | undefined;
  readonly json: boolean;
}

export interface SearchOptions extends ChoosingOptions {
  /** The words to find. All must match; the last may be a prefix. */
  readonly text: string;
  readonly kind?: string | undefined;
}

const DEFAULT_SHOWN_RESULTS = 20;

/**
 * `git prov search`: entries and steps with these words, in all notes.
 * @returns the exit code
 * @throws ProvError `usage` for a text without words
 */
export async function runSearch(options: SearchOptions, ctx: ReadingContext): Promise<number> {
  const { text, kind, provenance, limit = DEFAULT_SHOWN_RESULTS, minConfidence, json } = options;
  checkLimit(limit);
  checkShare(minConfidence);
  return ask(ctx, async (asking) => {
    const chosen = await choosing(options, ctx, asking);
    const found = await search(asking.world, asking.sources, {
      ...chosen,
      text,
      kind,
      provenance,
      limit,
      minConfidence,
    });
    const { output, style } = await openFor('search', ctx, json);
    const data: SearchAnswer = { schema: SEARCH_SCHEMA, results: found.map(statementAnswer) };
    await output.write(
      json
        ? jsonAnswer(data)
        : renderSearch(found, style, isChosen([kind, options.session, options.path, options.since, minConfidence])),
    );
    return finish(output, asking.history, ctx);
  });
}

/** @throws ProvError `usage` for an invalid count */
export function checkLimit(limit: number | undefined): void {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1))
    throw new ProvError('usage', '--limit needs a number of results.', { hint: 'Use for example --limit 20.' });
}

/** Whether any of these options was given. */
export const isChosen = (options: readonly unknown[]): boolean => options.some((option) => option !== undefined);

/** Reads `--session`, `--path` and `--since`. */
export async function choosing(
  { session, path, since }: Pick<ChoosingOptions, 'session' | 'path' | 'since'>,
  ctx: ReadingContext,
  { target }: GraphQueryContext,
): Promise<{ session?: SessionId; path?: string; since?: number }> {
  const named = session === undefined ? undefined : await target(`session:${session.replace(/^session:/, '')}`);
  return {
    ...(named && { session: named.id as SessionId }),
    ...(path !== undefined && { path: insideOf(ctx, path) }),
    ...(since !== undefined && { since: await momentOf(ctx, since) }),
  };
}

// Paths are relative to the folder of the command, as in git.
export function insideOf({ repo, cwd }: ReadingContext, path: string): string {
  const inside = repo.workTree === undefined ? path : pathBelow(repo.workTree, resolve(cwd, path));
  if (inside === undefined)
    throw new ProvError('usage', `${JSON.stringify(path)} is not inside the work tree.`, {
      hint: 'Use a path of this repository.',
    });
  return inside;
}

// Accepts git's date formats.
async function momentOf({ repo }: ReadingContext, since: string): Promise<number> {
  const { stdout } = await git(['rev-parse', `--since=${since}`], inRepo(repo));
  return Number(/--max-age=([0-9]+)/.exec(stdout.toString('latin1'))?.[1] ?? 0) * 1000;
}

export const command = define({
  usage: 'search <text..>',
  example: '"token expiry"',
  about: 'Find prompts, reasons and steps in all notes by their words',
  options: (c) =>
    c
      .positional('text', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Every word must match; the last may be a prefix',
      })
      .options({
        kind: { choices: KIND_NAMES, coerce: kindNamed, describe: 'Only nodes of this kind' },
        ...CHOOSING,
      }),
  run: async ({ text, ...args }, ctx) => withReading(ctx, (read) => runSearch({ ...args, text: text.join(' ') }, read)),
});
