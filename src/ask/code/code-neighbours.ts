import type { CodeTree } from '../../code/code-index.ts';
import type { DataUse, FileFacts } from '../../code/facts.ts';
import type { ResolvedImport } from '../../code/languages/language.ts';
import { CodeGraph } from '../../code/resolve/code-graph.ts';
import { type ExternalUse, type Neighbour, References } from '../../code/resolve/callers.ts';
import { externalsByPath } from '../../code/resolve/externals.ts';
import { servicesOf, toolsOf } from '../../code/services/services-of.ts';
import { type CodeSymbol, symbolAround, symbolId } from '../../code/symbols.ts';
import { folderOf, joined } from '../../code/tree-view.ts';
import { sourceBase } from '../../model/confidence.ts';
import { type CodeNeighbour, type CodeReference, externalId, idOf, moduleId } from './code-reference.ts';
import { type Placed, usedByPlaced, usersOfOutside, usersOfPlaced } from './service-edges.ts';

const INFERRED = sourceBase('inferred');

/** Finds what uses a thing of the code layer, and what it uses. */
export class CodeNeighbours {
  readonly #tree: CodeTree;
  readonly #graph: CodeGraph;
  readonly #references: References;
  #found: Promise<Placed> | undefined;

  private constructor(tree: CodeTree, graph: CodeGraph) {
    this.#tree = tree;
    this.#graph = graph;
    this.#references = new References(tree, graph);
  }

  static async of(tree: CodeTree): Promise<CodeNeighbours> {
    return new CodeNeighbours(tree, await CodeGraph.of(tree));
  }

