import type { Node } from 'web-tree-sitter';
import { folderOf, type TreeView } from '../../tree-view.ts';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { goModules } from './modules.ts';

const QUERY = `
(function_declaration name: (_) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @owner)) name: (_) @name) @function
(method_elem name: (_) @name) @function
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(var_spec name: (identifier) @name value: (expression_list . (func_literal) .)) @function
(short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (func_literal) .)) @function
(func_literal) @scope
(function_declaration name: (_) @name result: (_) @result)
(method_declaration name: (_) @name result: (_) @result)
(method_elem name: (_) @name result: (_) @result)
(field_declaration name: (_) @field type: (_) @bound)
(field_declaration !name type: (type_identifier) @field @bound)
(field_declaration !name type: (qualified_type name: (_) @field) @bound)
(field_declaration !name type: [(type_identifier) (qualified_type)] @extends)
(field_declaration !name type: (generic_type type: (_) @extends))
(interface_type (type_elem . [(type_identifier) (qualified_type)] @extends .))
(parameter_declaration name: (identifier) @bind type: (_) @bound)
(variadic_parameter_declaration name: (identifier) @bind)
(short_var_declaration left: (expression_list . (identifier) @bind) right: (expression_list . (_) @value))
(short_var_declaration left: (expression_list (identifier) @bind))
(var_spec name: (identifier) @bind type: (_) @bound)
(var_spec name: (identifier) @bind !type value: (expression_list . (_) @value))
(var_spec name: (identifier) @bind)
(const_spec name: (identifier) @bind)
(range_clause left: (expression_list (identifier) @bind))
(type_switch_statement alias: (expression_list (identifier) @bind))
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression operand: (_) @on field: (_) @call))
(type_conversion_expression type: (generic_type type: (type_identifier) @call))
(import_spec) @import
(package_clause (_) @namespace)
`;

export const go: Language = {
  name: 'go',
  grammars: { go: 'tree-sitter-go' },
  query: () => QUERY,
  self: [],
  imports: readImport,
  namespace: (node) => node.text,
  commonMembers: COMMON_MEMBERS,
  resolver: goModules,
  elsewhere: samePackage,
  isImported: (path) => !path.endsWith('_test.go'),
  typeName,
  receiver,
};

/** `Foo` of `*Foo`, `a.Foo` of `a.Foo[T]`, and the first of several results. */
function typeName(text: string): string {
  const first = text.startsWith('(') ? (/^\(\s*([^,()]*)/.exec(text)?.[1] ?? '') : text;
  // `Pair[K, V]` has a space, too. What is before the brackets of `map[K]V` and `[]T` names no type.
  const type = first
    .replace(/(?<=[\p{L}\p{N}_])\s*\[.*$/su, '')
    .trim()
    .split(/\s+/)
    .at(-1)!
    .replace(/^\*+/, '');
  const name = /^[\p{L}_][\p{L}\p{N}_.]*/u.exec(type)?.[0] ?? '';
  return PLAIN.test(name) ? '' : name;
}

/** Types without methods in a repository, and the first words of types without a name. */
const PLAIN = /^(?:bool|byte|chan|complex\d+|error|float\d+|func|interface|map|rune|string|struct|u?int(?:\d+|ptr)?)$/;

function receiver(node: Node): Receiver | undefined {
  const field = (name: string): Node | null => node.childForFieldName(name);
  switch (node.type) {
    case 'identifier':
      return { is: 'name', name: node.text };
    case 'selector_expression':
      return { is: 'field', of: field('operand')!, name: field('field')!.text };
    case 'call_expression':
      return result(field('function'));
    case 'composite_literal':
    case 'type_assertion_expression':
    case 'type_conversion_expression':
      return { is: 'type', name: typeName(field('type')?.text ?? ''), sure: false };
    case 'unary_expression':
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiver(node.namedChild(0)!) : undefined;
    default:
      return undefined;
  }
}

function result(called: Node | null): Receiver | undefined {
  if (called?.type === 'identifier') return { is: 'result', name: called.text };
  if (called?.type !== 'selector_expression') return undefined;
  return { is: 'result', of: called.childForFieldName('operand')!, name: called.childForFieldName('field')!.text };
}

function readImport(node: Node): ReadImport[] {
  const specifier = node.childForFieldName('path')?.text.slice(1, -1) ?? '';
  const alias = node.childForFieldName('name')?.text;
  if (alias === '.') return [{ specifier, names: [], all: true }];
  if (alias === '_') return [{ specifier, names: [] }];
  const locals = alias === undefined ? likelyNames(specifier) : [alias];
  return [{ specifier, names: locals.map((local) => ({ local, imported: '*' })) }];
}

/**
 * The names that a package without an alias may have in the file. Its files say the name, and mostly it is the last part of
 * the path without its version and without what says that it is Go.
 */
function likelyNames(path: string): string[] {
  const parts = path.split('/');
  const last = parts.at(-1)!;
  const name = /^v\d+$/.test(last) && parts.length > 1 ? parts.at(-2)! : last.replace(/\.v\d+$/, '');
  return [
    ...new Set([name, name.replace(/^go-|^go\.|-go$|\.go$/, ''), name.replaceAll('-', '_'), name.replaceAll('-', '')]),
  ];
}

/** The files of a file's own package that define a name. Tests of a package from outside are a package of their own. */
function samePackage(tree: TreeView, from: string, name: string): string[] {
  const folder = folderOf(from);
  const namespace = tree.facts(from)?.namespace;
  return tree
    .defining(name)
    .filter((path) => path.endsWith('.go') && folderOf(path) === folder && tree.facts(path)?.namespace === namespace);
}
