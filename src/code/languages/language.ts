import type { Node } from 'web-tree-sitter';
import type { Import } from '../facts.ts';
import type { TreeView } from '../tree-view.ts';

/** A name that an import binds in its file. */
export interface BoundImport {
  readonly local: string;
  /** The exported name; `*` for the whole module. */
  readonly imported: string;
}

/** An import as its statement says it. */
export interface ReadImport extends Omit<Import, 'line'> {
  readonly names: readonly BoundImport[];
  /** Names that the statement passes on to files that import this one. */
  readonly passedOn?: readonly { readonly name: string; readonly imported: string }[] | undefined;
}

/** An exported name, and the name that it has inside the file. */
export interface ReadExport {
  readonly name: string;
  readonly local: string;
}

/** What the value before a dot is. */
export type Receiver =
  | { readonly is: 'self' | 'super' }
  /** A variable, a field, an import or a type. */
  | { readonly is: 'name'; readonly name: string }
  /** A variable or a field of the own type: nothing else has a name like this. */
  | { readonly is: 'variable'; readonly name: string }
  /** A value of a type, or the type. A new value is not sure to be of the type that is seen. */
  | { readonly is: 'type'; readonly name: string; readonly sure: boolean }
  | { readonly is: 'field'; readonly of: Node; readonly name: string }
  /** What a function gives: `name()`, `of.name()`. */
  | { readonly is: 'result'; readonly of?: Node | undefined; readonly name: string };

/**
 * A language: how its files are recognised and read. The query's captures are:
 *
 * - `@function` and `@type` with `@name`: a definition; with `@property` in its place, one that is reached through a value
 * - `@macro` beside them: one that counts only in the text after it
 * - `@owner` beside them: the type to which a function belongs that is written outside of it
 * - `@scope`: a function without a name
 * - `@space` with `@name`: a block that is a namespace
 * - `@bind`, with `@bound` for its type or `@value` for its value: a parameter or a variable; `@field`, with the same: a field
 *   of the type around it
 * - `@result` with `@name`: the type of what a function of this name at this place gives
 * - `@call`, with `@on` for the value before the dot: what is called
 * - `@extends`: a type that the type around it extends; with `@owner`, that this type extends
 * - `@import`, `@export`, `@namespace`: given to the functions below
 */
export interface Language {
  readonly name: string;
  /** The file of the grammar, by the ending of the file's name. */
  readonly grammars: Readonly<Record<string, string>>;
  /** Whole names of files that have no ending, such as `Rakefile`. */
  readonly fileNames?: Readonly<Record<string, string>>;
  /** The query, in tree-sitter's language of patterns. It may depend on the grammar. */
  readonly query: (grammar: string) => string;
  /** Blanks what the grammar cannot read, such as macros. Gives a text of the same length with the same lines. */
  readonly prepare?: (text: string) => string;
  /** How a method names its own type's value: `this`, `self`. */
  readonly self: readonly string[];
  /** Whether a method reaches the members of its own type by their names, without `this`. */
  readonly implicitSelf?: boolean;
  /** Whether a function without a name may be run as if it were in another type: its calls without a value before them are not sure. */
  readonly blocksChangeSelf?: boolean;
  /** Whether the last definition of a name in a scope counts, as where definitions are run. */
  readonly lastCounts?: boolean;
  /** Whether functions of one type may share a name. A call leads to one of them, but not for sure. */
  readonly overloads?: boolean;
  /** Whether the functions of a type may be written outside of it, in any file. */
  readonly outsideMembers?: boolean;
  /** Whether several files may define parts of one type. */
  readonly openTypes?: boolean;
  /** Whether only functions and types are called: a variable of the same name does not hide them. */
  readonly callsNoVariables?: boolean;
  /** Whether a name may have a namespace before it: `a::b`. The namespaces of some languages belong to one file. */
  readonly namespaces?: boolean | 'in file';
  /** Words for modules, such as `crate`. A name that nothing binds may be a module too. */
  readonly moduleWords?: readonly string[];
  /** What stands between the names of a path, where a path may name a package without an import. */
  readonly pathSign?: string;
  /** The type that has the members of a declared one's values: `Foo` of `*Foo`, what a smart pointer points to. */
  readonly typeName?: (declared: string) => string;
  /** The file or folder (with `/` at its end) of a name in a module, which is the name of a file or a folder with `/` too. */
  readonly inside?: (tree: TreeView, module: string, name: string) => string | undefined;
  /** Whether a file of a folder is seen by those who import the folder. */
  readonly isImported?: (path: string) => boolean;
  /** What a value before the dot is; undefined where it cannot be told. Languages without it are read as JavaScript is. */
  readonly receiver?: (node: Node) => Receiver | undefined;
  readonly imports?: (node: Node) => readonly ReadImport[];
  readonly exports?: (node: Node) => readonly ReadExport[];
  readonly namespace?: (node: Node) => string | undefined;
  /** Whether files export only what they say they export. */
  readonly hasExports?: boolean;
  /** Functions of the language's own types. A call of one of these names tells nothing where the type is unknown. */
  readonly commonMembers?: ReadonlySet<string>;
  /** Resolves imports within a tree. */
  readonly resolver?: (tree: TreeView) => Promise<Resolver>;
  /** Where a name is defined that a file does not bind: other files of the same package, for example. */
  readonly elsewhere?: (tree: TreeView, from: string, name: string, imports: ImportsOf) => readonly string[];
}

/** A package from outside of the repository. */
export interface External {
  /** The registry or the standard library: `npm`, `node`, `pypi`, `cargo`. */
  readonly from: string;
  readonly name: string;
  /** As locked, otherwise as asked for. */
  readonly version?: string;
}

/** What an import means: a file, several files, all files of a folder, or a package from outside. */
export type ResolvedImport =
  /** With `rest`, the names that lead on from the file to what was asked for. */
  | { readonly file: string; readonly rest?: readonly string[] }
  | { readonly files: readonly string[] }
  | { readonly folder: string }
  | { readonly external: External };

/** Says what an import of a file means; undefined when nothing in the tree fits. */
export type Resolver = (from: string, named: Import) => ResolvedImport | undefined;

/** What each import of a file means, in the order of its facts. */
export type ImportsOf = (path: string) => readonly (ResolvedImport | undefined)[];
