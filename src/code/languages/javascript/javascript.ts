import type { Node } from 'web-tree-sitter';
import type { Language, ReadExport, ReadImport } from '../language.ts';
import { commonMembers } from './common-members.ts';
import { jsModules } from './modules.ts';

const DEFINITIONS = `
(function_declaration name: (_) @name) @function
(generator_function_declaration name: (_) @name) @function
(class_body (method_definition name: (_) @name) @function)
(object (method_definition name: (_) @property) @function)
(class_declaration name: (_) @name) @type
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (call_expression function: [(identifier) @wraps (member_expression property: (_) @wraps)] arguments: (arguments . [(arrow_function) (function_expression)])) (#any-of? @wraps "memo" "forwardRef" "observer")) @function
(variable_declarator name: (identifier) @name value: (class)) @type
(assignment_expression left: (member_expression property: (property_identifier) @property) right: [(arrow_function) (function_expression)]) @function
(pair key: (property_identifier) @property value: [(arrow_function) (function_expression)]) @function
[(arrow_function) (function_expression)] @scope
(variable_declarator name: (identifier) @bind value: (new_expression constructor: (identifier) @bound))
(variable_declarator name: (identifier) @bind value: [(call_expression) (await_expression)] @value)
(variable_declarator name: (identifier) @bind)
(shorthand_property_identifier_pattern) @bind
(catch_clause parameter: (identifier) @bind)
(for_in_statement left: (identifier) @bind)
(object_pattern (pair_pattern value: (identifier) @bind))
(array_pattern (identifier) @bind)
(arrow_function parameter: (identifier) @bind)
(call_expression function: [(identifier) (super)] @call)
(call_expression function: (member_expression object: (_) @on property: [(property_identifier) (private_property_identifier)] @call))
(new_expression constructor: (identifier) @call)
(new_expression constructor: (member_expression object: (_) @on property: (property_identifier) @call))
(import_statement) @import
(export_statement) @import
(export_statement) @export
(variable_declarator value: (call_expression function: (identifier) @required (#eq? @required "require"))) @import
(variable_declarator value: (await_expression (call_expression function: (import)))) @import
(call_expression function: (import)) @import
(expression_statement (call_expression function: (identifier) @required (#eq? @required "require"))) @import
(expression_statement (assignment_expression left: (member_expression))) @export
`;

const OF_JAVASCRIPT = `
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @function
(class_heritage [(identifier) (member_expression)] @extends)
(formal_parameters (identifier) @bind)
(formal_parameters (assignment_pattern left: (identifier) @bind))
(rest_pattern (identifier) @bind)
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`;

/** A declared type, also one with arguments, in a namespace, or that may be missing. */
const TYPED = `type: (type_annotation [
  (type_identifier) @bound
  (nested_type_identifier) @bound
  (generic_type name: (_) @bound)
  (union_type [(type_identifier) @bound (generic_type name: (_) @bound)] (literal_type [(null) (undefined)]))
])`;

const OF_TYPESCRIPT = `
(internal_module name: (_) @name) @space
(function_declaration name: (_) @name return_type: (type_annotation (_) @result))
(function_signature name: (_) @name return_type: (type_annotation (_) @result))
(method_definition name: (_) @name return_type: (type_annotation (_) @result))
(method_signature name: (_) @name return_type: (type_annotation (_) @result))
(abstract_method_signature name: (_) @name return_type: (type_annotation (_) @result))
(variable_declarator name: (identifier) @name value: (arrow_function return_type: (type_annotation (_) @result)))
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @function
(abstract_class_declaration name: (_) @name) @type
(interface_declaration name: (_) @name) @type
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @type
(function_signature name: (_) @name) @function
(abstract_method_signature name: (_) @name) @function
(method_signature name: (_) @name) @function
(extends_clause value: (_) @extends)
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @extends)
(extends_type_clause type: (generic_type name: (_) @extends))
(implements_clause [(type_identifier) (nested_type_identifier)] @extends)
(implements_clause (generic_type name: (_) @extends))
(required_parameter pattern: (identifier) @bind ${TYPED})
(required_parameter pattern: (identifier) @bind)
(optional_parameter pattern: (identifier) @bind ${TYPED})
(optional_parameter pattern: (identifier) @bind)
(rest_pattern (identifier) @bind)
(variable_declarator name: (identifier) @bind ${TYPED})
(public_field_definition name: (_) @field ${TYPED})
(public_field_definition name: (_) @field value: (new_expression constructor: (identifier) @bound))
(required_parameter (accessibility_modifier) pattern: (identifier) @field ${TYPED})
`;

