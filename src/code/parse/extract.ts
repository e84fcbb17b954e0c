import type { QueryMatch } from 'web-tree-sitter';
import type { Definition, Export, Field, FileFacts, Import, Reference } from '../facts.ts';
import type { Language } from '../languages/language.ts';
import { Found, type FoundDefinition } from './found-in-file.ts';
import { memberCalled, superCalled, targetOfType, typeOf } from './receiver.ts';
import { ownerIn, parentsOf } from './parents.ts';
import { ScopeTree } from './scope-tree.ts';

/** The most definitions, references and imports that are kept of one file. */
const MAX_OF_A_KIND = 20_000;

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
    const target =
      name === 'super'
        ? superCalled(defined[scopes.definitionAt(at)]?.name, scopes, at)
        : on
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
