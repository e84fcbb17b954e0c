import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { badLines, hasRules, ruleMacros } from '../../src/gate/rules/attribute-lines.ts';
import { readTeams, membersOf } from '../../src/gate/rules/codeowners.ts';
import { type BaseRules, changesRules, readRules } from '../../src/gate/rules/read-rules.ts';
import { ruleName, rulesIn } from '../../src/gate/rules/rule.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import type { Repo } from '../../src/git/repository/repo.ts';
import { pathFromBytes } from '../../src/model/path.ts';
import type { RepoPath } from '../../src/model/ids.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';

async function rulesAt(repo: TestRepo, revision = 'HEAD', opened?: Repo): Promise<BaseRules> {
  const found = opened ?? (await repo.open());
  const objects = new ObjectReader(found);
  try {
    return await readRules(found, repo.oid(revision), objects);
  } finally {
    await objects.close();
  }
}

const named = async (rules: BaseRules, ...paths: string[]): Promise<string[]> =>
  (await rules.rulesFor(paths as RepoPath[])).map((own) => own.map(ruleName).join(','));

test('a value of the attribute is rules between commas, each once', () => {
  const names = (value: string): unknown => {
    const rules = rulesIn(value);
    return 'unknown' in rules ? rules : rules.map(ruleName);
  };
  expect(names('known,verified,known')).toEqual(['known', 'verified']);
  expect(names('reviewed-by=@org/team,human')).toEqual(['reviewed-by=@org/team', 'human']);
  for (const [value, unknown] of [
    ['verifed', 'verifed'],
    ['known,', ''],
    ['', ''],
    ['known, verified', ' verified'],
    ['Known', 'Known'],
    ['reviewed-by=', 'reviewed-by='],
    ['signed=yes', 'signed=yes'],
    ['constructor', 'constructor'],
  ])
    expect(names(value!)).toEqual({ unknown });
});

test('a line that git or we would pass over is found, with its number', () => {
  const first = (text: string, isTop = true): string | undefined => {
    const bytes = Buffer.from(text);
    const [bad] = badLines(bytes, isTop ? ruleMacros(bytes) : new Set(), isTop);
    return bad && `${bad.line}: ${bad.what}`;
  };
  for (const fine of [
    '',
    '*.js text\n',
    '# src/** prov=nonsense\n',
    'src/** prov=known\r\nvendor/** -prov\r\n*.md !prov\n',
    '"src/a b/**"\tprov=known -text\n',
    '\ufeffsrc/** prov=known',
    '[attr]strict prov=known,verified\nsrc/** strict\n',
    '!negative text\n',
    'docs/prov.md text\n',
    '*.x bad/name text\n',
  ])
    expect([fine, first(fine)]).toEqual([fine, undefined]);
  expect(first('*.js text\nsrc/** prov=verifed\n')).toMatch(
    /^2: There is no rule “verifed”\. Use one of known, verified/,
  );
  expect(first('src/** prov\n')).toMatch(/^1: “prov” names no rule/);
  expect(first('src/** prov=\n')).toMatch(/^1: A rule is missing/);
  expect(first('src/** prov=known -prov prov=x\n')).toMatch(/no rule “x”/);
  expect(first('!src/** prov=known\n')).toMatch(/skips a pattern/);
  expect(first(`${'a'.repeat(2050)} prov=known\n`)).toMatch(/longer than 2048/);
  expect(first('src/** prov=known a/b=c\n')).toMatch(/“a\/b” is not an attribute name/);
  expect(first('[attr]strict prov=known\nsrc/** strict builtin_x\n')).toMatch(/^2: .*“builtin_x”/);
  expect(first('[attr]strict prov=known\n', false)).toMatch(/macros only from the file at the top/);
  expect(first('[attr]a b\n[attr]b prov=known\nx a bad/name\n')).toMatch(/^3/);
  expect(first('*.js text\0\nsrc/** prov=known\n')).toMatch(/^0: It contains a NUL/);
});

