import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectsIn } from '../../../src/exchange/forge/json-objects.ts';
import type { ForgeImportReport } from '../../../src/faces/cli/render/tools/import-forge.ts';
import { enable, prov } from '../../helpers/agent.ts';
import { notesOf } from '../../helpers/judge.ts';
import { runs } from '../../helpers/runs.ts';
import { withRepo } from '../../helpers/repo.ts';
import { dump, pull, review, reviewComment } from './site.ts';

async function parsed(...chunks: readonly (string | Uint8Array)[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const one of objectsIn(chunks.map((chunk) => Buffer.from(chunk))))
    found.push('fault' in one ? one.fault : one.object);
  return found;
}

test('objects are found in any nesting of lists, however the bytes are cut', async () => {
  const json = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(json, { maxLength: 4 }), { maxLength: 4 }),
      fc.constantFrom('pages', 'slurp', 'lines'),
      fc.array(fc.nat(400), { maxLength: 8 }),
      async (pages, form, cuts) => {
        const text =
          form === 'slurp'
            ? JSON.stringify(pages)
            : form === 'pages'
              ? pages.map((page) => JSON.stringify(page, undefined, 1)).join('')
              : pages
                  .flat()
                  .map((one) => `${JSON.stringify(one)}\r\n`)
                  .join('');
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(await parsed(...chunks)).toEqual(JSON.parse(JSON.stringify(pages.flat())));
      },
    ),
    { numRuns: runs(50) },
  );
});

test('a broken part is counted, and hides nothing else', async () => {
  expect(await parsed('[{"a":1},{"b":}, x, {"c":"}{"}] nothing')).toEqual([
    { a: 1 },
    'objects that are no JSON',
    'parts that are no JSON objects',
    { c: '}{' },
    'parts that are no JSON objects',
  ]);
  expect(await parsed('[{"a":1},{"b":"\\"')).toEqual([{ a: 1 }, 'objects that are cut off at the end']);
  expect(await parsed('[1, "x", null]')).toEqual(['parts that are no JSON objects']);
  const large = `{"a":"${'x'.repeat(17 * 1024 * 1024)}"}`;
  expect(await parsed('[', large, ',{"b":2}]')).toEqual(['objects over 16 MiB', { b: 2 }]);
});

test('odd entries are counted and skipped, texts are redacted, escaped and cut, and names are checked', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    const head = repo.oid('HEAD');
    // Parts of a made-up token, so that no scanner finds it in this file.
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const file = dump(
      repo,
      'dump.json',
      [
        pull(1, head, null, {
          title: `Key ${secret} \u001b[31m\u202eevil\nline`,
          user: { login: 'Eve <ada@example.com>' },
        }),
        pull(2, head, null, { title: 7 }),
        pull(3, head, null, { html_url: 'javascript:alert(1)' }),
        pull(4, head, null, { number: -4 }),
        pull(5, 'HEAD', '--upload-pack=x'),
        pull(6, head, null, { created_at: 'yesterday' }),
        { __proto__: null, constructor: 1, number: 1, head: 1, base: 1 },
      ],
      [
        reviewComment(11, 1, `${secret} ${'long '.repeat(5000)}`, { in_reply_to_id: 999 }),
        reviewComment(12, 77, 'of no request'),
        reviewComment(13, 1, 'x', { user: null, original_line: 1e15, original_commit_id: head }),
        reviewComment(14, 1, 'x', { path: 'a\u0000b' }),
      ],
      [review(21, 1, 'APPROVED', { pull_request_url: 'https://api.github.com/nonsense' }), review(22, 1, 'SUPER')],
      'garbage {"number": 1',
    );
    const out = prov(repo, 'import', 'github', '--from', file, '--json');
    const report = JSON.parse(out) as ForgeImportReport;
    expect(report.added).toEqual({ requests: 1, comments: 2, verdicts: 0, results: 0, changes: 0 });
    expect(report.dropped.map(({ what, count }) => `${count} ${what}`)).toEqual([
      '8 entries without the fields of their kind',
      '1 comments of requests that are not in the dump',
      '1 objects that are cut off at the end',
      '1 parts that are no JSON objects',
      '1 requests without a commit in this repository',
    ]);
    const shown =
      prov(repo, 'import', 'github', '--from', file, '--dry-run') +
      prov(repo, 'list', 'task') +
      prov(repo, 'list', 'claim');
    expect(shown).not.toMatch(/[\u001b\u202e]\[31m|\u202e/);
    const nodes = notesOf(repo)
      .get(head)!
      .graphs.flatMap((graph) => graph.nodes);
    const all = JSON.stringify(nodes);
    expect(all).not.toContain(secret);
    expect(all).toContain('[redacted]');
    expect(all).not.toContain('ada@example.com');
    for (const { summary, detail } of nodes) {
      expect(summary.length).toBeLessThanOrEqual(240);
      expect(String(detail?.['text'] ?? '').length).toBeLessThanOrEqual(4096);
    }
  }));

test('with prov.capture hashes no words of a forge are kept', () =>
  withRepo({ files: { 'lamp.js': 'one\n' } }, (repo) => {
    enable(repo);
    repo.git('config', 'prov.capture', 'hashes');
    const head = repo.oid('HEAD');
    prov(
      repo,
      'import',
      'github',
      '--from',
      dump(repo, 'dump.json', [pull(1, head, null)], [reviewComment(11, 1, 'lighthouse')]),
    );
    const nodes = notesOf(repo)
      .get(head)!
      .graphs.flatMap((graph) => graph.nodes);
    expect(nodes.map(({ summary }) => summary).toSorted()).toEqual(
      [`commit ${head.slice(0, 8)}`, 'comment by @grace', 'pull request 1'].toSorted(),
    );
    expect(JSON.stringify(nodes)).not.toMatch(/lighthouse|lantern/);
  }));
