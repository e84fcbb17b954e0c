import { CodeGraph } from '../../../src/code/resolve/code-graph.ts';
import { CodeParser } from '../../../src/code/parse/parser.ts';
import { type FileFacts, qualifiedName } from '../../../src/code/facts.ts';
import { foldersOf, type TreeView } from '../../../src/code/tree-view.ts';

const parser = new CodeParser();

/** The facts of one file. */
export async function factsOf(path: string, text: string): Promise<FileFacts> {
  const facts = await parser.parse(path, new TextEncoder().encode(text));
  if (!facts) throw new Error(`${path} is in no known language`);
  return facts;
}

/** The definitions of a file: `type a.B 1-3`. */
export async function definitionsIn(path: string, text: string): Promise<string[]> {
  const { definitions } = await factsOf(path, text);
  return definitions.map(({ kind, start, end }, i) => `${kind} ${qualifiedName(definitions, i)} ${start}-${end}`);
}

/** A small tree of files, by their paths. */
export interface Project {
  /** The imports of a file: `./a.h -> src/a.h`. */
  imports(path: string): string[];
  /** The calls and supertypes of a file: `3 calls a.h B.c 0.9`; those that lead nowhere are left out. */
  references(path: string): string[];
}

export async function project(files: Readonly<Record<string, string>>): Promise<Project> {
  const facts = new Map<string, FileFacts>();
  for (const [path, text] of Object.entries(files)) {
    const one = await parser.parse(path, new TextEncoder().encode(text));
    if (one) facts.set(path, one);
  }
  const paths = new Set(Object.keys(files));
  const tree: TreeView = {
    paths,
    folders: foldersOf(paths),
    facts: (path) => facts.get(path),
    defining: (name) =>
      [...facts].filter(([, one]) => one.definitions.some((each) => each.name === name)).map(([path]) => path),
    texts: async (wanted) => new Map(wanted.flatMap((path) => (path in files ? [[path, files[path]!] as const] : []))),
  };
  const graph = await CodeGraph.of(tree);
  return {
    imports: (path) =>
      graph.importsOf(path).map((meant, i) => {
        const { specifier } = facts.get(path)!.imports[i]!;
        if (!meant) return `${specifier} -> ?`;
        if ('file' in meant) return `${specifier} -> ${meant.file}`;
        if ('files' in meant) return `${specifier} -> ${meant.files.join(' + ')}`;
        if ('folder' in meant) return `${specifier} -> ${meant.folder}/`;
        const { from, name, version } = meant.external;
        return `${specifier} -> ${from}:${name}${version === undefined ? '' : `@${version}`}`;
      }),
    references: (path) =>
      facts.get(path)!.references.flatMap((one) =>
        graph.resolve(path, one).map((to) => {
          const { definitions } = facts.get(to.path)!;
          return `${one.line} ${one.kind} ${to.path} ${qualifiedName(definitions, to.definition)} ${to.confidence}`;
        }),
      ),
  };
}
