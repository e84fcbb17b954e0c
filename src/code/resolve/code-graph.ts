import type { Definition, Export, FileFacts, Reference, Target } from '../facts.ts';
import { grammarOf, LANGUAGES } from '../languages/all.ts';
import type { External, Language, ResolvedImport, Resolver } from '../languages/language.ts';
import type { TreeView } from '../tree-view.ts';

/** How sure an edge is: its place in the text says it, or a type that was declared, or its name alone. */
export const CONFIDENCE = { resolved: 1, typed: 0.9, named: 0.5 } as const;

/** A definition in a file. */
export interface Place {
  readonly path: string;
  /** The position in the file's definitions. */
  readonly definition: number;
}

/** What a reference leads to. */
export interface Resolved extends Place {
  readonly confidence: number;
}

/** How many steps a name is followed through imports, exports and supertypes. */
const MAX_STEPS = 16;

/** A module, a definition or a package that a target led to. */
type Found =
  | { readonly is: 'definition'; readonly place: Place; readonly sure: boolean }
  | { readonly is: 'module'; readonly paths: readonly string[] }
  | { readonly is: 'external'; readonly external: External };

/** Follows the imports, calls and supertypes of a tree's files. */
export class CodeGraph {
  readonly #tree: TreeView;
  readonly #resolvers: ReadonlyMap<string, Resolver>;
  readonly #imports = new Map<string, readonly (ResolvedImport | undefined)[]>();
  readonly #members = new Map<string, ReadonlyMap<number, ReadonlyMap<string, number>>>();

  private constructor(tree: TreeView, resolvers: ReadonlyMap<string, Resolver>) {
    this.#tree = tree;
    this.#resolvers = resolvers;
  }

  /** Reads what the languages need to resolve imports, such as manifests. */
  static async of(tree: TreeView): Promise<CodeGraph> {
    const resolvers = new Map<string, Resolver>();
    for (const { name, resolver } of LANGUAGES) if (resolver) resolvers.set(name, await resolver(tree));
    return new CodeGraph(tree, resolvers);
  }

  /** What each import of a file means, in the order of its facts. */
  importsOf(path: string): readonly (ResolvedImport | undefined)[] {
    let resolved = this.#imports.get(path);
    if (!resolved) {
      const resolve = this.#resolvers.get(languageOf(path)?.name ?? '');
      resolved = (this.#tree.facts(path)?.imports ?? []).map((one) => resolve?.(path, one));
      this.#imports.set(path, resolved);
    }
    return resolved;
  }

  /** The definitions that a reference may lead to; none where it leads out of the repository or is unknown. */
  resolve(path: string, { target, kind }: Reference): Resolved[] {
    const found = this.#follow(path, target, 0);
    if (found?.is === 'definition')
      return [{ ...found.place, confidence: found.sure ? CONFIDENCE.resolved : CONFIDENCE.typed }];
    if (found?.is === 'module') {
      const exported = this.#firstExported(found.paths, 'default', 0);
      return exported?.is === 'definition' ? [{ ...exported.place, confidence: CONFIDENCE.resolved }] : [];
    }
    return found || kind === 'extends' ? [] : this.#byName(path, target);
  }

  #follow(path: string, target: Target, steps: number): Found | undefined {
    if (steps > MAX_STEPS) return undefined;
    switch (target.is) {
      case 'definition':
        return { is: 'definition', place: { path, definition: target.definition }, sure: true };
      case 'imported':
        return this.#imported(path, target.from, target.name, steps + 1);
      case 'member':
        return this.#member(this.#follow(path, target.of, steps + 1), target, steps + 1);
      case 'free':
        return this.#firstExported(
          languageOf(path)?.elsewhere?.(this.#tree, path, target.name) ?? [],
          target.name,
          steps + 1,
        );
      case 'unknown':
        return undefined;
    }
  }

