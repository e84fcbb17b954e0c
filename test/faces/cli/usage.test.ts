import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { refusal } from '../../../src/faces/cli/refusal.ts';
import { TERMS } from '../../../src/faces/cli/terms.ts';
import { normalized, selection } from '../../../src/faces/cli/commands/ask/log-options.ts';
import { sessionInfo } from '../../../src/ask/shapes/parts.ts';
import { renderSessions } from '../../../src/faces/cli/render/ask/sessions.ts';
import { renderEntry } from '../../../src/faces/cli/render/ask/log.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { oid, sessionId } from '../../../src/model/ids.ts';
import { git, subCommand } from '../../../src/git/process/process.ts';
import { NODE } from '../../helpers/program/node.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly said: string;
}

function runBy(node: string, repo: TestRepo, args: readonly string[]): Ran {
  const done = spawnSync(node, [PROGRAM, ...args], { cwd: repo.dir, env: repo.env });
  return { status: done.status, out: done.stdout.toString(), said: done.stderr.toString() };
}
const run = (repo: TestRepo, ...args: string[]): Ran => runBy(process.execPath, repo, args);
/** Runs the program in a process of its own, with its loader. */
const runAlone = (repo: TestRepo, ...args: string[]): Ran => runBy(NODE, repo, args);

test('a wrong command line is refused, with the argument and a hint', () =>
  withRepo({}, (repo) => {
    repo.env['LANG'] = repo.env['LC_ALL'] = 'de_DE.UTF-8';
    const cases: [words: string[], message: string, hint: string][] = [
      [['stauts'], "There is no command 'stauts'.", 'Did you mean git prov status?'],
      [['nonsense', '--x'], "There is no command 'nonsense'.", 'Run git prov --help.'],
      [
        ['belief', 'show', 'x'],
        "There is no command 'belief'.",
        'It is a kind of entry: git prov list belief lists them, and git prov show belief:ID shows one.',
      ],
      [['status', '--foo-bar', '--x=1'], "unknown arguments: '--foo-bar', '--x'.", 'Run git prov status --help.'],
      [['sessions', 'a', 'b'], "unknown argument: 'b'.", 'Run git prov sessions --help.'],
      [['why'], 'missing argument: PLACE (for example src/a.js:12).', 'Run git prov why --help.'],
      [
        ['link', 'a'],
        'missing argument: FROM, EDGE and TO (for example claim:8f3a21c0-4 supports decision:8f3a21c0-9).',
        'Run git prov link --help.',
      ],
      [['push', ''], 'The remote has no name.', 'See git remote.'],
      [['log', '--grep'], "'--grep' needs a value.", 'Run git prov log --help.'],
      [['log', '-n'], "'-n' needs a value.", 'Run git prov log --help.'],
      [['init', '--agent'], "'--agent' needs a value.", 'Run git prov init --help.'],
      [['record'], 'missing option: --agent.', 'Run git prov record --help.'],
      [['waive', 'a.js'], 'missing options: --rule, --reason.', 'Run git prov waive --help.'],
      [['complete'], 'missing argument: REFERENCE (for example task:8f3a21c0-7).', 'Run git prov complete --help.'],
      [['decide', 'x', '--because'], "'--because' needs a value.", 'Run git prov decide --help.'],
      [['impact', '--format'], "'--format' needs a value.", 'Run git prov impact --help.'],
      [['trace', 'HEAD', '--direction'], "'--direction' needs a value.", 'Run git prov trace --help.'],
      [['log', '--skip', 'abc'], '--skip needs a number of commits.', 'Use for example --skip 20.'],
      [['behaviours', '--limit', '0'], '--limit needs a number of results.', 'Use for example --limit 20.'],
      [
        ['sessions', 'a', '--from-step', '3'],
        '--from-step needs --replay.',
        'Use for example git prov sessions SESSION --replay --follow.',
      ],
      [['--json', 'log'], "unknown argument: '--json'.", 'Options come after their command: see git prov --help.'],
      [['show', '--', '--all'], "unknown argument: '--all'.", 'Run git prov show --help.'],
      [['sessions', '--replay'], 'missing argument: SESSION.', 'Run git prov sessions to list them.'],
      [
        ['trace', 'HEAD', '--evidence', '--history'],
        'Only one of --evidence, --raw-sources, --history is possible.',
        'Run the command once for each.',
      ],
      [['-C'], '-C needs a folder.', 'Run git prov -C DIR COMMAND.'],
    ];
    for (const [words, message, hint] of cases)
      expect(run(repo, ...words)).toEqual({ status: 2, out: '', said: `git prov: ${message}\n  hint: ${hint}\n` });
    for (const words of [['stauts'], ['why'], ['-C']]) expect(runAlone(repo, ...words)).toEqual(run(repo, ...words));
  }));

