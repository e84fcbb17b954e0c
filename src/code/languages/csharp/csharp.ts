import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { csharpImports, csharpNamesElsewhere } from './projects.ts';

const TYPE =
  '[(identifier) @bound (qualified_name) @bound (generic_name) @bound (nullable_type type: [(identifier) (generic_name) (qualified_name)] @bound)]';
const CALLED = '[(identifier) @call (generic_name . (identifier) @call)]';
const MADE = 'type: [(identifier) (qualified_name) (generic_name)] @bound';

const QUERY = `
(class_declaration name: (_) @name) @type
(interface_declaration name: (_) @name) @type
(struct_declaration name: (_) @name) @type
(record_declaration name: (_) @name) @type
(enum_declaration name: (_) @name) @type
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name) @function
(constructor_declaration name: (_) @property) @function
(destructor_declaration name: (_) @name) @function
(local_function_statement name: (_) @name) @function
(property_declaration name: (_) @name value: (arrow_expression_clause)) @function
(property_declaration name: (_) @name accessors: (accessor_list (accessor_declaration body: (_)))) @function
(lambda_expression) @scope
(anonymous_method_expression) @scope
(file_scoped_namespace_declaration name: (_) @namespace)
(namespace_declaration name: (_) @name) @space
(using_directive) @import
(base_list [(identifier) (qualified_name) (generic_name)] @extends)
(base_list (primary_constructor_base_type type: (_) @extends))
(invocation_expression function: ${CALLED})
(invocation_expression function: (member_access_expression expression: _ @on name: ${CALLED}))
(invocation_expression function: (conditional_access_expression condition: _ @on (member_binding_expression name: ${CALLED})))
(object_creation_expression type: [(identifier) @call (qualified_name) @call (generic_name . (identifier) @call)])
(method_declaration returns: (_) @result name: (_) @name)
(local_function_statement type: (_) @result name: (_) @name)
(parameter type: ${TYPE} name: (identifier) @bind)
(parameter name: (identifier) @bind)
(implicit_parameter) @bind
(local_declaration_statement (variable_declaration type: ${TYPE} (variable_declarator name: (identifier) @bind)))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @bind (object_creation_expression ${MADE})))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @bind [(invocation_expression) (await_expression)] @value))
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(foreach_statement type: ${TYPE} left: (identifier) @bind)
(foreach_statement left: (identifier) @bind)
(declaration_pattern type: ${TYPE} name: (identifier) @bind)
(declaration_expression name: (identifier) @bind)
(catch_declaration type: ${TYPE} name: (identifier) @bind)
(field_declaration (variable_declaration type: ${TYPE} (variable_declarator name: (identifier) @field)))
(property_declaration type: ${TYPE} name: (identifier) @field)
(record_declaration (parameter_list (parameter type: ${TYPE} name: (identifier) @field)))
(class_declaration (parameter_list (parameter type: ${TYPE} name: (identifier) @field)))
`;

export const csharp: Language = {
  name: 'csharp',
  grammars: { cs: 'tree-sitter-c_sharp' },
  query: () => QUERY,
  self: ['this'],
  implicitSelf: true,
  overloads: true,
  openTypes: true,
  namespaces: true,
  typeName,
  receiver: receiverOf,
  imports: readImports,
  namespace: (node) => node.text,
  commonMembers: COMMON_MEMBERS,
  resolver: csharpImports,
  elsewhere: csharpNamesElsewhere,
};

/** Types that wrap another one. */
const WRAPPERS = /^(?:System\.Threading\.Tasks\.)?(?:Task|ValueTask)\s*<(.*)>$/s;
/** Types without members in a repository. */
const PLAIN =
  /^(?:bool|byte|char|decimal|double|dynamic|float|int|long|object|sbyte|short|string|Task|uint|ulong|ushort|ValueTask|var|void)$/;

/** `Foo` of `Task<Foo?>`; the empty string for types that have no name. */
function typeName(declared: string): string {
  const type = declared.trim().replace(WRAPPERS, '$1').replace(/\?$/, '').trim();
  return /[[(*]/.test(type.replace(/<.*>/s, '')) || PLAIN.test(type) ? '' : type;
}

function receiverOf(node: Node): Receiver | undefined {
  switch (node.type) {
    case 'this':
      return { is: 'self' };
    case 'base':
      return { is: 'super' };
    case 'identifier':
      return { is: 'name', name: node.text };
    case 'generic_name':
    case 'qualified_name':
      return { is: 'type', name: node.text, sure: true };
    case 'await_expression':
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiverOf(node.namedChild(0)!) : undefined;
    case 'object_creation_expression': {
      const type = node.childForFieldName('type');
      return type ? { is: 'type', name: type.text, sure: false } : undefined;
    }
    case 'member_access_expression': {
      const [of, name] = [node.childForFieldName('expression'), node.childForFieldName('name')];
      return of && name?.type === 'identifier' ? { is: 'field', of, name: name.text } : undefined;
    }
    case 'invocation_expression': {
      const called = node.childForFieldName('function');
      if (called?.type === 'identifier') return { is: 'result', name: called.text };
      const [of, name] = [called?.childForFieldName('expression'), called?.childForFieldName('name')];
      return of && name?.type === 'identifier' ? { is: 'result', of, name: name.text } : undefined;
    }
    default:
      return undefined;
  }
}

// using A.B; using static A.B.C; using D = A.B.C; global using A.B;
function readImports(node: Node): ReadImport[] {
  const alias = node.childForFieldName('name');
  const name = node.namedChildren.find(
    (child) => child && child.id !== alias?.id && /name$|^identifier$/.test(child.type),
  );
  if (!name) return [];
  const specifier = name.text.replace(/^global::/, '').replace(/\s/g, '');
  const isGlobal = node.children.some((child) => child?.type === 'global');
  const isStatic = node.children.some((child) => child?.type === 'static');
  const form = isGlobal ? 'global' : isStatic ? 'static' : undefined;
  const imported = specifier.slice(specifier.lastIndexOf('.') + 1);
  // `using static` makes the functions of a type visible.
  const all = isStatic && { all: true };
  return [{ specifier, ...(form && { form }), ...all, names: alias ? [{ local: alias.text, imported }] : [] }];
}
