import type { Export, Reference, Target } from '../facts.ts';
import { LANGUAGES } from '../languages/all.ts';
import type { ResolvedImport, Resolver } from '../languages/language.ts';
import { folderOf, type TreeView } from '../tree-view.ts';
import type { Found, Module, Resolved } from './found.ts';
import { CONFIDENCE, keyOf, languageOf, spaceOf, topDefinition, unsure } from './found.ts';
import { Members, type Place } from './members.ts';
import { Overrides } from './overrides.ts';

/** How many steps a name is followed through imports, exports and supertypes. */
const MAX_STEPS = 16;
/** At most so many imports of all names of another file are searched for a name. */
const MAX_WHOLE = 500;
/** At most so many types that a type extends are searched for a member. */
const MAX_ANCESTORS = 200;

/** Follows the imports, calls and supertypes of a tree's files. */
export class CodeGraph {
  readonly #tree: TreeView;
  readonly #resolvers: ReadonlyMap<string, Resolver>;
  readonly #imports = new Map<string, readonly (ResolvedImport | undefined)[]>();
  readonly #members: Members;
  readonly #overrides: Overrides;
  /** The files, with a name, of which the passed-on names are being looked through. */
  readonly #passing = new Set<string>();
  /** The positions of the imports of each file that bring all names. */
  readonly #whole = new Map<string, readonly number[]>();
  readonly #ancestors = new Map<string, readonly Found[]>();

  private constructor(tree: TreeView, resolvers: ReadonlyMap<string, Resolver>) {
    this.#tree = tree;
    this.#resolvers = resolvers;
    this.#members = new Members(tree);
    this.#overrides = new Overrides(tree, this.#members, (type) => this.#above(type, 0));
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
  resolve(path: string, reference: Reference): Resolved[] {
    const found = this.#follow(path, reference.target, 0);
    if (found?.is === 'definition') {
      const isOther = this.#members.isOverloaded(found.place) || this.#overrides.mayReplace(path, reference);
      return [{ ...found.place, confidence: found.sure && !isOther ? CONFIDENCE.resolved : CONFIDENCE.typed }];
    }
    if (found?.is === 'module') {
      const exported = this.#firstExported(found, 'default', 0);
      return exported?.is === 'definition' ? [{ ...exported.place, confidence: CONFIDENCE.resolved }] : [];
    }
    return found || reference.kind === 'extends' ? [] : this.#byName(path, reference.target);
  }

  /** What the meaning of a name leads to, in the repository or out of it. */
  follow(path: string, target: Target): Found | undefined {
    return this.#follow(path, target, 0);
  }

  #follow(path: string, target: Target, steps: number): Found | undefined {
    if (steps > MAX_STEPS) return undefined;
    switch (target.is) {
      case 'definition':
        return { is: 'definition', place: { path, definition: target.definition }, sure: true };
      case 'imported':
        return this.#imported(path, target.from, target.name, steps + 1);
      case 'member':
        return (
          this.#member(this.#follow(path, target.of, steps + 1), target, steps + 1) ??
          this.#inNamespace(path, target.of, target.name)
        );
      case 'free':
        return this.#elsewhere(path, target.name, steps + 1);
      case 'field':
        return (
          this.#field(this.#follow(path, target.of, steps + 1), target.name, steps + 1) ??
          this.#inNamespace(path, target.of, target.name)
        );
      case 'result':
        return this.#result(this.#follow(path, target.of, steps + 1), steps + 1);
      case 'first':
        return this.#first(path, target.of, steps + 1);
      case 'perhaps':
        return unsure(this.#follow(path, target.of, steps + 1));
      case 'unknown':
        return undefined;
    }
  }

  #elsewhere(path: string, name: string, steps: number): Found | undefined {
    const { elsewhere, moduleWords } = languageOf(path) ?? {};
    const asModule = (): Found | undefined => this.#meant(path, this.meaning(path, name), steps);
    if (moduleWords?.includes(name)) return asModule();
    const files = elsewhere?.(this.#tree, path, name, (of) => this.importsOf(of));
    const own: Module = { is: 'module', paths: files ?? [], like: path };
    const found = this.#firstExported(own, name, steps) ?? this.#importedWhole(path, name, steps);
    return found ?? (moduleWords ? asModule() : undefined);
  }

  // A name of a file of which all names are imported.
  #importedWhole(path: string, name: string, steps: number): Found | undefined {
    const { imports = [] } = this.#tree.facts(path) ?? {};
    const whole = this.#whole.get(path) ?? imports.flatMap(({ all }, i) => (all ? [i] : [])).slice(0, MAX_WHOLE);
    this.#whole.set(path, whole);
    for (const i of whole) {
      const found = this.#imported(path, i, name, steps);
      if (found && found.is !== 'external') return found;
    }
    return undefined;
  }