  #imported(path: string, from: number, name: string, steps: number): Found | undefined {
    const meant = this.importsOf(path)[from];
    if (!meant) return undefined;
    if ('external' in meant) return { is: 'external', external: meant.external };
    const paths = 'file' in meant ? [meant.file] : this.#filesIn(meant.folder, path);
    return name === '*' ? { is: 'module', paths } : this.#firstExported(paths, name, steps);
  }

  // The files of a folder in the language of a file.
  #filesIn(folder: string, like: string): string[] {
    const language = languageOf(like);
    const start = folder === '' ? '' : `${folder}/`;
    return [...this.#tree.paths].filter(
      (path) => path.startsWith(start) && !path.includes('/', start.length) && languageOf(path) === language,
    );
  }

  #firstExported(paths: readonly string[], name: string, steps: number): Found | undefined {
    for (const path of paths) {
      const found = this.#exported(path, name, steps);
      if (found) return found;
    }
    return undefined;
  }

  #exported(path: string, name: string, steps: number): Found | undefined {
    const facts = this.#tree.facts(path);
    if (!facts || steps > MAX_STEPS) return undefined;
    const named = facts.exports.find((one) => one.name === name);
    if (named) return this.#follow(path, named.target, steps + 1);
    for (const passed of facts.exports) {
      const found = this.#passedOn(path, passed, name, steps);
      if (found) return found;
    }
    if (languageOf(path)?.hasExports) return undefined;
    const definition = facts.definitions.findIndex((one) => one.parent < 0 && one.name === name);
    return definition < 0 ? undefined : { is: 'definition', place: { path, definition }, sure: true };
  }

  #passedOn(path: string, { name: exported, target }: Export, name: string, steps: number): Found | undefined {
    return exported === '*' && target.is === 'imported' && name !== 'default'
      ? this.#imported(path, target.from, name, steps + 1)
      : undefined;
  }

  #member(of: Found | undefined, { name, sure }: { name: string; sure: boolean }, steps: number): Found | undefined {
    if (!of || of.is === 'external') return of;
    if (of.is === 'module') return this.#firstExported(of.paths, name, steps);
    const found = this.#memberOf(of.place, name, steps);
    return found?.is === 'definition' ? { ...found, sure: found.sure && sure && of.sure } : found;
  }

  // A function of a type, or of the types that it extends.
  #memberOf({ path, definition }: Place, name: string, steps: number): Found | undefined {
    const facts = this.#tree.facts(path);
    if (!facts || steps > MAX_STEPS) return undefined;
    const own = this.#membersIn(path, facts).get(definition)?.get(name);
    if (own !== undefined) return { is: 'definition', place: { path, definition: own }, sure: true };
    for (const { kind, from, target } of facts.references) {
      if (kind !== 'extends' || from !== definition) continue;
      const above = this.#follow(path, target, steps + 1);
      const found = above?.is === 'definition' ? this.#memberOf(above.place, name, steps + 1) : above;
      if (found) return found;
    }
    return undefined;
  }

  #membersIn(path: string, { definitions }: FileFacts): ReadonlyMap<number, ReadonlyMap<string, number>> {
    let members = this.#members.get(path);
    if (!members) this.#members.set(path, (members = membersOf(definitions)));
    return members;
  }

  // A function of this name in a type that is not known. It counts only if there is no other.
  #byName(path: string, target: Target): Resolved[] {
    if (target.is !== 'unknown' || languageOf(path)?.commonMembers?.has(target.name)) return [];
    const places: Place[] = [];
    for (const other of this.#tree.defining(target.name)) {
      if (languageOf(other) !== languageOf(path)) continue;
      for (const [definition, { name, parent, kind }] of (this.#tree.facts(other)?.definitions ?? []).entries())
        if (name === target.name && parent >= 0 && kind === 'function') places.push({ path: other, definition });
    }
    return places.length === 1 ? [{ ...places[0]!, confidence: CONFIDENCE.named }] : [];
  }
}

const languageOf = (path: string): Language | undefined => grammarOf(path)?.language;

function membersOf(definitions: readonly Definition[]): Map<number, Map<string, number>> {
  const members = new Map<number, Map<string, number>>();
  for (const [i, { name, parent }] of definitions.entries()) {
    if (parent < 0) continue;
    const ofParent = members.get(parent) ?? new Map<string, number>();
    if (!ofParent.has(name)) ofParent.set(name, i);
    members.set(parent, ofParent);
  }
  return members;
}
