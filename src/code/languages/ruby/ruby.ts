import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport, Receiver } from '../language.ts';
import { COMMON_MEMBERS } from './common-members.ts';
import { rubyNamesElsewhere, rubyRequires } from './requires.ts';

const CONSTANT = '[(constant) (scope_resolution)]';

const QUERY = `
(class name: ${CONSTANT} @name) @type
(module name: ${CONSTANT} @name) @type
(assignment left: (constant) @name right: (call receiver: (constant) @made method: (identifier) @new block: (_) @type) (#any-of? @made "Class" "Module" "Struct" "Data") (#any-of? @new "new" "define"))
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
(alias name: [(identifier) (setter) (operator)] @name) @function
(call !receiver method: (identifier) @define arguments: (argument_list . [(simple_symbol) (string)] @name) (#eq? @define "define_method")) @function
(call !receiver method: (identifier) @define arguments: (argument_list . [(simple_symbol) (string)] @name @function) (#eq? @define "alias_method"))
[(block) (do_block)] @scope
(superclass ${CONSTANT} @extends)
(call !receiver method: (identifier) @mix arguments: (argument_list ${CONSTANT} @extends) (#any-of? @mix "include" "extend" "prepend"))
(call !receiver method: (identifier) @required arguments: (argument_list [(string) (call)]) (#any-of? @required "require" "require_relative" "load" "autoload")) @import
(call !receiver method: (identifier) @call)
(super) @call
(call receiver: (_) @on method: (identifier) @call)
(call receiver: (constant) @call method: (identifier) @new (#eq? @new "new"))
(call receiver: (scope_resolution scope: (_) @on name: (constant) @call) method: (identifier) @new (#eq? @new "new"))
(call receiver: (identifier) @call)
(body_statement (identifier) @call)
(then (identifier) @call)
(argument_list (identifier) @call)
(assignment right: (identifier) @call)
(method_parameters (identifier) @bind)
(block_parameters (identifier) @bind)
(lambda_parameters (identifier) @bind)
(optional_parameter name: (identifier) @bind)
(keyword_parameter name: (identifier) @bind)
(splat_parameter name: (identifier) @bind)
(block_parameter name: (identifier) @bind)
(assignment left: (identifier) @bind right: (call receiver: ${CONSTANT} @bound method: (identifier) @new (#eq? @new "new")))
(assignment left: (identifier) @bind)
(assignment left: (constant) @bind)
(assignment left: (constant) @bind right: ${CONSTANT} @bound)
(operator_assignment left: (identifier) @bind)
(left_assignment_list (identifier) @bind)
(exception_variable (identifier) @bind)
(assignment left: (instance_variable) @field right: (call receiver: ${CONSTANT} @bound method: (identifier) @new (#eq? @new "new")))
`;

const NAMES = ['Rakefile', 'Gemfile', 'Guardfile', 'Capfile', 'Vagrantfile', 'Podfile', 'Fastfile', 'Brewfile'];

export const ruby: Language = {
  name: 'ruby',
  grammars: Object.fromEntries(['rb', 'rake', 'gemspec', 'ru'].map((ending) => [ending, 'tree-sitter-ruby'])),
  fileNames: Object.fromEntries(NAMES.map((name) => [name, 'tree-sitter-ruby'])),
  query: () => QUERY,
  self: ['self'],
  implicitSelf: true,
  blocksChangeSelf: true,
  openTypes: true,
  namespaces: true,
  receiver: receiverOf,
  imports: readRequire,
  commonMembers: COMMON_MEMBERS,
  resolver: rubyRequires,
  elsewhere: rubyNamesElsewhere,
};

function receiverOf(node: Node): Receiver | undefined {
  switch (node.type) {
    case 'self':
      return { is: 'self' };
    case 'identifier':
    case 'instance_variable':
      return { is: 'variable', name: node.text };
    case 'constant':
      return { is: 'name', name: node.text };
    case 'scope_resolution':
      return { is: 'type', name: node.text, sure: true };
    case 'parenthesized_statements':
      return node.namedChildCount === 1 ? receiverOf(node.namedChild(0)!) : undefined;
    case 'call': {
      const [of, method] = [node.childForFieldName('receiver'), node.childForFieldName('method')];
      const isNew = method?.text === 'new' && (of?.type === 'constant' || of?.type === 'scope_resolution');
      return isNew ? { is: 'type', name: of.text, sure: false } : undefined;
    }
    default:
      return undefined;
  }
}

// require 'a', require_relative 'b', load 'c.rb', autoload :D, 'd', require File.expand_path('../e', __FILE__)
function readRequire(node: Node): ReadImport[] {
  const form = node.childForFieldName('method')!.text;
  const given = node.childForFieldName('arguments')?.namedChildren.at(form === 'autoload' ? 1 : 0);
  if (given?.type === 'string') {
    const specifier = plainText(given);
    return specifier === undefined ? [] : [{ specifier, form, names: [] }];
  }
  const expanded =
    /^File\.(?:expand_path|join)\(?\s*['"]([^'"#]+)['"]\s*,\s*(__FILE__|__dir__|File\.dirname\(__FILE__\))\s*\)?$/.exec(
      given?.text ?? '',
    );
  if (!expanded) return [];
  const path = expanded[2] === '__FILE__' ? expanded[1]!.replace(/^\.\.(?:\/|$)/, '') : expanded[1]!;
  return [{ specifier: path === '' ? '.' : path, form: 'require_relative', names: [] }];
}

const plainText = (string: Node): string | undefined =>
  string.namedChildren.every((child) => child?.type === 'string_content') ? string.text.slice(1, -1) : undefined;
