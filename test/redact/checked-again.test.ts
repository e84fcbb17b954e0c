import { expect, test } from 'vitest';
import { Redactor, secretsIn } from '../../src/redact/redact.ts';

const redactor = new Redactor('', () => 'key');

// The check before a push uses no weights, and holds back what it finds.
test.each([
  'NEO4J_AUTH=neo4j/Winter2019!x',
  'nsupdate -y hmac-sha256:ddns:q8Zt3vK1mQ0pX5rT7yB2nA== u.txt',
  'curl --user "bob:x7Kq 92mZ pL0v Tt4s Wq8e Rr5y" https://x.example/wp-json',
  'dsn := "root:Sommer-Regen-77@tcp(192.0.2.7:3306)/shop?charset=utf8mb4"',
  'dbmcli -d MAXDB -u control,Geheim.1987 db_state',
])('the check before a push finds nothing in what is left of %s', async (text) => {
  const { text: kept, secrets } = await redactor.look(text);
  expect(secrets).not.toEqual([]);
  expect(await secretsIn(kept, false)).toEqual([]);
});

test('of a long text, the lines near its marks are checked again', async () => {
  const { text: kept } = await redactor.look(`${'an ordinary line\n'.repeat(400)}NEO4J_AUTH=neo4j/Winter2019!x\n`);
  expect(kept.length).toBeGreaterThan(6000);
  expect(kept).not.toContain('Winter2019');
  expect(await secretsIn(kept, false)).toEqual([]);
});

test.each([
  ['Your verification code is 402913.', '402913'],
  ['the alarm code is 4823', '4823'],
  ['4823 is your login code', '4823'],
  ['验证码 4823', '4823'],
  ['Dein Bestätigungscode lautet 402913', '402913'],
  ['您的验证码是402913', '402913'],
  ['402913 is your Google verification code', '402913'],
  ['the safe combination: 12-34-56', '12-34-56'],
])('a code that opens a door is removed: %s', async (text, code) => {
  expect(await redactor.text(text)).not.toContain(code);
});

test.each([
  'error code 404123 is returned',
  'exit code: 1234',
  'status code is 5001',
  'zip code 90210',
  'port 8080 is open',
])('other numbers stay: %s', async (text) => {
  expect(await redactor.text(text)).toBe(text);
});
