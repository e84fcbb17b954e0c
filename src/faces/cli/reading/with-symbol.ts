import { findSymbol, placeOf, type SymbolPlace } from '../../../ask/code/located-symbol.ts';
import type { Located } from '../../../ask/find/locate.ts';
import type { CodeSymbol } from '../../../code/symbols.ts';
import { isDataError } from '../../../errors.ts';
import type { Repo } from '../../../git/repository/repo.ts';
import { stderrOf, type Streams } from '../context.ts';
import { showProgress } from '../render/progress.ts';
import { unclear } from './reading-context.ts';

/** What is needed to look for symbols. */
export interface SymbolContext extends Streams {
  readonly repo: Repo;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs work that may parse many files, with progress on a terminal. */
export async function showingProgress<T>(
  ctx: SymbolContext,
  work: (onProgress: ((done: number, all: number) => void) | undefined) => Promise<T>,
): Promise<T> {
  const stderr = stderrOf(ctx);
  const progress = stderr.isTTY ? showProgress(stderr, ctx.env, 'Parsing files') : undefined;
  try {
    return await work(progress && ((done, all) => progress.at(done, all)));
  } finally {
    progress?.stop();
  }
}

/** A symbol and its lines. */
export interface NamedLines {
  readonly symbol: CodeSymbol;
  readonly located: Located;
}

/**
 * The symbol that a text names, and its lines.
 * @param revision undefined for the work tree
 * @param isFollowed whether its calls are followed next
 * @returns undefined when the text has not the form of a symbol's name
 * @throws ProvError `usage` with the candidates when there are several, `data` when there is none
 */
export async function symbolNamed(
  ctx: SymbolContext,
  text: string,
  revision: string | undefined,
  isFollowed = false,
): Promise<NamedLines | undefined> {
  const place: SymbolPlace = { repo: ctx.repo, cwd: ctx.cwd, revision, isFollowed };
  const found = await showingProgress(ctx, (onProgress) => findSymbol({ ...place, onProgress }, text));
  if (found?.kind === 'ambiguous') return unclear(found, text, '');
  return found && { symbol: found.symbol, located: placeOf(found.symbol, place) };
}

/** A text that people call a function or a type by, and that is no part of an id: `mean`, `geo::Shape`, `User.valid?`. */
const NAME = /^(?![0-9a-f]+(?:-\d+)?$)[\p{ID_Start}_$#~](?:[\p{ID_Continue}$.#~]|::)*[!?=]?$/u;

/** Names that git itself gives to commits, such as `HEAD` and `FETCH_HEAD`. */
const GIT_NAME = /^(?:[A-Z]+_)?HEAD$/;

interface Asked {
  /** Undefined for the work tree. */
  readonly revision?: string | undefined;
  /** Whether its calls are followed next. */
  readonly isFollowed?: boolean;
}

/**
 * The symbol that a plain name means, also where a branch has that name.
 * @returns undefined where no symbol has it, and for names such as `HEAD`
 * @throws ProvError `usage` with the candidates when there are several
 */
export async function symbolCalled(
  ctx: SymbolContext,
  text: string,
  { revision, isFollowed = false }: Asked,
): Promise<CodeSymbol | undefined> {
  if (!NAME.test(text) || GIT_NAME.test(text)) return undefined;
  try {
    return (await symbolNamed(ctx, text, revision, isFollowed))?.symbol;
  } catch (missing) {
    if (isDataError(missing)) return undefined;
    throw missing;
  }
}

/**
 * The symbol that a reference names if it means nothing else.
 * @param error why it means nothing else
 * @throws ProvError the same error where no symbol has the name; `usage` with the candidates when there are several
 */
export async function symbolInstead(
  ctx: SymbolContext,
  text: string,
  query: Asked,
  error: unknown,
): Promise<CodeSymbol> {
  const found = isDataError(error) ? await symbolCalled(ctx, text, query) : undefined;
  if (!found) throw error;
  return found;
}