const OF_TSX = `
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`;

const MORE: Readonly<Record<string, string>> = {
  'tree-sitter-javascript': OF_JAVASCRIPT,
  'tree-sitter-typescript': OF_TYPESCRIPT,
  'tree-sitter-tsx': OF_TYPESCRIPT + OF_TSX,
};

/** Types that wrap another one. */
const WRAPPERS = /^(?:Promise|PromiseLike|Awaited|Readonly|Partial|Required|NonNullable)<(.*)>$/s;
/** Types without members in a repository. */
const PLAIN = /^(?:any|bigint|boolean|never|null|number|object|string|symbol|undefined|unknown|void)$/;

/** `Foo` of `Promise<Foo<T> | undefined>`; the empty string for types that have no name. */
function typeName(declared: string): string {
  let type = declared.trim();
  for (let before = ''; before !== type;) {
    before = type;
    type = type
      .replace(/\s*\|\s*(?:null|undefined)$|^(?:null|undefined)\s*\|\s*/, '')
      .replace(WRAPPERS, '$1')
      .trim();
  }
  const name = /^([\p{ID_Start}$_][\p{ID_Continue}$.]*)(?:<.*>)?$/su.exec(type)?.[1] ?? '';
  return PLAIN.test(name) ? '' : name;
}

export const javascript: Language = {
  name: 'javascript',
  grammars: {
    js: 'tree-sitter-javascript',
    jsx: 'tree-sitter-javascript',
    mjs: 'tree-sitter-javascript',
    cjs: 'tree-sitter-javascript',
    ts: 'tree-sitter-typescript',
    mts: 'tree-sitter-typescript',
    cts: 'tree-sitter-typescript',
    tsx: 'tree-sitter-tsx',
  },
  namespaces: 'in file',
  typeName,
  query: (grammar) => DEFINITIONS + MORE[grammar]!,
  self: ['this'],
  hasExports: true,
  imports: readImports,
  exports: readExports,
  get commonMembers() {
    return commonMembers();
  },
  resolver: jsModules,
};

/** The text of a string literal without its quotes. */
const unquoted = (node: Node | null | undefined): string | undefined =>
  node?.type === 'string' ? node.text.slice(1, -1) : undefined;

function readImports(node: Node): ReadImport[] {
  if (node.type === 'variable_declarator') return readRequire(node);
  if (node.type === 'expression_statement' || node.type === 'call_expression') {
    const call = node.type === 'call_expression' ? node : node.namedChild(0);
    const specifier = unquoted(call?.childForFieldName('arguments')?.namedChild(0));
    return specifier === undefined ? [] : [{ specifier, names: [] }];
  }
  const specifier = unquoted(node.childForFieldName('source')) ?? unquoted(importRequire(node));
  if (specifier === undefined) return [];
  return node.type === 'import_statement'
    ? [{ specifier, names: importedNames(node) }]
    : [{ specifier, names: [], passedOn: passedOnNames(node) }];
}

// import a = require('./a')
const importRequire = (node: Node): Node | undefined | null =>
  node.namedChildren.find((child) => child?.type === 'import_require_clause')?.childForFieldName('source');

function importedNames(node: Node): ReadImport['names'] {
  const names: { local: string; imported: string }[] = [];
  for (const clause of node.namedChildren) {
    if (clause?.type === 'import_require_clause') {
      const local = clause.namedChildren.find((child) => child?.type === 'identifier')?.text;
      if (local) names.push({ local, imported: '*' });
    }
    if (clause?.type !== 'import_clause') continue;
    for (const part of clause.namedChildren) {
      if (part?.type === 'identifier') names.push({ local: part.text, imported: 'default' });
      else if (part?.type === 'namespace_import') names.push({ local: part.namedChild(0)?.text ?? '', imported: '*' });
      else if (part?.type === 'named_imports')
        names.push(...specifiers(part).map(([imported, local]) => ({ imported, local })));
    }
  }
  return names;
}

