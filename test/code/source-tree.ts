import { qualifiedName } from '../../src/code/facts.ts';
import type { ResolvedImport } from '../../src/code/languages/language.ts';
import { CodeGraph } from '../../src/code/resolve/code-graph.ts';
import type { TreeView } from '../../src/code/tree-view.ts';
import { definitionsOf, factsOf, treeOf } from './code.ts';

/** The definitions of a text: `type Shape.Circle 3-5`. */
export const definitionsIn = async (path: string, text: string): Promise<string[]> =>
  definitionsOf(await factsOf(path, text));

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
    const tree = await treeOf(files);
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
