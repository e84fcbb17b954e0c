import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import type { Oid } from '../../src/model/ids.ts';
import { readAgentTrace } from '../../src/exchange/agent-trace/agent-trace.ts';
import type { ForeignRecord } from '../../src/exchange/foreign.ts';
import { Tally } from '../../src/exchange/warning-counts.ts';
import { Dice } from '../fuzz/dice.ts';
import { mutateBytes } from '../fuzz/mutate-bytes.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

let repo: TestRepo;
let first: Oid;
let second: Oid;
beforeAll(() => {
  repo = makeRepo({ files: { 'a.ts': 'one\ntwo\r\nthree\n' } });
  first = repo.oid('HEAD');
  repo.write('b.ts', 'four\n');
  second = repo.commit('second');
  mkdirSync(join(repo.dir, '.agent-trace'));
});
afterAll(() => repo.cleanup());

/** The records read from these lines, and what is counted as unread, with its count. */
async function read(
  lines: readonly (string | object)[],
  { end = '\n', names = [] as string[] } = {},
): Promise<{ records: ForeignRecord[]; unread: Record<string, number> }> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + end;
  writeFileSync(join(repo.dir, '.agent-trace', 'traces.jsonl'), text);
  const opened = await repo.open();
  const objects = new ObjectReader(opened);
  const tally = new Tally();
  try {
    const records: ForeignRecord[] = [];
    const request = { repo: opened, objects, names, ref: undefined, tally, expect: () => undefined };
    for await (const record of readAgentTrace(request)) records.push(record);
    return { records, unread: Object.fromEntries(tally.all().map(({ what, count }) => [what, count])) };
  } finally {
    await objects.close();
  }
}

const AI = { type: 'ai', model_id: 'anthropic/opus' };
const trace = (revision: string, ranges: readonly object[], more: object = {}, conversation: object = {}): object => ({
  version: '0.1.0',
  id: 'b6f1a2b8-0000-4000-8000-000000000001',
  timestamp: '2026-01-01T00:00:00Z',
  vcs: { type: 'git', revision },
  tool: { name: 'Cursor', version: '2' },
  files: [{ path: 'a.ts', conversations: [{ contributor: AI, ranges, ...conversation }] }],
  ...more,
});
const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const ranges = ({ files }: ForeignRecord, path = 'a.ts'): unknown => new Map<string, unknown>(files).get(path);

test('a conversation becomes a session of the tool, named by its address', async () => {
  const { records, unread } = await read([
    trace(first, [{ start_line: 1, end_line: 2 }], {}, { url: 'https://example.com/c/1' }),
  ]);
  expect(unread).toEqual({});
  expect(records).toHaveLength(1);
  expect(records[0]).toMatchObject({
    commit: first,
    sessions: [{ id: 'https://example.com/c/1', agent: 'cursor', vendor: 'anthropic', model: 'opus', prompts: [] }],
  });
  expect(ranges(records[0]!)).toEqual([{ start: 1, end: 2, by: 0 }]);
});

test('the contributor of a range overrides the one of its conversation; mixed ranges are unsure', async () => {
  const { records } = await read([
    trace(first, [
      { start_line: 1, end_line: 1, contributor: { type: 'human' } },
      { start_line: 2, end_line: 2, contributor: { type: 'mixed' } },
      { start_line: 3 },
    ]),
  ]);
  expect(ranges(records[0]!)).toEqual([
    { start: 1, end: 1, by: 'person' },
    { start: 2, end: 2, by: 'unsure' },
    { start: 3, end: 3, by: 0 },
  ]);
});

test('records of one commit are merged in their order; commits are sorted by age, whatever their names', async () => {
  const { records } = await read([
    trace(second.slice(0, 12), [{ start_line: 1, end_line: 1 }]),
    trace(first, [{ start_line: 1, end_line: 3 }]),
    trace(first, [{ start_line: 2, end_line: 2 }], {}, { contributor: { type: 'human' } }),
    trace(first.slice(0, 10), [{ start_line: 3, end_line: 3 }], {}, { url: 'https://example.com/c/2' }),
  ]);
  expect(records.map(({ commit }) => commit)).toEqual([first, second]);
  expect(ranges(records[0]!)).toEqual([
    { start: 1, end: 3, by: 0 },
    { start: 2, end: 2, by: 'person' },
    { start: 3, end: 3, by: 1 },
  ]);
  expect(records[0]!.sessions.map(({ id }) => id)).toEqual([expect.any(String), 'https://example.com/c/2']);
});

test('a range with a SHA-256 of other lines is dropped; other hashes are ignored', async () => {
  const { records, unread } = await read([
    trace(first, [
      { start_line: 1, end_line: 1, content_hash: hash('one') },
      { start_line: 1, end_line: 1, content_hash: hash('one\n') },
      { start_line: 1, end_line: 2, content_hash: hash('one\ntwo') },
      { start_line: 1, end_line: 2, content_hash: hash('one\ntwo\r').toUpperCase().replace('SHA', 'sha') },
      { start_line: 3, end_line: 3, content_hash: hash('two') },
      { start_line: 3, end_line: 9, content_hash: 'murmur3:9f2e8a1b' },
    ]),
  ]);
  expect((ranges(records[0]!) as unknown[]).length).toBe(5);
  expect(unread).toEqual({ 'ranges with a hash that does not match their lines': 1 });
});

