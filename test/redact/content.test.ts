import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { redactContent as redactWith } from '../../src/redact/content.ts';
import { Redactor } from '../../src/redact/redact.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-redact-'));
afterAll(() => rmSync(dir, { recursive: true }));
const redactor = new Redactor(dir);
const redactContent = (content: string, limit: number): Promise<string> => redactWith(redactor, content, limit);
const MARK = /^\[redacted:[0-9a-f]{8}\]$/;

const TOKEN = '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';

test('a short text without secrets is unchanged, and so is JSON with its blanks', async () => {
  for (const text of ['', 'hello\nworld\n', '{\n  "name" : "src/session_token_manager.ts"\n}\n', '[not json'])
    expect(await redactContent(text, 1000)).toBe(text);
});

test('secrets in JSON strings are found in their decoded form', async () => {
  const input = JSON.stringify({
    command: `cd /\nexport AWS=AKIAIOSFODNN7ABCDEFG\nlogin --password="hunter2xx"`,
    nested: [{ text: `say "${TOKEN}"` }],
    headers: { authorization: 'short"quoted' },
    [TOKEN]: 1,
  });
  const kept = await redactContent(input, 10_000);
  for (const secret of ['AKIAIOSFODNN7ABCDEFG', 'hunter2xx', TOKEN, 'quoted']) expect(kept).not.toContain(secret);
  expect(JSON.parse(kept)).toMatchObject({ headers: { authorization: expect.stringMatching(MARK) } });
});

test('a key without an end marker removes only the rest of its own string', async () => {
  const input = JSON.stringify({ a: '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq1', b: 'stays here' });
  expect(JSON.parse(await redactContent(input, 10_000))).toEqual({ a: expect.stringMatching(MARK), b: 'stays here' });
});

test('a long text is cut with a remark, and a secret at the cut does not show its half', async () => {
  const long = `${'x'.repeat(80)} ${TOKEN} ${'y'.repeat(500)}`;
  const kept = await redactContent(long, 100);
  expect(kept).toBe(
    `${'x'.repeat(80)} ${redactor.mark(TOKEN)}\n[truncated: these are the first 100 of 622 characters]`,
  );
  const json = JSON.stringify({ command: `a\n${TOKEN}\npassword="hunter2xx"`, rest: 'z'.repeat(500) });
  expect(await redactContent(json, 200)).not.toMatch(/ghp_|hunter2/);
});

test('deeply nested content is dropped', async () => {
  const deep = `${'['.repeat(200_000)}"${TOKEN}"${']'.repeat(200_000)}`;
  expect(await redactContent(deep, 1_000_000)).not.toContain('ghp_');
});
