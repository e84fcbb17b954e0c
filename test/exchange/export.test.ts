import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runExport, type ExportOptions } from '../../src/faces/cli/commands/tools/export.ts';
import { EXPORTERS, type Format } from '../../src/faces/cli/commands/tools/exporters.ts';
import { sessionId, sessionPrefix } from '../../src/model/ids.ts';
import { nodeAt, made, noteOf, run, writeNotes, type Shown } from '../ask/setup.ts';
import { makeRepo, withRepo, type TestRepo } from '../helpers/repo.ts';
import { hostileRepo } from './hostile.ts';

const FORMATS = Object.keys(EXPORTERS) as Format[];

const exported = (repo: TestRepo, format: Format, more: Partial<ExportOptions> = {}): Promise<Shown> =>
  run(repo, runExport, { format, output: '-', ...more });
const toRef = (repo: TestRepo, more: Partial<ExportOptions> = {}): Promise<Shown> =>
  run(repo, runExport, { format: 'git-ai', ...more });
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 14);
const noteText = (repo: TestRepo, commit: string, ref = 'ai'): string =>
  repo.git('notes', `--ref=${ref}`, 'show', commit);

describe('texts that try to break the format', () => {
  let repo: TestRepo;
  beforeAll(async () => {
    repo = await hostileRepo();
  });
  afterAll(() => repo.cleanup());

  test.each(FORMATS)('%s is the same byte for byte each time, and cannot control a terminal', async (format) => {
    const first = await exported(repo, format);
    expect(first.warnings).toEqual([]);
    expect((await exported(repo, format)).text).toBe(first.text);
    expect(first.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(first.text).not.toBe('');
  });

  test.each(['git-ai', 'agent-trace', 'in-toto', 'otel', 'json'] as const)('%s is JSON Lines', async (format) => {
    const { text } = await exported(repo, format);
    for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toBeTypeOf('object');
  });

  test('dot has only its own words outside quotes', async () => {
    const { text } = await exported(repo, 'dot');
    const bare = text.replace(/"(?:[^"\\\n]|\\.)*"/g, 'Q');
    const words = new Set(bare.split(/[\s=;[\]{}]+/).filter((word) => !/^(?:\d+|box|house|diamond|)$/.test(word)));
    expect(words).toEqual(
      new Set([
        'digraph',
        'provenance',
        'rankdir',
        'LR',
        'node',
        'fontname',
        'Q',
        'fontsize',
        'edge',
        'subgraph',
        'label',
        'shape',
        '->',
      ]),
    );
    expect(text).toContain(String.raw`label="Commitment\n\\\"]; evil"`);
  });

  test('every line of mermaid has one of five forms, and labels contain no special character', async () => {
    const { text } = await exported(repo, 'mermaid');
    const label = String.raw`"(?:[\p{L}\p{N} .,_/()'!?*+=-]|#\d+;|<br/>)*"`;
    const known = new RegExp(
      `^(?:flowchart LR|  subgraph s[0-9a-f]{8}\\[${label}\\]|  end|    n[0-9a-f]{8}_\\d+[\\[({>/|]+${label}[\\])}\\\\|]+|  n[0-9a-f]{8}_\\d+ -->\\|${label}\\| n[0-9a-f]{8}_\\d+)$`,
      'u',
    );
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(known);
    expect(text).toContain('#60;/script#62;');
  });
});

