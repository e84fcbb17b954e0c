import { type Definition, type DefinitionKind, namespaceOf, qualifiedName, type Target } from '../facts.ts';
import { grammarOf } from '../languages/all.ts';
import type { TreeView } from '../tree-view.ts';

/** A definition in a file. */
export interface Place {
  readonly path: string;
  /** The position in the file's definitions. */
  readonly definition: number;
}

/** A member that is written outside of its type, and what its text names as that type. */
interface OutsideMember {
  readonly place: Place;
  readonly owner: Target;
}

/** The members of a tree's types, also of types that several files define together. */
export class Members {
  readonly #tree: TreeView;
  readonly #ofFile = new Map<string, ReadonlyMap<number, ReadonlyMap<string, number>>>();
  readonly #named = new Map<string, readonly Place[]>();

  constructor(tree: TreeView) {
    this.#tree = tree;
  }

  kindOf(place: Place): DefinitionKind | undefined {
    return this.#definition(place)?.kind;
  }

  /** A member in the text of a type, or in another part of the type. */
  of(type: Place, name: string): Place | undefined {
    const own = this.#inFile(type.path).get(type.definition)?.get(name);
    if (own !== undefined) return { path: type.path, definition: own };
    if (!isOpen(type.path)) return undefined;
    const wanted = `${this.#fullName(type)}.${name}`;
    return this.#places(type.path, name).find((place) => this.#fullName(place) === wanted);
  }

  /** The members of a name that say that they belong to a type of this one's name. */
  outside(type: Place, name: string): OutsideMember[] {
    const typeName = this.#definition(type)?.name;
    return this.#places(type.path, name).flatMap((place): OutsideMember[] => {
      const { owner } = this.#definition(place)!;
      if (owner === undefined || owner.slice(owner.lastIndexOf('.') + 1) !== typeName) return [];
      const [first = '', ...rest] = owner.split('.');
      const exports = this.#tree.facts(place.path)?.exports ?? [];
      const outer = exports.find((one) => one.name === first)?.target ?? ({ is: 'free', name: first } as const);
      return [{ place, owner: rest.reduce((of: Target, one) => ({ is: 'member', of, name: one, sure: true }), outer) }];
    });
  }

  /** Whether the type of a function, or its file, has another function of the same name. */
  isOverloaded(place: Place): boolean {
    const one = this.#definition(place);
    if (one?.kind !== 'function' || !grammarOf(place.path)?.language.overloads) return false;
    const name = this.#fullName(place);
    const isMember = one.parent >= 0 || one.owner !== undefined;
    return this.#places(place.path, one.name).some(
      (other) =>
        (other.path === place.path ? other.definition !== place.definition : isMember) &&
        this.kindOf(other) === 'function' &&
        sameEnd(this.#fullName(other), name),
    );
  }

  /** All parts of a type, itself first. */
  parts(type: Place): Place[] {
    if (!isOpen(type.path)) return [type];
    const name = this.#fullName(type);
    const same = this.#places(type.path, this.#definition(type)?.name ?? '').filter(
      (place) => this.kindOf(place) === 'type' && this.#fullName(place) === name,
    );
    return [type, ...same.filter(({ path, definition }) => path !== type.path || definition !== type.definition)];
  }

  /** A definition in a namespace whose last names are given. */
  inNamespace(path: string, space: string, name: string): Place | undefined {
    const places = this.#places(path, name).filter((place) => {
      const one = this.#definition(place)!;
      const namespace = namespaceOf(this.#tree.facts(place.path)!, one);
      return one.parent < 0 && one.owner === undefined && (namespace === space || namespace.endsWith(`.${space}`));
    });
    const own = places.find((place) => place.path === path);
    return own ?? (grammarOf(path)?.language.namespaces === 'in file' ? undefined : places[0]);
  }

  #definition({ path, definition }: Place): Definition | undefined {
    return this.#tree.facts(path)?.definitions[definition];
  }

  #fullName({ path, definition }: Place): string {
    const facts = this.#tree.facts(path)!;
    const name = qualifiedName(facts.definitions, definition);
    return facts.namespace === undefined || facts.definitions[definition]?.namespace !== undefined
      ? name
      : `${facts.namespace}.${name}`;
  }

  // All definitions of a name in the language of a file.
  #places(like: string, name: string): readonly Place[] {
    const language = grammarOf(like)?.language;
    const key = `${language?.name} ${name}`;
    let places = this.#named.get(key);
    if (!places) {
      const files = this.#tree.defining(name).filter((path) => grammarOf(path)?.language === language);
      places = files.flatMap((path) =>
        (this.#tree.facts(path)?.definitions ?? []).flatMap((one, definition) =>
          one.name === name ? [{ path, definition }] : [],
        ),
      );
      this.#named.set(key, places);
    }
    return places;
  }

  #inFile(path: string): ReadonlyMap<number, ReadonlyMap<string, number>> {
    let members = this.#ofFile.get(path);
    if (!members) {
      const { definitions = [] } = this.#tree.facts(path) ?? {};
      members = membersIn(definitions, grammarOf(path)?.language.lastCounts === true);
      this.#ofFile.set(path, members);
    }
    return members;
  }
}

const isOpen = (path: string): boolean => grammarOf(path)?.language.openTypes === true;

// A member that is written outside of its type may name less of the namespaces around it.
const sameEnd = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

function membersIn(definitions: readonly Definition[], lastCounts: boolean): Map<number, Map<string, number>> {
  const members = new Map<number, Map<string, number>>();
  for (const [i, { name, parent, unnamed }] of definitions.entries()) {
    if (parent < 0 || unnamed) continue;
    const ofParent = members.get(parent) ?? new Map<string, number>();
    if (lastCounts || !ofParent.has(name)) ofParent.set(name, i);
    members.set(parent, ofParent);
  }
  return members;
}
