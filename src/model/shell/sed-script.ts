import { linesOf } from './parse/printed.ts';
import { type Explained, HOLE, type Substitution } from './writing.ts';

const ADDRESS = /^(?:\d+(?:~\d+)?|\$|\/(?:[^/\\]|\\.)*\/I?)(?:,[+~]?(?:\d+|\$|\/(?:[^/\\]|\\.)*\/I?))?\s*!?\s*/;
/** Characters with a special meaning in a basic or an extended regular expression. */
const SPECIAL = /[.*[\]^$\\+?(){}|]/;

/**
 * What a script of sed or `perl -pe` writes into the lines of a file: inserted text and substitutions. Undefined when a
 * part of the script is not understood.
 */
export function readEditScript(script: string): Explained | undefined {
  const lines: string[] = [];
  const substitutions: Substitution[] = [];
  let rest = script;
  let often = false; // a pattern is replaced several times in a line
  for (;;) {
    rest = rest.replace(/^[\s;]+/, '');
    if (rest === '') {
      const partly = often || (substitutions.length > 1 && substitutions.some(({ old }) => old === undefined));
      return { lines, substitutions, ...(partly && { partly }) };
    }
    rest = rest.slice(ADDRESS.exec(rest)?.[0].length ?? 0);
    const command = rest[0];
    if (command === 'd' || command === 'p' || command === '=') rest = rest.slice(1);
    else if (command === 'a' || command === 'i' || command === 'c') {
      const { text, length } = insertedText(rest.slice(1));
      lines.push(...linesOf(text));
      rest = rest.slice(1 + length);
    } else if (command === 's' || command === 'y') {
      const found = command === 's' ? substitution(rest) : undefined;
      if (!found) return undefined;
      substitutions.push(found.made);
      often ||= found.often;
      rest = rest.slice(found.length);
    } else return undefined;
    if (rest !== '' && !/^\s*[;\n}]/.test(rest)) return undefined;
  }
}

// GNU sed also accepts the text on the same line. A backslash at the end of a line continues it.
function insertedText(rest: string): { text: string; length: number } {
  const lead = /^[ \t]*(?:\\\n|\\(?=[ \t]))?[ \t]*/.exec(rest)![0].length;
  let end = lead;
  while (end < rest.length && rest[end] !== '\n') end += rest[end] === '\\' ? 2 : 1;
  end = Math.min(end, rest.length);
  const text = rest
    .slice(lead, end)
    .replace(/\\([\s\S])/g, (_, one: string) => (one === 't' ? '\t' : one === 'n' ? '\n' : one));
  return { text, length: end };
}

function substitution(rest: string): { made: Substitution; length: number; often: boolean } | undefined {
  const delimiter = rest[1];
  if (delimiter === undefined || /[\s\\\w]/.test(delimiter)) return undefined;
  const parts: string[] = [];
  let at = 2;
  for (let start = at; parts.length < 2; at++) {
    if (at >= rest.length) return undefined;
    if (rest[at] === '\\') at++;
    else if (rest[at] === delimiter) {
      parts.push(rest.slice(start, at));
      start = at + 1;
    }
  }
  const flags = /^[gIimp\d]*/.exec(rest.slice(at))![0];
  const [pattern, replacement] = parts as [string, string];
  const made = { old: literalOf(pattern, delimiter), fresh: freshOf(replacement) };
  const often = flags.includes('g') && (made.old === undefined || made.fresh.includes(HOLE));
  return { made, length: at + flags.length, often };
}

// The text of a pattern without special characters, with its escapes removed.
function literalOf(pattern: string, delimiter: string): string | undefined {
  const plain = pattern.replaceAll(`\\${delimiter}`, delimiter).replace(/\\([.*[\]^$\\/"'])/g, '\u0001$1');
  const bare = plain.replace(/\u0001[\s\S]/g, '');
  return SPECIAL.test(bare) ? undefined : plain.replaceAll('\u0001', '');
}

const freshOf = (replacement: string): string =>
  replacement.replace(/\\([\s\S])|&|\$\d|\$\{?\w+\}?/g, (_, escaped: string | undefined) => {
    if (escaped === undefined) return HOLE;
    if (/\d/.test(escaped)) return HOLE;
    return escaped === 'n' ? '\n' : escaped === 't' ? '\t' : escaped;
  });
