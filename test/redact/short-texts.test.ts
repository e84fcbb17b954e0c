import { expect, test } from 'vitest';
import { TABLE } from '../../src/redact/forms/programs/program-table.ts';
import { MORE_PROGRAMS } from '../../src/redact/forms/programs/program-table-more.ts';
import { commandSecrets } from '../../src/redact/forms/programs/programs.ts';

const LINES = `${TABLE.trim()}${MORE_PROGRAMS.trimEnd()}`.split('\n').map((line) => line.split(': '));
const NAMES = LINES.flatMap(([names = '']) => names.split(' '));
/** Makes a text so long that the pattern is tried at once. It is no argument of a program. */
const FILLER = `\n${'·'.repeat(500)}`;
const VALUE = 'hT7kq2Wm9x';

const found = (text: string): string[] =>
  [...commandSecrets(text, () => undefined)].map((range) => text.slice(...range));

test('the words of a short text decide as the pattern of all programs does', () => {
  const argumentsOf = (name: string): string =>
    LINES.filter(([names = '']) => names.split(' ').includes(name))
      .flatMap(([, takes = '']) => takes.trim().split(/\s+/))
      .map((take) => {
        const [sub, what = sub!] = take.includes('>') ? take.split('>') : ['', take];
        return `${sub} ${what.replace(/[+~]$/, '')} ${VALUE}`;
      })[0]!;
  let secrets = 0;
  for (const name of NAMES)
    for (const text of [
      `${name} ${argumentsOf(name)}`,
      `run ${name}.exe \t${argumentsOf(name)}`,
      `say (${name} ${argumentsOf(name)})`,
      `x+${name} ${argumentsOf(name)}`,
      `x.${name} ${argumentsOf(name)}`,
      `a ${name}${' '.repeat(21)}${argumentsOf(name)}`,
      `echo@${name} ${argumentsOf(name)}`,
    ]) {
      const short = found(text);
      expect({ text, short }).toEqual({ text, short: found(text + FILLER) });
      secrets += short.length;
    }
  expect(secrets).toBeGreaterThan(NAMES.length); // else the test compares nothing
});

test('the names of programs have only characters that the look-up reads', () => {
  expect(NAMES.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([]);
});