  /** What a thing uses: calls, extends, imports, reads, writes, needs. */
  async used(by: CodeReference): Promise<CodeNeighbour[]> {
    switch (by.is) {
      case 'symbol':
        return [
          ...this.#references.from(by.symbol).map(ofSymbol),
          ...this.#references.externalsOf(by.symbol).map((use) => ofExternal(by.symbol.path, use)),
          ...this.#dataOf(by.symbol.path, by.symbol),
        ];
      case 'file':
        return [...this.#importedBy(by.path), ...this.#dataOf(by.path, undefined)];
      case 'module':
        return this.#usedByModule(by.folder);
      case 'external':
        return [];
      case 'placed':
        return usedByPlaced(await this.#placed(), by.kind, by.id);
      case 'change':
        return by.wrote.map((symbol) => this.#written(symbol));
    }
  }

  /** What uses a thing. */
  async users(of: CodeReference): Promise<CodeNeighbour[]> {
    switch (of.is) {
      case 'symbol':
        return this.#references.to(of.symbol).map(ofSymbol);
      case 'file':
        return this.#all((id) => id === `file:${of.path}` || id === moduleId(folderOf(of.path)));
      case 'module':
        return this.#usersOfModule(of.folder);
      case 'external':
        return this.#usersOfExternal(of.id);
      case 'placed':
        return of.kind === 'service' ? usersOfPlaced(await this.#placed(), of.id) : [];
      case 'change':
        return [];
    }
  }

  // A symbol with lines of a change, in the present tree.
  #written(then: CodeSymbol): CodeNeighbour {
    const id = symbolId(then);
    const now = this.#references.symbolsIn(then.path).find((one) => symbolId(one) === id);
    const line = (now ?? then).ranges[0]![0];
    const next = now && ({ is: 'symbol', symbol: now } as const);
    return { id, path: then.path, line, kind: 'writes', confidence: 1, ...(!now && { gone: true }), next };
  }

  #usedByModule(folder: string): CodeNeighbour[] {
    const inside = isInside(folder);
    return [...this.#tree.paths]
      .filter(inside)
      .toSorted()
      .flatMap((path) => this.#importedBy(path))
      .filter(({ next }) => !(next?.is === 'file' && inside(next.path)));
  }

  #usersOfModule(folder: string): CodeNeighbour[] {
    const inside = isInside(folder);
    return this.#all(
      (id) => id === moduleId(folder) || (id.startsWith('file:') && inside(id.slice('file:'.length))),
      [...this.#tree.paths].filter((path) => !inside(path)),
    );
  }

  #placed(): Promise<Placed> {
    return (this.#found ??= Promise.all([servicesOf(this.#tree), toolsOf(this.#tree)]).then(([services, tools]) => ({
      services,
      tools,
    })));
  }

  async #usersOfExternal(id: string): Promise<CodeNeighbour[]> {
    const [, from = '', name = ''] = /^external:([a-z]+)\/(.*)$/s.exec(id) ?? [];
    if (from === 'secret' || from === 'port' || from === 'host') return usersOfOutside(await this.#placed(), id);
    if (DATA.has(from)) return this.#all((one) => one === id, this.#tree.using(name));
    const callers = [...this.#filesReaching(id)].flatMap((path) => this.#callersIn(path, id));
    return [...this.#all((one) => one === id), ...callers].toSorted(byPlace);
  }

  // The functions and types of a file that call or extend something of a package.
  #callersIn(path: string, id: string): CodeNeighbour[] {
    return this.#references.externalsIn(path).flatMap(({ external, user, kind, line, confidence }) => {
      if (externalId(external) !== id) return [];
      const next = user ? ({ is: 'symbol', symbol: user } as const) : ({ is: 'file', path } as const);
      return [{ id: user ? symbolId(user) : null, path, line, kind, confidence, next }];
    });
  }

  // The files that import a package, or a file that passes on its names.
  #filesReaching(id: string): Set<string> {
    const passing = new Set([id]);
    const found = new Set<string>();
    for (let size = 0; size < passing.size;) {
      size = passing.size;
      for (const path of this.#tree.paths) {
        const reaches = this.#graph
          .importsOf(path)
          .map((meant) => referencesOf(meant).some((one) => passing.has(idOf(one))));
        if (!reaches.includes(true)) continue;
        found.add(path);
        const exported = this.#tree.facts(path)?.exports ?? [];
        if (exported.some(({ target }) => target.is === 'imported' && reaches[target.from]))
          passing.add(`file:${path}`);
      }
    }
    for (const path of this.#tree.paths) {
      const named = externalsByPath(this.#graph, path, this.#tree.facts(path)?.references ?? []);
      if (named.some((one) => externalId(one) === id)) found.add(path);
    }
    return found;
  }

  /** The places in files that use a thing. `isMeant` says by its id whether it is the right one. */
  #all(isMeant: (id: string) => boolean, paths: Iterable<string> = this.#tree.paths): CodeNeighbour[] {
    const found: CodeNeighbour[] = [];
    for (const path of paths) {
      for (const { id, line, kind, confidence } of this.#importedBy(path))
        if (id !== null && isMeant(id))
          found.push({ id: `file:${path}`, path, line, kind, confidence, next: { is: 'file', path } });
      for (const use of this.#tree.facts(path)?.uses ?? []) {
        if (!isMeant(this.#dataId(path, use))) continue;
        const symbol = symbolAround(this.#references.symbolsIn(path), use.line);
        found.push({
          id: symbol ? symbolId(symbol) : null,
          path,
          line: use.line,
          kind: use.kind,
          confidence: INFERRED,
          next: symbol ? { is: 'symbol', symbol } : { is: 'file', path },
        });
      }
    }
    return found.toSorted(byPlace);
  }

  #importedBy(path: string): CodeNeighbour[] {
    const meant = this.#graph.importsOf(path);
    return (this.#tree.facts(path)?.imports ?? []).flatMap(({ line }, i) =>
      referencesOf(meant[i]).map((next): CodeNeighbour => ({
        id: idOf(next),
        path,
        line,
        kind: 'imports',
        confidence: 1,
        next,
      })),
    );
  }

  // Within the innermost symbol; at the top of the file for undefined.
  #dataOf(path: string, within: CodeSymbol | undefined): CodeNeighbour[] {
    const symbols = this.#references.symbolsIn(path);
    const facts: FileFacts | undefined = this.#tree.facts(path);
    return (facts?.uses ?? []).flatMap((use): CodeNeighbour[] => {
      const symbol = symbolAround(symbols, use.line);
      if (symbol?.name !== within?.name || symbol?.kind !== within?.kind) return [];
      const id = this.#dataId(path, use);
      const { line, kind } = use;
      const file = id.startsWith('file:') ? id.slice('file:'.length) : undefined;
      const next = file === undefined ? undefined : ({ is: 'file', path: file } as const);
      return [{ id, path, line, kind, confidence: INFERRED, next }];
    });
  }

  // A file that is named from the top of the repository, or from the folder of the source.
  #dataId(path: string, { of, name }: DataUse): string {
    if (of === 'file')
      for (const folder of ['', folderOf(path)]) {
        const file = joined(folder, name);
        if (file !== undefined && this.#tree.paths.has(file)) return `file:${file}`;
      }
    return `external:${of}/${name}`;
  }
}

const isInside =
  (folder: string) =>
  (path: string): boolean =>
    folder === '' || path.startsWith(`${folder}/`);

const DATA: ReadonlySet<string> = new Set(['env', 'table', 'config']);

const ofSymbol = ({ symbol, path, line, kind, confidence }: Neighbour): CodeNeighbour => ({
  id: symbol ? symbolId(symbol) : null,
  path,
  line,
  kind,
  confidence,
  next: symbol && { is: 'symbol', symbol },
});

const ofExternal = (path: string, { external, kind, line, confidence }: ExternalUse): CodeNeighbour => {
  const id = externalId(external);
  return { id, path, line, kind, confidence, next: { is: 'external', id } };
};

const byPlace = (a: CodeNeighbour, b: CodeNeighbour): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;

/** The files, the folder or the package that an import means. */
function referencesOf(meant: ResolvedImport | undefined): CodeReference[] {
  if (!meant) return [];
  if ('file' in meant) return [{ is: 'file', path: meant.file }];
  if ('files' in meant) return meant.files.map((path) => ({ is: 'file', path }));
  if ('folder' in meant) return [{ is: 'module', folder: meant.folder }];
  return [{ is: 'external', id: externalId(meant.external) }];
}
