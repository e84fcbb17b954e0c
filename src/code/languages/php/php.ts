import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { namespaceInside, phpImports, phpNamesElsewhere } from './composer.ts';

const NAME = '[(name) (qualified_name)]';
const TYPE = '[(named_type) @bound (optional_type (named_type) @bound)]';

const QUERY = `
(function_definition name: (_) @name) @function
(method_declaration name: (_) @name) @function
(class_declaration name: (_) @name) @type
(interface_declaration name: (_) @name) @type
(trait_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @type
(anonymous_function) @scope
(arrow_function) @scope
(anonymous_class) @scope
(namespace_definition name: (_) @namespace !body)
(namespace_definition name: (_) @name body: (_)) @space
(namespace_use_clause) @import
(require_expression) @import
(require_once_expression) @import
(include_expression) @import
(include_once_expression) @import
(base_clause ${NAME} @extends)
(class_interface_clause ${NAME} @extends)
(use_declaration ${NAME} @extends)
(function_call_expression function: ${NAME} @call)
(member_call_expression object: (_) @on name: (name) @call)
(nullsafe_member_call_expression object: (_) @on name: (name) @call)
(scoped_call_expression scope: (_) @on name: (name) @call)
(object_creation_expression ${NAME} @call)
(simple_parameter type: ${TYPE} name: (variable_name) @bind)
(simple_parameter name: (variable_name) @bind)
(catch_clause type: (type_list . (named_type) @bound .) name: (variable_name) @bind)
(assignment_expression left: (variable_name) @bind right: (object_creation_expression ${NAME} @bound))
(assignment_expression left: (variable_name) @bind right: [(scoped_call_expression) (member_call_expression) (function_call_expression)] @value)
(function_definition name: (_) @name return_type: (_) @result)
(method_declaration name: (_) @name return_type: (_) @result)
(property_declaration type: ${TYPE} (property_element name: (variable_name (name) @field)))
(property_promotion_parameter type: ${TYPE} name: (variable_name (name) @field))
(property_promotion_parameter type: ${TYPE} name: (variable_name) @bind)
(assignment_expression left: (member_access_expression object: (variable_name) @this name: (name) @field) right: (object_creation_expression ${NAME} @bound) (#eq? @this "$this"))
`;

export const php: Language = {
  name: 'php',
  grammars: { php: 'tree-sitter-php', phtml: 'tree-sitter-php' },
  query: () => QUERY,
  self: ['$this', 'self', 'static'],
  namespaces: true,
  pathSign: '\\',
  typeName,
  receiver: receiverOf,
  imports: readImports,
  namespace: (node) => node.text.split('\\').join('.'),
  commonMembers: COMMON_MEMBERS,
  resolver: phpImports,
  elsewhere: phpNamesElsewhere,
  inside: namespaceInside,
};

/** Types without members in a repository. */
const PLAIN = /^(?:array|bool|callable|false|float|int|iterable|mixed|never|null|object|string|true|void)$/i;

/** `Foo` of `?Foo` and `Foo|null`; the empty string for types that have no name of their own. */
function typeName(declared: string): string {
  const type = declared
    .replace(/^\?\s*/, '')
    .replace(/^null\s*\|\s*|\s*\|\s*null$/i, '')
    .trim();
  return /[|&()]/.test(type) || PLAIN.test(type) ? '' : type;
}

function receiverOf(node: Node): Receiver | undefined {
  switch (node.type) {
    case 'variable_name':
      return node.text === '$this' ? { is: 'self' } : { is: 'variable', name: node.text };
    case 'relative_scope':
      return { is: node.text === 'parent' ? 'super' : 'self' };
    case 'name':
    case 'qualified_name':
      return { is: 'type', name: node.text, sure: true };
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiverOf(node.namedChild(0)!) : undefined;
    case 'object_creation_expression': {
      const type = node.namedChild(0);
      return type?.type.endsWith('name') ? { is: 'type', name: type.text, sure: false } : undefined;
    }
    case 'member_access_expression':
    case 'nullsafe_member_access_expression': {
      const [of, name] = [node.childForFieldName('object'), node.childForFieldName('name')];
      return of && name?.type === 'name' ? { is: 'field', of, name: name.text } : undefined;
    }
    case 'scoped_call_expression':
    case 'member_call_expression':
    case 'nullsafe_member_call_expression': {
      const [of, name] = [
        node.childForFieldName('scope') ?? node.childForFieldName('object'),
        node.childForFieldName('name'),
      ];
      return of && name?.type === 'name' ? { is: 'result', of, name: name.text } : undefined;
    }
    case 'function_call_expression': {
      const called = node.childForFieldName('function');
      return called?.type === 'name' ? { is: 'result', name: called.text } : undefined;
    }
    default:
      return undefined;
  }
}

function readImports(node: Node): ReadImport[] {
  if (node.type !== 'namespace_use_clause') {
    const specifier = node.namedChild(0) ? pathOf(node.namedChild(0)!) : undefined;
    return specifier === undefined ? [] : [{ specifier, form: 'file', names: [] }];
  }
  const alias = node.childForFieldName('alias');
  const name = node.namedChildren.find(
    (child) => child && child.type !== 'visibility_modifier' && child.id !== alias?.id,
  );
  if (!name) return [];
  const group = node.parent?.type === 'namespace_use_group' ? node.parent.parent : undefined;
  const prefix = group?.namedChildren.find((child) => child?.type === 'namespace_name')?.text;
  const specifier = `${prefix === undefined ? '' : `${prefix}\\`}${name.text}`.replace(/^\\/, '');
  const imported = specifier.slice(specifier.lastIndexOf('\\') + 1);
  return [{ specifier, names: [{ local: alias?.text ?? imported, imported }] }];
}

// 'a.php', __DIR__ . '/a.php', dirname(__FILE__) . '/a.php', (…). Everything else depends on the run.
function pathOf(node: Node): string | undefined {
  switch (node.type) {
    case 'string':
    case 'encapsed_string':
      return node.namedChildren.every((child) => child?.type === 'string_content') ? node.text.slice(1, -1) : undefined;
    case 'parenthesized_expression':
      return node.namedChild(0) ? pathOf(node.namedChild(0)!) : undefined;
    case 'name':
      return node.text === '__DIR__' ? '.' : undefined;
    case 'function_call_expression': {
      const levels = /^\\?dirname\(\s*(__FILE__|__DIR__)\s*(?:,\s*(\d)\s*)?\)$/i.exec(node.text);
      if (!levels) return undefined;
      const up = Number(levels[2] ?? 1) - (levels[1]!.toUpperCase() === '__FILE__' ? 1 : 0);
      return ['.', ...Array<string>(up).fill('..')].join('/');
    }
    case 'binary_expression': {
      const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
      const [before, after] = [left && pathOf(left), right && pathOf(right)];
      return before != null && after != null ? before + after : undefined;
    }
    default:
      return undefined;
  }
}
