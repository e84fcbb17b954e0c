import { filesOf } from '../git/repository/local-files.ts';
import type { Repo } from '../git/repository/repo.ts';
import type { Oid } from '../model/ids.ts';
import { bytesOf, type CodeOptions, type Place, withFiles, withStore } from './code-index.ts';
import type { FileFacts } from './facts.ts';
import { grammarOf } from './languages/all.ts';
import { PLAIN_NAME } from './late-contents.ts';
import { lateIn, type PlacedContent } from './names/known-names.ts';
import { NameFile, type NamedSymbol } from './names/name-file.ts';
import { Outlines } from './outlines.ts';
import { MAX_FILE_BYTES } from './parse/parser.ts';
import { keyOf } from './store/code-store.ts';
import { wordOf } from './store/names.ts';
import type { TreeFiles } from './tree-files.ts';
import { chosen, type CodeSymbol, findSymbols, lastPart, type SymbolQuery, symbolsIn } from './symbols.ts';

/** Contents that are read for a question alone. With more, the file of names is written again. */
const MAX_LATE = 100;

interface FindOptions extends CodeOptions {
  /** Whether the calls of what is found are followed next: then a changed file is parsed once for both. */
  readonly isFollowed?: boolean | undefined;
}

/** The symbols of a tree that a query without a file means; see `findEachInTree`. */
export const findInTree = async (repo: Repo, options: FindOptions, query: SymbolQuery): Promise<CodeSymbol[]> =>
  (await findEachInTree(repo, options, [query]))[0]!;

/**
 * The symbols of a tree that each query without a file means. The file of names answers, with the outlines of contents that it lacks.
 * Where it is missing or damaged, or lacks many contents, the database answers, and the file is written.
 */
export const findEachInTree = (
  repo: Repo,
  options: FindOptions,
  queries: readonly SymbolQuery[],
): Promise<CodeSymbol[][]> =>
  withFiles(repo, options, async (place) => {
    const found = await byNames(place, queries, options.isFollowed === true);
    if (Array.isArray(found)) return found;
    const query = found === 'facts' ? place : { ...place, names: true };
    return withStore(query, async (tree) => queries.map((query) => findSymbols(tree, query)));
  });

// Undefined where the file of names cannot answer; `facts` where contents have to be parsed that the next question needs, too.
async function byNames(
  place: Place,
  queries: readonly SymbolQuery[],
  isFollowed: boolean,
): Promise<CodeSymbol[][] | 'facts' | undefined> {
  const file = NameFile.open(filesOf(place.repo).code);
  if (!file) return undefined;
  try {
    const late = lateIn(place.files, file);
    if (late.length > MAX_LATE) return undefined;
    const found: CodeSymbol[][] = [];
    for (const query of queries) {
      const name = lastPart(query.name);
      const named = file.withWord(wordOf(name));
      if (!named) return undefined;
      const files = new Map<string, CodeSymbol[]>();
      addKnown(files, place.files, named);
      const outlines = await outlinesOf(place, late, name, isFollowed);
      if (!outlines) return 'facts';
      addLate(files, late, outlines, name);
      const inOrder = [...files.keys()].toSorted().map((path) => files.get(path)!);
      found.push(chosen(inOrder, query));
    }
    return found;
  } finally {
    file.close();
  }
}

// A file counts when it defines the word itself.
function addKnown(
  files: Map<string, CodeSymbol[]>,
  { oids }: Pick<TreeFiles, 'oids'>,
  named: readonly NamedSymbol[],
): void {
  const own = new Set(named.flatMap((one) => (one.own ? [one.content] : [])));
  const ids = new Set([...own].map((key) => key.slice(0, key.indexOf(' '))));
  for (const [path, oid] of oids) {
    const grammar = ids.has(oid) ? grammarOf(path)?.file : undefined;
    const key = grammar === undefined ? undefined : keyOf({ oid, grammar });
    if (key === undefined || !own.has(key)) continue;
    files.set(
      path,
      named.filter(({ content }) => content === key).map(({ symbol }) => Object.assign({ path }, symbol)),
    );
  }
}

function addLate(
  files: Map<string, CodeSymbol[]>,
  late: readonly PlacedContent[],
  outlines: readonly (FileFacts | undefined)[],
  name: string,
): void {
  const word = wordOf(name);
  for (const [i, { paths }] of late.entries()) {
    const facts = outlines[i];
    if (facts?.definitions.some(({ name }) => wordOf(name) === word))
      for (const path of paths) files.set(path, symbolsIn(path, facts));
  }
}

// A text without the name does not define it, so it is not parsed. Undefined where one would be parsed although calls are followed.
async function outlinesOf(
  { repo, objects, files: { changed } }: Place,
  late: readonly PlacedContent[],
  name: string,
  isFollowed: boolean,
): Promise<(FileFacts | undefined)[] | undefined> {
  const outlines = new Outlines(repo);
  const found = late.map((content) => outlines.kept(content));
  const requested = late.flatMap(({ oid }, i) => (found[i] || changed.has(oid) ? [] : [oid]));
  const read = requested.length > 0 ? await objects.read(requested, { limit: MAX_FILE_BYTES }) : [];
  const bytes = new Map<Oid, Uint8Array | undefined>(requested.map((oid, i) => [oid, bytesOf(read[i])]));
  for (const [i, { oid, paths }] of late.entries()) {
    const content = found[i] ? undefined : (changed.get(oid) ?? bytes.get(oid));
    if (
      content &&
      (!PLAIN_NAME.test(name) || Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(name))
    ) {
      if (isFollowed) return undefined;
      found[i] = await outlines.of(paths[0]!, content);
    }
  }
  return found;
}
