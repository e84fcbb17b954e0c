import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { init } from '../src/faces/cli/commands/start/init.ts';
import { putBackHeldVariables } from '../src/git/process/held-variables.ts';
import { gitSince } from './helpers/git-version.ts';
import { NODE } from './helpers/program/node.ts';
import { runs } from './helpers/runs.ts';
import { script, withSite, type Site } from './install/setup.ts';

/*
 * How Node is started: by the first lines of the program, and by the hooks. What runs instead of Node or git in these tests keeps its
 * environment in a file; `/proc` has it without the changes of a shell.
 */
const DIST = resolve(import.meta.dirname, '../dist');
const PROGRAM = join(DIST, 'git-prov.js');
/** Where all tests keep compiled code. */
const KEPT = resolve(DIST, '../node_modules/.cache');
const [GIT, SH] = ['git', 'sh'].map(found) as [string, string];
const SHELLS = [['dash'], ['bash', '--posix'], ['busybox', 'sh'], ['ksh'], ['zsh', '--emulate', 'sh']].filter(
  ([name]) => existsSync(found(name!)),
);

const [HELD_FROM_ALL, HELD_FROM_HOOKS] = [
  ['NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'],
  ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE'],
];
const NAMES = [...HELD_FROM_ALL, ...HELD_FROM_HOOKS];
/** A shell may set these itself. */
const OF_SHELLS = ['PWD', 'OLDPWD', 'SHLVL', '_'];

let base = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'git-prov-start-')));
  mkdirSync(join(base, 'bin'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function found(name: string): string {
  const dirs = (process.env['PATH'] ?? '').split(delimiter);
  return dirs.map((dir) => join(dir, name)).find((path) => existsSync(path)) ?? '/nowhere';
}

/** Writes a program that keeps the environment of each start in a folder, and then runs another. */
function witness(path: string, then = ''): string {
  const kept = `${path}-kept`;
  mkdirSync(kept);
  script(
    path,
    `#!/bin/sh\n/bin/cat /proc/$$/environ >'${kept}'/$$.part\n/bin/mv '${kept}'/$$.part '${kept}'/$$\n${then}\n`,
  );
  return kept;
}

/** The environments of all starts since the last call. */
function seen(kept: string): NodeJS.ProcessEnv[] {
  return readdirSync(kept)
    .filter((name) => !name.endsWith('.part'))
    .map((name) => {
      const text = readFileSync(join(kept, name), 'utf8');
      rmSync(join(kept, name));
      const variables = text.split('\0').slice(0, -1);
      return Object.fromEntries(
        variables.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
      );
    });
}

const only = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => names.includes(name)));
const without = (env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

/** Values that a shell could read as something else. */
const VALUE = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    ' ',
    '*',
    '/etc/ssl/two words.pem',
    '$(touch gone)`touch gone`',
    '\'"\\',
    'x\n',
    '--max-old',
    '-e',
  ),
  fc.constantFrom('--max-old-space-size=4096 --require /x.cjs', '--require "/a b.cjs" --max_semi_space_size=64'),
);
const GIVEN = fc.record(Object.fromEntries(NAMES.map((name) => [name, VALUE])), { requiredKeys: [] });
const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

