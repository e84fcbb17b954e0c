import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathInWorkTree } from '../../git/paths/path-below.ts';
import { findInTree } from '../../code/find-in-tree.ts';
import type { FileFacts } from '../../code/facts.ts';
import { grammarOf } from '../../code/languages/all.ts';
import { Outlines } from '../../code/outlines.ts';
import { MAX_FILE_BYTES } from '../../code/parse/parser.ts';
import { factsOrFault } from '../../code/parse/read-contents.ts';
import { parseSymbol, symbolId, symbolsNamed, type CodeSymbol, type SymbolQuery } from '../../code/symbols.ts';
import { ProvError } from '../../errors.ts';
import { presentNames } from '../../git/history/file-names.ts';
import { ObjectReader } from '../../git/objects/objects.ts';
import { readRegularBytes } from '../../git/objects/regular-file.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { Candidate } from '../find/find.ts';
import type { Located } from '../find/locate.ts';
import { commitNamed } from '../history/commit-info.ts';

/** Where a symbol is asked for. */
export interface SymbolPlace {
  readonly repo: Repo;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** The revision; undefined for the work tree. */
  readonly revision: string | undefined;
  readonly onProgress?: ((done: number, all: number) => void) | undefined;
  /** Whether the calls of the symbol are followed next. */
  readonly isFollowed?: boolean | undefined;
}

/** The meaning of a text that names a symbol. */
export type FoundSymbol =
  | { readonly kind: 'found'; readonly symbol: CodeSymbol }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] };

/** Most candidates that are listed. */
const MAX_CANDIDATES = 10;

/**
 * Finds a symbol by its name. With a file, only that file is read; otherwise all files that define the name are looked at.
 * @returns undefined when the text has not the form of a symbol's name
 * @throws ProvError `data` when the symbol is missing, or its file cannot be read
 */
export async function findSymbol(place: SymbolPlace, text: string): Promise<FoundSymbol | undefined> {
  const query = parseSymbol(text);
  if (!query) return undefined;
  const found = query.path === undefined ? await inTree(place, query) : await inFile(place, query.path, query);
  const [first] = found;
  if (!first) throw absent(query);
  if (found.length === 1) return { kind: 'found', symbol: first };
  const candidates = found.slice(0, MAX_CANDIDATES).map((symbol) => ({
    reference: symbolId(symbol),
    summary: `line ${symbol.ranges[0]![0]}`,
  }));
  return { kind: 'ambiguous', candidates };
}

function absent({ kind, path, name }: SymbolQuery): ProvError {
  const where = path === undefined ? 'here' : `in ${JSON.stringify(path)}`;
  return new ProvError('data', `There is no ${kind ?? 'function or type'} ${JSON.stringify(name)} ${where}.`, {
    hint: 'See git prov list function, or use FILE:LINE.',
  });
}

async function inTree(place: SymbolPlace, query: SymbolQuery): Promise<CodeSymbol[]> {
  const { repo, onProgress, isFollowed } = place;
  return findInTree(repo, { commit: await commitOf(place), onProgress, isFollowed }, query);
}

/**
 * The commit that is asked about.
 * @returns undefined for the work tree
 * @throws ProvError `data` for a missing revision
 */
export async function commitOf({ repo, revision }: Pick<SymbolPlace, 'repo' | 'revision'>): Promise<Oid | undefined> {
  const atCommit = revision ?? (repo.workTree === undefined ? 'HEAD' : undefined);
  if (atCommit === undefined) return undefined;
  return commitNamed(repo, atCommit);
}

async function inFile(place: SymbolPlace, named: string, query: SymbolQuery): Promise<CodeSymbol[]> {
  const given = pathInWorkTree(place.repo, place.cwd, named);
  const found = given === undefined ? undefined : await presentOutline(place, given);
  if (!found)
    throw new ProvError('data', `The functions of ${JSON.stringify(named)} are not known.`, {
      hint: 'The file is missing, a symbolic link, or in a language that git prov does not parse. Name FILE:LINE instead.',
    });
  const { path, facts } = found;
  if (facts.fault)
    throw new ProvError('data', `${JSON.stringify(named)} is not parsed: ${facts.fault}.`, { hint: 'Say FILE:LINE.' });
  return symbolsNamed(path, facts, query);
}

async function presentOutline(
  place: SymbolPlace,
  given: string,
): Promise<{ readonly path: string; readonly facts: FileFacts } | undefined> {
  const facts = await outlineAt(place, given);
  if (facts) return { path: given, facts };
  const path = await presentPath(place, given);
  const later = path === given ? undefined : await outlineAt(place, path);
  return later && { path, facts: later };
}

/** The present path of a file: another one where it was renamed since, as far as git finds it. Not for an older revision. */
export async function presentPath(
  { repo, revision }: Pick<SymbolPlace, 'repo' | 'revision'>,
  path: string,
): Promise<string> {
  if (revision !== undefined) return path;
  return (await presentNames(repo, [path as RepoPath], 1)).get(path as RepoPath) ?? path;
}

/**
 * The definitions of one file.
 * @returns undefined when it is missing, or in a language that is not known
 */
export async function outlineAt(
  { repo, revision }: SymbolPlace,
  path: string,
  outlines = new Outlines(repo),
): Promise<FileFacts | undefined> {
  const { workTree } = repo;
  if (!grammarOf(path)) return undefined;
  if (revision === undefined && workTree !== undefined) {
    const file = resolve(workTree, path);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined; // git has no lines of it
    const bytes = readRegularBytes(file, MAX_FILE_BYTES);
    if (bytes) return outlines.of(path, bytes);
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() && found.size > MAX_FILE_BYTES ? factsOrFault(path, undefined) : undefined;
  }
  const objects = new ObjectReader(repo);
  try {
    const [object] = await objects.read([`${revision ?? 'HEAD'}:${path}`], { limit: MAX_FILE_BYTES });
    if (object && 'tooLarge' in object) return factsOrFault(path, undefined);
    return object?.type === 'blob' ? outlines.of(path, object.bytes) : undefined;
  } finally {
    await objects.close();
  }
}

/** The lines of a symbol, as a place that blame can be asked about. */
export const placeOf = ({ path, ranges }: CodeSymbol, { repo, revision }: SymbolPlace): Located => ({
  path,
  cwd: repo.cwd,
  revision,
  ranges: ranges.map(([start, end]) => ({ start, count: end - start + 1 })),
  instead: undefined,
});