// The names in braces, each as it was and as it is here.
function specifiers(list: Node): [string, string][] {
  return list.namedChildren.flatMap((one): [string, string][] => {
    const name = one?.childForFieldName('name');
    if (!one || !name) return [];
    const was = unquoted(name) ?? name.text;
    const alias = one.childForFieldName('alias');
    return [[was, alias ? (unquoted(alias) ?? alias.text) : was]];
  });
}

function passedOnNames(node: Node): NonNullable<ReadImport['passedOn']> {
  const clause = node.namedChildren.find((child) => child?.type === 'export_clause');
  if (clause) return specifiers(clause).map(([imported, name]) => ({ name, imported }));
  const space = node.namedChildren.find((child) => child?.type === 'namespace_export');
  return [space ? { name: space.namedChild(0)?.text ?? '', imported: '*' } : { name: '*', imported: '*' }];
}

// const a = require('./a'), const { b: c } = require('./b'), const d = require('./d').e, const f = await import('./f')
function readRequire(node: Node): ReadImport[] {
  const value = node.childForFieldName('value');
  const call = value?.type === 'await_expression' ? value.namedChild(0) : value;
  const specifier = unquoted(call?.childForFieldName('arguments')?.namedChild(0));
  const pattern = node.childForFieldName('name');
  if (specifier === undefined || !pattern) return [];
  if (pattern.type === 'identifier') return [{ specifier, names: [{ local: pattern.text, imported: '*' }] }];
  const names = pattern.namedChildren.flatMap((part) => {
    if (part?.type === 'shorthand_property_identifier_pattern') return [{ local: part.text, imported: part.text }];
    const [key, local] = [part?.childForFieldName('key'), part?.childForFieldName('value')];
    return key && local?.type === 'identifier' ? [{ local: local.text, imported: key.text }] : [];
  });
  return [{ specifier, names }];
}

function readExports(node: Node): ReadExport[] {
  if (node.type === 'expression_statement') return assignedExports(node.namedChild(0)!);
  if (node.childForFieldName('source')) return []; // an import that is passed on
  const isDefault = node.children.some((child) => child?.type === 'default');
  const declared = node.childForFieldName('declaration') ?? node.childForFieldName('value');
  if (declared) return declaredNames(declared).map((local) => ({ name: isDefault ? 'default' : local, local }));
  const clause = node.namedChildren.find((child) => child?.type === 'export_clause');
  return clause ? specifiers(clause).map(([local, name]) => ({ name, local })) : [];
}

function declaredNames(node: Node): string[] {
  if (node.type === 'identifier') return [node.text];
  if (node.type === 'ambient_declaration')
    return node.namedChildren.flatMap((child) => (child ? declaredNames(child) : []));
  if (node.type !== 'lexical_declaration' && node.type !== 'variable_declaration') {
    const name = node.childForFieldName('name')?.text;
    return name === undefined ? [] : [name];
  }
  return node.namedChildren.flatMap((child) => {
    const name = child?.childForFieldName('name');
    return name?.type === 'identifier' ? [name.text] : [];
  });
}

// module.exports = { a, b: c }, module.exports = d, module.exports.e = f, exports.g = h
function assignedExports(node: Node): ReadExport[] {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  const target = left?.text.replace(/^module\.exports\b/, 'exports');
  if (!right || !target?.startsWith('exports')) return [];
  if (target !== 'exports') {
    const name = /^exports\.([\p{ID_Start}$_][\p{ID_Continue}$]*)$/u.exec(target)?.[1];
    if (name === undefined) return [];
    return [{ name, local: right.type === 'identifier' ? right.text : name }];
  }
  if (right.type === 'identifier') return [{ name: 'default', local: right.text }];
  if (right.type !== 'object') return [];
  return right.namedChildren.flatMap((part) => {
    if (part?.type === 'shorthand_property_identifier') return [{ name: part.text, local: part.text }];
    const [key, value] = [part?.childForFieldName('key'), part?.childForFieldName('value')];
    if (!key) return [];
    return [{ name: key.text, local: value?.type === 'identifier' ? value.text : key.text }];
  });
}