test('unreadable records are skipped and counted, and the rest is read', async () => {
  const { records, unread } = await read(
    [
      '',
      'no json',
      '[1]',
      `{"version":"0.1.0","files":"${'x'.repeat(11 * 1024 * 1024)}"}`,
      { version: '1.0' },
      trace('0'.repeat(40), [{ start_line: 1, end_line: 1 }]),
      trace('main', [{ start_line: 1, end_line: 1 }]),
      trace(first, [], { vcs: { type: 'jj', revision: 'kkmpptxz' } }),
      trace(first, [
        { start_line: 0, end_line: 1 },
        { start_line: 3, end_line: 2 },
        { end_line: 4 },
        { start_line: '1' },
      ]),
      trace(first, [], {
        files: [{ conversations: [] }, null, { path: 7 }, { path: './a.ts', conversations: 'none' }],
      }),
      trace(first, [{ start_line: 1, end_line: 1e300 }], { version: '1.0' }),
      trace(second, [{ start_line: 1, end_line: 2 ** 40 }], { version: '9.9', tool: null }),
      '{"version":"0.1.0","vcs":{"type":"git","revi',
    ],
    { end: '' },
  );
  expect(unread).toEqual({
    'lines that are no JSON': 2,
    'lines longer than 8 MiB': 1,
    'records without a revision': 2,
    'records of commits that are not here': 1,
    'records of another version control system than git': 1,
    'records of an unknown version, read all the same': 1,
    'ranges that cannot be read': 4,
    'files without a path': 2,
    'files cut in the middle of a line': 1,
  });
  expect(records.map(({ commit }) => commit)).toEqual([first, second]);
  expect(records[1]!.sessions).toMatchObject([{ agent: 'unknown' }]);
});

test('a path that leaves the repository is treated as a path inside it, and matches nothing', async () => {
  const files = (path: string): object => ({
    files: [
      { path, conversations: [{ contributor: AI, ranges: [{ start_line: 1, end_line: 1, content_hash: hash('x') }] }] },
    ],
  });
  const { records, unread } = await read([
    trace(first, [], files('../../../../../../etc/passwd')),
    trace(first, [], files('/etc/passwd')),
    trace(first, [{ start_line: 1, end_line: 1, content_hash: hash('one') }]),
  ]);
  expect(unread).toEqual({});
  expect(ranges(records[0]!)).toEqual([{ start: 1, end: 1, by: 0 }]);
});

test('a last line without a newline is read', async () => {
  const { records, unread } = await read([trace(first, [{ start_line: 1, end_line: 1 }])], { end: '' });
  expect({ unread, read: records.length }).toEqual({ unread: {}, read: 1 });
});

test("names of JavaScript's object properties are ordinary words", async () => {
  const line = `{"version":"0.1.0","vcs":{"type":"git","revision":"${first}"},"__proto__":{"files":[]},"tool":{"name":"constructor"},
    "files":[{"path":"__proto__","conversations":[{"contributor":{"type":"ai","__proto__":{"type":"human"}},"ranges":[{"start_line":1,"end_line":1}]}]}]}`;
  const { records } = await read([line.replaceAll('\n', ' ')]);
  expect(ranges(records[0]!, '__proto__')).toEqual([{ start: 1, end: 1, by: 0 }]);
  expect(records[0]!.sessions).toMatchObject([{ agent: 'constructor' }]);
});

test('without a file, the error gives the next step', async () => {
  await expect(read([], { names: ['nowhere.jsonl'] })).rejects.toMatchObject({ kind: 'data', hint: /PATH/ });
});

test('for any records, the result is sound', async () => {
  const samples = [
    trace(first, [{ start_line: 1, end_line: 2, content_hash: hash('one\ntwo') }], {}, { url: 'x' }),
    trace(second, [{ start_line: 1, contributor: { type: 'human' } }], { version: '1.0' }),
  ].map((record) => new Uint8Array(Buffer.from(JSON.stringify(record))));
  const dice = new Dice(7);
  const lines = Array.from({ length: 2000 }, () =>
    Buffer.from(mutateBytes(dice.pick(samples), samples, dice))
      .toString()
      .replaceAll('\n', ' '),
  );
  const { records } = await read(lines);
  expect(records.length).toBeGreaterThan(0);
  for (const { sessions, files } of records)
    for (const { start, end, by } of [...files.values()].flat()) {
      expect(start >= 1 && end >= start).toBe(true);
      expect(typeof by !== 'number' || sessions[by] !== undefined).toBe(true);
    }
});
