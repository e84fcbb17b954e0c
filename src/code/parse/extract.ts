import type { Node, QueryMatch } from 'web-tree-sitter';
import type { Definition, DefinitionKind, Export, FileFacts, Import, Reference, Target } from '../facts.ts';
import type { Language } from '../languages/language.ts';
import { ScopeTree, type Span } from './scope-tree.ts';

/** The most definitions, references and imports that are kept of one file. */
const MAX_OF_A_KIND = 20_000;

interface FoundDefinition extends Span {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly lines: readonly [number, number];
  /** Where its name is, unless it is reached only through a value. */
  readonly nameAt: number | undefined;
  readonly owner: string | undefined;
}

interface FoundCall {
  readonly name: string;
  readonly at: number;
  readonly line: number;
  readonly on: Node | undefined;
}

/** What the query found in a file, sorted by what it is. */
class Found {
  readonly definitions = new Map<string, FoundDefinition>();
  readonly scopes: Span[] = [];
  readonly binds = new Map<number, { readonly name: string; readonly type: string | undefined }>();
  readonly fields: { readonly name: string; readonly type: string; readonly at: number }[] = [];
  readonly calls = new Map<number, FoundCall>();
  readonly extended: { readonly name: Node }[] = [];
  readonly imports: Node[] = [];
  readonly exports: Node[] = [];
  namespace: Node | undefined;

  constructor(matches: readonly QueryMatch[]) {
    for (const { captures } of matches) this.#add(captures);
  }

  #add(captures: QueryMatch['captures']): void {
    const of = (name: string): Node | undefined => captures.find((capture) => capture.name === name)?.node;
    const [{ name: kind, node } = { name: '', node: undefined }] = captures;
    if (!node) return;
    const [whole, bind, call, field] = [of('function') ?? of('type'), of('bind'), of('call'), of('field')];
    if (whole) this.#addDefinition(whole, of('type') ? 'type' : 'function', of);
    else if (bind) {
      const type = of('bound')?.text ?? this.binds.get(bind.startIndex)?.type;
      this.binds.set(bind.startIndex, { name: bind.text, type });
    } else if (call) {
      const on = of('on') ?? this.calls.get(call.startIndex)?.on;
      this.calls.set(call.startIndex, { name: call.text, at: call.startIndex, line: call.startPosition.row + 1, on });
    } else if (field) this.fields.push({ name: field.text, type: of('bound')?.text ?? '', at: field.startIndex });
    else if (kind === 'scope') this.scopes.push({ start: node.startIndex, end: node.endIndex });
    else if (kind === 'extends') this.extended.push({ name: node });
    else if (of('import')) this.imports.push(of('import')!);
    else if (kind === 'export') this.exports.push(node);
    else if (kind === 'namespace') this.namespace ??= node;
  }

  #addDefinition(whole: Node, kind: DefinitionKind, of: (name: string) => Node | undefined): void {
    const name = of('name') ?? of('property');
    if (!name) return;
    const [start, end] = [whole.startIndex, whole.endIndex];
    const key = `${start} ${end} ${name.startIndex}`;
    if (this.definitions.has(key)) return;
    const lines = [whole.startPosition.row + 1, lastRow(whole) + 1] as const;
    const nameAt = of('name')?.startIndex;
    this.definitions.set(key, { kind, name: name.text, start, end, lines, nameAt, owner: of('owner')?.text });
  }
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
  const found = new Found(matches);
  const defined = [...found.definitions.values()]
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .slice(0, MAX_OF_A_KIND);
  const scopes = new ScopeTree(defined, found.scopes);
  const definitions = defined.map((one, i): Definition => {
    const owner =
      one.owner === undefined ? -1 : defined.findIndex(({ kind, name }) => kind === 'type' && name === one.owner);
    const [start, end] = one.lines;
    return { kind: one.kind, name: one.name, parent: owner >= 0 ? owner : scopes.definitionAround(i), start, end };
  });
  for (const [i, { nameAt, name }] of defined.entries())
    scopes.define(i, nameAt === undefined ? undefined : name, definitions[i]!.parent);
  const names = new Set(defined.map(({ nameAt }) => nameAt));
  for (const [at, { name, type }] of found.binds) if (!names.has(at)) scopes.bind(at, name, type);
  for (const { name, type, at } of found.fields) scopes.addField(at, name, type);
  const { imports, passedOn } = readImports(language, found, scopes);
  const references = [...extendsOf(found, scopes), ...callsOf(language, found, scopes)].slice(0, MAX_OF_A_KIND);
  const namespace = found.namespace && language.namespace?.(found.namespace);
  return {
    definitions,
    imports,
    references,
    exports: [...exportsOf(language, found, scopes), ...passedOn],
    ...(namespace !== undefined && { namespace }),
  };
}