test('the rules of a commit are those that git reads there, and nothing of this machine changes them', () =>
  withRepo(
    {
      files: {
        '.gitattributes':
          '[attr]strict prov=known,verified\n* prov=known\nsrc/** strict\nsrc/**/*.gen.js -prov\n"src/a b.js" prov=human\n*.bin binary\n',
        'src/auth/.gitattributes': '* prov=approved\n/open.js !prov\n',
        'src/auth/x.js': 'x\n',
        'z.js': 'z\n',
      },
    },
    async (repo) => {
      const bytes = pathFromBytes(Buffer.from([0x73, 0x72, 0x63, 0x2f, 0xff, 0x0a, 0x22, 0x2e, 0x6a, 0x73]));
      const paths = [
        'z.js',
        'src/x.js',
        'src/x.gen.js',
        'src/a b.js',
        'src/auth/x.js',
        'src/auth/open.js',
        'x.bin',
        'src/größe\n".js',
        bytes,
      ];
      const wanted = [
        'known',
        'known,verified',
        '',
        'human',
        'approved',
        '',
        'known',
        'known,verified',
        'known,verified',
      ];
      expect(await named(await rulesAt(repo), ...paths)).toEqual(wanted);

      // A stranger's or the author's own machine.
      const loose = '* -prov\nsrc/auth/** -prov\n';
      mkdirSync(join(repo.dir, '.git/info'), { recursive: true });
      writeFileSync(join(repo.dir, '.git/info/attributes'), loose);
      writeFileSync(join(repo.home, 'attributes'), loose);
      repo.git('config', 'core.attributesFile', join(repo.home, 'attributes'));
      mkdirSync(join(repo.home, '.config/git'), { recursive: true });
      writeFileSync(join(repo.home, '.config/git/attributes'), loose);
      repo.git('config', 'core.ignoreCase', 'true');
      repo.write('.gitattributes', loose);
      repo.write('src/auth/.gitattributes', loose);
      repo.git('add', '-A');
      const tree = repo.git('write-tree');
      const blob = repo.git('rev-parse', ':.gitattributes');
      repo.git('config', 'attr.tree', tree);
      repo.git('replace', repo.git('rev-parse', 'HEAD:.gitattributes'), blob);
      repo.git('replace', repo.git('rev-parse', 'HEAD^{tree}'), tree);
      const opened = await repo.open();
      const hostile = {
        ...opened,
        env: { ...opened.env, GIT_ATTR_SOURCE: tree, GIT_INDEX_FILE: join(repo.dir, '.git/index') },
      };
      expect(await named(await rulesAt(repo, 'HEAD', hostile), ...paths)).toEqual(wanted);

      // A bare clone has no work tree and no index.
      repo.git('replace', '-d', ...repo.git('replace', '-l').split('\n'));
      repo.git('clone', '-q', '--bare', '.', join(repo.home, 'bare.git'));
      const bare = adoptRepo(repo, join(repo.home, 'bare.git'));
      expect(await named(await rulesAt(bare), ...paths)).toEqual(wanted);
    },
  ));

test('a path that a checkout without case takes for a ruled one has its rules too, and none less', () =>
  withRepo(
    {
      files: {
        '.gitattributes':
          '[attr]strict prov=decided\nsrc/** prov=human\nGrÖße/** prov=tested\n"a B/**" strict\nLIB/** prov=approved\n"GE\\116/**" prov=tested\n*.MD -prov\n/vendor/** -prov\n',
        'src/auth/.gitattributes': '*.js prov=signed\n',
        'SRC/auth/.gitattributes': 'open.js prov=verified\ny.ts prov=tested\n',
        'src/x.js': 'x\n',
      },
    },
    async (repo) => {
      const wanted: Record<string, string> = {
        'src/x.js': 'human',
        'SRC/X.js': 'human',
        '\u017frc/x.js': 'human', // the long s
        'Gro\u0308\u00dfe/x': 'tested', // with its umlaut as two characters
        'GR\u00d6SSE/x': 'tested',
        'A b/x': 'decided',
        'lib/x': 'approved',
        'gen/x': 'tested', // its pattern is in the notation of C
        'src/auth/x.js': 'signed',
        'Src/Auth/x.js': 'signed',
        'SRC/auth/open.js': 'verified,signed',
        'Src/auth/y.ts': 'tested',
        'src/x.MD': '',
        'src/x.md': 'human',
        'vendor/x': '',
        'other/x': '',
      };
      repo.git('config', 'core.ignoreCase', 'true');
      const found = await named(await rulesAt(repo), ...Object.keys(wanted));
      expect(Object.fromEntries(Object.keys(wanted).map((path, i) => [path, found[i]]))).toEqual(wanted);
    },
  ));

