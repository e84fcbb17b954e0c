import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';
import type { Secret } from '../../src/redact/matches.ts';
import { dice, ENCODINGS, fixture, positives } from './corpus.ts';
import { runs } from '../helpers/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);
const SEED = Number(process.env['SEED'] ?? 1);
const RUNS = runs(1);
const CHUNK = 20;
/** A run of all tests looks at a part of this repository's own texts, the campaign at all. */
const OWN_SHARE = process.env['RUNS'] === undefined ? 6 : 1;

/** Prints the figures on request. */
const say = (line: string): void => void (process.env['FIGURES'] && process.stdout.write(`${line}\n`));

test('at least 99 of 100 secrets are removed, for every rule and encoding', async () => {
  const random = dice(SEED);
  const left: string[] = [];
  const seen = new Set<string>();
  let all = 0;
  for (const one of positives(random, RUNS))
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      const { text, parts } = encode(one, random);
      const kept = await redactor.text(text);
      all++;
      seen.add(one.rule);
      const blind = parts.some((part) => part.length < 4 || !text.includes(part)); // then nothing could be found
      if (blind || kept === text || parts.some((part) => kept.includes(part)))
        left.push(`${one.rule}, ${name}: ${text}`);
    }
  const recall = 1 - left.length / all;
  say(`${all} secrets, ${left.length} left: ${(100 * recall).toFixed(2)} %`);
  expect(recall < 0.99 ? left.slice(0, 20) : []).toEqual([]);
  expect(all).toBeGreaterThan(1000);
  // The preset's rules, except the one for files with comments and the one for key files.
  const known = rules.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
  expect(known.toSorted()).toEqual([
    '1password',
    'anthropic',
    'aws',
    'basicauth',
    'database-connection-string',
    'filter-comments',
    'gcp',
    'github',
    'linear',
    'npm',
    'openai',
    'privatekey',
    'sendgrid',
    'shopify',
    'slack',
  ]);
  const ours = known.filter((rule) => !['filter-comments', 'gcp', 'privatekey'].includes(rule));
  expect(ours.filter((rule) => !seen.has(rule))).toEqual([]);
});

/** What each of the texts loses, for those that lose anything. */
async function lossesOf(texts: readonly string[]): Promise<string[]> {
  const hit: string[] = [];
  for (const text of texts) {
    const { secrets, dropped } = await redactor.look(text);
    if (dropped !== undefined) hit.push(dropped);
    else if (secrets.length > 0) hit.push(secrets.map((one) => told(text, one)).join(', '));
  }
  return hit;
}

const madeUp = fixture('negatives.txt').trim().split('\n');
let lost: Promise<string[]> | undefined;
/** What the made-up texts lose: for both tests. */
const lostOfMadeUp = (): Promise<string[]> => (lost ??= lossesOf(madeUp));

test('fewer than one in a hundred ordinary prompts and code lines loses anything', async () => {
  const own = ownTexts();
  const texts = [...madeUp, ...own];
  const hit = [...(await lostOfMadeUp()), ...(await lossesOf(own))];
  say(`${texts.length} texts, ${hit.length} hit: ${((100 * hit.length) / texts.length).toFixed(2)} %`);
  expect(hit.length / texts.length < 0.01 ? [] : hit).toEqual([]);
  expect(texts.length).toBeGreaterThan(1000);
});

test('no prompt or line made up for this test loses anything', async () => {
  expect(await lostOfMadeUp()).toEqual([]);
});

// This repository's own files, except those about secrets.
function ownTexts(): string[] {
  const names = existsSync(join(ROOT, '.git'))
    ? execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n')
    : [];
  const files = names.filter(
    (name) => /^(?:src|docs|bench|package-lock\.json|README|CHANGELOG)/.test(name) && !/redact|forget/.test(name),
  );
  return files
    .flatMap((name) => {
      const lines = existsSync(join(ROOT, name)) ? readFileSync(join(ROOT, name), 'utf8').split('\n') : [];
      const chunks: string[] = [];
      for (let at = 0; at < lines.length; at += CHUNK) chunks.push(lines.slice(at, at + CHUNK).join('\n'));
      return chunks;
    })
    .filter((_, i) => i % OWN_SHARE === SEED % OWN_SHARE);
}

const told = (text: string, { from, to, rules: by }: Secret): string => `${by.join()}: ${text.slice(from, to)}`;
