import { type Definition, type DefinitionKind, namespaceOf, qualifiedName, type Target } from '../facts.ts';
import { push } from '../../model/multimap.ts';
import { grammarOf } from '../languages/all.ts';
import type { TreeView } from '../tree-view.ts';

/** At most so many parts of a type are searched for a field. */
const MAX_PARTS = 200;

/** A definition in a file. */
export interface Place {
  readonly path: string;
  /** The position in the file's definitions. */
  readonly definition: number;
}

/** All definitions of a name in a language, also by their full names. */
interface Named {
  readonly places: readonly Place[];
  readonly byFullName: ReadonlyMap<string, readonly Place[]>;
  /** Those that are types, by their full names. */
  readonly types: ReadonlyMap<string, readonly Place[]>;
  /** Those that are functions of types. */
  readonly functions: readonly Place[];
  /** Those that are written outside of their type, by the name of the type. */
  readonly outside: ReadonlyMap<string, readonly Place[]>;
  /** Those outside of all types and functions, by their namespaces. */
  readonly byNamespace: ReadonlyMap<string, readonly Place[]>;
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
  readonly #named = new Map<string, Named>();
  readonly #overloaded = new Map<string, boolean>();
  readonly #fields = new Map<string, ReadonlyMap<string, Target>>();
  readonly #extended = new Map<string, Map<number, Target[]>>();

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
    const others = this.#namedIn(type.path, name).byFullName.get(`${this.#fullName(type)}.${name}`) ?? [];
    return others.find((place) => !this.#definition(place)!.unnamed); // a constructor has the name of its type
  }

  /** The members of a name that say that they belong to a type of this one's name. */
  outside(type: Place, name: string): OutsideMember[] {
    const typeName = this.#definition(type)?.name ?? '';
    return (this.#namedIn(type.path, name).outside.get(typeName) ?? []).map((place): OutsideMember => {
      const owner = this.#definition(place)!.owner!;
      const [first = '', ...rest] = owner.split('.');
      const exports = this.#tree.facts(place.path)?.exports ?? [];
      const outer = exports.find((one) => one.name === first)?.target ?? ({ is: 'free', name: first } as const);
      return { place, owner: rest.reduce((of: Target, one) => ({ is: 'member', of, name: one, sure: true }), outer) };
    });
  }

  /** Whether the type of a function, or its file, has another function of the same name. */
  isOverloaded(place: Place): boolean {
    const one = this.#definition(place);
    if (one?.kind !== 'function' || !grammarOf(place.path)?.language.overloads) return false;
    const key = `${place.definition} ${place.path}`;
    let is = this.#overloaded.get(key);
    if (is === undefined) this.#overloaded.set(key, (is = this.#hasOther(place, one)));
    return is;
  }

  #hasOther(place: Place, one: Definition): boolean {
    const name = this.#fullName(place);
    const isMember = one.parent >= 0 || one.owner !== undefined;
    const isOther = (other: Place): boolean =>
      (other.path === place.path ? other.definition !== place.definition : isMember) &&
      this.kindOf(other) === 'function';
    const { byFullName, outside, places } = this.#namedIn(place.path, one.name);
    return (
      (byFullName.get(name) ?? []).some(isOther) ||
      (one.owner === undefined ? [...outside.values()].flat() : places).some(
        (other) => isOther(other) && sameEnd(this.#fullName(other), name),
      )
    );
  }

  /** All functions of a name that belong to types. */
  ofName(like: string, name: string): readonly Place[] {
    return this.#namedIn(like, name).functions;
  }

  /** The type of a field of a type, or of another part of it, with the file that declares it. */
  field(type: Place, name: string): { readonly path: string; readonly type: Target } | undefined {
    for (const { path, definition } of [type, ...this.parts(type).slice(0, MAX_PARTS)]) {
      const found = this.#fieldsIn(path).get(`${definition} ${name}`);
      if (found) return { path, type: found };
    }
    return undefined;
  }

  #fieldsIn(path: string): ReadonlyMap<string, Target> {
    let fields = this.#fields.get(path);
    if (!fields) {
      const all = this.#tree.facts(path)?.fields ?? [];
      // The first of a name counts.
      fields = new Map(all.map(({ of, name, type }) => [`${of} ${name}`, type] as const).toReversed());
      this.#fields.set(path, fields);
    }
    return fields;
  }

  /** What the text of a type extends. */
  extendedBy({ path, definition }: Place): readonly Target[] {
    let extended = this.#extended.get(path);
    if (!extended) {
      extended = new Map();
      for (const { kind, from, target } of this.#tree.facts(path)?.references ?? [])
        if (kind === 'extends') push(extended, from, target);
      this.#extended.set(path, extended);
    }
    return extended.get(definition) ?? [];
  }

  /** All parts of a type, in the same order for each of them. */
  parts(type: Place): readonly Place[] {
    if (!isOpen(type.path)) return [type];
    return this.#namedIn(type.path, this.#definition(type)?.name ?? '').types.get(this.#fullName(type)) ?? [type];
  }

  /** A definition in a namespace whose last names are given. */
  inNamespace(path: string, space: string, name: string): Place | undefined {
    const spaces = this.#namedIn(path, name).byNamespace;
    const places = [...spaces].flatMap(([one, all]) => (one === space || one.endsWith(`.${space}`) ? all : []));
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

  #namedIn(like: string, name: string): Named {
    const language = grammarOf(like)?.language;
    const key = `${language?.name} ${name}`;
    let named = this.#named.get(key);
    if (!named) {
      const files = this.#tree.defining(name).filter((path) => grammarOf(path)?.language === language);
      const places = files.flatMap((path) =>
        (this.#tree.facts(path)?.definitions ?? []).flatMap((one, definition) =>
          one.name === name ? [{ path, definition }] : [],
        ),
      );
      const [outside, inside] = [
        places.filter((place) => this.#definition(place)!.owner !== undefined),
        places.filter((place) => this.#definition(place)!.owner === undefined),
      ];
      const top = inside.filter((place) => this.#definition(place)!.parent < 0);
      named = {
        places,
        byFullName: groupedBy(places, (place) => this.#fullName(place)),
        types: groupedBy(
          places.filter((place) => this.kindOf(place) === 'type'),
          (place) => this.#fullName(place),
        ),
        functions: places.filter((place) => {
          const { kind, parent, owner } = this.#definition(place)!;
          return kind === 'function' && (parent >= 0 || owner !== undefined);
        }),
        outside: groupedBy(outside, (place) => lastName(this.#definition(place)!.owner!)),
        byNamespace: groupedBy(top, (place) => namespaceOf(this.#tree.facts(place.path)!, this.#definition(place)!)),
      };
      this.#named.set(key, named);
    }
    return named;
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

const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function groupedBy(places: readonly Place[], key: (place: Place) => string): Map<string, Place[]> {
  const groups = new Map<string, Place[]>();
  for (const place of places) push(groups, key(place), place);
  return groups;
}