describe('for git-ai', () => {
  let repo: TestRepo;
  beforeAll(() => {
    repo = makeRepo({ files: { 'a.txt': 'one\n' }, hash: 'sha1' });
  });
  afterAll(() => repo.cleanup());

  test('a note has the lines of sessions and of recorded persons, but neither unsure lines nor those on which our note is silent', async () => {
    repo.write('a.txt', 'one\n2\n3\n4\n5\n6\n');
    repo.write('d e.txt', 'x\n');
    repo.write('q"uote.txt', 'x\n');
    const commit = repo.commit('second');
    const graph = made('s', [{ n: 1, kind: 'commitment', summary: 'edit' }]);
    const lines = [
      ['a.txt', 2, 1, nodeAt('s', 1)],
      ['a.txt', 4, 2, nodeAt('s', 1)],
      ['a.txt', 3, 1, null, 'imported'],
      ['a.txt', 6, 1, null, 'unsure'],
      ['d e.txt', 1, 1, nodeAt('s', 1)],
      ['q"uote.txt', 1, 1, nodeAt('s', 1)],
    ] as const;
    await writeNotes(repo, [[commit, noteOf([graph], lines)]]);
    const { text, warnings } = await toRef(repo);
    expect(text).toBe('1 note written to refs/notes/ai.\n');
    expect(warnings).toEqual(['a file was left out: the format of git-ai has no way to name them.']);
    const [attested, metadata] = noteText(repo, commit).split('\n---\n');
    const [session, human] = [`s_${hash('claude:s')}`, `h_${hash('Ada Tester <ada@example.com>')}`];
    expect(attested!.replaceAll(/::t_[0-9a-f]{14} /g, '::t_TRACE ')).toBe(
      ['a.txt', `  ${session}::t_TRACE 2,4-5`, `  ${human} 3`, '"d e.txt"', `  ${session}::t_TRACE 1`].join('\n'),
    );
    expect(JSON.parse(metadata!)).toEqual({
      schema_version: 'authorship/3.0.0',
      git_ai_version: '0.0.0+git-prov',
      base_commit_sha: commit,
      prompts: {},
      sessions: {
        [session]: {
          agent_id: { tool: 'claude', id: 's', model: 'opus' },
          human_author: 'Ada Tester <ada@example.com>',
        },
      },
      humans: { [human]: { author: 'Ada Tester <ada@example.com>' } },
    });
  });

  test("a second run writes nothing; our changed note is replaced, another tool's is not", async () => {
    const tip = repo.oid('refs/notes/ai');
    expect((await toRef(repo)).text).toBe('0 notes written to refs/notes/ai; 1 was there already.\n');
    expect(repo.oid('refs/notes/ai')).toBe(tip);
    const commit = repo.oid('HEAD');
    const graph = made('s', [{ n: 1, kind: 'commitment', summary: 'edit' }]);
    await writeNotes(repo, [[commit, noteOf([graph], [['a.txt', 2, 5, nodeAt('s', 1)]])]]);
    expect((await toRef(repo)).text).toBe('1 note written to refs/notes/ai.\n');
    expect(noteText(repo, commit)).toContain(' 2-6\n');
    repo.git('notes', '--ref=ai', 'add', '-f', '-m', 'a.txt\n  0123456789abcdef 1\n---\n{"prompts":{}}', commit);
    expect((await toRef(repo)).text).toBe('0 notes written to refs/notes/ai; 1 was left as written by another tool.\n');
    expect(noteText(repo, commit)).toContain('0123456789abcdef');
    expect((await toRef(repo, { ref: 'mine' })).text).toBe('1 note written to refs/notes/mine.\n');
    expect(noteText(repo, commit, 'mine')).toContain(' 2-6\n');
  });

  test('--ref accepts only refs of other tools, and only for notes', async () => {
    for (const ref of ['refs/notes/provenance', 'provenance2', 'refs/heads/main', 'a b', '../x', '-f'])
      await expect(toRef(repo, { ref })).rejects.toMatchObject({ kind: 'usage' });
    await expect(exported(repo, 'git-ai', { ref: 'ai' })).rejects.toMatchObject({ kind: 'usage' });
    await expect(exported(repo, 'dot', { ref: 'ai' })).rejects.toMatchObject({ kind: 'usage' });
  });

  test('a session selects commits, and its short name is enough', async () => {
    repo.write('z.txt', 'z\n');
    const other = repo.commit('third');
    const graph = made('t', [{ n: 1, kind: 'goal', summary: 'other' }]);
    await writeNotes(repo, [[other, noteOf([graph], [])]]);
    const commits = (text: string): unknown[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { commit: { oid: string } }).commit.oid);
    expect(commits((await exported(repo, 'json')).text)).toEqual([other, repo.oid('HEAD~1')]);
    expect(commits((await exported(repo, 'json', { session: 't' })).text)).toEqual([other]);
    expect(commits((await exported(repo, 'json', { revisions: ['HEAD~1'] })).text)).toEqual([repo.oid('HEAD~1')]);
    expect((await exported(repo, 'dot', { session: 't' })).text).not.toContain('edit');
    await expect(exported(repo, 'json', { session: 'nobody' })).rejects.toMatchObject({ kind: 'data' });
    await expect(exported(repo, 'json', { revisions: ['--all'] })).rejects.toMatchObject({ kind: 'usage' });
    await expect(exported(repo, 'json', { revisions: ['nowhere'] })).rejects.toMatchObject({ kind: 'git' });
  });

  test('an output file is either complete or unchanged', async () => {
    const file = join(repo.home, 'out.json');
    writeFileSync(file, 'before');
    await expect(exported(repo, 'json', { output: file, revisions: ['nowhere'] })).rejects.toThrow('nowhere');
    expect(readFileSync(file, 'utf8')).toBe('before');
    const { text } = await exported(repo, 'json', { output: file });
    expect(text).toBe('');
    expect(readFileSync(file, 'utf8')).toBe((await exported(repo, 'json')).text);
    expect(readdirSync(repo.home).filter((name) => name.startsWith('out'))).toEqual(['out.json']);
    await expect(exported(repo, 'json', { output: join(repo.home, 'no', 'folder') })).rejects.toMatchObject({
      kind: 'data',
    });
  });
});

