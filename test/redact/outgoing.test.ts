import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExport } from '../../src/faces/cli/commands/tools/export.ts';
import { EXPORTERS, type Format } from '../../src/faces/cli/commands/tools/exporters.ts';
import { runReport } from '../../src/faces/cli/commands/ask/report.ts';
import { runShow } from '../../src/faces/cli/commands/ask/show.ts';
import { runAttest } from '../../src/faces/cli/commands/trust/attest.ts';
import { sessionId } from '../../src/model/ids.ts';
import { made, nodeAt, noteOf, run as runHere, writeNotes } from '../ask/setup.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';
import { run } from '../trust/signed.ts';

// Generated here, so that it is not a real token.
const SECRET = `ghp_${'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'}`;
const FORMATS = Object.keys(EXPORTERS) as Format[];

let repo: TestRepo;

/** A note from a program that redacts nothing. */
async function writeSecret(session: string): Promise<void> {
  const said = `clone with ${SECRET}`;
  const nodes = [
    { n: 1, kind: 'goal', summary: said, detail: { text: `${said} and more`, [said]: true } },
    { n: 2, kind: 'commitment', summary: said, tool: 'Edit', detail: { files: ['f.txt'], command: said } },
    { n: 3, kind: 'decision', summary: said, detail: { source: 'declared', because: said, ruled_out: [said] } },
  ];
  const graph = made(
    session,
    nodes,
    [
      [1, 'led_to', 2],
      [2, 'decided_by', 3],
    ],
    { of: { model: said } },
  );
  await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [['f.txt', 1, 1, nodeAt(session, 2)]])]]);
}

beforeAll(async () => {
  repo = makeRepo({ files: { 'g.txt': 'one\n' } });
  repo.write('f.txt', 'two\n');
  repo.git('add', '.');
  repo.commit('Add f');
  await writeSecret('other');
});
afterAll(() => repo.cleanup());

test('the note holds the secret, and a person sees it here', async () => {
  expect((await runHere(repo, runShow, { reference: 'HEAD', json: true })).text).toContain(SECRET);
});

test.each(FORMATS)('git prov export %s redacts a note with a secret, the same each time', async (format) => {
  const first = await runHere(repo, runExport, { format, output: '-' });
  expect(first.text).not.toBe('');
  expect(first.text).not.toContain(SECRET.slice(4));
  expect((await runHere(repo, runExport, { format, output: '-' })).text).toBe(first.text);
});

test('notes in the format of git-ai have no secret', async () => {
  await runHere(repo, runExport, { format: 'git-ai' });
  const note = repo.git('notes', '--ref=ai', 'show', 'HEAD');
  expect(note).toContain('other');
  expect(note).not.toContain(SECRET.slice(4));
});

test('a report for a comment has its mark, and no secret', async () => {
  const { text } = await runHere(repo, runReport, { range: 'HEAD~1..HEAD', format: 'md' });
  expect(text).toMatch(/^<!-- git-prov report -->\n/);
  expect(text).toContain('clone with [redacted]');
  expect(text).not.toContain(SECRET.slice(4));
});

test('no attestation is made of a note with a secret, and the message names the place', async () => {
  await expect(runHere(repo, runAttest, { commit: 'HEAD' })).rejects.toMatchObject({
    kind: 'data',
    message: expect.stringContaining('may hold a secret') as string,
    cause: expect.stringContaining(`summary of ${nodeAt('other', 1)}`) as string,
  });
});

test('the page in a file has no secret', () => {
  const page = join(repo.home, 'page.html');
  expect(run(repo, 'web', '--export', page, 'HEAD~1..HEAD')).toMatchObject({ code: 0 });
  const data = /id="record">([^<]*)</.exec(readFileSync(page, 'utf8'))![1]!;
  const text = gunzipSync(Buffer.from(data, 'base64')).toString();
  expect(text).toContain('clone with [redacted]');
  expect(text).not.toContain(SECRET.slice(4));
}, 60_000);

test('a note is left out where the id of its session holds a secret', async () => {
  await writeSecret(sessionId(`s-${SECRET}`));
  const { text, warnings } = await runHere(repo, runExport, { format: 'json', output: '-' });
  expect(text).not.toContain(SECRET.slice(4));
  expect(warnings.join()).toContain('a note was left out');
});
