import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';
import { standingOf } from '../../src/redact/likely/ordinary-words.ts';
import { sortOf } from '../../src/redact/likely/shape.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);

/** No value was ever a real secret. */
test.each([
  [
    'the mark of an unknown issuer',
    'client = connect("{}")',
    'zyxkeys-d7ca586952678940129da7b194a289507fbba5e4d975a31f',
  ],
  ['a mark with a version', 'echo {} | login', 'q1.0-8b3d6a395bc8f9b1569f9091-3dcbe73da6898a4172f0b503ae75946c'],
  ['a mark and a UUID', 'use("{}")', 'zq-na1-cdf547f9-5d4c-4af2-8458-140757a0feca'],
  ['the value of a query', 'https://example.com/weather?q=Bonn&appid={}', 'NTP6A5LLC3GD2IM8'],
  ['the end of the address of a hook', 'curl https://hook.example.com/{}', 'j0uuimh1pz9dq5zmj3fpgvxbqifp1b5x'],
  ['the first argument of a client', 'mail = ServerClient("{}")', '0a4d2358-6df4-4c11-a20f-60fb6c6bd772'],
  ['the first argument of init', "tracker.init('{}', 'production')", '6e6f1c52a3b04d7e9f80a1b2c3d4e5f7'],
  ['a user without a password', 'curl -u {}: https://example.com/api', '998d88f0db29410feb1a91c9d78024be7e0c58a0'],
  ['a name with a digit', 'N8N_ENCRYPTION_KEY={}', '55c992ba2c5adb133b26adcc910d002caecdae440e501100fb4d219821e1c15a'],
  ['the id of a secret', 'VAULT_SECRET_ID={}', '94539c16-8b55-70f2-b930-e2502fcf0503'],
  ['signs before and behind', "SECRET_KEY = '{}'", '?A?h5q!sVKvoI%jOJ.Jb^_oI?UENX^XUfZ37w~OM=LxG5LV8-2'],
  ['brackets within', 'Пароль: {}', 't9!lxi(Vsn/fi)lR'],
  ['a word of another script', 'please connect as deploy, the password there is {}', 'солнце7008'],
  ['two words in one', 'PW = {} Then run the tests again.', 'forestlantern'],
])('the whole secret is removed: %s', async (_, template, secret) => {
  const text = await redactor.text(template.replace('{}', () => secret));
  for (let at = 0; at + 6 <= secret.length; at++) expect(text).not.toContain(secret.slice(at, at + 6));
});

test.each([
  'const file = "foo-d978852bea6530fcd197b5445ed008fd.css";',
  'docker-3b7c3c1d8f2f4ad0a7c04df8b3a9c6a5d5e2f1b09c8d7e6f5a4b3c2d1e0f9a8b',
  'chunk-7UQ5ZJ2KXYAB3DPN.js',
  'git checkout 998d88f0db29410feb1a91c9d78024be7e0c58a0',
  'https://example.com/view?id=550e8400-e29b-41d4-a716-446655440000&v=998d88f0db29410feb1a',
  'getUser("550e8400-e29b-41d4-a716-446655440000")',
  '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  'See src/redact/forms/issued.ts and commit 411f7ce.',
])('loses nothing: %s', async (text) => {
  expect(await redactor.text(text)).toBe(text);
});

test('a word is known, or two known words, or none that ordinary texts have', () => {
  expect(['timeout', 'river', 'srubrjkx'].map(standingOf)).toEqual(['frequent', 'known', 'unknown']);
  expect(['timeout', 'river', 'srubrjkx', 'coffeewindow'].map(sortOf)).not.toContain('mixed');
  expect(sortOf('river')).not.toBe(sortOf('ootmjt'));
});
