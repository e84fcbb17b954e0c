import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { moduleInside, rustModules } from './modules.ts';

const QUERY = `
(function_item name: (_) @name) @function
(function_signature_item name: (_) @name) @function
(impl_item type: (_) @owner body: (declaration_list (function_item name: (_) @name) @function))
(macro_definition name: (_) @name) @function
(struct_item name: (_) @name) @type
(enum_item name: (_) @name) @type
(union_item name: (_) @name) @type
(trait_item name: (_) @name) @type
(type_item name: (_) @name) @type
(mod_item name: (_) @name body: (_)) @space
(closure_expression) @scope
(function_item name: (_) @name return_type: (_) @result)
(function_signature_item name: (_) @name return_type: (_) @result)
(impl_item trait: (_) @extends type: (_) @owner)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @extends))
(field_declaration name: (_) @field type: (_) @bound)
(parameter pattern: (identifier) @bind type: (_) @bound)
(closure_parameters (identifier) @bind)
(let_declaration pattern: (identifier) @bind type: (_) @bound)
(let_declaration pattern: (identifier) @bind !type value: (_) @value)
(let_declaration pattern: (identifier) @bind)
(tuple_pattern (identifier) @bind)
(tuple_struct_pattern type: (_) . (identifier) @bind)
(for_expression pattern: (identifier) @bind)
(call_expression function: (identifier) @call)
(call_expression function: (field_expression value: (_) @on field: (field_identifier) @call))
(call_expression function: (scoped_identifier path: (_) @on name: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(call_expression function: (generic_function function: (field_expression value: (_) @on field: (_) @call)))
(call_expression function: (generic_function function: (scoped_identifier path: (_) @on name: (_) @call)))
(macro_invocation macro: (identifier) @call)
(macro_invocation macro: (scoped_identifier path: (_) @on name: (_) @call))
(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
`;

export const rust: Language = {
  name: 'rust',
  grammars: { rs: 'tree-sitter-rust' },
  query: () => QUERY,
  self: ['self', 'Self'],
  namespaces: 'in file',
  pathSign: '::',
  moduleWords: ['crate', 'self', 'super'],
  imports: readImports,
  commonMembers: COMMON_MEMBERS,
  resolver: rustModules,
  inside: moduleInside,
  typeName,
  receiver,
};

function readImports(node: Node): ReadImport[] {
  if (node.type === 'use_declaration') {
    const depth = modulesAround(node);
    const argument = node.childForFieldName('argument');
    return argument ? usesIn(argument, '').map((one) => asImport(one, depth)) : [];
  }
  const name = node.childForFieldName('name')?.text ?? '';
  if (node.type === 'extern_crate_declaration') {
    const local = node.childForFieldName('alias')?.text ?? name;
    return [asImport({ path: name, local }, 0)];
  }
  const file = pathAttribute(node);
  const form = file === undefined ? 'mod' : 'path attribute';
  return [{ ...asImport({ path: file ?? name, local: name }, 0), form }];
}

interface Use {
  readonly path: string;
  /** The name that it has here; undefined for all names. */
  readonly local?: string;
}

