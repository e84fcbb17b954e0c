import { GROUPS } from './command-table.ts';
import { TERMS } from './terms.ts';

/** The first line of help; the man page has it too. */
export const ABOUT =
  'git prov shows, for every line, which agent session wrote it, why, and\nwhether a test passed afterwards.';

/** Columns for the names of commands. */
const NAME_COLUMNS = 13;
/** Columns for the terms. */
const TERM_COLUMNS = 18;
/** Columns for one line of a term's explanation. */
const TEXT_COLUMNS = 78 - TERM_COLUMNS - 3;

/** The output of `git prov help`: all commands, in groups. */
export async function helpText(): Promise<string> {
  const groups = await Promise.all(
    [...GROUPS].map(async ([group, commands]) => {
      const rows = Object.entries(commands).map(
        async ([name, load]) => `   ${name.padEnd(NAME_COLUMNS)}${(await load()).about}`,
      );
      return [group, ...(await Promise.all(rows)), ''].join('\n');
    }),
  );
  return [
    'usage: git prov [-C <dir>] <command> [<options>]',
    '',
    ABOUT,
    '',
    ...groups,
    "'git prov help <command>' shows its options, and 'git prov help terms' explains",
    'the words that commands print.',
    '',
  ].join('\n');
}

/** The output of `git prov help terms`. */
export const termsText = (): string =>
  [...TERMS]
    .map(([heading, terms]) => {
      const rows = Object.entries(terms).flatMap(([term, meaning]) => {
        return wrap(meaning).map((line, i) => `   ${(i === 0 ? term : '').padEnd(TERM_COLUMNS)}${line}`);
      });
      return [heading, ...rows, ''].join('\n');
    })
    .join('\n');

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > TEXT_COLUMNS) {
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
