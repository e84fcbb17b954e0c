import type { Node, QueryMatch } from 'web-tree-sitter';
import type { Definition, DefinitionKind, Export, Field, FileFacts, Import, Reference } from '../facts.ts';
import type { Language } from '../languages/language.ts';
import { MAX_NAMES, memberCalled, targetOfType, typeOf } from './receiver.ts';
import { ownerIn, parentsOf } from './parents.ts';
import type { Declared, Space, Span } from './scope.ts';
import { ScopeTree } from './scope-tree.ts';

/** The most definitions, references and imports that are kept of one file. */
const MAX_OF_A_KIND = 20_000;

interface FoundDefinition extends Span {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly lines: readonly [number, number];
  /** Where its name is, unless it is reached only through a value. */
  readonly nameAt: number | undefined;
  readonly owner: string | undefined;
  /** It counts only in the text after it. */
  readonly isMacro: boolean;
}

interface FoundCall {
  readonly name: string;
  readonly at: number;
  readonly line: number;
  readonly on: Node | undefined;
}

/** What the query found in a file, sorted by what it is. */
class Found {
  readonly definitions = new Map<number, FoundDefinition>();
  readonly scopes: Span[] = [];
  readonly spaces: Space[] = [];
  readonly binds = new Map<number, { readonly name: string; readonly type: Declared }>();
  readonly fields: { readonly name: string; readonly type: Declared }[] = [];
  /** The types of what functions give, by the places of their names. */
  readonly results = new Map<number, string>();
  readonly calls = new Map<number, FoundCall>();
  readonly extended: { readonly name: Node; readonly owner: string | undefined }[] = [];
  readonly imports: Node[] = [];
  readonly exports: Node[] = [];
  namespace: Node | undefined;

  readonly #language: Language;

  constructor(language: Language, matches: readonly QueryMatch[]) {
    this.#language = language;
    for (const { captures } of matches) this.#add(captures);
  }

  #add(captures: QueryMatch['captures']): void {
    const of = (name: string): Node | undefined => captures.find((capture) => capture.name === name)?.node;
    const [{ name: kind, node } = { name: '', node: undefined }] = captures;
    if (!node) return;
    const [whole, bind, call, field] = [of('function') ?? of('type'), of('bind'), of('call'), of('field')];
    const declared = (at: number): Declared => ({ text: of('bound')?.text, value: of('value'), at });
    if (whole) this.#addDefinition(whole, of('type') ? 'type' : 'function', of);
    else if (bind) {
      const known = this.binds.get(bind.startIndex)?.type;
      const type =
        of('bound') || (of('value') && known?.text === undefined) || !known ? declared(bind.startIndex) : known;
      this.binds.set(bind.startIndex, { name: bind.text, type });
    } else if (call) {
      const on = of('on') ?? this.calls.get(call.startIndex)?.on;
      this.calls.set(call.startIndex, { name: call.text, at: call.startIndex, line: call.startPosition.row + 1, on });
    } else if (field) this.fields.push({ name: field.text, type: declared(field.startIndex) });
    else if (of('result')) this.results.set(of('name')?.startIndex ?? -1, of('result')!.text);
    else if (of('space')) this.#addSpace(of('space')!, of('name'));
    else if (kind === 'scope') this.scopes.push({ start: node.startIndex, end: node.endIndex });
    else if (of('extends')) this.extended.push({ name: of('extends')!, owner: this.#ownerIn(of('owner')) });
    else if (of('import')) this.imports.push(of('import')!);
    else if (kind === 'export') this.exports.push(node);
    else if (kind === 'namespace') this.namespace ??= node;
  }

  #ownerIn(node: Node | undefined): string | undefined {
    return node && withDots(this.#language.typeName?.(node.text) ?? node.text);
  }

  #addSpace({ startIndex: start, endIndex: end }: Node, name: Node | undefined): void {
    if (name) this.spaces.push({ start, end, name: withDots(name.text) });
  }