describe('the first lines of the program', () => {
  const run = (
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    program = PROGRAM,
    words: readonly string[] = [],
  ) => {
    const [first, ...rest] = [...words, program, ...args] as [string, ...string[]];
    const path = `${join(base, 'bin')}:/usr/bin:/bin`;
    const around = { PATH: path, XDG_CACHE_HOME: KEPT, PWD: base, ...env };
    const { status, stdout, stderr } = spawnSync(first, rest, { cwd: base, env: around, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  const VERSION = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string, stderr: '' };
  const useNode = (): void => symlinkSync(NODE, join(base, 'bin/node'));

  test('start Node without what makes it slow, and hand on each value unchanged', () => {
    const kept = witness(join(base, 'bin/node'));
    fc.assert(
      fc.property(GIVEN, (given) => {
        const env = { PATH: `${join(base, 'bin')}:/usr/bin`, PWD: base, ...given } as NodeJS.ProcessEnv;
        expect(spawnSync(PROGRAM, ['--version'], { cwd: base, env }).status).toBe(0);
        const [node] = seen(kept) as [NodeJS.ProcessEnv];
        for (const name of HELD_FROM_ALL) expect(isSet(node[name])).toBe(false);
        expect(only(node, HELD_FROM_HOOKS)).toEqual(only(env, HELD_FROM_HOOKS));
        putBackHeldVariables(node);
        expect(without(node, OF_SHELLS)).toEqual(without(env, OF_SHELLS));
      }),
      { numRuns: runs(200) },
    );
  });

  test.each([
    ['set', { NODE_EXTRA_CA_CERTS: '/no where/x.pem', NODE_USE_ENV_PROXY: '1' }],
    ['empty', { NODE_EXTRA_CA_CERTS: '', NODE_USE_ENV_PROXY: '' }],
    ['not set', {}],
  ])('give git the environment of the user, where the variables are %s', (_, given) => {
    useNode();
    const env = { HOME: base, PWD: base, PATH: `${join(base, 'bin')}:/usr/bin:/bin`, XDG_CACHE_HOME: KEPT, ...given };
    const git = (...args: string[]): unknown => execFileSync(GIT, args, { cwd: base, env });
    git('init', '-q');
    writeFileSync(join(base, 'a.txt'), 'one\n');
    git('add', 'a.txt');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'one');
    const kept = witness(join(base, 'bin/git'), `exec '${GIT}' "$@"`);
    expect(run(['blame', 'a.txt'], env).stderr).toBe('');
    const all = seen(kept);
    expect(all.length).toBeGreaterThan(2);
    // Some get more variables of git.
    for (const one of all) expect(one).toMatchObject(without(env, OF_SHELLS));
    for (const one of all)
      expect(
        Object.keys(one)
          .filter((name) => /^(?:NODE|GIT_PROV)_/.test(name))
          .toSorted(),
      ).toEqual(Object.keys(given));
  });

  test.each(SHELLS)('are understood by %s', (...shell) => {
    useNode();
    const words = shell.filter((word) => word !== undefined);
    const [first, ...rest] = words as [string, ...string[]];
    const env = { NODE_EXTRA_CA_CERTS: '/nowhere.pem', NODE_USE_ENV_PROXY: '1' };
    expect(run(['--version'], env, PROGRAM, [found(first), ...rest])).toEqual(VERSION);
    expect(run(['--version'], {}, PROGRAM, [found(first), ...rest])).toEqual(VERSION);
  });

  test('are nothing to Node', () => {
    expect(run(['--version'], { NODE_EXTRA_CA_CERTS: '' }, PROGRAM, [NODE])).toEqual(VERSION);
  });

  test('pass every argument on unchanged', () => {
    useNode();
    const { status, stderr } = run(['$(touch gone)', ' two  words ', '*', 'it\'s "so"']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('$(touch gone)')]);
    expect(existsSync(join(base, 'gone'))).toBe(false);
    expect(run(['', '--version'])).toEqual(run(['', '--version'], {}, PROGRAM, [NODE]));
  });

  test.each(['plain', 'two words', "it's", '"$HOME" `x` $(y)', '-e', 'line\nbreak', 'ünï–✓', '*'])(
    'find the program in a folder, and behind a link, of any name: %j',
    (name) => {
      useNode();
      const dir = join(base, name);
      mkdirSync(join(dir, 'dist'), { recursive: true });
      for (const file of readdirSync(DIST))
        if (/^(?:git-prov\.js|package\.json|.*\.cjs)$/.test(file))
          cpSync(join(DIST, file), join(dir, 'dist', file), { preserveTimestamps: true });
      expect(run(['--version'], {}, join(dir, 'dist/git-prov.js'))).toEqual(VERSION);
      expect(run(['--version'], {}, `./${name}/dist/git-prov.js`)).toEqual(VERSION);
      // As `npm link` does it: a link to a link.
      mkdirSync(join(base, 'links'));
      symlinkSync(`../${name}/dist`, join(base, 'links/package'));
      symlinkSync('package/git-prov.js', join(base, 'links', name));
      expect(run(['--version'], {}, join(base, 'links', name))).toEqual(VERSION);
      const path = `${join(base, 'links')}:${join(base, 'bin')}:/usr/bin:/bin`;
      expect(run(['-c', `exec "$0" --version`, name], { PATH: path }, SH)).toEqual(VERSION);
    },
  );

  test('say that there is no Node', () => {
    const { status, stdout, stderr } = run(['--version'], { PATH: join(base, 'bin') });
    expect({ status, stdout }).toEqual({ status: 127, stdout: '' });
    expect(stderr).toMatch(/^git prov: needs Node 20 or later, and no folder of PATH has a node\. .+\n$/);
  });

  test('let a Node that is too old say so', () => {
    const old = join(base, 'old.cjs');
    writeFileSync(
      old,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } });`,
    );
    script(join(base, 'bin/node'), `#!/bin/sh\nexec '${NODE}' --require '${old}' "$@"\n`);
    const { status, stderr } = run(['--version'], { NODE_EXTRA_CA_CERTS: '/nowhere.pem' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^git prov: needs Node 20 or later, but this is Node /),
    ]);
    expect(run(['hook', 'post-commit'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('a hook', () => {
  const prov = ({ repo }: Site, path: string): string => join(repo.dir, '.git/prov', path);
  const hookOf = (site: Site, name: string): string =>
    gitSince(2, 54) ? prov(site, `configured/${name}`) : join(site.repo.dir, '.git/hooks', name);
  const useNode = (site: Site, node: string, program = PROGRAM): void =>
    writeFileSync(join(site.data, 'runtime'), `${node}\n${program}\n`);

  /** A repository where each start of Node by a hook is kept. */
  const witnessed = (story: (site: Site, kept: string) => Promise<void>): Promise<void> =>
    withSite(async (site) => {
      for (const name of NAMES) delete site.repo.env[name];
      await init(site.ctx, { agent: [] });
      const node = join(base, 'bin/hook-node');
      const kept = witness(node, '[ "$3" != push-check ] || exit 0\necho done');
      useNode(site, node);
      writeFileSync(prov(site, 'active'), '');
      await story(site, kept);
    });

  const memoryOf = (options = ''): string[] => options.split(/[ \t\n]+/).filter((word) => /^--max[-_].*=/.test(word));

  function expectHeld(node: NodeJS.ProcessEnv, env: NodeJS.ProcessEnv): void {
    expect(NAMES.filter((name) => isSet(node[name]) && name !== 'NODE_OPTIONS')).toEqual([]);
    expect(memoryOf(node['NODE_OPTIONS'])).toEqual(memoryOf(env['NODE_OPTIONS']));
    expect((node['NODE_OPTIONS'] ?? '').trim()).toBe(memoryOf(env['NODE_OPTIONS']).join(' '));
    putBackHeldVariables(node);
    const prefixed = Object.keys(node).filter((name) => name.startsWith('GIT_PROV_NODE_'));
    expect([only(node, NAMES), prefixed]).toEqual([only(env, NAMES), []]);
  }

  test('of git starts Node without what makes it slow or print, and hands on each value unchanged', () =>
    witnessed(async (site, kept) => {
      fc.assert(
        fc.property(GIVEN, (given) => {
          const env = { ...site.repo.env, ...given } as NodeJS.ProcessEnv;
          const done = spawnSync(hookOf(site, 'post-commit'), { cwd: site.repo.dir, env });
          expect([done.status, String(done.stderr)]).toEqual([0, '']);
          const [node] = seen(kept) as [NodeJS.ProcessEnv];
          expectHeld(node, env);
        }),
        { numRuns: runs(100) },
      );
      expect(existsSync(join(site.repo.dir, 'gone'))).toBe(false);
    }));

  test('of an agent does so too', () =>
    witnessed(async (site, kept) => {
      for (const given of fc.sample(GIVEN, { numRuns: 10, seed: 7 })) {
        const env = { ...site.repo.env, ...given } as NodeJS.ProcessEnv;
        const input = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd: site.repo.dir });
        const done = spawnSync('sh', [join(site.data, 'agent'), 'claude-code'], { cwd: site.repo.dir, env, input });
        expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
        const found = await vi.waitFor(() => {
          const all = seen(kept);
          expect(all).toHaveLength(1);
          return all[0]!;
        });
        expectHeld(found, env);
      }
    }));

  test('of a push does so for its check too, and the hook of the user sees what the user has set', () =>
    witnessed(async (site, kept) => {
      const { repo } = site;
      const [told, theirs] = [join(base, 'theirs'), join(repo.dir, '.git/hooks/pre-push')];
      script(gitSince(2, 54) ? theirs : `${theirs}.user`, `#!/bin/sh\ncat /proc/$$/environ >>'${told}'\n`);
      repo.git('init', '-q', '--bare', '../bare');
      repo.git('config', 'prov.check', 'true');
      const given = Object.fromEntries(NAMES.map((name) => [name, `the ${name}`]));
      const env = { ...repo.env, ...given, NODE_OPTIONS: '--require /nowhere.cjs --max-old-space-size=512' };
      const done = spawnSync('git', ['push', '-q', '../bare', 'HEAD:refs/heads/x'], { cwd: repo.dir, env });
      expect([done.status, String(done.stderr)]).toEqual([0, '']);
      const all = seen(kept);
      expect(all).toHaveLength(2);
      for (const node of all) expectHeld(node, env);
      const variables = readFileSync(told, 'utf8').split('\0');
      for (const name of NAMES) expect(variables).toContain(`${name}=${env[name as keyof typeof env]}`);
      expect(variables.filter((one) => one.startsWith('GIT_PROV_NODE_'))).toEqual([]);
    }));

  test('gives git the environment of the user, and does not meet the debugger of an editor', () =>
    withSite(async (site) => {
      const { repo } = site;
      await init(site.ctx, { agent: [] });
      const debuggerScript = join(base, 'a debugger.cjs');
      writeFileSync(
        debuggerScript,
        `require('node:fs').appendFileSync(${JSON.stringify(join(base, 'attached'))}, 'x');`,
      );
      useNode(site, NODE);
      const kept = witness(join(base, 'bin/git'), `exec '${GIT}' "$@"`);
      const given = {
        NODE_EXTRA_CA_CERTS: '/nowhere.pem',
        NODE_USE_ENV_PROXY: '1',
        NODE_OPTIONS: `--require "${debuggerScript}" --max-old-space-size=512`,
        NODE_V8_COVERAGE: join(base, 'coverage'),
        NODE_DEBUG: 'child_process',
        NODE_DEBUG_NATIVE: '',
      };
      const env = { ...repo.env, ...given, PATH: `${join(base, 'bin')}:${process.env['PATH']}` };
      writeFileSync(prov(site, 'active'), '');
      appendFileSync(join(repo.dir, 'a.txt'), 'more\n');
      repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'more');
      const done = spawnSync(hookOf(site, 'post-commit'), { cwd: repo.dir, env });
      expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
      const byProgram = seen(kept);
      expect(byProgram.length).toBeGreaterThan(2);
      for (const one of byProgram) expect(only(one, NAMES)).toEqual(given);
      expect(['attached', 'coverage'].filter((name) => existsSync(join(base, name)))).toEqual([]);
      expect(existsSync(prov(site, 'hook-failed'))).toBe(false);
    }));
});
