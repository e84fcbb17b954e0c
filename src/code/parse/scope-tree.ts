import type { Target } from '../facts.ts';
import type { Language } from '../languages/language.ts';
import {
  type Binding,
  type Declared,
  definitionOf,
  makeScope,
  MAX_NESTING,
  type Scope,
  type Space,
  type Span,
  typeScope,
} from './scope.ts';

/** What a name is used for. */
type NameUse = 'member' | 'field' | 'type' | 'supertype';

interface Definable extends Span {
  readonly kind: 'function' | 'type';
}

/** Of types in each other, how many may have inherited a name. */
const MAX_INHERITED = 10;

/** The scopes of a file, and what each name means in them. A variable counts for the whole function that declares it. */
export class ScopeTree {
  readonly #file: Scope;
  /** Where scopes begin and end, in their order, and the innermost scope from there on. */
  readonly #edges: { readonly at: number; readonly inside: Scope }[] = [];
  readonly #ofDefinition: Scope[] = [];
  readonly #language: Omit<Language, 'name' | 'query'>;

  /** @param definitions in the order of their starts, the outer before the inner */
  constructor(
    definitions: readonly Definable[],
    others: readonly Span[],
    spaces: readonly Space[],
    language: Omit<Language, 'name' | 'query'>,
  ) {
    this.#language = language;
    this.#file = makeScope({ start: 0, end: Infinity }, -1, false, undefined);
    const spans = [
      ...definitions.map((span, definition) => ({ ...span, definition, space: undefined })),
      ...others.map((span) => ({ ...span, kind: 'function', definition: -1, space: undefined })),
      ...spaces.map(({ start, end, name }) => ({ start, end, kind: 'space', definition: -1, space: name })),
    ].toSorted((a, b) => a.start - b.start || b.end - a.end || a.definition - b.definition);
    const open = [this.#file];
    const close = (at: number): void => {
      for (let last = open.at(-1)!; last !== this.#file && last.end <= at; last = open.at(-1)!) {
        open.pop();
        this.#addEdge(last.end, open.at(-1)!);
      }
    };
    this.#addEdge(0, this.#file);
    for (const span of spans) {
      close(span.start);
      const scope = makeScope(
        span,
        span.definition,
        span.kind === 'type',
        open[Math.min(open.length - 1, MAX_NESTING)],
        span.space,
      );
      if (span.definition >= 0) this.#ofDefinition[span.definition] = scope;
      open.push(scope);
      this.#addEdge(span.start, scope);
    }
    close(Infinity);
  }

  #addEdge(at: number, inside: Scope): void {
    this.#edges.push({ at, inside });
  }

