import type { Target } from '../facts.ts';

/** A range of a text, in code units from its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Definable extends Span {
  readonly kind: 'function' | 'type';
}

/** What a name is bound to: a definition or an import, or a variable, perhaps of a known type. */
interface Binding {
  readonly target: Target | undefined;
  readonly type: string | undefined;
}

interface Scope extends Span {
  /** The position of its definition; -1 for the file and for functions without a name. */
  readonly definition: number;
  readonly isType: boolean;
  readonly parent: Scope | undefined;
  readonly children: Scope[];
  readonly names: Map<string, Binding>;
  /** Of a type: its own functions, and the types of its fields. */
  readonly members: Map<string, number>;
  readonly fields: Map<string, string>;
  readonly supertypes: Target[];
}

/** The scopes of a file, and what each name means in them. A variable counts for the whole function that declares it. */
export class ScopeTree {
  readonly #file: Scope;
  readonly #ofDefinition: Scope[] = [];
  readonly #importedWhole: number[] = [];

  /** @param definitions in the order of their starts, the outer before the inner */
  constructor(definitions: readonly Definable[], others: readonly Span[]) {
    this.#file = makeScope({ start: 0, end: Infinity }, -1, false, undefined);
    const spans = [
      ...definitions.map((span, definition) => ({ ...span, definition })),
      ...others.map((span) => ({ ...span, kind: 'function', definition: -1 })),
    ].toSorted((a, b) => a.start - b.start || b.end - a.end || a.definition - b.definition);
    let open = this.#file;
    for (const span of spans) {
      while (span.start >= open.end || span.end > open.end) open = open.parent!;
      open = makeScope(span, span.definition, span.kind === 'type', open);
      if (span.definition >= 0) this.#ofDefinition[span.definition] = open;
    }
  }

  /** The definition around a definition; -1 at the top of the file. */
  definitionAround(index: number): number {
    return definitionOf(this.#ofDefinition[index]!.parent!);
  }

  /** The innermost definition at a place; -1 at the top of the file. */
  definitionAt(at: number): number {
    return definitionOf(this.#at(at));
  }

  /** The innermost type at a place. */
  typeAround(at: number): number | undefined {
    return typeScope(this.#at(at))?.definition;
  }

  /**
   * Makes a definition known: as a member of the type that it belongs to, otherwise by its name where it stands.
   * @param name undefined where the definition is reached only through a value
   */
  define(index: number, name: string | undefined, owner: number): void {
    if (name === undefined) return;
    const around = this.#ofDefinition[index]!.parent!;
    const type =
      owner >= 0 && owner !== around.definition ? this.#ofDefinition[owner] : around.isType ? around : undefined;
    if (!type) around.names.set(name, { target: { is: 'definition', definition: index }, type: undefined });
    else if (!type.members.has(name)) type.members.set(name, index);
  }

  /** Makes a parameter or a variable known. A name that has a definition already keeps it. */
  bind(at: number, name: string, type: string | undefined): void {
    const { names } = this.#at(at);
    if (!names.get(name)?.target) names.set(name, { target: undefined, type });
  }

  addField(at: number, name: string, type: string): void {
    typeScope(this.#at(at))?.fields.set(name, type);
  }

  bindImport(at: number, name: string, target: Target): void {
    this.#at(at).names.set(name, { target, type: undefined });
  }

  /** All names of an import are visible in the file. */
  importAll(from: number): void {
    this.#importedWhole.push(from);
  }

  addSupertype(type: number, target: Target): void {
    this.#ofDefinition[type]!.supertypes.push(target);
  }

  /** What a name is bound to at a place; neither a target nor a type for an ordinary variable. */
  find(name: string, at: number): Binding {
    for (let scope: Scope | undefined = this.#at(at); scope; scope = scope.parent) {
      const binding = scope.names.get(name);
      if (binding) return binding;
    }
    const [only, ...others] = this.#importedWhole;
    if (only !== undefined && others.length === 0)
      return { target: { is: 'imported', from: only, name }, type: undefined };
    return { target: { is: 'free', name }, type: undefined };
  }

  /** What a name means at a place. */
  lookup(name: string, at: number): Target {
    return this.find(name, at).target ?? { is: 'unknown', name };
  }

  /** A function of the type around a place. */
  memberOfSelf(at: number, name: string): Target | undefined {
    const type = typeScope(this.#at(at));
    return type && { is: 'member', of: { is: 'definition', definition: type.definition }, name, sure: true };
  }

  /** A function of the type that the type around a place extends first. */
  memberOfSuper(at: number, name: string): Target | undefined {
    const of = typeScope(this.#at(at))?.supertypes[0];
    return of && { is: 'member', of, name, sure: true };
  }

  /** The type of a field of the type around a place. */
  fieldOfSelf(at: number, name: string): string | undefined {
    return typeScope(this.#at(at))?.fields.get(name);
  }

  #at(at: number): Scope {
    let scope = this.#file;
    for (;;) {
      const inner = childAt(scope.children, at);
      if (!inner) return scope;
      scope = inner;
    }
  }
}

function makeScope(span: Span, definition: number, isType: boolean, parent: Scope | undefined): Scope {
  const maps = { names: new Map(), members: new Map(), fields: new Map() };
  const scope: Scope = {
    ...maps,
    start: span.start,
    end: span.end,
    definition,
    isType,
    parent,
    children: [],
    supertypes: [],
  };
  parent?.children.push(scope);
  return scope;
}

// The children are in order and do not overlap.
function childAt(children: readonly Scope[], at: number): Scope | undefined {
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (children[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  const found = children[low];
  return found && found.start <= at ? found : undefined;
}

function definitionOf(scope: Scope): number {
  let at: Scope | undefined = scope;
  while (at && at.definition < 0) at = at.parent;
  return at?.definition ?? -1;
}

function typeScope(scope: Scope): Scope | undefined {
  let at: Scope | undefined = scope;
  while (at && !at.isType) at = at.parent;
  return at;
}