function readImports(language: Language, found: Found, scopes: ScopeTree): { imports: Import[]; passedOn: Export[] } {
  const imports: Import[] = [];
  const passedOn: Export[] = [];
  for (const node of found.imports.slice(0, MAX_OF_A_KIND))
    for (const { names, passedOn: exported = [], all, ...rest } of language.imports?.(node) ?? []) {
      const from = imports.push({ ...rest, line: node.startPosition.row + 1 }) - 1;
      for (const { local, imported } of names)
        scopes.bindImport(node.startIndex, local, { is: 'imported', from, name: imported });
      if (all) scopes.importAll(from);
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

function extendsOf(found: Found, scopes: ScopeTree): Reference[] {
  return found.extended.flatMap(({ name: node }): Reference[] => {
    const from = scopes.typeAround(node.startIndex);
    if (from === undefined) return [];
    const target = targetOfType(node.text, scopes, node.startIndex);
    scopes.addSupertype(from, target);
    return [{ kind: 'extends', from, line: node.startPosition.row + 1, target }];
  });
}

/** What `a` or `a.b` in place of a type means. */
function targetOfType(text: string, scopes: ScopeTree, at: number): Target {
  const [first = '', ...rest] = text.split(/\.|::/);
  const target = scopes.lookup(first, at);
  return rest.reduce((of: Target, name) => memberOf(of, name, true), target);
}

function callsOf(language: Language, found: Found, scopes: ScopeTree): Reference[] {
  return [...found.calls.values()].flatMap(({ name, at, line, on }): Reference[] => {
    const target = on ? memberCalled(language, on, name, scopes, at) : scopes.find(name, at).target;
    return target ? [{ kind: 'calls', from: scopes.definitionAt(at), line, target }] : []; // a variable says nothing
  });
}

function memberCalled(language: Language, on: Node, name: string, scopes: ScopeTree, at: number): Target {
  const text = on.text;
  if (language.self.includes(text)) return scopes.memberOfSelf(at, name) ?? { is: 'unknown', name };
  if (text === 'super' || text === 'super()') return scopes.memberOfSuper(at, name) ?? { is: 'unknown', name };
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text)) {
    const { target, type } = scopes.find(text, at);
    if (type !== undefined) return memberOf(targetOfType(type, scopes, at), name, false);
    return target ? memberOf(target, name, true) : { is: 'unknown', name };
  }
  if (on.type === 'new_expression') {
    const made = on.childForFieldName('constructor');
    return made ? memberOf(targetOfType(made.text, scopes, at), name, false) : { is: 'unknown', name };
  }
  const field =
    on.namedChildCount === 2 && language.self.includes(on.namedChild(0)?.text ?? '') ? on.namedChild(1) : null;
  const type = field ? scopes.fieldOfSelf(at, field.text) : undefined;
  return type === undefined ? { is: 'unknown', name } : memberOf(targetOfType(type, scopes, at), name, false);
}

function memberOf(of: Target, name: string, sure: boolean): Target {
  if (of.is === 'unknown') return { is: 'unknown', name };
  if (of.is === 'imported' && of.name === '*') return { is: 'imported', from: of.from, name };
  return { is: 'member', of, name, sure };
}