  /** The definition around a definition; -1 at the top of the file. */
  definitionAround(index: number): number {
    return definitionOf(this.#ofDefinition[index]!.parent!);
  }

  /** The namespace around a definition, as far as blocks in the file give one. */
  namespaceOf(index: number): string | undefined {
    return this.#ofDefinition[index]!.namespace;
  }

  /** The innermost definition at a place; -1 at the top of the file. */
  definitionAt(at: number): number {
    return definitionOf(this.#at(at));
  }

  /** Whether a place is in a function without a name. */
  isInBlock(at: number): boolean {
    const { definition, parent, space } = this.#at(at);
    return definition < 0 && parent !== undefined && space === undefined;
  }

  /** The innermost type at a place. */
  typeAround(at: number): number | undefined {
    return typeScope(this.#at(at))?.definition;
  }

  /**
   * Makes a definition known: as a member of the type that it belongs to, otherwise by its name where it stands.
   * @param name undefined where the definition is reached only through a value
   * @param owner the definition that it belongs to
   * @param ownerName the name of a type in another file that it belongs to
   */
  define(index: number, name: string | undefined, owner: number, ownerName?: string): void {
    if (name === undefined) return;
    const scope = this.#ofDefinition[index]!;
    const around = scope.parent!;
    // What a block defines that another type may run belongs to the type around it all the same.
    const outer = this.#language.blocksChangeSelf ? around.definition : definitionOf(around);
    const isOutside = owner >= 0 && owner !== outer;
    const its = isOutside ? this.#ofDefinition[owner]! : around;
    const type = its.isType ? its : undefined;
    if (ownerName !== undefined) scope.owner = isOutside ? owner : ownerName;
    if (type) {
      if (this.#language.lastCounts || !type.members.has(name)) type.members.set(name, index);
    } else if (ownerName === undefined) this.#defineAt(around, name, index);
  }

  // What a namespace defines is also found from outside of it, unless the name is taken there.
  #defineAt(around: Scope, name: string, index: number): void {
    const binding = { target: { is: 'definition', definition: index }, type: undefined } as const;
    around.names.set(name, binding);
    for (let at = around; at.space !== undefined && at.parent; at = at.parent)
      if (!at.parent.names.get(name)?.target) at.parent.names.set(name, binding);
  }

  /** Makes a parameter or a variable known. A name that has a definition already keeps it. */
  bind(name: string, type: Declared): void {
    const { names } = this.#at(type.at);
    const known = names.get(name);
    if (known?.all) known.all.splice(placeFor(known.all, type.at), 0, type);
    else if (!known?.target) names.set(name, { target: undefined, type, all: [type] });
  }

  addField(name: string, type: Declared): void {
    const fields = typeScope(this.#at(type.at))?.fields;
    if (fields && !fields.get(name)?.text) fields.set(name, type);
  }

  bindImport(at: number, name: string, target: Target): void {
    this.#at(at).names.set(name, { target, type: undefined });
  }

  /** Says that a type extends another one. */
  setInherits(type: number): void {
    this.#ofDefinition[type]!.inherits = true;
  }

  addSupertype(type: number, target: Target): void {
    this.#ofDefinition[type]!.supertypes.push(target);
  }

  /**
   * What a name is bound to at a place; neither a target nor a type for an ordinary variable.
   * @param as whether the name is called, is a value with members, is a type, or is extended by the type around the place
   */
  find(name: string, at: number, as: NameUse = 'member'): Binding {
    const inherited: Target[] = [];
    const extending = as === 'supertype' ? typeScope(this.#at(at)) : undefined;
    for (let scope: Scope | undefined = this.#at(at); scope; scope = scope.parent) {
      const binding = scope.names.get(name);
      if (binding?.target) return firstOf(inherited, binding.target);
      if (binding && !(this.#language.callsNoVariables && as === 'member')) return latest(binding, at);
      if (!this.#language.implicitSelf) continue;
      const own = this.#ownMember(scope, name, as);
      if (own) return own;
      const isOwn = as === 'supertype' && scope === extending;
      const of = isOwn || !this.#inherits(scope) ? undefined : this.#selfOf(scope);
      if (of && inherited.length < MAX_INHERITED)
        inherited.push(as === 'field' ? { is: 'field', of, name } : { is: 'member', of, name, sure: true });
    }
    return firstOf(inherited, { is: 'free', name });
  }

  // A member that this file gives to the type around a place.
  #ownMember(scope: Scope, name: string, as: NameUse): Binding | undefined {
    const type = scope.isType ? scope : typeof scope.owner === 'number' ? this.#ofDefinition[scope.owner] : undefined;
    const named = type?.members.get(name);
    const member = named !== undefined && (as === 'member' || this.#ofDefinition[named]!.isType) ? named : undefined;
    const field = type?.fields.get(name);
    if (field !== undefined && as !== 'type' && (as === 'field' || member === undefined))
      return { target: undefined, type: field };
    return member === undefined ? undefined : { target: { is: 'definition', definition: member }, type: undefined };
  }

  #inherits({ isType, inherits, owner }: Scope): boolean {
    if (isType) return inherits || this.#language.openTypes === true || this.#language.outsideMembers === true;
    return typeof owner === 'number'
      ? this.#ofDefinition[owner]!.inherits || this.#language.openTypes === true
      : owner !== undefined;
  }

  #selfOf({ isType, definition, owner, parent }: Scope): Target | undefined {
    if (isType) return { is: 'definition', definition };
    if (typeof owner === 'number') return { is: 'definition', definition: owner };
    if (owner === undefined) return undefined;
    const [first = '', ...rest] = owner.split('.');
    const outer = this.find(first, parent!.start).target ?? { is: 'unknown', name: first };
    return rest.reduce((of: Target, name) => ({ is: 'member', of, name, sure: true }), outer);
  }

  /** What a name means at a place. */
  lookup(name: string, at: number, as?: NameUse): Target {
    return this.find(name, at, as).target ?? { is: 'unknown', name };
  }

  /** The type around a place, also the one that a function belongs to that is written outside of it. */
  self(at: number): Target | undefined {
    for (let scope: Scope | undefined = this.#at(at); scope; scope = scope.parent) {
      const self = this.#selfOf(scope);
      if (self) return self;
    }
    return undefined;
  }

  /** The type that the type around a place extends first. */
  superOf(at: number): Target | undefined {
    return typeScope(this.#at(at))?.supertypes[0];
  }

  /** The type of a field of the type around a place. */
  fieldOfSelf(at: number, name: string): Declared | undefined {
    return typeScope(this.#at(at))?.fields.get(name);
  }

  #at(at: number): Scope {
    return this.#edges[placeFor(this.#edges, at) - 1]?.inside ?? this.#file;
  }
}

/** How many of some places, which are in order, are not after a place. */
function placeFor(places: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The last declaration before a place; the first one where the text is in another order, as in a function without a name.
function latest(binding: Binding, at: number): Binding {
  const { all = [] } = binding;
  return all.length < 2 ? binding : { target: undefined, type: all[Math.max(0, placeFor(all, at) - 1)] };
}

// Without what was not found: a list of one is that one.
const firstOf = (before: readonly Target[], last: Target): Binding => ({
  target: before.length > 0 ? { is: 'first', of: [...before, last] } : last,
  type: undefined,
});
