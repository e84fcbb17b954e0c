import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NODE } from '../../helpers/program/node.ts';
import { encodeNote } from '../../../src/model/format/note.ts';
import { type RepoPath, sessionId, sessionPrefix } from '../../../src/model/ids.ts';
import { graphOf, node } from '../../ask/blame/story.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

// The whole program: it starts git before it knows whether any note exists.
const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

const plain = makeRepo({ files: { 'a.txt': 'one\ntwo\n' } });
const noted = makeRepo({ files: { 'a.txt': 'one\ntwo\n', 'sub/b.txt': 'three\n' } });
// The ids of its steps start with the digits of the session's own id; other ids would not count.
const session = sessionId('a session of blame-here');
const short = sessionPrefix({ id: session });
const graph = graphOf({ passed: true, session: short });
const note = {
  graphs: [{ ...graph, session: { ...graph.session, id: session } }],
  lines: new Map([['a.txt' as RepoPath, [{ start: 2, count: 1, node: node(2, short), evidence: 'exact' as const }]]]),
  carried: [],
};
const blob = noted.gitRaw(['hash-object', '-w', '--stdin'], encodeNote(note)).toString().trim();
noted.git('notes', '--ref=provenance', 'add', '-C', blob);
afterAll(() => {
  for (const repo of [plain, noted]) repo.cleanup();
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(repo: TestRepo, command: readonly string[], cwd = repo.dir, input = ''): Ran {
  const done = spawnSync(command[0]!, command.slice(1), { cwd, env: repo.env, input });
  return { code: done.status, out: done.stdout.toString('latin1'), err: done.stderr.toString() };
}

const prov = (repo: TestRepo, argv: readonly string[], cwd?: string, input?: string): Ran =>
  run(repo, [NODE, PROGRAM, 'blame', ...argv], cwd, input);
const git = (repo: TestRepo, argv: readonly string[], cwd?: string, input?: string): Ran =>
  run(repo, ['git', 'blame', ...argv], cwd, input);

test.for<readonly string[]>([['a.txt'], ['--porcelain', 'a.txt'], ['-h'], ['no-such-file'], ['-L', '9,', 'a.txt']])(
  "without notes it prints git's output, and nothing twice: %j",
  (argv) => expect(prov(plain, argv)).toEqual(git(plain, argv)),
);

test('with notes, the agent’s line is the agent’s, and in a folder paths are relative to it', () => {
  const { out, code, err } = prov(noted, ['../a.txt'], join(noted.dir, 'sub'));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.replace(short, 'SHORT')).toMatch(
    /^\^\S+ \(Ada Tester {13}.* 1\) one\n\^\S+ \(claude-code SHORT .* 2\) two {2}<- test: Back off/,
  );
  expect(prov(noted, ['b.txt'], join(noted.dir, 'sub')).out).toBe(git(noted, ['b.txt'], join(noted.dir, 'sub')).out);
});

test.for<readonly string[]>([['no-such-file'], ['-L', '9,', 'a.txt'], ['--no-such-option', 'a.txt'], []])(
  'with notes too, an error of git is printed in git’s words: %j',
  (argv) => expect(prov(noted, argv)).toEqual(git(noted, argv)),
);

test('a folder outside any repository is refused with a hint', () => {
  const { code, out, err } = prov(noted, ['a.txt'], noted.home);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('is not in a git repository');
});

test('a wrong option of ours is refused before git runs', () => {
  const { code, out, err } = prov(noted, ['--only=robot', 'a.txt']);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('--only needs one of agent, human, unknown.');
});

test('standard input is read when it is the content', () => {
  const argv = ['-s', '--contents', '-', 'sub/b.txt'];
  const shown = prov(noted, argv, noted.dir, 'three\nfour\n');
  expect(shown).toEqual(git(noted, argv, noted.dir, 'three\nfour\n'));
  expect(shown.out).toContain('four');
});
