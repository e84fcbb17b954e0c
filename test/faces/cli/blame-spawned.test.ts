import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeNote } from '../../../src/model/format/note.ts';
import { binaryReader } from '../../../src/git/objects/port.ts';
import { NoteReader } from '../../../src/notes/note-reader.ts';
import { makeRepo } from '../../helpers/repo.ts';
import { node, graphOf } from '../../ask/blame/story.ts';
import type { RepoPath } from '../../../src/model/ids.ts';

// Blame as a separate process, with real notes, because git inherits the standard streams for the work left to it.
const dir = mkdtempSync(join(tmpdir(), 'git-prov-blame-'));
const repo = makeRepo({
  files: { 'a.txt': 'one\ntwo\n', 'bin.dat': Buffer.from([0, 1, 2, 10, 255, 0, 10]), empty: '' },
});
const noted = makeRepo({ files: { 'a.txt': 'one\ntwo\n', gone: 'x\n' } });

beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../../..');
  await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: join(dir, 'blame.mjs'),
    banner: { js: "import { createRequire as $req } from 'node:module'; const require = $req(import.meta.url);" },
  });
  const note = {
    graphs: [graphOf({ passed: true })],
    lines: new Map([['a.txt' as RepoPath, [{ start: 2, count: 1, node: node(2), evidence: 'exact' as const }]]]),
    carried: [],
  };
  const blob = noted.gitRaw(['hash-object', '-w', '--stdin'], encodeNote(note)).toString().trim();
  noted.git('notes', '--ref=provenance', 'add', '-C', blob);
  for (const each of [repo, noted]) each.write('a.txt', 'one\ntwo\nthree\n');
  noted.git('rm', '-q', 'gone');
}, 30_000);

afterAll(() => {
  for (const each of [repo, noted]) each.cleanup();
  rmSync(dir, { recursive: true });
});

const ENTRY = `
import { runBlame } from './src/faces/cli/commands/ask/blame.ts';
import { openRepo } from './src/git/repository/repo.ts';
import { binaryReader } from './src/git/objects/port.ts';
import { NoteReader } from './src/notes/note-reader.ts';
import { encodeNote, openNote } from './src/model/format/note.ts';
import { joinNotes } from './src/model/graph/join.ts';
const reader = new NoteReader(binaryReader(await openRepo(process.cwd())), { encode: encodeNote, decode: openNote, join: joinNotes });
const tip = await reader.tip();
process.exitCode = await runBlame(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  readNotes: (commits) => reader.read(commits, tip),
  hasProvenance: () => Promise.resolve(tip !== undefined),
  warn: (message) => process.stderr.write(message),
});
await reader.close();
`;

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const timeless = (text: string): string =>
  text.replaceAll(/(Not Committed Yet) [-0-9:+ ]{25}/g, '$1 NOW').replaceAll(/(?<=-time )17\d{8}$/gm, 'NOW');

function run(of: typeof repo, command: readonly string[], input = ''): Ran {
  const done = spawnSync(command[0]!, command.slice(1), { cwd: of.dir, env: of.env, input });
  return { code: done.status, out: timeless(done.stdout.toString('latin1')), err: done.stderr.toString() };
}

const prov = (of: typeof repo, argv: readonly string[], input?: string): Ran =>
  run(of, ['node', join(dir, 'blame.mjs'), ...argv], input);
const git = (of: typeof repo, argv: readonly string[], input?: string): Ran =>
  run(of, ['git', 'blame', ...argv], input);

describe('in a repository without notes it is git blame', () => {
  test.for<readonly string[]>([
    ['a.txt'],
    ['--porcelain', 'a.txt'],
    ['--incremental', 'a.txt'],
    ['-c', '--date=short', 'HEAD', 'a.txt'],
    ['bin.dat'],
    ['empty'],
    ['-h'],
    [],
    ['no-such-file'],
  ])('%j', (argv) => expect(prov(repo, argv)).toEqual(git(repo, argv)));
});

describe('with notes, errors have git’s own words and exit code', () => {
  test.for<readonly string[]>([
    ['-h'],
    [],
    ['no-such-file'],
    ['gone'],
    ['HEAD', '--', 'no-such-file'],
    ['no-such-revision', '--', 'a.txt'],
    ['--no-such-option', 'a.txt'],
    ['-L', '100,', 'a.txt'],
    ['-L', ':nowhere', 'a.txt'],
    ['--progress', '--incremental', 'a.txt'],
    ['--ignore-rev', 'nothing', 'a.txt'],
    ['.'],
  ])('%j', (argv) => {
    const refused = git(noted, argv);
    expect(refused.code).toBeGreaterThan(100);
    expect(prov(noted, argv)).toEqual(refused);
    if (argv.includes('--incremental') || argv.includes('-h')) return;
    for (const format of ['--porcelain', '--incremental']) {
      expect(prov(noted, [format, ...argv])).toEqual(git(noted, [format, ...argv]));
    }
  });

  test('in a submodule’s folder', () => {
    noted.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'module');
    noted.git('commit', '-q', '-m', 'module');
    expect(prov(noted, ['module'])).toEqual(git(noted, ['module']));
    expect(prov(noted, ['HEAD', '--', 'module'])).toEqual(git(noted, ['HEAD', '--', 'module']));
  });
});

test("the store’s notes are read: the agent's line is the agent’s", async () => {
  const { out, code, err } = prov(noted, ['HEAD', '--', 'a.txt']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n')[1]).toMatch(/ \(claude-code 3f2a91c0 [+~] .* 2\) two {2}<- (?:test: )?Back off/);
  const reader = new NoteReader(binaryReader(await noted.open()), {
    encode: encodeNote,
    decode: () => expect.fail(),
    join: (a) => a,
  });
  expect(await reader.tip()).toBeDefined();
  await reader.close();
});

test('content from standard input is blamed', () => {
  const argv = ['-s', '--contents', '-', 'a.txt'];
  expect(git(noted, argv, 'zero\none\n').out).toContain('zero');
  expect(prov(noted, argv, 'zero\none\n')).toEqual(git(noted, argv, 'zero\none\n'));
});
