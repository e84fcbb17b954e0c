import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { withoutMacros } from './macros.ts';
import { cIncludes, definedElsewhere } from './includes.ts';

/** The names of functions, with what may stand around them: `int *f()`, `T &f()`. */
const functionsNamed = (names: string, condition = ''): string =>
  [names, `(pointer_declarator ${names})`, `(pointer_declarator (pointer_declarator ${names}))`]
    .map((declarator) => `(function_definition declarator: ${declarator} ${condition}) @function`)
    .join('\n');

/** Macros that define a test, with its group or the type that it belongs to, and its name. */
const TEST_MACRO = '"TEST" "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P"';

const OF_C = `
${functionsNamed('(function_declarator declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)])', `(#not-any-of? @name ${TEST_MACRO})`)}
(preproc_function_def name: (_) @name) @function @macro
(struct_specifier name: (type_identifier) @name body: (_)) @type
(union_specifier name: (type_identifier) @name body: (_)) @type
(enum_specifier name: (type_identifier) @name body: (_)) @type
(type_definition type: [(struct_specifier !name) (union_specifier !name) (enum_specifier !name)] declarator: (type_identifier) @name) @type
(type_definition declarator: (type_identifier) @name @type)
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name @type))
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name @type))))
(type_definition declarator: (function_declarator declarator: (type_identifier) @name @type))
(type_definition declarator: (array_declarator declarator: (type_identifier) @name @type))
(preproc_include path: (_) @import)
(call_expression function: (identifier) @call)
(call_expression function: (parenthesized_expression (identifier) @call))
(call_expression function: (field_expression argument: (_) @on field: (field_identifier) @call))
(parameter_declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator (identifier) @bind))))
(declaration declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator (identifier) @bind))))
(declaration declarator: (init_declarator declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator (identifier) @bind)))))
`;

/** Parameters, variables and fields with a type that has a name. */
const bound = (types: string, variable: string, field: string): string => `
(parameter_declaration type: ${types} declarator: ${variable})
(declaration type: ${types} declarator: [${variable} (init_declarator declarator: ${variable})])
(field_declaration type: ${types} declarator: ${field})
`;

const declarators = (name: string, more: string): string =>
  `[${name} (pointer_declarator [${name} (pointer_declarator ${name})]) (array_declarator ${name}) ${more}]`;

const NAMED_IN_C = '[(type_identifier) @bound (struct_specifier name: (_) @bound)]';
const NAMED_IN_CPP = `[(type_identifier) @bound (struct_specifier name: (_) @bound) (qualified_identifier) @bound (template_type) @bound]`;

const OF_CPP = `
(function_definition declarator: (function_declarator declarator: (identifier) @macro_name parameters: (parameter_list . (parameter_declaration type: (type_identifier) @owner !declarator) . (parameter_declaration type: (type_identifier) @name !declarator) .)) (#any-of? @macro_name ${TEST_MACRO})) @function
${functionsNamed('(function_declarator declarator: [(field_identifier) (destructor_name) (operator_name) (qualified_identifier)] @name)')}
(function_definition declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name) (qualified_identifier)] @name))) @function
(function_definition declarator: (operator_cast) @name) @function
(function_definition declarator: (qualified_identifier) @name) @function
(function_definition declarator: (function_declarator declarator: (template_function name: (_) @name))) @function
(field_declaration declarator: (function_declarator declarator: (_) @name) default_value: (number_literal)) @function
(field_declaration declarator: (_ (function_declarator declarator: (_) @name)) default_value: (number_literal)) @function
(class_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_)) @type
(class_specifier name: (template_type name: (_) @name) body: (_)) @type
(struct_specifier name: (qualified_identifier) @name body: (_)) @type
(struct_specifier name: (template_type name: (_) @name) body: (_)) @type
(alias_declaration name: (_) @name) @type
(alias_declaration name: (_) @owner type: (type_descriptor type: [(type_identifier) (qualified_identifier) (template_type)] @extends))
(type_definition type: [(type_identifier) (qualified_identifier) (template_type)] @extends declarator: (type_identifier) @owner)
(concept_definition name: (_) @name) @type
(namespace_definition name: (_) @name) @space
(lambda_expression) @scope
(base_class_clause [(type_identifier) (qualified_identifier)] @extends)
(base_class_clause (template_type name: (_) @extends))
(call_expression function: (qualified_identifier) @call)
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: (field_expression argument: (_) @on field: (template_method name: (_) @call)))
(new_expression type: [(type_identifier) (qualified_identifier)] @call)
(new_expression type: (template_type name: (_) @call))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: ${declarators('(identifier) @bind', '')} value: (new_expression type: (_) @bound)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: ${declarators('(identifier) @bind', '(reference_declarator (identifier) @bind)')}))
(for_range_loop type: ${NAMED_IN_CPP} declarator: ${declarators('(identifier) @bind', '(reference_declarator (identifier) @bind)')})
(for_range_loop declarator: ${declarators('(identifier) @bind', '(reference_declarator (identifier) @bind)')})
`;

const C_QUERY =
  OF_C + bound(NAMED_IN_C, declarators('(identifier) @bind', ''), declarators('(field_identifier) @field', ''));
const CPP_QUERY =
  OF_C +
  OF_CPP +
  bound(
    NAMED_IN_CPP,
    declarators('(identifier) @bind', '(reference_declarator (identifier) @bind)'),
    declarators('(field_identifier) @field', '(reference_declarator (field_identifier) @field)'),
  );

const CPP_ENDINGS = ['h', 'cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'h++', 'inl', 'ipp', 'tpp'];

/** C and C++. They are one language here, because they include each other's headers. */
export const c: Language = {
  name: 'c',
  grammars: { c: 'tree-sitter-c', ...Object.fromEntries(CPP_ENDINGS.map((ending) => [ending, 'tree-sitter-cpp'])) },
  query: (grammar) => (grammar === 'tree-sitter-c' ? C_QUERY : CPP_QUERY),
  prepare: withoutMacros,
  self: ['this'],
  implicitSelf: true,
  outsideMembers: true,
  overloads: true,
  namespaces: true,
  receiver: receiverOf,
  typeName: pointedTo,
  imports: readInclude,
  commonMembers: COMMON_MEMBERS,
  resolver: cIncludes,
  elsewhere: definedElsewhere,
};

// The specifier keeps its quotes or brackets: they say where to look.
function readInclude(node: Node): ReadImport[] {
  return node.type === 'string_literal' || node.type === 'system_lib_string'
    ? [{ specifier: node.text, names: [] }]
    : [];
}

const POINTERS = /^(?:std::)?(?:unique_ptr|shared_ptr|weak_ptr|optional)\s*<\s*(?:const\s+)?([\w:]+)[\s*]*[,>]/;

function pointedTo(declared: string): string {
  return POINTERS.exec(declared)?.[1] ?? declared;
}

function receiverOf(node: Node): Receiver | undefined {
  switch (node.type) {
    case 'this':
      return { is: 'self' };
    case 'identifier':
      return { is: 'name', name: node.text };
    case 'qualified_identifier':
      return { is: 'type', name: node.text, sure: true };
    case 'parenthesized_expression':
      return node.namedChild(0) ? receiverOf(node.namedChild(0)!) : undefined;
    case 'pointer_expression': {
      const of = node.childForFieldName('argument');
      return of ? receiverOf(of) : undefined;
    }
    case 'new_expression': {
      const type = node.childForFieldName('type');
      return type ? { is: 'type', name: type.text, sure: false } : undefined;
    }
    case 'field_expression': {
      const [of, name] = [node.childForFieldName('argument'), node.childForFieldName('field')];
      return of && name?.type === 'field_identifier' ? { is: 'field', of, name: name.text } : undefined;
    }
    default:
      return undefined;
  }
}