  #addDefinition(whole: Node, kind: DefinitionKind, of: (name: string) => Node | undefined): void {
    const node = of('name') ?? of('property');
    const known = node && this.definitions.get(node.startIndex);
    if (!node || (known && (known.owner !== undefined || !of('owner')))) return;
    const [start, end] = [whole.startIndex, whole.endIndex];
    const lines = [whole.startPosition.row + 1, lastRow(whole) + 1] as const;
    const nameAt = of('name')?.startIndex;
    const [before, name] = this.#language.namespaces ? splitName(node.text) : [undefined, node.text];
    const owner = this.#ownerIn(of('owner')) ?? before;
    const isMacro = of('macro') !== undefined;
    this.definitions.set(node.startIndex, { kind, name, start, end, lines, nameAt, owner, isMacro });
  }
}

// `a::B::f` is `f` of `a.B`; an operator may have any signs in its name.
function splitName(text: string): [owner: string | undefined, name: string] {
  const operator = text.search(/\boperator\b/);
  if (!text.includes('::')) return [undefined, operator < 0 ? text : withoutParameters(text)];
  const at = operator > 0 ? operator : withoutArguments(text).lastIndexOf('::') + 2;
  const plain = operator > 0 ? text : withoutArguments(text);
  return [
    withDots(plain.slice(0, at)) || undefined,
    operator > 0 ? withoutParameters(plain.slice(at)) : plain.slice(at).trim(),
  ];
}