test('without a repository, or without commits, an error has the next step, and its cause is indented', () =>
  withRepo({}, (repo) => {
    repo.git('init', '-q', join(repo.home, 'empty'));
    expect(run(repo, '-C', join(repo.home, 'empty'), 'log')).toEqual({
      status: 1,
      out: '',
      said: 'git prov: There is no commit here yet.\n  hint: Commit something first, or name a revision.\n',
    });
    const { status, said } = run(repo, '-C', '/proc/self', 'status');
    expect([status, said.split('\n').slice(1, -1)]).toEqual([
      1,
      said
        .split('\n')
        .slice(1, -1)
        .filter((line) => /^ {2}(?:why:|hint:| {5}\S)/.test(line)),
    ]);
    expect(said).toContain('hint: Go to a repository');
  }));

test('a kind without entries of its own names the command that lists it', () =>
  withRepo({}, (repo) => {
    expect(run(repo, 'list', 'agents').out).toBe('Notes hold no entry for an agent: see git prov agents.\n');
    expect(run(repo, 'list', 'claims').out).toBe('There is no claim here.\n');
  }));

test('the help of a command is printed once', () =>
  withRepo({}, (repo) => {
    for (const words of [
      ['list', '--help'],
      ['help', 'list'],
      ['list', '-h', 'decisions'],
      ['why', '--help'],
      ['log', '-h'],
    ])
      expect(run(repo, ...words).out.match(/^Options:$/gm)).toHaveLength(1);
  }));

test('git prov, -h and help print the commands in groups, and exit with 0', () =>
  withRepo({}, (repo) => {
    const { status, out } = runAlone(repo);
    expect(run(repo)).toEqual({ status, out, said: '' });
    expect([status, out]).toEqual([0, run(repo, '--help').out]);
    for (const words of [['-h'], ['help'], ['help', '--help']])
      expect(run(repo, ...words)).toMatchObject({ status: 0, out });
    const groups = out.split('\n').filter((line) => /^[a-z ]+$/.test(line));
    expect(groups).toEqual(['start', 'ask', 'share', 'knowledge', 'other tools', 'trust']);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(run(repo, 'help', 'log')).toEqual(run(repo, 'log', '--help'));
    expect(run(repo, 'log', '-h').out).toContain('--first-parent');
    expect(run(repo, 'help', 'blame').out).toContain('--evidence');
    expect(run(repo, 'help', 'evidence').out).toContain('trace --evidence');
  }));

test('help terms explains the words of the glossary, and an unknown topic is refused in one line', () =>
  withRepo({}, (repo) => {
    const { status, out } = run(repo, 'help', 'terms');
    expect(status).toBe(0);
    const glossary = readFileSync(resolve(import.meta.dirname, '../../../docs/glossary.md'), 'utf8');
    const plain = out.replaceAll(/\s+/g, ' ');
    for (const [heading, terms] of TERMS) {
      expect(out).toContain(heading);
      for (const [term, meaning] of Object.entries(terms)) {
        expect(plain).toContain(`${term} ${meaning}`);
        expect(glossary.replaceAll('`', '')).toContain(`| ${term} | ${meaning} |`);
      }
    }
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const said = "git prov: There is no help on 'nonsense'; see 'git prov help'.\n";
    expect(run(repo, 'help', 'nonsense')).toEqual({ status: 2, out: '', said });
  }));

test('list accepts plural kinds', () =>
  withRepo({}, (repo) => {
    expect(JSON.parse(run(repo, 'list', 'decisions', '--json').out)).toMatchObject({ kind: 'decision' });
    expect(run(repo, 'list', 'foos')).toMatchObject({ status: 2 });
  }));

test('a repository without a commit, and a missing folder', () =>
  withRepo({}, (repo) => {
    for (const command of ['show', 'reconcile'])
      expect(run(repo, command)).toEqual({
        status: 1,
        out: '',
        said: expect.stringContaining('There is no commit here yet.'),
      });
    expect(run(repo, 'show', 'HEAD').said).toContain("'HEAD' is not a known commit, session or node.");
    expect(run(repo, '-C', 'nowhere', 'log').said).toContain(`There is no folder ${join(repo.dir, 'nowhere')}.`);
  }));

