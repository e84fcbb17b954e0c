import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor, UNREADABLE } from '../../src/redact/redact.ts';
import { findSecrets } from '../../src/redact/rules.ts';

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

test('a text that cannot be checked, or marked, is dropped', async () => {
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

test('a text of a megabyte is checked in pieces, also across their borders', async () => {
  const line = "const port = settings.port ?? 8080; // see 'docs/ports.md' for \\u0041 and %20\n";
  const secret = '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';
  const filled = line.repeat(13_000).slice(0, 1 << 20);
  for (const at of [0, 239_990, 245_740, 262_130, 1_000_000]) {
    const text = `${filled.slice(0, at)} ${secret} ${filled.slice(at)}`;
    const before = performance.now();
    const kept = await redactor.text(text, Infinity);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(kept).not.toContain(secret.slice(0, 20));
    expect(kept.length).toBeGreaterThan(1_000_000);
  }
});

test.each([
  ['blanks without end after a name', `token${' '.repeat(200_000)}`],
  ['one letter', 'a'.repeat(262_144)],
  ['base64 without end', Buffer.alloc(190_000, 'x1Y').toString('base64')],
  ['escapes', '\\u0041'.repeat(43_000)],
  ['escapes of escapes', '\\\\'.repeat(100_000)],
  ['percent signs', '%41%2'.repeat(50_000)],
  ['quotes', `"a" + `.repeat(43_000)],
  ['lines of a letter', 'a1\n'.repeat(87_000)],
  ['lines of object ids', '3fa2c1d8b7a64f0d9e8c7b6a5f4e3d2c1b0a9f8e\n'.repeat(6000)],
  ['names without end', 'password=token='.repeat(17_000)],
  ['the beginnings of keys', '-----BEGIN RSA PRIVATE KEY-----'.repeat(8000)],
  ['addresses', '://a:'.repeat(50_000)],
  ['strings that do not end', 'password="'.repeat(26_000)],
  ['commands', 'curl -u -p x '.repeat(20_000)],
  ['words of a sentence', 'the password for the user of the password is '.repeat(5000)],
  ['words of a seed phrase', 'abandon zoo the '.repeat(16_000)],
  ['tags', '<password>'.repeat(26_000)],
  ['columns', '| password '.repeat(20_000)],
  ['names of users', 'user admin x '.repeat(20_000)],
  ['calls within calls', 'login('.repeat(43_000)],
  ['calls with strings', 'bcrypt.hash("a", '.repeat(15_000)],
  ['defaults of variables', '${pass:'.repeat(37_000)],
  ['pairs of names', 'user, pass = '.repeat(20_000)],
  ['blocks of settings', 'password { '.repeat(23_000)],
  ['secrets of clusters', `stringData:\n${'  a: bcd\n'.repeat(29_000)}`],
  ['sections of accounts', `[users]\n${'a = bbbb\n'.repeat(29_000)}`],
  ['what is piped', 'echo a | echo b > c <<< d '.repeat(10_000)],
  ['announced passwords', 'password is\n\n'.repeat(20_000)],
  ['webhooks', 'https://hooks.slack.com/services/T'.repeat(7000)],
])('%s are looked at in no time', async (_, text) => {
  const started = performance.now();
  await redact(text);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('the search for secrets stops when its time limit is reached', async () => {
  let left = 50;
  const tick = (): void => {
    if (left-- === 0) throw new Error('too long');
  };
  await expect(findSecrets('password=x '.repeat(1000), tick)).rejects.toThrow('too long');
});
