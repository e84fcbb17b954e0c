import { spawn, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../../src/faces/cli/refusal.ts';
import { normalized, selection } from '../../../src/faces/cli/log-options.ts';
import { renderSessions } from '../../../src/faces/cli/render/sessions.ts';
import { renderEntry } from '../../../src/faces/cli/render/log.ts';
import { signsFor } from '../../../src/faces/cli/render/blame-words.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { oid, sessionId } from '../../../src/model/ids.ts';
import { git, subCommand } from '../../../src/git/process/process.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

function run(repo: TestRepo, ...args: string[]): { status: number | null; out: string; said: string } {
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env });
  return { status: done.status, out: done.stdout.toString(), said: done.stderr.toString() };
}

test('words that make no sense are told with what they were, and where to look', () =>
  withRepo({}, (repo) => {
    repo.env['LANG'] = repo.env['LC_ALL'] = 'de_DE.UTF-8';
    const cases: [words: string[], said: string, hint: string][] = [
      [['stauts'], "There is no command 'stauts'.", 'Did you mean git prov status?'],
      [['nonsense', '--x'], "There is no command 'nonsense'.", 'Run git prov --help.'],
      [['status', '--foo-bar', '--x=1'], "'--foo-bar', '--x' are not known here.", 'Run git prov status --help.'],
      [['sessions', 'a', 'b'], "'b' is not known here.", 'Run git prov sessions --help.'],
      [['why'], "'why' needs one more word.", 'Run git prov why --help.'],
      [['log', '--grep'], "'--grep' needs a value.", 'Run git prov log --help.'],
      [['log', '-n'], "'-n' needs a value.", 'Run git prov log --help.'],
      [['init', '--agent'], "'--agent' needs a value.", 'Run git prov init --help.'],
      [['record'], "'record' needs --agent.", 'Run git prov record --help.'],
      [['show', '--', '--all'], "'--all' is not known here.", 'Run git prov show --help.'],
      [['-C'], '-C needs a folder.', 'Say git prov -C DIR COMMAND.'],
    ];
    for (const [words, said, hint] of cases)
      expect(run(repo, ...words)).toEqual({ status: 2, out: '', said: `git prov: ${said}\n  hint: ${hint}\n` });
  }));

test('without a command all of them are listed, and help COMMAND is COMMAND --help', () =>
  withRepo({}, (repo) => {
    const { status, out } = run(repo);
    expect([status, out]).toEqual([2, run(repo, '--help').out]);
    expect(out).toContain('git prov log [revisions..]');
    expect(run(repo, 'help')).toMatchObject({ status: 0, out });
    expect(run(repo, 'help', 'log')).toEqual(run(repo, 'log', '--help'));
    expect(run(repo, 'log', '--help').out).toContain('--first-parent');
  }));

test('a repository without a commit, and a folder that is not there', () =>
  withRepo({}, (repo) => {
    for (const command of ['show', 'reconcile'])
      expect(run(repo, command)).toMatchObject({
        status: 1,
        said: expect.stringContaining('There is no commit here yet.'),
      });
    expect(run(repo, 'show', 'HEAD').said).toContain("Nothing that is known here is called 'HEAD'.");
    expect(run(repo, '-C', 'nowhere', 'log').said).toContain(`There is no folder ${join(repo.dir, 'nowhere')}.`);
  }));

test('a warning that nobody reads any more is no failure', () =>
  withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const child = spawn(process.execPath, [PROGRAM, 'export', 'dot'], { cwd: repo.dir, env: repo.env });
    child.stderr.destroy();
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, out]).toEqual([0, expect.stringMatching(/^digraph[\s\S]*\}\n$/)]);
  }));

test('a failing git is named by its command, whatever stands before it', () =>
  withRepo({}, async (repo) => {
    const { dir: cwd, env } = repo;
    await expect(git(['-c', 'a.b=c', '--no-pager', '-C', '.', 'cat-file', '-t', 'nix'], { cwd, env })).rejects.toThrow(
      /^git cat-file failed with exit code 128: /,
    );
    expect([subCommand(['--git-dir=x', 'log', '-1']), subCommand(['-c']), subCommand([])]).toEqual(['log', '', '']);
  }));

test('options of git log are read as git reads them', () => {
  expect(normalized(['log', '-20', '--tags', '--branches=x', '--', '-1', '--tags'])).toEqual([
    'log',
    '-n',
    '20',
    '--tags=*',
    '--branches=x',
    '--',
    '-1',
    '--tags',
  ]);
  const all = ['--exclude=refs/notes/*', '--exclude=refs/prov/*', '--all'];
  expect(selection({ all: true, grep: ['a', 'b'], skip: 2, merges: false, output: 'x', exec: true })).toEqual([
    ...all,
    '--grep=a',
    '--grep=b',
    '--skip=2',
  ]);
});

test('names that move the terminal are made visible', () => {
  expect(refusal('Unknown argument: a\u001b[31m', ['log']).message).toBe("'a\\x1b[31m' is not known here.");
});

test('on a narrow terminal names of agents go first, so that words are left', () => {
  const look = { signs: signsFor({ LANG: 'C.UTF-8' }), paint: painter(false), columns: 40, unicode: true };
  const session = { id: sessionId('s'), agent: 'claude-code' };
  const commit = {
    oid: oid('1'.repeat(40)),
    short: '1111111',
    author: '',
    email: '',
    time: 0,
    subject: 'Fix the tide',
  };
  const added = { added: 6, agent: 6, human: 0, unsure: 0 };
  const told = {
    added,
    writers: [{ short: '345def2d', session, lines: 6 }],
    decisions: [],
    asked: [],
    verification: 'passed',
  } as const;
  expect(renderEntry({ commit, told }, look)).toBe('1111111 ✓   6/6 345def2d    Fix the tide\n');
  const summary = { first: 0, last: 0, steps: 12, uncommitted: 1, commits: 1, lines: 6, usage: undefined };
  const rows = renderSessions([{ ...summary, session, short: '345def2d' }], { ...look, columns: 30 }).split('\n');
  expect(rows.map((row) => row.length <= 30)).not.toContain(false);
  expect(rows[1]).toMatch(/^345def2d {2}.* 6$/);
});