test('rules that cannot be read whole stop the check: a link, a huge file, an unknown rule, a bad macro', () =>
  withRepo({ files: { 'a.js': 'a\n' } }, async (repo) => {
    expect((await rulesAt(repo)).any).toBe(false);
    const refuses = async (why: RegExp): Promise<void> => {
      const commit = repo.commit('rules');
      const failed = await rulesAt(repo).then(
        () => 'no error',
        (error: { message: string; cause: string; kind: string }) => `${error.kind}: ${error.message} ${error.cause}`,
      );
      expect(failed).toMatch(why);
      expect(failed).toContain(commit.slice(0, 7));
    };
    symlinkSync('a.js', join(repo.dir, '.gitattributes'));
    await refuses(/^data: The rules in \.gitattributes at .* is not a regular file/);
    repo.git('rm', '-q', '.gitattributes');
    repo.write('.gitattributes', `${'# a long comment\n'.repeat(300_000)}* prov=known\n`);
    await refuses(/more than 4194304 bytes/);
    repo.write('.gitattributes', '* prov=known\n');
    repo.write('deep/er/.gitattributes', '# fine\n*.js prov=knwon\n');
    await refuses(/The rules in deep\/er\/\.gitattributes, line 2, .*no rule “knwon”/);
    repo.write('deep/er/.gitattributes', '# fine\n');
    repo.write('.gitattributes', '[attr]prov text\n* prov=known\n*.js prov\n');
    await refuses(/line 3,/);
  }));

test('CODEOWNERS is read like a forge does: the last line counts, folders, anchors, sections', () =>
  withRepo(
    {
      files: {
        '.gitattributes': '* prov=reviewed-by=owners\n',
        'docs/CODEOWNERS': 'not-read @nobody\n',
        CODEOWNERS: [
          '* @all # a comment',
          '*.js @js ada@example.com',
          '/build/ @build',
          'apps/ @apps',
          'docs/* @docs',
          '/src/[x].ts @brackets',
          'with\\ blank.txt @blank',
          '!not.js @nobody',
          '/vendor/',
          '[Security][2] @sec',
          '/src/auth/',
          '^[Optional]',
          '/src/auth/x.js @opt',
        ].join('\n'),
        '.gitprov/teams': '# members\n@Sec ada@example.com Bob@Example.com\n@js eve@example.com # and more\n',
      },
    },
    async (repo) => {
      const rules = await rulesAt(repo);
      const owners = async (path: string): Promise<string> => (await rules.ownersOf!([path as RepoPath]))[0]!.join(' ');
      expect(await owners('README')).toBe('@all');
      expect(await owners('deep/x.js')).toBe('@js ada@example.com');
      expect(await owners('build/out/x.js')).toBe('@build');
      expect(await owners('deep/build/x.c')).toBe('@all');
      expect(await owners('deep/apps/a/b.c')).toBe('@apps');
      expect(await owners('docs/a.md')).toBe('@docs');
      expect(await owners('docs/deep/a.md')).toBe('@all');
      expect(await owners('src/[x].ts')).toBe('@brackets');
      expect(await owners('src/x.ts')).toBe('@all');
      expect(await owners('a/with blank.txt')).toBe('@blank');
      expect(await owners('not.js')).toBe('@js ada@example.com');
      expect(await owners('vendor/a.c')).toBe('');
      expect(await owners('src/auth/x.js')).toBe('@js ada@example.com @sec @opt');
      expect([...membersOf('@sec', rules.teams)]).toEqual(['ada@example.com', 'bob@example.com']);
      expect([...membersOf('Ada@Example.com', rules.teams)]).toEqual(['ada@example.com']);
      expect([...membersOf('@unknown', rules.teams)]).toEqual([]);
      expect(readTeams('').size).toBe(0);
      repo.write('.github/CODEOWNERS', '* @first\n');
      repo.commit('another file');
      expect((await (await rulesAt(repo)).ownersOf!(['x' as RepoPath]))[0]).toEqual(['@first']);
    },
  ));

test('files that decide rules, or who may satisfy them', () => {
  for (const path of [
    '.gitattributes',
    'a/b/.gitattributes',
    'CODEOWNERS',
    '.github/CODEOWNERS',
    '.gitlab/CODEOWNERS',
    '.gitprov/teams',
    '.gitprov/allowed_signers',
    'Src/.GitAttributes',
    '.github/codeowners',
  ])
    expect([path, changesRules(path)]).toEqual([path, true]);
  for (const path of ['x.gitattributes', 'src/CODEOWNERS', '.gitignore', '.gitattributes/x'])
    expect([path, changesRules(path)]).toEqual([path, false]);
});

test.each([
  ['* prov=known', true],
  ['[attr]strict prov=known\n* strict', true],
  ['src/** -prov', true],
  ['provider.js text', false],
  ['# * prov=known', false],
  ['* approved', false],
])('%j sets rules: %j', (text, expected) => {
  const bytes = Buffer.from(text);
  expect(hasRules(bytes, ruleMacros(bytes))).toBe(expected);
});