test('a warning to a closed stderr is not a failure', () =>
  withRepo({ files: { a: 'a\n' } }, async (repo) => {
    const child = spawn(NODE, [PROGRAM, 'export', 'dot'], { cwd: repo.dir, env: repo.env });
    child.stderr.destroy();
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect([code, out]).toEqual([0, expect.stringMatching(/^digraph[\s\S]*\}\n$/)]);
  }));

test('a failing git is named by its command, even after leading options', () =>
  withRepo({}, async (repo) => {
    const { dir: cwd, env } = repo;
    await expect(git(['-c', 'a.b=c', '--no-pager', '-C', '.', 'cat-file', '-t', 'nix'], { cwd, env })).rejects.toThrow(
      /^git cat-file: Not a valid object name nix/,
    );
    expect([subCommand(['--git-dir=x', 'log', '-1']), subCommand(['-c']), subCommand([])]).toEqual(['log', '', '']);
  }));

test('options of git log are parsed as git parses them', () => {
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

test('control characters in names are made visible', () => {
  expect(refusal('Unknown argument: a\u001b[31m', ['log']).message).toBe("unknown argument: 'a\\x1b[31m'.");
});

test('on a narrow terminal, agent names are dropped first to leave room for words', () => {
  const look = { signs: signsFor({ LANG: 'C.UTF-8' }), paint: painter(false), columns: 40, unicode: true };
  const session = sessionInfo({ id: sessionId('s'), agent: 'claude-code' });
  const short = '345def2d';
  const commit = {
    oid: oid('1'.repeat(40)),
    short: '1111111',
    author: '',
    email: '',
    time: null,
    subject: 'Fix the tide',
  };
  const told = {
    known: true,
    lines: { added: 6, agent: 6, human: 0, unsure: 0 },
    writers: [{ short, session, lines: 6 }],
    changers: [],
    decisions: [],
    asked: [],
    verification: 'passed',
  } as const;
  expect(renderEntry({ ...commit, ...told }, look)).toBe('1111111 ✓   6/6 345def2d    Fix the tide\n');
  const at = '1970-01-01T00:00:00.000Z';
  const summary = { first: at, last: at, steps: 12, uncommitted: 1, commits: 1, lines: 6, usage: null };
  const sessions = [{ ...summary, session: { ...session, short } }];
  const listed = { sessions, requests: 0, agents: undefined };
  const rows = renderSessions(listed, { ...look, columns: 30 }).split('\n');
  expect(rows.map((row) => row.length <= 30)).not.toContain(false);
  expect(rows[1]).toMatch(/^345def2d {2}.* 6$/);
});

test('every command names a missing revision alike and exits with 1, and web --export writes no page about it', () =>
  withRepo({ files: { 'a.js': 'one\n' } }, (repo) => {
    for (const words of [
      ['report', 'nope..HEAD'],
      ['stats', 'nope'],
      ['impact', 'nope..HEAD'],
      ['check', 'nope..HEAD'],
      ['check', 'HEAD^!', '--rules', 'nope'],
      ['why', 'a.js:1', '--rev', 'nope'],
      ['list', 'functions', '--rev', 'nope'],
      ['attest', 'nope'],
      ['reconcile', '--base', 'nope', '--head', 'HEAD'],
      ['verify-run', '--from', 'a.js', '--commit', 'nope'],
      ['web', '--export', 'out.html', 'nope..HEAD'],
    ])
      expect([words, run(repo, ...words)]).toEqual([
        words,
        { status: 1, out: '', said: expect.stringContaining('git prov: There is no revision "nope" here.\n  hint: ') },
      ]);
    expect(existsSync(join(repo.dir, 'out.html'))).toBe(false);
  }));

test('why names a folder and a path outside of the work tree as such', () =>
  withRepo({ files: { 'src/a.js': 'one\n' } }, (repo) => {
    for (const [place, message] of [
      ['src:1', '"src" is a folder.'],
      ['.:1', '"." is a folder.'],
      ['../x:1', '"../x" is not inside the work tree.'],
      ['src/b.js:1', 'There is no file "src/b.js".'],
    ] as const)
      expect(run(repo, 'why', place)).toMatchObject({
        status: 1,
        said: expect.stringContaining(`git prov: ${message}`),
      });
  }));

test('verify-run in a bare repository asks for a report', () =>
  withRepo({ files: { a: 'one\n' } }, (repo) => {
    repo.git('clone', '-q', '--bare', '.', 'bare.git');
    const { status, said } = run(repo, '-C', 'bare.git', 'verify-run', '--', 'npm', 'test');
    expect([status, said]).toEqual([1, expect.stringContaining('A bare repository has no files to run a check on.')]);
  }));
