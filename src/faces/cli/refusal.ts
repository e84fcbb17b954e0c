import { ProvError } from '../../errors.ts';
import { term } from './render/term.ts';

/** The missing argument of a command that requires one, with an example. */
const MISSING: Readonly<Record<string, string>> = {
  why: 'PLACE (for example src/a.js:12)',
  search: 'TEXT (for example "token expiry")',
  list: 'KIND (for example decisions)',
  trace: 'REFERENCE (for example src/a.js:12)',
  evidence: 'REFERENCE (for example src/a.js:12)',
  'raw-sources': 'REFERENCE (for example claim:8f3a21c0-4)',
  history: 'REFERENCE (for example decision:8f3a21c0-9)',
  replay: 'SESSION (see git prov sessions)',
  decide: 'DECISION (for example "Keep the cache in memory")',
  add: 'KIND and TEXT (for example claim "The API is stable")',
  revise: 'REFERENCE (for example claim:8f3a21c0-4)',
  link: 'FROM, EDGE and TO (for example claim:8f3a21c0-4 supports decision:8f3a21c0-9)',
  retract: 'REFERENCE (for example claim:8f3a21c0-4)',
  import: 'SOURCE (for example transcripts)',
  export: 'FORMAT (for example json)',
  attest: 'COMMIT (for example HEAD)',
  waive: 'PLACE (for example src/a.js:12)',
};

/**
 * The error for a command line that the parser rejects.
 * @param message the parser's own message, in English
 * @param words the command line
 */
export function refusal(message: string, words: readonly string[]): ProvError {
  const command = words[0]?.startsWith('-') === false ? words[0] : undefined;
  const [, guess] = /^Did you mean (.*)\?$/.exec(message) ?? [];
  const unknown = namesIn(message);
  if (command !== undefined && (guess !== undefined || unknown.includes(command)))
    return new ProvError('usage', `There is no command ${quoted(command)}.`, {
      hint: guess ? `Did you mean git prov ${guess}?` : 'Run git prov --help.',
    });
  return new ProvError('usage', inWords(message, unknown, words), {
    hint: `Run git prov ${command === undefined ? '' : `${command} `}--help.`,
  });
}

function inWords(message: string, unknown: readonly string[], words: readonly string[]): string {
  const named = (name: string): string => quoted(asWritten(name, words));
  if (unknown.length > 0)
    return `unknown ${unknown.length === 1 ? 'argument' : 'arguments'}: ${unknown.map(named).join(', ')}.`;
  if (message.startsWith('Not enough non-option arguments'))
    return `missing argument: ${MISSING[words[0] ?? ''] ?? 'see the usage'}.`;
  const [, option] = /^Not enough arguments following: (.*)$/s.exec(message) ?? [];
  if (option !== undefined) return `${named(option)} needs a value.`;
  const [, missing] = /^Missing required argument: (\S+)$/.exec(message) ?? [];
  if (missing !== undefined) return `missing option: --${term(missing)}.`;
  const [, argument, given, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: "(.*)", Choices: (.*)$/s.exec(message) ?? [];
  if (argument !== undefined)
    return `${quoted(given!)} is not a valid ${argument}; use one of ${term(choices!.replaceAll('"', ''))}.`;
  return term(message).replace(/(?<![.?])$/, '.');
}

// The parser reports an option of two words twice, as --two-words and as twoWords.
function namesIn(message: string): string[] {
  const [, list] = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message) ?? [];
  const names = list?.split(', ') ?? [];
  const twice = new Set(names.filter((name) => name.includes('-')).map(camelCase));
  return names.filter((name) => !twice.has(name));
}

// The parser names an option without its dashes.
const asWritten = (name: string, words: readonly string[]): string =>
  [`--${name}`, `-${name}`].find((option) => words.some((word) => word === option || word.startsWith(`${option}=`))) ??
  name;

const camelCase = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const quoted = (name: string): string => `'${term(name, 80)}'`;