/** The paths of a `use`, one for each name: `a::{self, b as c, d::*}`. */
function usesIn(node: Node, before: string): Use[] {
  const under = (path: string | undefined): string => [before, path].filter(Boolean).join('::');
  switch (node.type) {
    case 'scoped_use_list': {
      const start = under(pathText(node.childForFieldName('path')));
      return node.childForFieldName('list')?.namedChildren.flatMap((one) => (one ? usesIn(one, start) : [])) ?? [];
    }
    case 'use_list':
      return node.namedChildren.flatMap((one) => (one ? usesIn(one, before) : []));
    case 'use_wildcard':
      return [{ path: under(pathText(node.namedChild(0))) }];
    case 'use_as_clause': {
      const path = pathText(node.childForFieldName('path'));
      return [
        {
          path: path === 'self' && before !== '' ? before : under(path),
          local: node.childForFieldName('alias')?.text ?? '',
        },
      ];
    }
    case 'self':
      return before === '' ? [] : [{ path: before, local: before.split('::').at(-1)! }];
    default: {
      const path = pathText(node);
      return /^[\p{L}_:][\p{L}\p{N}_:#]*$/u.test(path ?? '')
        ? [{ path: under(path), local: path!.split('::').at(-1)! }]
        : [];
    }
  }
}

const pathText = (node: Node | null): string | undefined => node?.text.replace(/\s+/g, '').replace(/^::|r#/g, '');

// Inside of blocks `mod a { … }`, `super` first leads out of these, to the file itself.
function asImport({ path, local }: Use, depth: number): ReadImport {
  const parts = path.split('::');
  const supers = parts.findIndex((part) => part !== 'super');
  const inFile = Math.min(depth, supers < 0 ? parts.length : supers);
  if (inFile > 0) parts.splice(0, inFile, 'self');
  const specifier = parts.join('::');
  const isTop = depth === 0;
  if (local === undefined)
    return { specifier, names: [], all: true, ...(isTop && { passedOn: [{ name: '*', imported: '*' }] }) };
  return { specifier, names: [{ local, imported: '*' }], ...(isTop && { passedOn: [{ name: local, imported: '*' }] }) };
}

/** How many blocks `mod a { … }` are around a node. */
function modulesAround(node: Node): number {
  let depth = 0;
  for (let at = node.parent; at; at = at.parent) if (at.type === 'mod_item') depth++;
  return depth;
}

// #[path = "b.rs"] mod a;
function pathAttribute(node: Node): string | undefined {
  for (
    let before = node.previousNamedSibling;
    before?.type === 'attribute_item';
    before = before.previousNamedSibling
  ) {
    const path = /^#\[\s*path\s*=\s*"([^"]+)"\s*\]$/.exec(before.text)?.[1];
    if (path !== undefined) return path;
  }
  return undefined;
}

/** Types around a type whose values have the members of what is inside. */
const WRAPPERS =
  /^(?:(?:std|alloc|core)::\w+::)?(?:Box|Rc|Arc|Option|Result|Ref|RefMut|MutexGuard|Cow|(?:io|fmt|\w+)::Result)<(?:'\w+,\s*)?/;

/** `Foo` of `&'a mut Foo<T>`, `Box<Foo>` and `Result<Foo, E>`. */
function typeName(text: string): string {
  let type = text;
  for (let before = ''; type !== before;) {
    before = type;
    type = type
      .trim()
      .replace(/^(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|\*(?:const|mut)\s+|dyn\s+|impl\s+)/, '')
      .replace(WRAPPERS, '');
  }
  const name = /^[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*/u.exec(type)?.[0] ?? '';
  return PLAIN.test(name) ? '' : name;
}

const PLAIN = /^(?:bool|char|f\d\d|fn|for|str|String|[iu](?:\d+|size)|HashMap|Vec)$/;

/** Methods that give a value with the same members. */
const SAME = new Set([
  'as_mut',
  'as_ref',
  'borrow',
  'borrow_mut',
  'by_ref',
  'clone',
  'expect',
  'lock',
  'to_owned',
  'unwrap',
]);

function receiver(node: Node): Receiver | undefined {
  const field = (name: string): Node | null => node.childForFieldName(name);
  switch (node.type) {
    case 'identifier':
    case 'crate':
      return node.text === 'Self' ? { is: 'self' } : { is: 'name', name: node.text };
    case 'self':
      return node.parent?.type === 'scoped_identifier' ? { is: 'name', name: 'self' } : { is: 'self' };
    case 'super':
      return { is: 'name', name: modulesAround(node) > 0 ? 'self' : 'super' };
    case 'field_expression':
      return { is: 'field', of: field('value')!, name: field('field')!.text };
    case 'scoped_identifier':
      return field('path')
        ? { is: 'field', of: field('path')!, name: field('name')!.text }
        : { is: 'name', name: field('name')!.text };
    case 'call_expression':
      return result(field('function'));
    case 'reference_expression':
      return within(field('value'));
    case 'try_expression':
    case 'await_expression':
    case 'parenthesized_expression':
    case 'unary_expression':
      return within(node.namedChild(0));
    case 'struct_expression':
      return { is: 'type', name: typeName(field('name')?.text ?? ''), sure: false };
    case 'generic_type':
    case 'generic_type_with_turbofish':
      return { is: 'type', name: typeName(field('type')?.text ?? ''), sure: true };
    default:
      return undefined;
  }
}

const within = (node: Node | null): Receiver | undefined => (node ? receiver(node) : undefined);

function result(called: Node | null): Receiver | undefined {
  const of = called?.type === 'generic_function' ? called.childForFieldName('function') : called;
  if (of?.type === 'identifier') return { is: 'result', name: of.text };
  const [on, name] =
    of?.type === 'field_expression'
      ? [of.childForFieldName('value'), of.childForFieldName('field')?.text]
      : [of?.type === 'scoped_identifier' ? of.childForFieldName('path') : null, of?.childForFieldName('name')?.text];
  if (!on || name === undefined) return undefined;
  return of!.type === 'field_expression' && SAME.has(name) ? receiver(on) : { is: 'result', of: on, name };
}
