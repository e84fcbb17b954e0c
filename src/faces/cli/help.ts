import { GROUPS } from './command-table.ts';
import { TERMS } from './terms.ts';

/** The first line of help; the man page has it too. */
export const ABOUT =
  'git prov shows, for every line, which agent session wrote it, why, and\nwhether a test passed afterwards.';

/** Columns for the names of commands. */
const NAME_COLUMNS = 13;
/** Columns for the terms. */
const TERM_COLUMNS = 18;
/** The columns of the texts on a wider terminal and in a pipe. */
const MAX_COLUMNS = 80;
const MAX_TERMS_COLUMNS = 78;
const INDENT = '   ';

/** The output of `git prov help`: all commands, in groups. @param columns the terminal's width */
export async function helpText(columns = MAX_COLUMNS): Promise<string> {
  const groups = await Promise.all(
    [...GROUPS].map(async ([group, commands]) => {
      const rows = Object.entries(commands).map(async ([name, load]) =>
        described(name, (await load()).about, NAME_COLUMNS, Math.min(columns, MAX_COLUMNS)),
      );
      return [group, ...(await Promise.all(rows)), ''].join('\n');
    }),
  );
  return [
    'usage: git prov [-C <dir>] <command> [<options>]',
    '',
    ...(columns < 72 ? wrap(ABOUT.replace('\n', ' '), columns) : [ABOUT]),
    '',
    ...groups,
    ...wrap(
      "'git prov help <command>' shows its options, and 'git prov help terms' explains the words that commands print.",
      Math.min(columns, MAX_COLUMNS),
    ),
    '',
  ].join('\n');
}

/** The output of `git prov help terms`. @param columns the terminal's width */
export const termsText = (columns = MAX_TERMS_COLUMNS): string =>
  [...TERMS]
    .map(([heading, terms]) => {
      const rows = Object.entries(terms).map(([term, meaning]) =>
        described(term, meaning, TERM_COLUMNS, Math.min(columns, MAX_TERMS_COLUMNS)),
      );
      return [heading, ...rows, ''].join('\n');
    })
    .join('\n');

function described(name: string, text: string, width: number, columns: number): string {
  const room = columns - INDENT.length - width;
  return wrap(text, room)
    .map((line, i) => `${INDENT}${(i === 0 ? name : '').padEnd(width)}${line}`)
    .join('\n');
}

function wrap(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const FILLED_LINE = /^(.*\S)(\[(?:string|number|boolean|array|choices|required|default)\b.*\])$/gm;

/** Help of a command as the parser makes it. Where a text and its kind fill a line without a blank between, the kind gets its own line. */
export const withKindsApart = (help: string): string =>
  help.replace(FILLED_LINE, (line, text: string, kinds: string) => `${text}\n${kinds.padStart(line.length)}`);

/** Names of options that are longer have their text on the next line. */
const MAX_OPTION_COLUMNS = 20;
const ROW = /^( {2,})(\S.*?) {2,}(\S.*)$/;
/** What the parser adds to a text: its kind, whether it is needed, its default, its choices. */
const TAG = / +\[(string|number|boolean|array|required|default: (?:\[\]|[^\]]*)|choices: [^\]]*)\]$/;
/** Defaults that say nothing: an option that is not given is off, and a list is empty. */
const EMPTY = new Set(['false', '[]']);

/**
 * Help of a command for a terminal. The parser's own layout has kinds and choices at the right edge, over many lines.
 * @param help as the parser makes it without a width
 */
export function arranged(help: string, columns: number): string {
  const rows = help.split('\n').map((line) => ROW.exec(line) ?? line);
  const names = rows.flatMap((row) => (typeof row === 'string' ? [] : [row[1]!.length + row[2]!.length]));
  const width = Math.min(MAX_OPTION_COLUMNS, Math.max(0, ...names)) + 2;
  return rows
    .flatMap((row) => {
      if (typeof row === 'string') return wrap(row, columns);
      const name = row[1]! + row[2]!;
      const text = wrap(withoutTags(row[3]!), columns - width).map((line) => ' '.repeat(width) + line);
      return name.length + 2 > width ? `${name}\n${text.join('\n')}` : name + text.join('\n').slice(name.length);
    })
    .join('\n');
}

function withoutTags(text: string): string {
  let [about, choices, preset] = [text, '', ''];
  for (let tag = TAG.exec(about); tag; tag = TAG.exec(about)) {
    about = about.slice(0, tag.index);
    const [kind, value = ''] = tag[1]!.split(': ');
    if (kind === 'choices') choices = value;
    if (kind === 'default' && !EMPTY.has(value)) preset = ` (default ${value.replaceAll('"', '')})`;
  }
  const values = choices.replaceAll('"', '');
  const isListed = values.split(', ').every((value) => about.includes(value));
  return `${about}${isListed ? '' : `${about.includes(':') ? '. One of' : ':'} ${values}`}${preset}`;
}