  /** What a path in an expression means as an import would: `serde_json`, `Vendor\Class`. */
  meaning(path: string, specifier: string): ResolvedImport | undefined {
    return this.#resolvers.get(languageOf(path)?.name ?? '')?.(path, { specifier, line: 0, form: 'path' });
  }

  // The declared type of what a function gives; of a type, a value of the type.
  #result(of: Found | undefined, steps: number): Found | undefined {
    if (of?.is !== 'definition') return of?.is === 'external' ? of : undefined;
    const { path, definition } = of.place;
    const { kind, result } = this.#tree.facts(path)!.definitions[definition]!;
    const found = kind === 'type' ? of : result && this.#follow(path, result, steps);
    return unsure(found);
  }

  // What is in this repository counts before packages.
  #first(path: string, targets: readonly Target[], steps: number): Found | undefined {
    let external: Found | undefined;
    for (const target of targets) {
      const found = this.#follow(path, target, steps);
      if (found && found.is !== 'external') return found;
      external ??= found;
    }
    return external;
  }

  // A name with a namespace before it: `a::b`.
  #inNamespace(path: string, of: Target, name: string): Found | undefined {
    const language = languageOf(path);
    const space = language?.namespaces ? spaceOf(of) : undefined;
    const place = space === undefined ? undefined : this.#members.inNamespace(path, space, name);
    return place && { is: 'definition', place, sure: true };
  }

  // The type of a field, or a type inside of a type.
  #field(of: Found | undefined, name: string, steps: number): Found | undefined {
    if (of?.is !== 'definition') return of?.is === 'module' ? this.#firstExported(of, name, steps) : of;
    for (const above of [of, ...this.#above(of.place, steps)]) {
      const field = above.is === 'definition' ? this.#members.field(above.place, name) : undefined;
      const found = field && this.#follow(field.path, field.type, steps + 1);
      if (found) return found.is === 'definition' ? { ...found, sure: false } : found;
    }
    const inner = this.#memberOf(of.place, name, steps);
    return inner?.is === 'definition' && this.#members.kindOf(inner.place) !== 'type' ? undefined : inner;
  }

  #imported(path: string, from: number, name: string, steps: number): Found | undefined {
    const whole = this.#meant(path, this.importsOf(path)[from], steps);
    return name === '*' ? whole : this.#member(whole, { name, sure: true }, steps);
  }

  #meant(path: string, meant: ResolvedImport | undefined, steps: number): Found | undefined {
    if (!meant) return undefined;
    if ('external' in meant) return { is: 'external', external: meant.external };
    const paths = 'file' in meant ? [meant.file] : 'files' in meant ? meant.files : [`${meant.folder}/`];
    const start: Found = { is: 'module', paths, like: path };
    return ('rest' in meant ? (meant.rest ?? []) : []).reduce(
      (of: Found | undefined, name) => this.#member(of, { name, sure: true }, steps),
      start,
    );
  }

  // The files of a folder, in the language of a file, that define a name.
  #definingIn(folder: string, name: string, like: string): string[] {
    const language = languageOf(like);
    const inside = (path: string): boolean => `${folderOf(path)}/` === folder && languageOf(path) === language;
    return this.#tree.defining(name).filter((path) => inside(path) && language?.isImported?.(path) !== false);
  }

  #firstExported({ paths, like }: Module, name: string, steps: number): Found | undefined {
    const files = paths.flatMap((path) => (path.endsWith('/') ? this.#definingIn(path, name, like) : [path]));
    for (const path of files) {
      const found = this.#exported(path, name, steps);
      if (found) return found;
    }
    for (const path of paths) {
      const module = languageOf(like)?.inside?.(this.#tree, path, name);
      if (module !== undefined) return { is: 'module', paths: [module], like };
    }
    return undefined;
  }

  #exported(path: string, name: string, steps: number): Found | undefined {
    const facts = this.#tree.facts(path);
    if (!facts || steps > MAX_STEPS) return undefined;
    const named = facts.exports.find((one) => one.name === name);
    if (named) return this.#follow(path, named.target, steps + 1);
    const { hasExports, lastCounts = false } = languageOf(path) ?? {};
    const definition = hasExports ? -1 : topDefinition(facts, name, lastCounts);
    if (definition >= 0) return { is: 'definition', place: { path, definition }, sure: true };
    const passing = `${path} ${name}`;
    if (this.#passing.has(passing)) return undefined; // files that pass on each other's names
    this.#passing.add(passing);
    try {
      for (const passed of facts.exports) {
        const found = this.#passedOn(path, passed, name, steps);
        if (found) return found;
      }
      return undefined;
    } finally {
      this.#passing.delete(passing);
    }
  }

  #passedOn(path: string, { name: exported, target }: Export, name: string, steps: number): Found | undefined {
    if (exported !== '*' || target.is !== 'imported' || name === 'default') return undefined;
    const meant = this.importsOf(path)[target.from]; // a package may have the name or not
    return meant && 'external' in meant ? undefined : this.#imported(path, target.from, name, steps + 1);
  }

  #member(of: Found | undefined, { name, sure }: { name: string; sure: boolean }, steps: number): Found | undefined {
    if (!of || of.is === 'external') return of;
    if (of.is === 'module') return this.#firstExported(of, name, steps);
    const found = this.#memberOf(of.place, name, steps);
    return found?.is === 'definition' ? { ...found, sure: found.sure && sure && of.sure } : found;
  }

  // A function of a type, or of the types that it extends.
  #memberOf(place: Place, name: string, steps: number): Found | undefined {
    if (steps > MAX_STEPS) return undefined;
    const sure = true;
    const own = this.#ownMember(place, name, steps);
    if (own) return { is: 'definition', place: own, sure };
    let external: Found | undefined;
    for (const above of this.#above(place, steps)) {
      const found = above.is === 'definition' ? this.#ownMember(above.place, name, steps) : undefined;
      if (found) return { is: 'definition', place: found, sure };
      if (above.is !== 'definition') external ??= above;
    }
    return external;
  }

  // A member in the text of a type, or one that belongs to it and is written outside of it.
  #ownMember(type: Place, name: string, steps: number): Place | undefined {
    const written = this.#members.of(type, name);
    if (written) return written;
    for (const { place, owner } of this.#members.outside(type, name)) {
      if (place.path === type.path) return place;
      const found = this.#follow(place.path, owner, steps + 1);
      if (found?.is === 'definition' && found.place.path === type.path && found.place.definition === type.definition)
        return place;
    }
    return undefined;
  }

  // All types that a type extends, the nearest first. A type that extends itself ends here.
  #above(of: Place, steps: number): readonly Found[] {
    const parts = this.#members.parts(of);
    const key = keyOf(parts[0]!);
    const known = this.#ancestors.get(key);
    if (known || steps > MAX_STEPS) return known ?? [];
    this.#ancestors.set(key, []);
    const seen = new Set(parts.map(keyOf));
    const all: Found[] = [];
    for (const part of parts)
      for (const target of this.#members.extendedBy(part)) {
        if (all.length >= MAX_ANCESTORS) break;
        const direct = this.#follow(part.path, target, steps + 1);
        for (const one of direct?.is === 'definition' ? [direct, ...this.#above(direct.place, steps + 1)] : [direct]) {
          const its = one?.is === 'definition' ? keyOf(one.place) : '';
          if (one && !seen.has(its)) all.push(one);
          if (its !== '') seen.add(its);
        }
      }
    this.#ancestors.set(key, all);
    return all;
  }

  // A function of this name in a type that is not known. It counts only if there is no other.
  #byName(path: string, target: Target): Resolved[] {
    const isNamed = target.is === 'unknown' || (target.is === 'member' && !target.sure);
    if (!isNamed || languageOf(path)?.commonMembers?.has(target.name)) return [];
    const places = this.#members.ofName(path, target.name);
    return places.length === 1 ? [{ ...places[0]!, confidence: CONFIDENCE.named }] : [];
  }
}
