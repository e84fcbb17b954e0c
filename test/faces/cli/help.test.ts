import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/faces/cli/command-table.ts';
import { arranged } from '../../../src/faces/cli/help.ts';
import { makeRepo } from '../../helpers/repo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'dist/git-prov.js');

interface Generator {
  readCommands(help: (...command: string[]) => string): unknown;
  filesOfCommands(commands: unknown, version: string): Record<string, string>;
}
const parts = ['commands.mjs', 'of-commands.mjs'].map((name) => import(join(ROOT, 'docs/generate', name)));
const { readCommands, filesOfCommands } = Object.assign({}, ...(await Promise.all(parts))) as Generator;

const repo = makeRepo();
afterAll(() => repo.cleanup());

/** What a command prints for --help; each of them is asked for once, since a help text takes as long as a command. */
const texts = new Map<string, string>();
function help(...command: string[]): string {
  const name = command.join(' ');
  if (!texts.has(name)) {
    const { dir: cwd, env } = repo;
    const done = spawnSync(process.execPath, [PROGRAM, ...command, '--help'], { cwd, env, encoding: 'utf8' });
    if (done.status !== 0 || done.stderr !== '') throw new Error(`${name} --help: ${done.status}, ${done.stderr}`);
    texts.set(name, done.stdout);
  }
  return texts.get(name)!;
}

/** They print a format of their own, or none. */
const WITHOUT_JSON = ['attest', 'export', 'mcp', 'record'];

test('every command has --help, and --json unless it prints a format of its own', () => {
  const without = [...COMMANDS.keys()].filter((name) => !help(name).includes('--json'));
  expect(without.toSorted()).toEqual(WITHOUT_JSON);
});

test('the kind of an option never touches its description', () => {
  const texts = [...COMMANDS.keys()].map((name) => help(name));
  expect(texts.join('').match(/.*\S\[(?:string|number|boolean|array|choices)\b.*/g)).toBeNull();
});

test('on a terminal, help has the choices behind the text, and a long name on a line of its own', () => {
  const given = [
    'git prov list <kind>',
    '',
    'Options:',
    '  -h, --help                              Show help  [boolean]',
    '      --status                            Only entries with this status  [choices: "proposed", "accepted"]',
    '      --direction                         Which way  [choices: "backward", "both"] [default: "both"]',
    '      --provenance, --include-provenance  Also print the sources  [boolean] [default: false]',
    '      --format                            text or json  [required] [choices: "text", "json"] [default: []]',
  ];
  expect(arranged(given.join('\n'), 60)).toBe(
    [
      'git prov list <kind>',
      '',
      'Options:',
      '  -h, --help          Show help',
      '      --status        Only entries with this status:',
      '                      proposed, accepted',
      '      --direction     Which way: backward, both (default',
      '                      both)',
      '      --provenance, --include-provenance',
      '                      Also print the sources',
      '      --format        text or json',
    ].join('\n'),
  );
});

test('the manual page and the completions match the existing commands', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const made = filesOfCommands(readCommands(help), version);
  expect(Object.keys(made).length).toBeGreaterThan(2);
  const old = Object.entries(made).filter(([path, text]) => readFileSync(join(ROOT, path), 'utf8') !== text);
  expect(old.map(([path]) => path)).toEqual([]); // `npm run docs` writes them again
});