const withoutParameters = (name: string): string => /^operator(?:\s*\(\s*\)|[^(]*)/.exec(name)?.[0].trim() ?? name;

const withoutArguments = (name: string): string =>
  name.includes('<')
    ? name
        .replace(/<[^<>]*>/g, '')
        .replace(/<[^<>]*>/g, '')
        .replace(/<.*>/s, '')
    : name;

// `a::B<C>` and `a\B` as `a.B`.
function withDots(name: string): string {
  const plain = name.includes('<') ? name.replace(/<[^<>]*>/g, '').replace(/<.*/s, '') : name;
  return plain
    .split(/\s*(?:\.|::|\\)\s*/)
    .filter(Boolean)
    .slice(-MAX_NAMES)
    .join('.');
}

// A node that ends with a line break ends at the start of the next line.
function lastRow({ startPosition, endPosition }: Node): number {
  return endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row - 1 : endPosition.row;
}

/**
 * Turns what a language's query found in a file into the file's facts.
 * @param matches of the whole file
 */
export function extract(language: Language, matches: readonly QueryMatch[]): FileFacts {
  const found = new Found(language, matches);
  const defined = [...found.definitions.values()]
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .slice(0, MAX_OF_A_KIND);
  const scopes = new ScopeTree(defined, found.scopes, found.spaces, language);
  const types = new Map<string, number>();
  for (const [i, { kind, name }] of defined.entries()) if (kind === 'type' && !types.has(name)) types.set(name, i);
  const around = defined.map((_, i) => scopes.definitionAround(i));
  const parents = parentsOf(defined, around, types);
  const definitions = defined.map((one, i): Definition => {
    const [start, end] = one.lines;
    const [parent, namespace] = [parents[i]!, scopes.namespaceOf(i)];
    // What makes a value of a type has the type's name.
    const isMaker = one.nameAt === undefined && defined[parent]?.name === one.name;
    return {
      kind: one.kind,
      name: one.name,
      parent,
      start,
      end,
      ...(one.owner !== undefined && ownerIn(types, one.owner) !== parent && { owner: one.owner }),
      ...(namespace !== undefined && { namespace }),
      ...((isMaker || (one.kind === 'type' && one.nameAt === undefined)) && { unnamed: true }),
    };
  });
  for (const [i, { nameAt, name, owner }] of defined.entries())
    scopes.define(i, nameAt === undefined ? undefined : name, definitions[i]!.parent, owner);
  const names = new Set(defined.map(({ nameAt }) => nameAt));
  for (const [at, { name, type }] of found.binds) if (!names.has(at)) scopes.bind(name, type);
  for (const { name, type } of found.fields) scopes.addField(name, type);
  // In a block that may run as part of another type, `include` says nothing of the type around it.
  const extended = found.extended.filter(
    ({ name }) => !language.blocksChangeSelf || !scopes.isInBlock(name.startIndex),
  );
  for (const { name, owner } of extended) {
    const type = owner === undefined ? scopes.typeAround(name.startIndex) : types.get(owner);
    if (type !== undefined) scopes.setInherits(type);
  }
  const { imports, passedOn } = readImports(language, found, scopes);
  const references = [
    ...extendsOf(language, extended, scopes, types),
    ...callsOf(language, found, scopes, defined),
  ].slice(0, MAX_OF_A_KIND);
  const fields = found.fields.slice(0, MAX_OF_A_KIND).flatMap(({ name, type }): Field[] => {
    const [of, its] = [scopes.typeAround(type.at), typeOf(language, type, scopes)];
    return of === undefined || !its || its.is === 'unknown' ? [] : [{ of, name, type: its }];
  });
  const namespace = found.namespace && language.namespace?.(found.namespace);
  return {
    definitions: definitions.map((one, i) => withResult(one, defined[i]!, language, found, scopes)),
    imports,
    references,
    exports: [...exportsOf(language, found, scopes), ...passedOn],
    ...(fields.length > 0 && { fields }),
    ...(namespace !== undefined && { namespace }),
  };
}

function readImports(language: Language, found: Found, scopes: ScopeTree): { imports: Import[]; passedOn: Export[] } {
  const imports: Import[] = [];
  const passedOn: Export[] = [];
  for (const node of found.imports.slice(0, MAX_OF_A_KIND))
    for (const { names, passedOn: exported = [], ...rest } of language.imports?.(node) ?? []) {
      const from = imports.push({ ...rest, line: node.startPosition.row + 1 }) - 1;
      for (const { local, imported } of names)
        scopes.bindImport(node.startIndex, local, { is: 'imported', from, name: imported });
      for (const { name, imported } of exported)
        passedOn.push({ name, target: { is: 'imported', from, name: imported } });
    }
  return { imports, passedOn };
}

function exportsOf(language: Language, found: Found, scopes: ScopeTree): Export[] {
  const exports: Export[] = [];
  for (const node of found.exports)
    for (const { name, local } of language.exports?.(node) ?? []) {
      const target = scopes.lookup(local, -1);
      if (target.is === 'definition' || target.is === 'imported') exports.push({ name, target });
    }
  return exports;
}

function withResult(
  definition: Definition,
  { nameAt = -1, start, kind }: FoundDefinition,
  language: Language,
  found: Found,
  scopes: ScopeTree,
): Definition {
  const text = kind === 'function' ? found.results.get(nameAt) : undefined;
  const result = text === undefined ? undefined : typeOf(language, { text, at: start }, scopes);
  return result && result.is !== 'unknown' ? { ...definition, result } : definition;
}

function extendsOf(
  language: Language,
  extended: Found['extended'],
  scopes: ScopeTree,
  types: ReadonlyMap<string, number>,
): Reference[] {
  return extended.flatMap(({ name: node, owner }): Reference[] => {
    const from = owner === undefined ? scopes.typeAround(node.startIndex) : types.get(owner);
    if (from === undefined) return [];
    const text = language.typeName?.(node.text) ?? node.text;
    const target = targetOfType(text, scopes, node.startIndex, 'supertype');
    scopes.addSupertype(from, target);
    return [{ kind: 'extends', from, line: node.startPosition.row + 1, target }];
  });
}

function callsOf(
  language: Language,
  found: Found,
  scopes: ScopeTree,
  defined: readonly FoundDefinition[],
): Reference[] {
  return [...found.calls.values()].slice(0, MAX_OF_A_KIND).flatMap(({ name, at, line, on }): Reference[] => {
    const target = on
      ? memberCalled(language, on, name, scopes, at)
      : language.namespaces && /::|[\\.]/.test(name)
        ? targetOfType(name, scopes, at)
        : scopes.find(name, at).target;
    const macro = target?.is === 'definition' ? defined[target.definition] : undefined;
    if (macro?.isMacro && at < macro.start)
      return [{ kind: 'calls', from: scopes.definitionAt(at), line, target: { is: 'free', name } }];
    if (!target) return []; // a variable says nothing
    const perhaps = !on && language.blocksChangeSelf && target.is !== 'unknown' && scopes.isInBlock(at);
    return [
      { kind: 'calls', from: scopes.definitionAt(at), line, target: perhaps ? { is: 'perhaps', of: target } : target },
    ];
  });
}
