// The commands and options of the built program, read from its --help. The man page and the completions are made from them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/git-prov.js');

/**
 * @typedef {{ flags: string[], takes: string | undefined, about: string, choices: string[] }} Option `takes` names the kind of
 *   its value; `choices` are all values, where the list is closed
 * @typedef {{ name: string, usage: string, about: string, positionals: Option[], options: Option[] }} Command
 */

// Git parses most options of blame, so --help lists only our own.
const BLAME_OPTIONS = [
  { flags: ['--json'], takes: undefined, about: 'Print one JSON object (schema git-prov/blame/1)', choices: [] },
  {
    flags: ['--evidence'],
    takes: undefined,
    about: 'Show the kind of evidence of each line; --evidence=KIND,... shows only lines of these kinds',
    choices: [],
  },
];

/** The agents that git prov can register with: each has a folder. */
const AGENTS = readdirSync(join(ROOT, 'src/agents')).filter((name) =>
  existsSync(join(ROOT, 'src/agents', name, 'settings.ts')),
);

/**
 * All commands of the program, in the order of its --help.
 * @param {(...command: string[]) => string} [help] the text that the built program prints for a command
 * @returns {Command[]}
 */
export function readCommands(help = printedHelp) {
  return [...help().matchAll(/^ {3}([a-z-]+) +(.*)$/gm)].map(([, name, about]) => {
    const text = help(name);
    const words = text.split('\n')[0].replace(/^git prov /, '');
    const options = section(text, 'Options:')
      .map(option)
      .filter(({ flags }) => !flags.includes('--version') && !flags.includes('--help'));
    return {
      name,
      usage: words,
      about,
      positionals: section(text, 'Positionals:').map(option),
      options: name === 'blame' ? withOwn(options) : name === 'init' ? options.map(ofAgents) : options,
    };
  });
}

const ofAgents = (one) => (one.flags.includes('--agent') ? { ...one, choices: AGENTS } : one);

const withOwn = (options) => [
  ...options.filter(({ flags }) => !BLAME_OPTIONS.some((own) => own.flags[0] === flags[0])),
  ...BLAME_OPTIONS,
];

function printedHelp(...command) {
  const done = spawnSync(process.execPath, [PROGRAM, ...command, '--help'], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`git prov ${command.join(' ')} --help: ${done.stderr}`);
  return done.stdout;
}

// The rows below a heading: a name, two blanks or more, then words that may continue in the next lines.
function section(text, heading) {
  const rows = [];
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return rows;
  for (const line of lines.slice(start + 1)) {
    if (line.trim() === '') break;
    const indent = line.length - line.trimStart().length;
    const last = rows.at(-1);
    // The long options of a command that has short ones too are indented by four more. Tags are placed at the right, and may
    // continue in the next lines.
    const isOpen = last !== undefined && last.about.split('[').length > last.about.split(']').length;
    if (indent <= 6 && !isOpen && !line.trim().startsWith('[')) {
      const [name, ...about] = line.trim().split(/\s{2,}/);
      rows.push({ name, about: about.join(' ') });
    } else last.about += ` ${line.trim().replaceAll(/\s{2,}/g, ' ')}`;
  }
  return rows;
}

function option({ name, about }) {
  const tags = [...about.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1]);
  const type = tags.find((tag) => ['string', 'number', 'array', 'count'].includes(tag));
  const listed = tags.find((tag) => tag.startsWith('choices: '))?.slice('choices: '.length);
  const choices = listed?.replaceAll('"', '').split(', ') ?? [];
  const said = about
    .replaceAll(/\s*\[(?:string|number|boolean|array|count|required|default: (?:\[\]|[^\]]*)|choices: [^\]]*)\]/g, '')
    .trim();
  const flags = name.split(', ').map((flag) => flag.trim());
  return {
    flags,
    takes: type === undefined && listed === undefined ? undefined : type === 'number' ? 'n' : 'value',
    about: listed ? `${said}${said ? ': ' : ''}${choices.join(', ')}` : said,
    choices,
  };
}
