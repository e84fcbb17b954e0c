import type { Node } from 'web-tree-sitter';
import type { Target } from '../facts.ts';

/** A range of a text, in code units from its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A block that is a namespace; its name has dots. */
export interface Space extends Span {
  readonly name: string;
}

/** What a name is bound to: a definition or an import, or a variable, perhaps of a known type. */
export interface Binding {
  readonly target: Target | undefined;
  readonly type: Declared | undefined;
  /** Of a variable with several declarations or values: all of them, in their order. */
  readonly all?: Declared[];
}

/** How a declaration gives a type: by its text, or by a value. */
export interface Declared {
  readonly text?: string | undefined;
  readonly value?: Node | undefined;
  /** Where the declaration is. */
  readonly at: number;
}

export interface Scope extends Span {
  /** The position of its definition; -1 for the file and for functions without a name. */
  readonly definition: number;
  readonly isType: boolean;
  /** The name of a block that is a namespace. */
  readonly space: string | undefined;
  /** The names of all such blocks around it and of its own, with dots. */
  readonly namespace: string | undefined;
  /** The type that a function belongs to, which is written outside of it. */
  owner: string | number | undefined;
  readonly parent: Scope | undefined;
  readonly names: Map<string, Binding>;
  /** Of a type: its own functions, and the types of its fields. */
  readonly members: Map<string, number>;
  readonly fields: Map<string, Declared>;
  readonly supertypes: Target[];
  /** Whether a type may have members that its text does not show. */
  inherits: boolean;
}

/** How deep scopes are nested. Deeper ones, which only generated or hostile files have, count as if they were this deep. */
export const MAX_NESTING = 100;

/** The longest namespace, in code units. Each definition in it has its name. */
const MAX_NAMESPACE = 500;

// Only types have members, fields and supertypes, and most scopes are functions.
const NONE = new Map<string, never>();
const NOTHING: Target[] = [];

export function makeScope(
  span: Span,
  definition: number,
  isType: boolean,
  parent: Scope | undefined,
  space?: string,
): Scope {
  const outer = parent?.namespace;
  const namespace = space === undefined || outer === undefined ? (space ?? outer) : `${outer}.${space}`;
  return {
    start: span.start,
    end: span.end,
    definition,
    isType,
    space,
    namespace: (namespace?.length ?? 0) > MAX_NAMESPACE ? outer : namespace,
    owner: undefined,
    parent,
    names: new Map(),
    members: isType ? new Map() : NONE,
    fields: isType ? new Map() : NONE,
    supertypes: isType ? [] : NOTHING,
    inherits: false,
  };
}

export function definitionOf(scope: Scope): number {
  let at: Scope | undefined = scope;
  while (at && at.definition < 0) at = at.parent;
  return at?.definition ?? -1;
}

export function typeScope(scope: Scope): Scope | undefined {
  let at: Scope | undefined = scope;
  while (at && !at.isType) at = at.parent;
  return at;
}
