import { type FileFacts, qualifiedName } from '../../src/code/facts.ts';
import type { ResolvedImport } from '../../src/code/languages/language.ts';
import { CodeParser } from '../../src/code/parse/parser.ts';
import { CodeGraph } from '../../src/code/resolve/code-graph.ts';
import { foldersOf, type TreeView } from '../../src/code/tree-view.ts';

const parser = new CodeParser();

/** The facts of one text. */
export async function factsOf(path: string, text: string): Promise<FileFacts> {
  const facts = await parser.parse(path, new TextEncoder().encode(text));
  if (!facts) throw new Error(`No language for ${path}.`);
  return facts;
}

/** The definitions of a text, one a line: `type Shape.Circle 3-5`. */
export async function definitionsIn(path: string, text: string): Promise<string[]> {
  const { definitions } = await factsOf(path, text);
  return definitions.map(({ kind, start, end }, i) => `${kind} ${qualifiedName(definitions, i)} ${start}-${end}`);
}

/** What is resolved in a small tree of files. */
export class SourceTree {
  readonly #graph: CodeGraph;
  readonly #tree: TreeView;

  private constructor(tree: TreeView, graph: CodeGraph) {
    this.#tree = tree;
    this.#graph = graph;
  }

  /** @param files the texts by their paths */
  static async of(files: Readonly<Record<string, string>>): Promise<SourceTree> {
    const facts = new Map<string, FileFacts>();
    for (const [path, text] of Object.entries(files)) {
      const found = await parser.parse(path, new TextEncoder().encode(text));
      if (found) facts.set(path, found);
    }
    const paths = new Set(Object.keys(files));
    const tree: TreeView = {
      paths,
      folders: foldersOf(paths),
      facts: (path) => facts.get(path),
      defining: (name) =>
        [...facts].filter(([, one]) => one.definitions.some((its) => its.name === name)).map(([path]) => path),
      texts: async (wanted) =>
        new Map(wanted.flatMap((path) => (files[path] === undefined ? [] : [[path, files[path]]]))),
    };
    return new SourceTree(tree, await CodeGraph.of(tree));
  }

  /** The imports of a file: `a.b → a/b.py`, with the names that lead on from the file behind a `#`. */
  imports(path: string): string[] {
    const { imports } = this.#tree.facts(path)!;
    return this.#graph.importsOf(path).map((to, i) => `${imports[i]!.specifier} → ${shown(to)}`);
  }

  /** What a file calls and extends: `calls 3 → a.py#Shape.area 1`, with the line and the confidence. */
  references(path: string): string[] {
    return this.#tree.facts(path)!.references.flatMap((one) =>
      this.#graph.resolve(path, one).map(({ path: to, definition, confidence }) => {
        const { definitions } = this.#tree.facts(to)!;
        return `${one.kind} ${one.line} → ${to}#${qualifiedName(definitions, definition)} ${confidence}`;
      }),
    );
  }
}

function shown(to: ResolvedImport | undefined): string {
  if (!to) return 'nothing';
  if ('external' in to) return [to.external.from, to.external.name, to.external.version].filter(Boolean).join(' ');
  if ('folder' in to) return `${to.folder}/`;
  if ('files' in to) return to.files.join(', ');
  return [to.file, ...(to.rest ?? [])].join(' # ');
}
