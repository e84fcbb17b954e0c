import type { Node } from 'web-tree-sitter';
import type { Language, ReadImport } from '../language.ts';
import { shellNamesElsewhere, sourcedFiles } from './sources.ts';

const QUERY = `
(function_definition name: (word) @name) @function
(command name: (command_name (word) @sourced) argument: _ (#any-of? @sourced "source" ".")) @import
(command name: (command_name (word) @call))
`;

const NAMES = ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', '.zshrc', 'PKGBUILD', 'APKBUILD'];

/** Shell scripts, as far as bash can read them. */
export const shell: Language = {
  name: 'shell',
  grammars: Object.fromEntries(['sh', 'bash', 'ksh', 'zsh'].map((ending) => [ending, 'tree-sitter-bash'])),
  fileNames: Object.fromEntries(NAMES.map((name) => [name, 'tree-sitter-bash'])),
  query: () => QUERY,
  // The grammar takes `\.` at the start of a line, which passes over aliases, for a part of the line before it.
  prepare: (text) => text.replace(/^([ \t]*)\\(?=[\w.])/gm, '$1 '),
  self: [],
  imports: readSource,
  resolver: sourcedFiles,
  elsewhere: shellNamesElsewhere,
};

/** How scripts write their own folder: with the commands and variables for it, nested in each other. */
const OWN_FOLDER = [
  /\$\(\s*(?:cd|builtin cd)\s+(?:-P\s+)?(?:--\s+)?[^()]*(?:&&|;)\s*pwd(?:\s+-P)?\s*\)/g,
  /\$\(\s*dirname\s+(?:--\s+)?[^()]*\)|`\s*dirname[^`]*`/g,
  /\$\{(?:BASH_SOURCE|0|BASH_SOURCE\[0\]|\(%\):-%x)%\/\*\}/g,
  /\$\(\s*(?:readlink|realpath)\s+[^()]*\)/g,
];

// The specifier is a path that begins with `./` in the script's own folder, and with `?/` in a folder that a variable names.
function readSource(node: Node): ReadImport[] {
  const text = node.childForFieldName('argument')?.text;
  if (text === undefined || text.length > 400) return [];
  let path = text;
  for (let before = ''; before !== path;) {
    before = path;
    for (const pattern of OWN_FOLDER) path = path.replace(pattern, '.');
  }
  path = path.replace(/["']/g, '');
  const ofVariable = /^(?:\$\{?[\w@[\]:\-./]+\}?)(?:\/\$(?:\w+|\{\w+\}))*(\/.*)$/.exec(path);
  if (ofVariable) path = `?${ofVariable[1]}`;
  return /[$`*(){}<>|;&\s]/.test(path) || path === '' ? [] : [{ specifier: path, names: [] }];
}
