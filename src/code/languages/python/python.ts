import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { pythonModules, submodule } from './modules.ts';

const QUERY = `
(function_definition name: (_) @name) @function
(class_definition name: (_) @name) @type
(type_alias_statement left: (type (identifier) @name)) @type
(assignment left: (identifier) @name right: (lambda)) @function
(lambda) @scope
(class_definition superclasses: (argument_list [(identifier) (attribute)] @extends))
(class_definition superclasses: (argument_list (subscript value: (_) @extends)))
(function_definition name: (_) @name return_type: (type) @result)
(parameters (identifier) @bind)
(lambda_parameters (identifier) @bind)
(typed_parameter (identifier) @bind type: (type) @bound)
(typed_default_parameter name: (identifier) @bind type: (type) @bound)
(default_parameter name: (identifier) @bind)
(list_splat_pattern (identifier) @bind)
(dictionary_splat_pattern (identifier) @bind)
(assignment left: (identifier) @bind !type right: (_) @value)
(assignment left: (identifier) @bind type: (type) @bound)
(pattern_list (identifier) @bind)
(tuple_pattern (identifier) @bind)
(for_statement left: (identifier) @bind)
(for_in_clause left: (identifier) @bind)
(named_expression name: (identifier) @bind value: (_) @value)
(as_pattern (_) @value alias: (as_pattern_target (identifier) @bind))
(class_definition body: (block (expression_statement (assignment left: (identifier) @field type: (type) @bound))))
(assignment left: (attribute object: (identifier) @self attribute: (identifier) @field) !type right: (_) @value (#eq? @self "self"))
(assignment left: (attribute object: (identifier) @self attribute: (identifier) @field) type: (type) @bound (#eq? @self "self"))
(call function: (identifier) @call)
(call function: (attribute object: (_) @on attribute: (identifier) @call))
(decorator (identifier) @call)
(decorator (attribute object: (_) @on attribute: (identifier) @call))
[(import_statement) (import_from_statement) (future_import_statement)] @import
`;

export const python: Language = {
  name: 'python',
  grammars: { py: 'tree-sitter-python', pyi: 'tree-sitter-python', pyw: 'tree-sitter-python' },
  query: () => QUERY,
  self: ['self', 'cls'],
  lastCounts: true,
  imports: readImports,
  commonMembers: COMMON_MEMBERS,
  resolver: pythonModules,
  inside: submodule,
  typeName,
  receiver,
};

/** `Foo` of `"Foo"`, `Optional[Foo]`, `Foo | None` and `type[Foo]`. */
function typeName(text: string): string {
  const plain = text.replace(/["'\s]/g, '').replace(/^None\||\|None$/g, '');
  const inside = /^(?:typing\.|t\.)?(?:Optional|Type|type|Annotated|Final|ClassVar|Self)\[([^[\],]*)/.exec(plain)?.[1];
  const name = /^[\p{L}_][\p{L}\p{N}_.]*(?=\[|$)/u.exec(inside ?? plain)?.[0] ?? '';
  return PLAIN.test(name) ? '' : name;
}

const PLAIN = /^(?:bool|bytes|dict|float|int|list|None|object|set|str|tuple)$/;

function receiver(node: Node): Receiver | undefined {
  switch (node.type) {
    case 'identifier':
      return node.text === 'self' || node.text === 'cls' ? { is: 'self' } : { is: 'name', name: node.text };
    case 'attribute':
      return { is: 'field', of: node.childForFieldName('object')!, name: node.childForFieldName('attribute')!.text };
    case 'call':
      return result(node.childForFieldName('function'));
    case 'await':
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiver(node.namedChild(0)!) : undefined;
    default:
      return undefined;
  }
}

function result(called: Node | null): Receiver | undefined {
  if (called?.type === 'identifier')
    return called.text === 'super' ? { is: 'super' } : { is: 'result', name: called.text };
  if (called?.type !== 'attribute') return undefined;
  return { is: 'result', of: called.childForFieldName('object')!, name: called.childForFieldName('attribute')!.text };
}

/**
 * The imports of a statement. `import a.b` binds `a` and loads `a.b`. `from a import b` asks for `a.b`, because `b` may be a
 * module of the package `a` or a name in it.
 */
function readImports(node: Node): ReadImport[] {
  const names = node.childrenForFieldName('name').flatMap((one) => (one ? [nameIn(one)] : []));
  const isTop = !isInside(node);
  if (node.type === 'import_statement') return names.flatMap(({ name, alias }) => wholeModule(name, alias, isTop));
  const from = node.type === 'future_import_statement' ? '__future__' : plain(node.childForFieldName('module_name'));
  if (node.namedChildren.some((child) => child?.type === 'wildcard_import'))
    return [{ specifier: from, names: [], all: true, ...(isTop && { passedOn: [{ name: '*', imported: '*' }] }) }];
  const start = from.endsWith('.') || from === '' ? from : `${from}.`;
  return names.map(({ name, alias = name }) => bound(`${start}${name}`, alias, isTop, { form: 'from' }));
}

function wholeModule(name: string, alias: string | undefined, isTop: boolean): ReadImport[] {
  if (alias !== undefined) return [bound(name, alias, isTop)];
  const first = name.split('.')[0]!;
  return first === name ? [bound(name, name, isTop)] : [{ specifier: name, names: [] }, bound(first, first, isTop)];
}

function bound(specifier: string, local: string, isTop: boolean, more: { form?: string } = {}): ReadImport {
  const passedOn = isTop ? [{ name: local, imported: '*' }] : undefined;
  return { specifier, names: [{ local, imported: '*' }], passedOn, ...more };
}

const nameIn = (node: Node): { name: string; alias?: string } =>
  node.type === 'aliased_import'
    ? { name: plain(node.childForFieldName('name')), alias: plain(node.childForFieldName('alias')) }
    : { name: plain(node) };

const plain = (node: Node | null): string => node?.text.replace(/\s|\\/g, '') ?? '';

// Names that a function or a class imports belong to it.
function isInside(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.type === 'function_definition' || at.type === 'class_definition') return true;
  return false;
}
