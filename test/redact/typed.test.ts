import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { Redactor } from '../../src/redact/redact.ts';
import { leaks, templates, typed } from './typed.ts';
import { runs } from '../helpers/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);
const SEED = Number(process.env['SEED'] ?? 1);
/** The fewest texts of a list: most lists have more kinds than that, and each kind is tried once. The campaign tries many more. */
const FEWEST_TEXTS = 100;
const timesFor = (file: string): number => runs(Math.ceil(FEWEST_TEXTS / templates(file).length));

/** Prints the figures on request. */
const say = (line: string): void => void (process.env['FIGURES'] && process.stdout.write(`${line}\n`));

/** Lists of kinds, and which part of their texts may be left, in percent. Decision 35 says what each was for. */
const LISTS: readonly (readonly [file: string, percent: number])[] = [
  ['typed-tuned.txt', 1],
  ['typed-heldout.txt', 1],
  ['typed-fresh.txt', 1],
  ['typed-wide.txt', 1],
  ['typed-wide-heldout.txt', 1],
  ['typed-docs.txt', 5],
  ['typed-docs-heldout.txt', 7],
  ['typed-last.txt', 4],
  ['typed-final.txt', 6],
  ['typed-batch1.txt', 1],
  ['typed-batch2.txt', 1],
  ['typed-batch3.txt', 5],
  ['typed-batch4.txt', 2],
  ['typed-batch5.txt', 6],
  ['typed-batch6.txt', 3],
  ['typed-batch7.txt', 4],
  ['typed-batch8.txt', 4],
  ['typed-batch9.txt', 6],
  ['typed-batch10.txt', 6],
  ['typed-batch11.txt', 5],
  ['typed-batch12.txt', 8],
  ['typed-batch13.txt', 5],
  ['typed-batch14.txt', 3],
  ['typed-batch15.txt', 3],
  ['typed-batch16.txt', 3],
  ['typed-batch17.txt', 5],
  ['typed-batch18.txt', 6],
  ['typed-batch19.txt', 6],
  ['typed-batch20.txt', 5],
  ['typed-batch21.txt', 2],
  ['typed-batch22.txt', 2],
  ['typed-batch23.txt', 2],
  ['typed-batch24.txt', 2],
  ['typed-batch25.txt', 4],
  ['typed-batch26.txt', 4],
];

test.each(LISTS)('of typed secrets in %s, at most %s in a hundred remain', async (file, percent) => {
  const left: string[] = [];
  const texts = typed(file, SEED, timesFor(file), wordlist);
  for (const one of texts) {
    const { text: kept, dropped } = await redactor.look(one.text);
    expect(dropped).toBeUndefined();
    expect(one.secrets.every((secret) => one.text.includes(secret))).toBe(true);
    if (leaks(one, kept).length > 0) left.push(`${one.kind}: ${one.text}`);
  }
  const share = (100 * left.length) / texts.length;
  say(`${file}: ${templates(file).length} kinds, ${texts.length} texts, ${left.length} left: ${share.toFixed(2)} %`);
  expect(share > percent ? left : []).toEqual([]);
  expect(texts.length).toBeGreaterThanOrEqual(FEWEST_TEXTS);
});

