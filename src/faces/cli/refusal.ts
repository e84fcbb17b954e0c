import { ProvError } from '../../errors.ts';
import { NODE_KINDS } from '../../model/model.ts';
import type { Command } from './command.ts';
import { term } from './render/term.ts';

const KINDS: ReadonlySet<string> = new Set(Object.values(NODE_KINDS).flat());

/**
 * The error for a command line that the parser rejects.
 * @param message the parser's own message, in English
 * @param words the command line
 * @param command the command, when there is one of this name
 */
export function refusal(message: string, words: readonly string[], command?: Command): ProvError {
  const name = words[0]?.startsWith('-') === false ? words[0] : undefined;
  const [, guess] = /^Did you mean (.*)\?$/.exec(message) ?? [];
  const unknown = namesIn(message);
  if (name !== undefined && (guess !== undefined || unknown.includes(name)))
    return new ProvError('usage', `There is no command ${quoted(name)}.`, {
      hint: KINDS.has(name)
        ? `It is a kind of entry: git prov list ${name} lists them, and git prov show ${name}:ID shows one.`
        : guess
          ? `Did you mean git prov ${guess}?`
          : 'Run git prov --help.',
    });
  return new ProvError('usage', inWords(message, unknown, words, command), {
    hint: `Run git prov ${name === undefined ? '' : `${name} `}--help.`,
  });
}

function inWords(
  message: string,
  unknown: readonly string[],
  words: readonly string[],
  command: Command | undefined,
): string {
  const named = (name: string): string => quoted(asWritten(name, words));
  if (unknown.length > 0)
    return `unknown ${unknown.length === 1 ? 'argument' : 'arguments'}: ${unknown.map(named).join(', ')}.`;
  if (message.startsWith('Not enough non-option arguments')) return missingArgument(command);
  const [, option] = /^Not enough arguments following: (.*)$/s.exec(message) ?? [];
  if (option !== undefined) return `${named(option)} needs a value.`;
  const [, many, missing] = /^Missing required argument(s)?: (.*)$/.exec(message) ?? [];
  if (missing !== undefined)
    return `missing option${many ?? ''}: ${missing
      .split(', ')
      .map((option) => `--${term(option)}`)
      .join(', ')}.`;
  const [, argument, given, choices] =
    /^Invalid values:\s+Argument: (\S+), Given: "(.*)", Choices: (.*)$/s.exec(message) ?? [];
  if (argument !== undefined)
    return `${quoted(given!)} is not a valid ${argument}; use one of ${term(choices!.replaceAll('"', ''))}.`;
  return term(message).replace(/(?<![.?])$/, '.');
}

// The required arguments are those in `<>` in the usage.
function missingArgument(command: Command | undefined): string {
  const required = [...(command?.usage ?? '').matchAll(/<([\w-]+)(?:\.\.)?>/g)].map(([, name]) => name!.toUpperCase());
  const last = required.pop() ?? '';
  const example = command?.example === undefined ? '' : ` (for example ${command.example})`;
  return `missing argument: ${required.length > 0 ? `${required.join(', ')} and ` : ''}${last}${example}.`;
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
