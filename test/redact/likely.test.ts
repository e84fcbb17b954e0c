import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { candidatesIn } from '../../src/redact/likely/candidates.ts';
import { cuesIn } from '../../src/redact/likely/cues.ts';
import { likely } from '../../src/redact/likely/likely.ts';
import { skeletonOf } from '../../src/redact/likely/shape.ts';
import { Redactor, secretsIn } from '../../src/redact/redact.ts';

const found = (text: string): string[] => [...likely(text, () => {})].map((range) => text.slice(...range));

test.each([
  ['a sign that no rule lists', 'assertThat(client.clientSecret).isEqualTo("Zq7hxT4Jb6X")', 'Zq7hxT4Jb6X'],
  ['a prompt of a program', 'Enter a value.\napi_secret> Pikachu1984', 'Pikachu1984'],
  ['a name behind the value', 'x = "Kurva*1971";  // the password', 'Kurva*1971'],
  ['an address before it', 'Farmer: kim@example.com / Texas_1977!', 'Texas_1977!'],
  ['an argument behind a user', 'await signIn("kim@example.com", "Madrid!2023")', 'Madrid!2023'],
])('a word is found by its look and its surroundings: %s', (_, text, secret) => {
  expect(found(text).some((one) => secret.startsWith(one) && one.length >= secret.length - 1)).toBe(true);
});

test.each([
  'const limit = MAX_TOKENS_200000; login(user, password)',
  'git log --author=kim@example.com --since=2024-01-02',
  'The password recovery procedure of the user account is described in docs/login.md.',
  'https://discord.gg/jZJs3Tue4S for users and passwords',
  'charset utf8mb4; x86_64; v2.13.4',
])('ordinary words near such names stay: %s', (text) => {
  expect(found(text)).toEqual([]);
});

test('a word is known by the runs of its characters', () => {
  expect(skeletonOf('Winter2019!').skeleton).toBe('C04!');
  expect(skeletonOf('correct-horse').skeleton).toBe('a-a');
});

test('a cue is found in a name, in capitals and in another script', () => {
  const kinds = (text: string): string =>
    cuesIn(text)
      .map(({ kind }) => kind)
      .join('');
  expect(kinds('dbPassword DB_TOKEN пароль 密码 login as bob')).toBe('pakppau');
});

test('a part of an address is a candidate of its own', () => {
  const text = 'conn bob:geheim17@host';
  const words = [...candidatesIn({ text, cues: cuesIn(text) }, () => {})].map(({ word }) => word);
  expect(words).toContain('geheim17');
});

test('the judgement takes time in proportion to the text', async () => {
  const line = 'user "bob" password = "Winter2019!" token: abcDEF123 x@y.zz/Summer!2020 ';
  const timeOf = async (times: number): Promise<number> => {
    const text = line.repeat(times);
    const before = process.cpuUsage();
    for (const _ of likely(text, () => {})) void _;
    const { user } = process.cpuUsage(before);
    return user / 1000;
  };
  await timeOf(100);
  const [short, long] = [await timeOf(200), await timeOf(2000)];
  expect(long).toBeLessThan(40 * Math.max(short, 2));
  expect((await secretsIn(line)).length).toBeGreaterThan(0);
});

test('a text without its secrets holds none', async () => {
  const encoded = 'DB_PASSWORD%3D%22hunter2-Qx7vN3kT%22';
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-key-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const redacted = await new Redactor(dir).text(encoded);
  expect(redacted).not.toContain('Qx7vN3kT');
  expect(await secretsIn(redacted, false)).toEqual([]);
});
