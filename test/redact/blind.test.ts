import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';
import { runs } from '../helpers/runs.ts';
import { corpus, kindsIn, leaks } from './blind/kind.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);
const SEED = Number(process.env['SEED'] ?? 1);
const RUNS = runs(5);

/** Prints the figures on request. */
const say = (line: string): void => void (process.env['FIGURES'] && process.stdout.write(`${line}\n`));

/** Lists written before the rules were looked at, and which part of their texts may leak, in percent. Decision 171 has the figures at first sight. */
const LISTS: readonly (readonly [file: string, percent: number])[] = [
  ['blind-machine.txt', 0.5],
  ['blind-people.txt', 1],
  ['blind-second.txt', 2],
  ['blind-third.txt', 1.5],
  ['blind-fourth-machine.txt', 1],
  ['blind-fourth-people.txt', 4],
  ['blind-fifth-machine.txt', 0.5],
  ['blind-fifth-people.txt', 2],
  ['blind-6-machine.txt', 2],
  ['blind-6-people.txt', 4],
  ['blind-7-machine.txt', 1],
  ['blind-7-people.txt', 2],
  ['blind-8-machine.txt', 0.25],
  ['blind-8-people.txt', 1.1],
];

test.each(LISTS)('of the texts in %s, at most %s in a hundred leak their secret', async (file, percent) => {
  const kinds = kindsIn(file);
  const left: string[] = [];
  let texts = 0;
  for (const one of corpus(kinds, RUNS, SEED)) {
    texts++;
    expect(one.secrets.some((secret) => one.text.includes(secret))).toBe(true);
    const { text: kept, dropped } = await redactor.look(one.text);
    expect(dropped).toBeUndefined();
    expect(leaks(one, one.text)).toBe(true);
    if (leaks(one, kept)) left.push(`${one.kind}: ${one.text}`);
  }
  const share = (100 * left.length) / texts;
  say(`${file}: ${kinds.length} kinds, ${texts} texts, ${left.length} leak: ${share.toFixed(2)} %`);
  expect(share > percent ? left : []).toEqual([]);
  expect(texts).toBe(kinds.length * RUNS);
});

test('a secret leaks when 60 % of its characters are left in one piece', () => {
  const planted = { text: 'the password is harbor4711', secrets: ['harbor4711'] };
  expect(leaks(planted, 'the password is harbor')).toBe(true);
  expect(leaks(planted, 'the password is [redacted]4711')).toBe(false);
  expect(leaks({ ...planted, text: 'harbor is open, harbor4711' }, 'harbor is open, [redacted]')).toBe(false);
});
