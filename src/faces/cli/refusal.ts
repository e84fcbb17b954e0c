import { ProvError } from '../../errors.ts';
import { term } from './render/term.ts';

/**
 * What a user is told whose words our parser does not take.
 * @param said the parser's own words, in English
 * @param words the command line
 */
export function refusal(said: string, words: readonly string[]): ProvError {
  const command = words[0]?.startsWith('-') === false ? words[0] : undefined;
  const [, guess] = /^Did you mean (.*)\?$/.exec(said) ?? [];
  const unknown = namesIn(said);
  if (command !== undefined && (guess !== undefined || unknown.includes(command)))
    return new ProvError('usage', `There is no command ${quoted(command)}.`, {
      hint: guess ? `Did you mean git prov ${guess}?` : 'Run git prov --help.',
    });
  return new ProvError('usage', inWords(said, unknown, words), {
    hint: `Run git prov ${command === undefined ? '' : `${command} `}--help.`,
  });
}

function inWords(said: string, unknown: readonly string[], words: readonly string[]): string {
  const named = (name: string): string => quoted(asWritten(name, words));
  if (unknown.length > 0)
    return `${unknown.map(named).join(', ')} ${unknown.length === 1 ? 'is' : 'are'} not known here.`;
  if (said.startsWith('Not enough non-option arguments')) return `${quoted(words[0] ?? '')} needs one more word.`;
  const [, option] = /^Not enough arguments following: (.*)$/s.exec(said) ?? [];
  if (option !== undefined) return `${named(option)} needs a value.`;
  const [, missing] = /^Missing required argument: (\S+)$/.exec(said) ?? [];
  if (missing !== undefined) return `${quoted(words[0] ?? '')} needs --${term(missing)}.`;
  const [, argument, given, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: "(.*)", Choices: (.*)$/s.exec(said) ?? [];
  if (argument !== undefined)
    return `${quoted(given!)} is no ${argument}: say one of ${term(choices!.replaceAll('"', ''))}.`;
  return term(said).replace(/(?<![.?])$/, '.');
}

// An option of two words is named twice, as --two-words and as twoWords.
function namesIn(said: string): string[] {
  const [, list] = /^Unknown (?:argument|command)s?: (.*)$/s.exec(said) ?? [];
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
