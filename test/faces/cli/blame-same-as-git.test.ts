import { Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { makeRepo } from '../../helpers/repo.ts';
import { gitBlame, prov } from '../../ask/blame/story.ts';

// One repository with everything that git's layout depends on. No line has an owner, so every byte must match git's output.
const repo = makeRepo({ files: { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'sub/b.txt': 'sub\n', 'empty.txt': '' } });
afterAll(() => repo.cleanup());

function commitAs(name: string, message: string, zone = '+0000'): void {
  repo.env['GIT_AUTHOR_NAME'] = name;
  const seconds = repo.env['GIT_AUTHOR_DATE']!.split(' ')[0]!;
  repo.env['GIT_AUTHOR_DATE'] = `${seconds} ${zone}`;
  repo.commit(message);
}

const grown = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i}\n`).join('');
repo.write('a.txt', `zero\none\ntwo\n\tthree\r\nfour\nfive\n${grown(120)}`);
commitAs('Åsa 日本語 Öberg', 'grow', '+0530');
repo.write('a.txt', `zero\none\ntwo, changed\n\tthree\r\nfour\nfive\n${grown(124)}no newline`);
commitAs('A Very Long Name Of A Developer', 'more', '-0330');
repo.git('mv', 'a.txt', 'renamed ü.txt');
commitAs('Zoe', 'rename');
repo.write('renamed ü.txt', `${repo.read('renamed ü.txt').replace('two, changed', 'two, changed  again')}\nafter`);
commitAs('Ann (she) "x"', 'again');
repo.write('latin1.txt', Buffer.from('caf\xe9\nna\xefve\n\x00\x01\xff', 'latin1'));
repo.write('sub/b.txt', 'sub\n  indented\nfunction f() {\n  return 1;\n}\n');
repo.write('moved.txt', grown(124));
commitAs('Zoe', 'odd');
repo.write('sub/b.txt', 'sub\n    indented\nfunction f() {\n  return 2;\n}\nnot yet\n');
repo.write('odd "name"\n.txt', 'quoted\n');
repo.git('add', '-A');
repo.git('commit', '-q', '-m', 'quoted', '--', 'odd "name"\n.txt');
repo.write('ignore-revs', `${repo.oid('HEAD~2')}\n`);

const FILE = 'renamed ü.txt';

const CASES: readonly (readonly string[])[] = [
  [FILE],
  ...['-s', '-e', '-t', '-l', '-n', '-f', '-b', '--root', '-w', '-M', '-C', '-c', '-M5', '-C40'].map((o) => [o, FILE]),
  ['-sln', FILE],
  ['-fnet', FILE],
  ['-bs', FILE],
  ['-bl', FILE],
  ['-lb', '--root', FILE],
  ...[0, 3, 4, 8, 20, 39, 40, 41].map((n) => [`--abbrev=${n}`, FILE]),
  ['--abbrev', FILE],
  ['--no-abbrev', FILE],
  ['--abbrev=40', '-b', FILE],
  ['--show-em', '--show-num', '--show-na', FILE],
  ['--show-email', '--no-show-email', FILE],
  ['-L', '2,4', FILE],
  ['-L3,+2', '-L', '/line 5/,+3', '-L', '100,', FILE],
  ['-L', ':function f', 'sub/b.txt'],
  ['-L', '1,1', FILE],
  ['HEAD~4', '--', 'a.txt'],
  ['HEAD', FILE],
  [FILE, 'HEAD'],
  ['HEAD~3..HEAD', '--', FILE],
  ['--since=2026-01-01T00:02:00Z', FILE],
  ['--reverse', 'HEAD~2..HEAD', '--', FILE],
  ['--reverse', 'HEAD~2', '--', FILE],
  ['--first-parent', FILE],
  ['--ignore-rev', 'HEAD~1', FILE],
  ['--ignore-revs-file', 'ignore-revs', FILE],
  ['--contents', 'moved.txt', FILE],
  ['--minimal', FILE],
  ['-w', '-C', '-C', '-C', 'moved.txt'],
  ['sub/b.txt'],
  ['-s', 'sub/b.txt'],
  ['-e', 'sub/b.txt'],
  ['latin1.txt'],
  ['-f', 'latin1.txt'],
  ['empty.txt'],
  ['odd "name"\n.txt'],
  ['-f', 'odd "name"\n.txt'],
  ['--date=short', FILE],
  ['--date', 'raw', FILE],
  ['--date=format:%Y week %V', FILE],
  ['--date=iso-strict', '-e', FILE],
  ['--color-lines', FILE],
  ['--color-by-age', FILE],
  ['--score-debug', FILE],
  ['--show-stats', '-L1,3', FILE],
  ['-c', '-e', 'sub/b.txt'],
  ['-c', '-L2,3', FILE],
  ['--encoding=latin1', FILE],
];

// An uncommitted line has the time of the run, which may tick between the two.
const timeless = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll(
      /(Not Committed Yet|External file[^\d]*|<(?:not\.committed\.yet|external\.file)>)(\s+)[-0-9:+ ]{10,26}(?=[ \t])/g,
      '$1$2NOW',
    )
    .replaceAll(/(?<=-time )\d{10}$/gm, (time) => (Number(time) > 1_767_300_000 ? 'NOW' : time));

const both = async (
  argv: readonly string[],
  cwd: string = repo.dir,
  env: NodeJS.ProcessEnv = {},
): Promise<{ ours: string; gits: string }> => {
  const shown = await prov(repo, argv, { cwd, env });
  return { ours: timeless(shown.bytes), gits: timeless(gitBlame(repo, argv, cwd, env)) };
};

const withoutOurs = (text: string): string => text.replaceAll(/^prov-[^\n]*\n/gm, '');

describe('with notes in the repository, but none on these commits, every byte is git’s', () => {
  test.for(CASES)('git prov blame %j', async (argv) => {
    const { ours, gits } = await both(argv);
    expect(ours).toBe(gits);
  });

  test.for(CASES.slice(0, 12))('in a folder below: %j', async (argv) => {
    const last = argv.at(-1)!;
    const { ours, gits } = await both([...argv.slice(0, -1), `../${last}`], `${repo.dir}/sub`);
    expect(ours).toBe(gits);
  });

  test.for<readonly [string, string, readonly string[]]>([
    ['blame.showEmail', 'true', [FILE]],
    ['blame.showEmail', 'true', ['--no-show-email', FILE]],
    ['blame.showRoot', 'true', [FILE]],
    ['blame.blankBoundary', 'yes', [FILE]],
    ['blame.date', 'relative', ['HEAD', FILE]],
    ['blame.date', 'iso', [FILE]],
    ['blame.coloring', 'repeatedLines', [FILE]],
    ['blame.coloring', 'highlightRecent', ['HEAD', FILE]],
    ['blame.ignoreRevsFile', 'ignore-revs', [FILE]],
    ['core.abbrev', '12', [FILE]],
    ['core.abbrev', 'no', [FILE]],
    ['core.abbrev', '5', ['-b', FILE]],
    ['core.quotePath', 'false', ['-f', FILE]],
    ['core.autocrlf', 'true', ['sub/b.txt']],
    ['i18n.logOutputEncoding', 'latin1', [FILE]],
  ])('with %s = %s', async ([name, value, argv]) => {
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: name, GIT_CONFIG_VALUE_0: value };
    const { ours, gits } = await both(argv, repo.dir, env);
    expect(ours).toBe(gits);
  });

  test('marks of ignored and unblamable lines are git’s own', async () => {
    const env: NodeJS.ProcessEnv = { GIT_CONFIG_COUNT: '2' };
    for (const [i, name] of ['markIgnoredLines', 'markUnblamableLines'].entries()) {
      env[`GIT_CONFIG_KEY_${i}`] = `blame.${name}`;
      env[`GIT_CONFIG_VALUE_${i}`] = 'true';
    }
    const { ours, gits } = await both(['--ignore-rev', 'HEAD~1', '--ignore-rev', 'HEAD~2', FILE], repo.dir, env);
    expect(ours).toBe(gits);
    expect(gits).toMatch(/^[?*]/m);
  });

  test('in a bare repository, with a revision', async () => {
    const bare = makeRepo({ bare: true });
    bare.gitRaw(['fetch', '-q', repo.dir, 'main:main']);
    const argv = ['main', '--', FILE];
    expect((await prov(bare, argv)).bytes).toEqual(gitBlame(bare, argv));
    bare.cleanup();
  });

  test('with ids of SHA-256', async () => {
    const other = makeRepo({ hash: 'sha256', files: { a: '1\n2\n' } });
    other.write('a', '1\n2\n3\n');
    other.commit('second');
    for (const argv of [['a'], ['-l', 'a'], ['--abbrev=63', 'a'], ['-c', 'a']])
      expect((await prov(other, argv)).text).toBe(gitBlame(other, argv).toString());
    other.cleanup();
  });

  test('ids are as long as needed to stay unique', async () => {
    const many = makeRepo({ files: { a: 'one\n' } });
    const blobs = Array.from({ length: 20_000 }, (_, i) => `blob\ndata ${String(i).length}\n${i}\n`);
    many.gitRaw(['fast-import', '--quiet'], blobs.join('')); // at four digits, most ids begin like another one
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.abbrev', GIT_CONFIG_VALUE_0: '4' };
    for (let i = 0; i < 8; i++) {
      many.write('a', `${many.read('a')}line ${i}\n`);
      many.commit(`c${i}`);
    }
    const shown = await prov(many, ['a'], { env });
    expect(shown.text).toBe(gitBlame(many, ['a'], many.dir, env).toString());
    expect(shown.text.split(' ')[0]!.length).toBeGreaterThan(5);
    many.cleanup();
  });
});

test.for(['-s', '--porcelain', '--incremental', '--json'])('warnings of git are printed: %s', async (format) => {
  const two = makeRepo({ files: { a: 'one\n' } });
  two.git('branch', 'name');
  two.git('tag', 'name');
  const told: string[] = [];
  const stderr = new Writable({ write: (chunk, _, done) => done(void told.push(String(chunk))) });
  await prov(two, [format, 'name', '--', 'a'], { stderr });
  expect(told.join('')).toBe("warning: refname 'name' is ambiguous.\n");
  two.cleanup();
});

describe('the machine formats differ from git’s only by lines that start with prov-', () => {
  test.for(CASES.filter((argv) => !argv.includes('--score-debug')))('%j', async (argv) => {
    for (const format of ['--porcelain', '--line-porcelain', '--incremental']) {
      const { ours, gits } = await both([format, ...argv]);
      expect(withoutOurs(ours)).toBe(gits);
    }
  });
});