test('without notes, the export is an empty document with a message', async () => {
  await withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const { code, text, warnings } = await exported(repo, 'prov-json');
    expect({ code, told: JSON.parse(text) as unknown }).toEqual({
      code: 0,
      told: { prefix: { gitprov: 'urn:git-prov:prov:' } },
    });
    expect(warnings.join()).toContain('no commit of this range has a note');
    expect((await toRef(repo)).text).toBe('0 notes written to refs/notes/ai.\n');
  });
  await withRepo({}, async (repo) => {
    await expect(exported(repo, 'json')).rejects.toMatchObject({ kind: 'data' });
  });
});

test('a line has no owner when its note was read only in part, or the clone is shallow', async () => {
  await withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const commit = repo.oid('HEAD');
    await writeNotes(repo, [[commit, noteOf([], [])]]);
    expect((await exported(repo, 'agent-trace')).text).toContain('"human"');
    writeFileSync(join(repo.dir, '.git', 'shallow'), `${commit}\n`);
    const { text } = await exported(repo, 'agent-trace');
    expect(text).toContain('"unknown"');
    expect(text).not.toContain('"human"');
  });
});

test('when the graph is too large to draw, the newest part is drawn, and a message says so', async () => {
  await withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const big = (session: string): ReturnType<typeof made> => {
      const nodes = Array.from({ length: 300 }, (_, i) => ({
        n: i + 1,
        kind: 'commitment',
        summary: '\u{1f600}'.repeat(60),
      }));
      return made(
        session,
        nodes,
        nodes.slice(1).map(({ n }) => [1, 'led_to', n] as const),
      );
    };
    const first = repo.oid('HEAD');
    const second = repo.commit('second');
    await writeNotes(repo, [
      [first, noteOf([big('old')], [])],
      [second, noteOf([big('new')], [])],
    ]);
    const { text, warnings } = await exported(repo, 'mermaid');
    expect(text.length).toBeLessThanOrEqual(50_000);
    expect(text.match(/-->/g)!.length).toBeLessThanOrEqual(500);
    expect(text).toContain('there is more, which has no room here');
    expect(text.match(/subgraph s\w+/g)).toEqual([`subgraph s${sessionPrefix({ id: sessionId('new') })}`]);
    expect(warnings).toEqual([expect.stringContaining('the picture is cut')]);
    expect((await exported(repo, 'dot')).warnings).toEqual([]);
  });
});
