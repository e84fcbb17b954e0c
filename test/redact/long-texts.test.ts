import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';
import { cpuMs } from '../helpers/cpu.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const redactor = new Redactor(dir);

test('a megabyte is searched in pieces, and a secret across two of them is found', async () => {
  const line = "const port = settings.port ?? 8080; // see 'docs/ports.md' for \\u0041 and %20\n";
  const letters = 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx';
  let text = line.repeat(13_000).slice(0, 1 << 20);
  // Each is another one: where a secret is found, its copies are too.
  const secrets = [0, 239_990, 245_740, 262_130, 1_000_000].map((at, i) => {
    const secret = `ghp_${letters.slice(5 * i)}${letters.slice(0, 5 * i)}`;
    text = `${text.slice(0, at)} ${secret} ${text.slice(at + secret.length + 2)}`;
    return secret;
  });
  let kept = '';
  expect(await cpuMs(async () => (kept = await redactor.text(text, Infinity)))).toBeLessThan(5000);
  for (const secret of secrets) {
    expect(text).toContain(secret);
    expect(kept).not.toContain(secret.slice(4, 24));
  }
  expect(kept.length).toBeGreaterThan(1_000_000);
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
  ['heads of tables', 'pass  user  \n'.repeat(15_000)],
  ['heads of tables with lines', '│ password │\n'.repeat(15_000)],
  ['lists of arguments', "'-p ', '".repeat(25_000)],
  ['doubled quotes', '"" ""a'.repeat(33_000)],
  ['masks of build systems', 'issecret=true'.repeat(15_000)],
  ['names without blanks', '密码a'.repeat(60_000)],
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
  ['quoted lines', '> password\n'.repeat(23_000)],
  ['lines of a difference', '+ password = x\n- token\n'.repeat(9000)],
  ['code in backquotes', '`the password is` '.repeat(12_000)],
  ['here-documents without end', 'sudo -S x <<EOF\n'.repeat(14_000)],
  ['pairs of basic authentication', 'basicAuth: { users: { '.repeat(10_000)],
  ['passphrases of words', `passphrase: ${'copper garden '.repeat(15_000)}`],
  ['options before a user', `tool ${'-p abcdefgh '.repeat(18_000)}`],
  ['options', `tool ${'-a -b -c -p '.repeat(20_000)}`],
  ['lines of options', 'tool -a -b -c -p\n'.repeat(12_000)],
  ['names of keys', 'my key key for the key '.repeat(9000)],
  ['words that may be keys', 'a1b2c3d4e5f6g7h8i9j0k1 '.repeat(9000)],
  ['users without a host', 'abcde:fghij1@'.repeat(15_000)],
  ['scripts with targets', 'x.py a/b:'.repeat(22_000)],
  ['accounts with signs', 'access a b c d / '.repeat(12_000)],
  ['subcommands', 'x login unlock auth '.repeat(10_000)],
  ['webhooks', 'https://hooks.slack.com/services/T'.repeat(7000)],
])('100 kB of %s take under two and a half seconds', async (_, text) => {
  const part = text.slice(0, Math.min(100_000, text.length / 2));
  expect(await cpuMs(() => redactor.text(part))).toBeLessThan(2500);
});
