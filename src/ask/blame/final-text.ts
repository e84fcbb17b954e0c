import { contentQuestion, lastChangeQuestion, literal } from '../../git/repository/file-questions.ts';
import { git, type Finished } from '../../git/process/process.ts';
import { isOid, isZero, type Oid } from '../../model/ids.ts';
import { parsePorcelain, utf8, type Bytes, type PorcelainLine } from './porcelain.ts';
import type { Arguments } from './arguments.ts';
import type { GitPlace } from './git-blame.ts';

/** The blamed text. */
export interface Final {
  /** The selected lines in order, with their text in git's form. */
  readonly texts: readonly PorcelainLine[];
  /** The path as bytes; undefined when no line is shown. */
  readonly path: Bytes | undefined;
  /** The commit; undefined for the work tree, or a file's content from elsewhere. */
  readonly revision: string | undefined;
  /** Git's messages on standard error despite success (an ambiguous name, advice); usually empty. */
  readonly warnings: string;
}

/** Parses the output of `printFinal`. @returns undefined when git refuses the command line */
export function readFinal({ code, stdout, stderr }: Finished): Final | undefined {
  if (code !== 0) return undefined;
  const texts = parsePorcelain(stdout.toString('latin1')).lines;
  const first = texts[0];
  const revision = first && !isZero(first.commit.oid) ? first.commit.oid : undefined;
  return { texts, path: first?.path, revision, warnings: stderr };
}

/** Returns a function giving the content of a line by its number, in git's form: with a TAB before it, and its newline. */
export function contentsOf({ texts }: Pick<Final, 'texts'>): (line: number) => Bytes | undefined {
  const first = texts[0]?.line ?? 1;
  let byLine: Map<number, Bytes> | undefined; // only `-L` can leave lines out
  return (line) => {
    const there = texts[line - first];
    if (there?.line === line) return there.content;
    byLine ??= new Map(texts.map((text) => [text.line, text.content]));
    return byLine.get(line);
  };
}

/**
 * The last commit that changed the file, up to its revision; undefined when git finds none.
 * @param query the arguments of the blame. Where they name only a file, git may have been asked already
 */
export async function findLastChange(
  { path, revision }: Final,
  { cwd, env }: GitPlace,
  query: readonly string[] = [],
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const only = revision === undefined ? onlyFile(query) : undefined;
  const pathspec = only === undefined ? `:(top,literal)${utf8(path)}` : literal(only);
  const question = lastChangeQuestion(revision ?? 'HEAD', pathspec);
  const { code, stdout } = await git(question, { cwd, env, accept: [0, 128] });
  return code === 0 ? stdout.toString('latin1').trim() || undefined : undefined;
}

/**
 * The id of the blamed content: that of the revision, or of the file in the work tree; undefined when git finds none, or for a
 * text from elsewhere (`--contents`).
 */
export async function findContent(
  { path, revision }: Final,
  { query, contents }: Pick<Arguments, 'query' | 'contents'>,
  { cwd, env }: GitPlace,
): Promise<Oid | undefined> {
  if (path === undefined || contents) return undefined;
  const options = { cwd, env, accept: [0, 1, 128, 129] };
  const only = onlyFile(query);
  if (only !== undefined) return idOf(await git(contentQuestion(only), options));
  const answer = await git(['rev-parse', '--show-cdup', '--revs-only', '--no-flags', ...query], options);
  const [up = '', ...revisions] = answer.stdout.toString('utf8').split('\n');
  const isCommitted = revisions.some((name) => name !== '');
  return idOf(
    isCommitted
      ? await git(['rev-parse', '--verify', '--quiet', `${revision ?? 'HEAD'}:${utf8(path)}`], options)
      : await git(contentQuestion(`${up}${utf8(path)}`), options),
  );
}

/** Options of `git blame` that name no revision, with their value in the same word. */
const NO_REVISION = /^-(?:L.|[wsfenltcb]$|[MC]\d*$)/;

// The file, where it is plain without asking git that no other word is a revision.
function onlyFile(query: readonly string[]): string | undefined {
  const file = query.at(-1);
  const others = query.slice(0, query.at(-2) === '--' ? -2 : -1);
  const isPlain = query.at(-2) === '--' || file?.startsWith('-') === false;
  return isPlain && others.every((word) => NO_REVISION.test(word)) ? file : undefined;
}

function idOf({ code, stdout }: Finished): Oid | undefined {
  const id = stdout.toString('latin1').trim();
  return code === 0 && isOid(id) ? id : undefined;
}
