import { type FileFacts, qualifiedName } from '../../src/code/facts.ts';
import { CodeParser } from '../../src/code/parse/parser.ts';
import { CodeGraph } from '../../src/code/resolve/code-graph.ts';
import { externalOf } from '../../src/code/resolve/externals.ts';
import { foldersOf, type TreeView } from '../../src/code/tree-view.ts';

const parser = new CodeParser();
/** So that hostile files do not take long. */
const hurried = new CodeParser('facts', 100);

/** The facts of one source. */
export const factsOf = (path: string, text: string | Uint8Array): Promise<FileFacts> => read(parser, path, text);

/** The same, with a twentieth of the usual time. */
export const hurriedFactsOf = (path: string, text: string): Promise<FileFacts> => read(hurried, path, text);

async function read(by: CodeParser, path: string, text: string | Uint8Array): Promise<FileFacts> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const facts = await by.parse(path, bytes);
  if (!facts) throw new Error(`${path} is in no known language`);
  return facts;
}

/** The definitions as `function Class.method 3-5`. */
export const definitionsOf = ({ definitions }: FileFacts): string[] =>
  definitions.map(({ kind, start, end }, i) => `${kind} ${qualifiedName(definitions, i)} ${start}-${end}`);

/** A tree of sources in memory. */
export async function treeOf(files: Readonly<Record<string, string>>): Promise<TreeView> {
  const facts = new Map<string, FileFacts>();
  for (const [path, text] of Object.entries(files)) {
    const read = await parser.parse(path, Buffer.from(text));
    if (read) facts.set(path, read);
  }
  return treeWith(Object.fromEntries(facts), files);
}

/**
 * A tree of files with their facts.
 * @param files the texts of all files; none where no text is asked for
 */
export function treeWith(
  facts: Readonly<Record<string, FileFacts>>,
  files: Readonly<Record<string, string>> = {},
): TreeView {
  const paths = new Set([...Object.keys(facts), ...Object.keys(files)]);
  return {
    paths,
    folders: foldersOf(paths),
    facts: (path) => facts[path],
    defining: (name) => Object.keys(facts).filter((path) => facts[path]!.definitions.some((a) => a.name === name)),
    texts: async (asked) => new Map(asked.flatMap((path) => (path in files ? [[path, files[path]!] as const] : []))),
  };
}

/** What the imports of a file mean, by their specifiers: a path, a folder with a `/`, or `from/name@version`. */
export async function importsOf(
  files: Readonly<Record<string, string>>,
  path: string,
): Promise<Record<string, string>> {
  const tree = await treeOf(files);
  const graph = await CodeGraph.of(tree);
  const meant = graph.importsOf(path);
  return Object.fromEntries(
    (tree.facts(path)?.imports ?? []).map(({ specifier }, i) => {
      const one = meant[i];
      if (!one) return [specifier, 'unknown'];
      if ('file' in one) return [specifier, one.file];
      if ('files' in one) return [specifier, one.files.join(' + ')];
      if ('folder' in one) return [specifier, `${one.folder}/`];
      const { from, name, version } = one.external;
      return [specifier, `${from}/${name}${version === undefined ? '' : `@${version}`}`];
    }),
  );
}

/** What a file calls and extends: `4 calls b.ts#B.run 0.9`, with the line in the file. */
export async function edgesOf(files: Readonly<Record<string, string>>, path: string): Promise<string[]> {
  const tree = await treeOf(files);
  const graph = await CodeGraph.of(tree);
  return (tree.facts(path)?.references ?? []).flatMap((reference) =>
    graph.resolve(path, reference).map(({ path: to, definition, confidence }) => {
      const name = qualifiedName(tree.facts(to)!.definitions, definition);
      return `${reference.line} ${reference.kind} ${to}#${name} ${confidence}`;
    }),
  );
}

/** The packages that a file calls or extends: `4 calls npm/pg 0.9`, with the line in the file. */
export async function externalsOf(files: Readonly<Record<string, string>>, path: string): Promise<string[]> {
  const tree = await treeOf(files);
  const graph = await CodeGraph.of(tree);
  return (tree.facts(path)?.references ?? []).flatMap((reference) => {
    const found = externalOf(graph, path, reference);
    return found
      ? [`${reference.line} ${reference.kind} ${found.external.from}/${found.external.name} ${found.confidence}`]
      : [];
  });
}
