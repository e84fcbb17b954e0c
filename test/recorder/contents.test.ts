import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Contents, readContent } from '../../src/recorder/ledger/content-store.ts';

const DAY = 86_400_000;
const NOW = 1_800_000_000_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'git-prov-contents-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const files = (): string[] => readdirSync(join(dir, 'contents')).toSorted();
function keep(now: number, ...texts: string[]): string[] {
  const contents = new Contents(dir);
  const hashes = texts.map((text) => contents.add(text));
  contents.save(now);
  return hashes;
}

test('kept content is found by its SHA-256, and only the user can read it', () => {
  const hashes = keep(NOW, 'one\n', 'zwei “ä” \ud800', '');
  expect(hashes).toEqual(['one\n', 'zwei “ä” \ud800', ''].map(sha256));
  expect(hashes.map((hash) => readContent(dir, hash))).toEqual(['one\n', 'zwei “ä” \ud800', '']);
  expect(readContent(dir, sha256('other'))).toBeUndefined();
  expect(statSync(join(dir, 'contents')).mode & 0o777).toBe(0o700);
  expect(files().map((name) => statSync(join(dir, 'contents', name)).mode & 0o777)).toEqual([0o600]);
});

test('without content to keep, no file is written', () => {
  keep(NOW);
  expect(() => files()).toThrow(/ENOENT/);
});

test('a line torn by a power cut loses only that line', () => {
  const [first] = keep(NOW, 'first');
  const file = join(dir, 'contents', files()[0]!);
  appendFileSync(file, `{"sha256":"${sha256('torn')}","text":"to`);
  const [second] = keep(NOW + 1, 'second');
  expect([first, second, sha256('torn')].map((hash) => readContent(dir, hash!))).toEqual([
    'first',
    'second',
    undefined,
  ]);
  expect(files()).toHaveLength(1);
});

test('content that was changed afterwards is not returned', () => {
  const [hash] = keep(NOW, 'the truth');
  const file = join(dir, 'contents', files()[0]!);
  writeFileSync(file, readFileSync(file, 'utf8').replace('the truth', 'something'));
  expect(readContent(dir, hash!)).toBeUndefined();
});

test('content older than ninety days is removed, in files of one week each', () => {
  const [old] = keep(NOW, 'old');
  expect(keep(NOW + 6 * DAY, 'same file')).toHaveLength(1);
  expect(files()).toHaveLength(1);
  keep(NOW + 8 * DAY, 'next file');
  expect(files()).toHaveLength(2);
  const [young] = keep(NOW + 91 * DAY, 'young');
  expect(files()).toHaveLength(2);
  expect([old, young].map((hash) => readContent(dir, hash!))).toEqual([undefined, 'young']);
  keep(NOW + 300 * DAY); // also when nothing is kept any more
  expect(files()).toEqual([]);
});

test('a clock that was set back does not stop it or change the order', () => {
  keep(NOW, 'x'.repeat(17 << 20));
  const [hash] = keep(NOW - 400 * DAY, 'later');
  expect(files()).toHaveLength(2);
  expect(readFileSync(join(dir, 'contents', files()[1]!), 'utf8')).toContain('later');
  expect(readContent(dir, hash!)).toBe('later');
});

test('it does not grow without limit: the oldest files are removed', () => {
  const hashes = Array.from({ length: 20 }, (_, i) => keep(NOW + i, `${i}${'x'.repeat(16 << 20)}`)[0]!);
  expect(files()).toHaveLength(16);
  expect(readContent(dir, hashes[3]!)).toBeUndefined();
  expect(readContent(dir, hashes[19]!)).toMatch(/^19xx/);
}, 60_000);
