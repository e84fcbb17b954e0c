/** The two kinds of definitions: what can be called, and what can be extended. */
export type DefinitionKind = 'function' | 'type';

/** A function or a type that a file defines. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The position, in the file's definitions, of the one around it; -1 at the top of the file. */
  readonly parent: number;
  /** The first and the last line, from 1. */
  readonly start: number;
  readonly end: number;
  /** The type that it belongs to, where another file defines that type: `Table` of `Table::find`. */
  readonly owner?: string;
  /** It has no name of its own: a type that has the name of what it extends, or a constructor that has that of its type. */
  readonly unnamed?: boolean;
  /** The type of what a function gives, as far as it is declared. */
  readonly result?: Target;
  /** The namespace around it, with dots: `a.b`. The namespace of a whole file is in the file's facts. */
  readonly namespace?: string;
}

/** One statement that brings in another file or a package. */
export interface Import {
  /** What the statement says: `./a.js`, `os.path`, `crate::model`. */
  readonly specifier: string;
  readonly line: number;
  /** All names of the other file are visible in this one. */
  readonly all?: boolean;
  /** Set where the statement itself has a form of its own, such as `mod` in Rust. */
  readonly form?: string;
}

/** The meaning of a name in a file, without a look at other files. */
export type Target =
  /** A definition of this file. */
  | { readonly is: 'definition'; readonly definition: number }
  /** What an import brought: the exported name, or `*` for the whole module. */
  | { readonly is: 'imported'; readonly from: number; readonly name: string }
  /** A member of a type or of a module. `sure` is false where the type of a variable was only assumed. */
  | { readonly is: 'member'; readonly of: Target; readonly name: string; readonly sure: boolean }
  /** The value of a field, or a type inside of a type. */
  | { readonly is: 'field'; readonly of: Target; readonly name: string }
  /** What a function gives, or a new value of a type. */
  | { readonly is: 'result'; readonly of: Target }
  /** The first that is found: a member of the type around it, otherwise a name outside of it. */
  | { readonly is: 'first'; readonly of: readonly Target[] }
  /** The same, where what runs the code may have changed what names mean. */
  | { readonly is: 'perhaps'; readonly of: Target }
  /** A name that the file does not bind: a global, or one of the same package. */
  | { readonly is: 'free'; readonly name: string }
  /** A member of a value of an unknown type. */
  | { readonly is: 'unknown'; readonly name: string };

/** The kinds of references between definitions. */
export type ReferenceKind = 'calls' | 'extends';

/** A place where a file calls or extends something. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** The position of the definition around it; -1 at the top of the file. */
  readonly from: number;
  readonly line: number;
  readonly target: Target;
}

/** A name under which other files can import something. The name `*` passes on all names of an import. */
export interface Export {
  readonly name: string;
  readonly target: Target;
}

/** The kinds of data that code uses: database tables, keys of configuration, environment variables, files. */
export type DataKind = 'table' | 'config' | 'env' | 'file';

/** A place that reads or writes data. It is inferred from the form of the text. */
export interface DataUse {
  readonly kind: 'reads' | 'writes';
  readonly of: DataKind;
  readonly name: string;
  readonly line: number;
}

/** A field of a type, with the type that it is declared with. */
export interface Field {
  /** The position of the type in the file's definitions. */
  readonly of: number;
  readonly name: string;
  readonly type: Target;
}

/** Why a file has no facts. */
export type ParseFault = 'too large' | 'too slow' | 'not text' | 'not parsed';

/** What one file's content tells. It depends on the content and the language alone. */
export interface FileFacts {
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly references: readonly Reference[];
  readonly exports: readonly Export[];
  readonly fields?: readonly Field[];
  /** The package or namespace that the file says it belongs to. */
  readonly namespace?: string;
  /** Absent where it uses none. */
  readonly uses?: readonly DataUse[];
  readonly fault?: ParseFault;
}

/** The facts of a file that cannot be parsed. */
export const withFault = (fault: ParseFault): FileFacts => ({
  definitions: [],
  imports: [],
  references: [],
  exports: [],
  fault,
});

/** The name of a definition with those around it: `Class.method`, `namespace.Class.method`. */
export function qualifiedName(definitions: readonly Definition[], index: number): string {
  const names: string[] = [];
  let outer: Definition | undefined;
  for (let at = index; at >= 0; at = outer.parent) {
    outer = definitions[at]!;
    names.unshift(outer.name);
  }
  return [outer?.namespace, outer?.owner, ...names].filter((name) => name !== undefined).join('.');
}

/** The namespace of a definition, with dots; the empty string where it has none. */
export const namespaceOf = (facts: FileFacts, { namespace }: Definition): string => namespace ?? facts.namespace ?? '';