test.each([
  'passwordField.setAttribute("name", "password"); token = tokenOf(request)',
  'pass: !!hasEventCount, passThreshold: number, privateKey: Uint8Array',
  'MYSQL_PASSWORD=... npm test; the password is required and the token is sent',
  '"license": "LGPL-3.0-or-later", "hash": "sha256-1w0NlzEzI60CbKi4hzgIVvx1syN8oHAgQZJ7CNnxnWo="',
  'the password reset was identified by reviewers; log in with user/password authentication',
  'docs/documentation-audit/hgi-304/HGI304-ACTION-PIN-01.json',
  "const verdict = ok ? 'PASS' : 'FAIL'; { status: 'PASS', message: 'Analysis complete' }",
  'newErrors.password = "Max 72 characters"; idempotencyKey: "review-91c4425a8f7a928a4a21"',
  'Otherwise use DRV_TMR_Alarm32BitRegister or src/slic3r/GUI/GUI_Preview.hpp',
  'postgres://user:pass@localhost/db, postgres:16-alpine, all integration tests pass: `npm run check`',
  'cid bafkreigaknpexyvxt76zgkitavbwx6ejgfheup5oybpm77f3pxzrvwpfdi of Sandbox ID: workspace-ws_lx8w1tb8\nEvents URL',
  'Cannot mix "password" with "oauth2format". TEST_LOGIN_SECRET=e2e-test-secret-do-not-use-in-production',
  '"tool_call_id": "call_l8WV3CqU4LUalV4OeVoYVNjR", X509_NAME_get_text_by_NID',
  '  last_password_update: number\n  pwd_exp: number\n  DB: ${POSTGRES_PASSWORD:?Variable not set}',
  'authenticator: AdapterAuthenticator, s3_secret_key = "env(S3_SECRET_KEY)", openssl req -keyout localhost.key',
  'Pass jobId to `RemediationHistoryCard` and mkdir -p build2024; provide it with --next-token argument',
  'serviceAccount:test123@example.domain.com, npm:react@18.2.0, redis:7.2-alpine@sha256:0123',
  'the trace id is 4bf92f3577b34da6a3ce929d0e0e4736, md5: 0cc175b9c0f1b6a831c399e269772661',
  'the primary key is 0b7e4f6a-1c2d-4e5f-8a9b-0c1d2e3f4a5b of the table',
  'token, value = get_address(value)\n            address_list.append(token)',
  'onresumptiontoken: options?.onresumptiontoken\n# token          = 1*tchar',
  "user_pass = '%s:%s' % (unquote(user), unquote(password))",
  '  - uses: acme/app-token-action@1f621f4b3e5d912addc87108261d5b49e32cc6fb # v2\n',
  'see acme/app-token-action/compare/3ea722e716c165db3ed77ade9a0a0ca49ec2f8a0...1f621f4b3e5d912addc87108261d5b49e32cc6fb',
  '{ "page.keys.table.token": "Zeichen", "form.proxy.client_secret": "Rahasia Klien" }',
  'user.Password = *u.Password\n  Password: &expected.Password,',
  'input[type="password"]:focus, input[type="url"]:focus {}',
  'DATABASE_URL=postgres://test:test@localhost:5432/shop',
  '  NtfyPassword         string\n  NtfyIconURL          string\n  CuboxEnabled         bool',
  'permissions:\n  id-token: write\n  # https://docs.example.com/rest/permissions#for-contents\n  pages: read',
  'helm install x --set auth.password=postgres \\\n  --set resources.limits.cpu=2',
  '- Wrong current password: `ValueError`\n- Same password: `ValueError` - done',
  '"jsonwebtoken": "^9.0.0", "@acme/token-exchange": "workspace:*"',
  'def seed(conn, session_id, commit_hash="abc1234", username="rickston123"):',
  'Screens: ForgotPasswordScreen, MagicLinkScreen, BiometricSettingsScreen',
  'fix(windows): only reformat pwd on cygwin; the key is set on control-plane',
  '"error.password_min_length": "パスワードは6文字以上である必要があります。"',
])('leaves code and sentences about secrets alone: %s', async (text) => {
  expect(await redactor.text(text)).toBe(text);
});

test('a process that has redacted two thousand texts exits at once', async () => {
  const entry = join(dir, 'many.ts');
  const program = join(dir, 'many.mjs');
  writeFileSync(
    entry,
    `import { Redactor } from ${JSON.stringify(join(ROOT, 'src/redact/redact.ts'))};
    const redactor = new Redactor('', () => 'key');
    for (let i = 0; i < 2000; i++) await redactor.text('push number ' + i + ' with 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');
    const done = process.cpuUsage();
    process.on('exit', () => process.stdout.write(String((process.cpuUsage(done).user + process.cpuUsage(done).system) / 1000)));`,
  );
  // Node loads the packages itself: bundling them takes five times as long as the rest of this test.
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const afterwardsMs = Number(execFileSync(process.execPath, [program], { encoding: 'utf8' }));
  expect(afterwardsMs).toBeLessThan(500);
});
