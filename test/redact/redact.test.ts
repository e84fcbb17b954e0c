import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor, UNREADABLE } from '../../src/redact/redact.ts';
import { findSecrets } from '../../src/redact/rules.ts';
import { slowTest } from '../helpers/runs.ts';

const TOKEN = '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';
const MARK = /\[redacted:[0-9a-f]{8}\]/;
const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);
const redact = (text: string): Promise<string> => redactor.text(text);

test.each([
  ['a token of a forge', 'push with 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 please', 'ghp_'],
  ['the id of an access key', 'export AWS_ACCESS_KEY_ID=AKIAIOSFODNN7ABCDEFG', 'AKIA'],
  ['a password in an address', 'psql postgres://app:s3cr3tpw@db.example.com/app', 's3cr3tpw'],
  ['a value named a password', 'mysql --password=hunter2xx -u root', 'hunter2xx'],
  ['a bearer token', 'curl -H "Authorization: Bearer abcdefgh12345678ijkl"', 'abcdefgh12345678ijkl'],
  [
    'a private key',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq1\n-----END RSA PRIVATE KEY-----',
    'MIIEpAIBAAKCAQEA7bq1',
  ],
  ['a long random word', 'use Zk3vQ9xT7mLp2WcR8nYb5HdJ4sFg6AeU for it', 'Zk3vQ9xT7mLp2WcR8nYb5HdJ4sFg6AeU'],
])('takes out %s', async (_, text, secret) => {
  const kept = await redact(text);
  expect(kept).not.toContain(secret);
  expect(kept).toMatch(MARK);
});

test.each([
  'Fix the authentication bug in src/auth/session_token_manager.ts and add tests',
  'git show 3fa2c1d8b7a64f0d9e8c7b6a5f4e3d2c1b0a9f8e',
  'npm test -- --grep "password reset mails are sent"',
  'const userAuthenticationProvider = createAuthenticationProvider(defaultConfiguration);',
  'see https://example.com/a/long/path/to/the/documentation/index.html#section-12',
])('leaves ordinary words alone: %s', async (text) => {
  expect(await redact(text)).toBe(text);
});

test('a redacted text is not redacted again, also after it is cut or put on one line', async () => {
  const text = `password: hunter2xx\nAPI_TOKEN=${TOKEN}\n{"password": "s3cr3t 0f mine"} postgres://app:s3cr3tpw@db/x`;
  const once = await redact(text);
  expect(once.match(/redacted:/g)).toHaveLength(4);
  expect(await redact(once)).toBe(once);
  for (let end = 1; end < once.length; end++) {
    const cut = `${once.slice(0, end).replaceAll(/\s+/g, ' ')}…`;
    expect(await redact(cut)).toBe(cut);
  }
});

test('equal secrets get the same mark in a repository, in any spelling, and another mark in another repository', async () => {
  const marks = async (by: Redactor, text: string): Promise<string[]> =>
    (await by.text(text)).match(/\[redacted:\w+\]/g) ?? [];
  const base64 = Buffer.from(TOKEN).toString('base64');
  const [first, ...rest] = await marks(
    redactor,
    `${TOKEN} ${base64} "${TOKEN.slice(0, 9)}" + "${TOKEN.slice(9)}" TOKEN=${TOKEN} ghp_${'Zz9'.repeat(12)}`,
  );
  expect(rest).toHaveLength(4);
  expect(rest.slice(0, 3)).toEqual([first, first, first]);
  expect(rest[3]).not.toBe(first);
  expect(await marks(new Redactor(dir), TOKEN)).toEqual([first]);
  const other = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
  expect(await marks(new Redactor(other), TOKEN)).not.toEqual([first]);
  rmSync(other, { recursive: true });
});

test('only its owner can read the key, it is created once, and a damaged one is replaced', async () => {
  const own = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
  const file = join(own, 'key');
  expect(await new Redactor(own).text('nothing to hide')).toBe('nothing to hide');
  expect(readdirSync(own)).toEqual([]);
  await new Redactor(own).text(TOKEN);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = readFileSync(file, 'utf8');
  await new Redactor(own).text(TOKEN);
  expect(readFileSync(file, 'utf8')).toBe(key);
  writeFileSync(file, 'torn');
  await new Redactor(own).text(TOKEN);
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  rmSync(own, { recursive: true });
});

test('a text with encodings without end is dropped', async () => {
  const line = String.raw`"a\u0041" '%41%20' ""x"" $'\x41' "a" + "b" a+b%20c "x\/y" '-p', 'q' YWJjZGVmZ2hpamtsbW5vcA== 6162636465666768696a6b6c`;
  expect(await redactor.look(`${`${line}\n`.repeat(900)} ${TOKEN}`)).toEqual({
    text: UNREADABLE,
    secrets: [],
    dropped: 'A text has too many encodings within each other.',
  });
});

test.each([
  ['a UUID', 'request 3f2504e0-4f89-41d3-9a0c-0305e82c3301 failed'],
  [
    'a digest',
    '"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="',
  ],
  ['a public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGZ1bm55LWxpdHRsZS1rZXktZm9yLWEtdGVzdC0xMjM0 me@example.com`],
  [
    'a certificate',
    `-----BEGIN CERTIFICATE-----\n${`${'MIIBszCCAVmgAwIBAgIUQx7Zt0aF1d9WmRk2LhTnP8vYc3Uw'.repeat(1)}\n`.repeat(4)}-----END CERTIFICATE-----`,
  ],
  [
    'a short public key',
    `-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEq7Wb0Jx5YtVdKZ3nXhUO2uT1GmRs\nP9cLwE4fQaB8yNiDkM6vHgS0jCzXoVrI7eUtWnY2lApQdRbFxJh5K1ZmTw==\n-----END PUBLIC KEY-----\n`,
  ],
  [
    'a picture',
    `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">`,
  ],
])('%s stays', async (_, text) => {
  expect(await redact(text)).toBe(text);
});

slowTest('a text that cannot be checked, or marked, is dropped', async () => {
  expect(await new Redactor(join(dir, 'key', 'no folder')).text(`use ${TOKEN}`)).toBe(UNREADABLE);
  // Each level of it is three times as long as the previous one.
  const endless = Array.from({ length: 3 }).reduce(
    (text: string) => text.replaceAll('x', 'x1y2z3x\nx1y2z3x\nx1y2z3x'),
    'x'.repeat(3000),
  );
  expect(await redactor.look(`${endless} ${TOKEN}`)).not.toMatchObject({ text: expect.stringContaining(TOKEN) });
});

test('a comment for secretlint does not disable its rules', async () => {
  for (const comment of ['secretlint-disable', 'secretlint-disable-line', '/* secretlint-disable-next-line */\n'])
    for (const secret of [`lin_api_${'a1B2'.repeat(10)}`, 'AKIAIOSFODNN7ABCDEFG'])
      expect(await redact(`# ${comment} ${secret} ${comment}`)).not.toContain(secret);
});

test('the search for secrets stops when its time limit is reached', async () => {
  let left = 50;
  const tick = (): void => {
    if (left-- === 0) throw new Error('too long');
  };
  await expect(findSecrets('password=x '.repeat(1000), tick)).rejects.toThrow('too long');
});
