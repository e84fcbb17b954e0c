import type { Node } from 'web-tree-sitter';
import type { TreeView } from '../../tree-view.ts';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { javaPackages } from './packages.ts';

const QUERY = `
[(method_declaration name: (_) @name) (annotation_type_element_declaration name: (_) @name)] @function
[(constructor_declaration name: (_) @property) (compact_constructor_declaration name: (_) @property)] @function
[(class_declaration name: (_) @name) (interface_declaration name: (_) @name) (enum_declaration name: (_) @name)
 (record_declaration name: (_) @name) (annotation_type_declaration name: (_) @name)] @type
(object_creation_expression type: (_) @property (class_body)) @type
(enum_constant name: (_) @property body: (_)) @type
(lambda_expression) @scope
(superclass (_) @extends)
(super_interfaces (type_list (_) @extends))
(extends_interfaces (type_list (_) @extends))
(object_creation_expression type: (_) @extends (class_body))
(method_declaration type: (_) @result name: (_) @name)
(field_declaration type: (_) @bound declarator: (variable_declarator name: (_) @field))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @bound name: (_) @field)))
(formal_parameter type: (_) @bound name: (_) @bind)
(spread_parameter (variable_declarator name: (_) @bind))
(catch_formal_parameter (catch_type . (_) @bound .) name: (_) @bind)
(local_variable_declaration type: (_) @bound declarator: (variable_declarator name: (_) @bind !value))
(local_variable_declaration type: (_) @bound declarator: (variable_declarator name: (_) @bind value: (_) @value))
(enhanced_for_statement type: (_) @bound name: (_) @bind)
(resource type: (_) @bound name: (_) @bind value: (_) @value)
(instanceof_expression right: (_) @bound name: (_) @bind)
(lambda_expression parameters: (identifier) @bind)
(inferred_parameters (identifier) @bind)
(method_invocation !object name: (_) @call)
(method_invocation object: (_) @on name: (_) @call)
(object_creation_expression type: (type_identifier) @call)
(object_creation_expression type: (generic_type . (type_identifier) @call))
(object_creation_expression type: (scoped_type_identifier . (_) @on (type_identifier) @call .))
(method_reference . (_) @on (identifier) @call .)
(import_declaration) @import
(package_declaration) @namespace
`;

export const java: Language = {
  name: 'java',
  grammars: { java: 'tree-sitter-java' },
  query: () => QUERY,
  self: ['this'],
  implicitSelf: true,
  callsNoVariables: true,
  imports: readImport,
  namespace: (node) => pathIn(node),
  commonMembers: COMMON_MEMBERS,
  resolver: javaPackages,
  elsewhere: samePackage,
  typeName,
  receiver,
};

// import a.b.C; import a.b.*; import static a.b.C.d; import static a.b.C.*;
function readImport(node: Node): ReadImport[] {
  const path = pathIn(node);
  if (path === undefined) return [];
  if (node.children.some((child) => child?.type === 'asterisk')) return [{ specifier: path, names: [], all: true }];
  const local = path.slice(path.lastIndexOf('.') + 1);
  if (!node.children.some((child) => child?.type === 'static'))
    return [{ specifier: path, names: [{ local, imported: '*' }] }];
  return [{ specifier: path.slice(0, -local.length - 1), names: [{ local, imported: local }] }];
}

const pathIn = (node: Node): string | undefined =>
  node.namedChildren
    .find((child) => child?.type === 'scoped_identifier' || child?.type === 'identifier')
    ?.text.replace(/\s+/g, '');

/** The files of a file's own package that define a name. Its tests may be in another folder. */
function samePackage(tree: TreeView, from: string, name: string): string[] {
  const namespace = tree.facts(from)?.namespace;
  return tree.defining(name).filter((path) => path.endsWith('.java') && tree.facts(path)?.namespace === namespace);
}

/** Types without members, and what stands in place of a type. */
const PLAIN = new Set(['boolean', 'byte', 'char', 'double', 'float', 'int', 'long', 'short', 'String', 'var', 'void']);

/** `Foo` of `Foo<T>` and `@A Foo`; nothing of `Foo[]` and of `var`. */
function typeName(text: string): string {
  const plain = text.replace(/@[\w.]+(?:\([^)]*\))?\s*/g, '').replace(/\s+/g, '');
  if (plain.endsWith(']') || PLAIN.has(plain)) return '';
  return /^[\p{L}_$][\p{L}\p{N}_$.]*/u.exec(plain)?.[0] ?? '';
}

function receiver(node: Node): Receiver | undefined {
  const field = (name: string): Node | null => node.childForFieldName(name);
  switch (node.type) {
    case 'this':
      return { is: 'self' };
    case 'super':
      return { is: 'super' };
    case 'identifier':
    case 'type_identifier':
      return { is: 'name', name: node.text };
    case 'field_access': {
      const of = field('object')!;
      // Outer.this
      if (field('field')?.type === 'this') return { is: 'type', name: of.text, sure: true };
      return { is: 'field', of, name: field('field')!.text };
    }
    case 'method_invocation':
      return { is: 'result', of: field('object') ?? undefined, name: field('name')!.text };
    case 'object_creation_expression':
    case 'cast_expression':
      return { is: 'type', name: typeName(field('type')?.text ?? ''), sure: false };
    case 'generic_type':
    case 'scoped_type_identifier':
      return { is: 'type', name: typeName(node.text), sure: true };
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiver(node.namedChild(0)!) : undefined;
    default:
      return undefined;
  }
}
