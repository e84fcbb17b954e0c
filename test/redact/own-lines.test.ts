import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);

const MARK = /\[redacted:[0-9a-f]{8}\]/g;
const shown = async (text: string): Promise<string> => (await redactor.text(text)).replaceAll(MARK, '[…]');

test.each([
  [
    'a difference',
    '+machine mail.example.org\n+  login kim\n+  password candlesaddle',
    '+machine mail.example.org\n+  login kim\n+  password […]',
  ],
  ['a quotation', '> bindpw tigerbutter', '> bindpw […]'],
  ['the output of grep', 'conf/ldap.conf:12:bindpw tigerbutter', 'conf/ldap.conf:12:bindpw […]'],
  ['a file with numbers of lines', '  12→bindpw tigerbutter', '  12→bindpw […]'],
  ['backquotes', 'Please run `rootpw tigerbutter` for me.', 'Please run `rootpw […]` for me.'],
])('a line in %s is redacted like the line itself', async (_, text, kept) => {
  expect(await shown(text)).toBe(kept);
});

test.each([
  ['kinds of tokens without a digit', 'new Client("glrt-yrifmhHrToTLShn_mYxH")', 'new Client("[…]")'],
  ['a user with basic authentication', 'basicAuth: kim:biscuitguitar', 'basicAuth: kim:[…]'],
  ['a here-document', 'sudo -S apt update <<EOF\ngardenorchid\nEOF\n', 'sudo -S apt update <<EOF\n[…]\nEOF\n'],
  [
    'a file of cookies',
    'staging.internal\tTRUE\t/\tTRUE\t1790000000\tsession\t0fj1dxos43444jmhlsaw91q92k',
    'staging.internal\tTRUE\t/\tTRUE\t1790000000\tsession\t[…]',
  ],
  ['a passphrase of words', 'passphrase: copper garden marble', 'passphrase: […]'],
  ['a table of two columns', '| Password | foresttiger |', '| Password | […] |'],
  [
    'a described key',
    'I signed it with 20959bc9cb5e1f427c66d11402811408941a9483, the private key',
    'I signed it with […], the private key',
  ],
  [
    'a missing full stop',
    'The tests fail. la contraseña es tigerpurple Thanks!',
    'The tests fail. la contraseña es […] Thanks!',
  ],
  ['an option before the user', 'tool -p summer-candle-guitar -u kim', 'tool -p […] -u kim'],
  ['Oracle', 'kim/gjcygppgh@//db.example.org:1521/ORCL', 'kim/[…]@//db.example.org:1521/ORCL'],
  ['values of letters only', 'deploy --user kim --password HpjsjhlkqCpwZYNBBV', 'deploy --user kim --password […]'],
  [
    'an answer',
    'kim: whats the pw for mail.example.org?\nmaria: puzzlewinter',
    'kim: whats the pw for mail.example.org?\nmaria: […]',
  ],
])('a secret is removed after %s', async (_, text, kept) => {
  expect(await shown(text)).toBe(kept);
});

test.each([
  '+  password: string;\n+  token: Token,\n-  secret = readSecret(path)',
  '> I forgot the password.\n> Is the token valid?',
  'src/auth.ts:12:  const password = await prompt();',
  'Run `git config credential.helper store` and `npm token list` first.',
  '| Password | Required |\n| Token | JWT |',
  'passphrase: used when the backup runs',
  'basicAuth: enabled:true\nbasic_auth: username: kim',
  'mkdir -p build/output -u kim; docker run -p 8080:80 -u kim image',
  '"form.reader_password": "Пароль Google Reader"',
  'what is the password?\nkim: sorry, no idea',
])('leaves copied lines and sentences without a secret alone: %s', async (text) => {
  expect(await redactor.text(text)).toBe(text);
});
