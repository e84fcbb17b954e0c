import { expect, test } from 'vitest';
import { redact } from '../../src/redact/redact.ts';

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
  expect(kept).toContain('[redacted]');
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

test('blanks without end after a name are looked at in no time', async () => {
  const started = performance.now();
  await redact(`token${' '.repeat(200_000)}`);
  expect(performance.now() - started).toBeLessThan(5000);
});
