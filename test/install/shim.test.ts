import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { gitSince } from '../helpers/git-version.ts';
import { script, withSite, type Site } from './setup.ts';

// Every POSIX shell of this machine must run the shim in the same way. Git starts it by its first line; here by name.
const SHELLS = [['dash'], ['bash', '--posix'], ['busybox', 'sh']].filter(([name]) => onPath(name!));

const prov = ({ repo }: Site, path: string): string => join(repo.dir, '.git/prov', path);
const wake = (site: Site): void => writeFileSync(prov(site, 'active'), '');
/** The hook that git runs. */
const runBy = (site: Site, name: string): string =>
  gitSince(2, 54) ? prov(site, `configured/${name}`) : hook(site, name);
const hook = ({ repo }: Site, name: string): string => join(repo.dir, '.git/hooks', name);

/** Runs git and returns its exit code. */
const exit = ({ repo }: Site, ...args: string[]): number | null =>
  spawnSync('git', args, { cwd: repo.dir, env: repo.env }).status;

const commit = (site: Site): void => {
  appendFileSync(join(site.repo.dir, 'a.txt'), 'more\n');
  site.repo.commit('more');
};

// With reftables, a hook cannot see whether there are notes.
const quiet = (story: (site: Site) => Promise<void>): Promise<void> =>
  withSite(
    async (site) => {
      await init(site.ctx, { agent: [] });
      await story(site);
    },
    { files: { 'a.txt': 'one\n' }, refs: 'files' },
  );

describe('when the program is started', () => {
  test('not while no event waits and no session is at work', () =>
    quiet(async (site) => {
      commit(site);
      site.repo.git('commit', '--amend', '-qm', 'again');
      expect(site.calls()).toEqual([]);
    }));

  test('when an event waits', () =>
    quiet(async (site) => {
      writeFileSync(prov(site, 'spool/new/1'), '{}');
      commit(site);
      expect(site.calls()).toEqual([{ args: ['hook', 'post-commit'], input: '' }]);
    }));

  test('when a session is at work, from a linked work tree too', () =>
    quiet(async (site) => {
      wake(site);
      commit(site);
      site.repo.git('worktree', 'add', '-q', '../linked');
      site.repo.git('-C', '../linked', 'commit', '-q', '--allow-empty', '-m', 'there');
      expect(site.calls().map(({ args }) => args)).toEqual([
        ['hook', 'post-commit'],
        ['hook', 'post-commit'],
      ]);
    }));

  test('for a rewrite, when there are notes to carry, packed or not', () =>
    quiet(async (site) => {
      const old = site.repo.oid('HEAD');
      site.repo.git('notes', '--ref=provenance', 'add', '-m', 'x');
      site.repo.git('pack-refs', '--all');
      site.repo.git('commit', '--amend', '-qm', 'again');
      expect(site.calls()).toEqual([
        { args: ['hook', 'post-rewrite', 'amend'], input: `${old} ${site.repo.oid('HEAD')}\n` },
      ]);
    }));

  test('once for a rebase, once for a series of picks, once for a series of patches', () =>
    quiet(async (site) => {
      const { repo } = site;
      repo.git('branch', 'other');
      for (const name of ['b', 'c', 'd']) {
        repo.write(name, name);
        repo.commit(name);
      }
      repo.git('format-patch', '-q', '-3', '-o', '../patches');
      repo.git('checkout', '-q', 'other');
      repo.write('e', 'e');
      repo.commit('e');
      wake(site);
      const during = (...args: string[]): string[] => {
        const before = site.calls().length;
        repo.git(...args);
        return site
          .calls()
          .slice(before)
          .map((call) => call.args.slice(1).join(' '));
      };
      expect(during('cherry-pick', 'main~3..main')).toEqual(['post-commit']);
      repo.git('reset', '-q', '--hard', 'HEAD~3');
      expect(during('am', '-q', ...['1-b', '2-c', '3-d'].map((name) => `../patches/000${name}.patch`))).toEqual([
        'post-applypatch',
      ]);
      expect(during('revert', '--no-edit', 'HEAD', 'HEAD~1')).toEqual(['post-commit']);
      repo.git('reset', '-q', '--hard', 'HEAD~5');
      expect(during('rebase', '-q', '--merge', 'other', 'main')).toEqual(['post-rewrite rebase']);
      repo.git('reset', '-q', '--hard', 'ORIG_HEAD');
      repo.git('checkout', '-q', '-B', 'other', 'other~0');
      repo.write('f', 'f');
      repo.commit('f');
      expect(during('rebase', '-q', '--apply', 'other', 'main')).toEqual(['post-rewrite rebase']);
      expect(during('rebase', '-q', '-i', '--force-rebase', '-x', 'git commit -q --amend -m x', 'HEAD~2')).toEqual([
        'post-rewrite rebase',
      ]);
    }));

  test('a true merge', () =>
    quiet(async (site) => {
      site.repo.git('checkout', '-q', '-b', 'side', 'HEAD');
      commit(site);
      site.repo.git('checkout', '-q', 'main');
      wake(site);
      site.repo.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
      expect(site.calls().map(({ args }) => args)).toEqual([['hook', 'post-merge', '0']]);
    }));
});

describe("the user's own setup keeps working", () => {
  test('a hook runs first, with its arguments and its input, and both see the lines of a rewrite', () =>
    withSite(async (site) => {
      const out = join(site.repo.home, 'out');
      script(
        hook(site, 'post-rewrite'),
        `#!/bin/sh\necho "$# $1 \${0##*/}" >${out}\ncat >>${out}\n[ ! -s "$PROV_TEST_LOG" ] && echo first >>${out}\n`,
      );
      await init(site.ctx, { agent: [] });
      wake(site);
      const old = site.repo.oid('HEAD');
      site.repo.git('commit', '--amend', '-qm', 'again');
      const pair = `${old} ${site.repo.oid('HEAD')}\n`;
      const calls = site.calls().filter(({ args }) => args[1] === 'post-rewrite');
      expect(calls).toEqual([{ args: ['hook', 'post-rewrite', 'amend'], input: pair }]);
      expect(readFileSync(out, 'utf8').startsWith(`1 amend post-rewrite\n${pair}`)).toBe(true);
    }));

  test('a hook without a first line, one that is not executable, and one that does not read its input', () =>
    withSite(async (site) => {
      const out = join(site.repo.home, 'out');
      script(hook(site, 'post-commit'), `echo plain >>${out}\n`);
      script(hook(site, 'post-merge'), `#!/bin/sh\necho never >>${out}\n`, 0o644);
      script(hook(site, 'post-rewrite'), `#!/bin/sh\necho deaf >>${out}\n`);
      await init(site.ctx, { agent: [] });
      site.repo.git('commit', '--amend', '-qm', 'again');
      site.repo.git('merge', '-q', 'HEAD');
      const { status, stderr } = spawnSync(runBy(site, 'post-merge'), { cwd: site.repo.dir, env: site.repo.env });
      expect([status, String(stderr), readFileSync(out, 'utf8')]).toEqual([0, '', 'plain\ndeaf\n']);
    }));

  for (const [layout, arrange] of Object.entries({
    absolute: ({ repo }: Site) => join(repo.home, 'hooks'),
    relative: () => '.githooks',
  })) {
    test(`core.hooksPath ${layout}: every hook is passed on, may refuse, and reads its input`, () =>
      withSite(async (site) => {
        const { repo } = site;
        const dir = arrange(site);
        const full = dir.startsWith('/') ? dir : join(repo.dir, dir);
        const out = join(repo.home, 'out');
        for (const name of ['pre-commit', 'post-commit', 'post-index-change'])
          script(join(full, name), `#!/bin/sh\necho "$0" >>${out}\n`);
        script(join(full, 'commit-msg'), '#!/bin/sh\n! grep -q bad "$1"\n');
        script(join(full, 'pre-push'), `#!/bin/sh\nread -r line\necho "push $# \${line%% *}" >>${out}\nexit 3\n`);
        repo.git('config', 'core.hooksPath', dir);
        repo.git('add', '-A');
        await init(site.ctx, { agent: [] });
        rmSync(out, { force: true });
        // Git writes the index, and runs post-index-change, only when the time of a file changed.
        utimesSync(join(repo.dir, 'a.txt'), 1, 1);
        expect(exit(site, 'commit', '-q', '--allow-empty', '-m', 'bad')).toBe(1);
        expect(exit(site, 'commit', '-q', '--allow-empty', '-m', 'good')).toBe(0);
        const names = readFileSync(out, 'utf8').trim().split('\n');
        expect(new Set(names)).toEqual(
          new Set(['pre-commit', 'post-commit', 'post-index-change'].map((name) => `${dir}/${name}`)),
        );
        rmSync(out);
        repo.git('init', '-q', '--bare', '../bare');
        repo.git('remote', 'add', 'bare', '../bare');
        expect(exit(site, 'push', '-q', 'bare', 'main')).not.toBe(0);
        expect(readFileSync(out, 'utf8')).toBe('push 2 refs/heads/main\n');
        script(join(full, 'post-checkout'), `#!/bin/sh\nexit 1\n`);
        expect(exit(site, 'checkout', '-q', '-b', 'later')).toBe(1);
      }));
  }

  test.runIf(gitSince(2, 54)).each(['', '.githooks'])(
    'hooks in the configuration run beside ours (git 2.54), with core.hooksPath %j',
    (dir) =>
      withSite(async (site) => {
        const { repo } = site;
        const out = join(repo.home, 'out');
        for (const event of ['pre-commit', 'post-commit', 'post-rewrite'])
          repo.git('config', '--add', 'hook.mine.event', event);
        repo.git('config', 'hook.mine.command', `echo configured >>${out}; cat >>${out}; true`);
        script(join(repo.dir, dir || '.git/hooks', 'post-rewrite'), `#!/bin/sh\necho file >>${out}\ncat >>${out}\n`);
        if (dir) repo.git('config', 'core.hooksPath', dir);
        const config = repo.read('.git/config');
        await init(site.ctx, { agent: [] });
        wake(site);
        commit(site);
        expect(readFileSync(out, 'utf8')).toBe('configured\nconfigured\n');
        expect(site.calls().map(({ args }) => args[1])).toEqual(['post-commit']);
        const old = repo.oid('HEAD');
        rmSync(out);
        repo.git('commit', '-q', '--amend', '--no-verify', '-m', 'again');
        const pair = `${old} ${repo.oid('HEAD')}\n`;
        expect(readFileSync(out, 'utf8')).toBe(`configured\nconfigured\n${pair}file\n${pair}`);
        await deinit(site.ctx);
        expect(repo.read('.git/config')).toBe(config);
      }),
  );

  test('a relative core.hooksPath is valid in a linked work tree', () =>
    withSite(async (site) => {
      const { repo } = site;
      script(join(repo.dir, '.githooks/pre-commit'), '#!/bin/sh\nexit 1\n');
      repo.commit('hooks');
      repo.git('config', 'core.hooksPath', '.githooks');
      await init(site.ctx, { agent: [] });
      repo.git('worktree', 'add', '-q', '../linked');
      expect(exit(site, '-C', '../linked', 'commit', '-q', '--allow-empty', '-m', 'x')).toBe(1);
      wake(site);
      expect(exit(site, '-C', '../linked', 'commit', '-q', '--allow-empty', '--no-verify', '-m', 'x')).toBe(0);
      expect(site.calls()).toHaveLength(1);
    }));

  test("a core.hooksPath in the user's own configuration keeps working, and after its removal each commit counts once", () =>
    withSite(async (site) => {
      const { repo } = site;
      const config = join(repo.home, 'gitconfig');
      script(join(repo.home, 'hooks/pre-commit'), '#!/bin/sh\nexit 1\n');
      writeFileSync(config, '[core]\n\thooksPath = ~/hooks\n');
      repo.env['GIT_CONFIG_GLOBAL'] = config;
      await init(site.ctx, { agent: [] });
      wake(site);
      expect(exit(site, 'commit', '-q', '--allow-empty', '-m', 'x')).toBe(1);
      writeFileSync(config, '');
      await init(site.ctx, { agent: [] });
      expect(exit(site, 'commit', '-q', '--allow-empty', '-m', 'x')).toBe(0);
      expect(site.calls()).toHaveLength(1);
    }));
});

describe('a fault of git prov', () => {
  const FAULTS: Record<string, (site: Site) => void> = {
    'no Node': ({ data }) => writeFileSync(join(data, 'runtime'), '/nowhere/node\n/nowhere/git-prov.js\n'),
    'no runtime file': ({ data }) => rmSync(join(data, 'runtime')),
    'nothing at all': ({ data }) => rmSync(data, { recursive: true }),
    'a program that fails': ({ repo }) => void (repo.env['PROV_TEST_EXIT'] = '255'),
  };
  for (const [name, arrange] of Object.entries(FAULTS)) {
    test(`${name}: git prints nothing about it, and a mark stays until a run succeeds`, () =>
      quiet(async (site) => {
        wake(site);
        const before = existsSync(site.data) ? readFileSync(join(site.data, 'runtime')) : Buffer.alloc(0);
        arrange(site);
        const done = spawnSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], {
          cwd: site.repo.dir,
          env: site.repo.env,
        });
        expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
        expect(readFileSync(prov(site, 'hook-failed'), 'utf8')).toMatch(
          /^post-commit (found no program|ended with exit code 255)/,
        );
        delete site.repo.env['PROV_TEST_EXIT'];
        mkdirSync(site.data, { recursive: true });
        writeFileSync(join(site.data, 'runtime'), before);
        commit(site);
        expect(existsSync(prov(site, 'hook-failed'))).toBe(false);
      }));
  }

  test('a program that hangs holds a commit for five seconds, then continues in the background', () =>
    quiet(async (site) => {
      wake(site);
      const [stalls, done] = [join(site.data, 'stalls'), join(site.data, 'done')];
      script(stalls, `#!/bin/sh\nsleep 8\necho >'${done}'\n`);
      const [, bundle] = readFileSync(join(site.data, 'runtime'), 'utf8').split('\n');
      writeFileSync(join(site.data, 'runtime'), `${stalls}\n${bundle!}\n`);
      const began = performance.now();
      const { status, stdout, stderr } = spawnSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], {
        cwd: site.repo.dir,
        env: site.repo.env,
      });
      const took = performance.now() - began;
      expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
      expect(took).toBeGreaterThan(4000);
      expect(took).toBeLessThan(7500);
      expect(existsSync(done)).toBe(false);
      await vi.waitFor(() => expect(existsSync(done)).toBe(true), { timeout: 20_000, interval: 200 });
    }));

  test('git continues once the notes are written, and keeps no pipe of its caller open', () =>
    quiet(async (site) => {
      wake(site);
      const [goesOn, done] = [join(site.data, 'goes-on'), join(site.data, 'done')];
      script(goesOn, `#!/bin/sh\necho more\necho done\nsleep 3\necho >'${done}'\nexit 255\n`);
      const [, bundle] = readFileSync(join(site.data, 'runtime'), 'utf8').split('\n');
      writeFileSync(join(site.data, 'runtime'), `${goesOn}\n${bundle!}\n`);
      const { status, stdout, stderr } = spawnSync('git', ['commit', '-q', '--allow-empty', '-m', 'x'], {
        cwd: site.repo.dir,
        env: site.repo.env,
      });
      expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
      expect(existsSync(done)).toBe(false);
      expect(existsSync(prov(site, 'hook-failed'))).toBe(false);
      await vi.waitFor(() => expect(existsSync(done)).toBe(true), { timeout: 20_000, interval: 100 });
    }));

  test('a mark is never written through a link', () =>
    quiet(async (site) => {
      wake(site);
      const target = join(site.repo.home, 'precious');
      writeFileSync(target, 'mine');
      symlinkSync(target, prov(site, 'hook-failed'));
      rmSync(join(site.data, 'runtime'));
      commit(site);
      expect(readFileSync(target, 'utf8')).toBe('mine');
    }));

  test('a missing local state: nothing happens', () =>
    quiet(async (site) => {
      rmSync(prov(site, ''), { recursive: true });
      commit(site);
      expect(existsSync(prov(site, ''))).toBe(false);
    }));
});

describe.skipIf(gitSince(2, 54)).each(SHELLS)('under %s %s (before git 2.54)', (...shell) => {
  const words = shell.filter((word) => word !== undefined);
  const run = ({ repo }: Site, path: string, args: string[], input = '') =>
    spawnSync(words[0]!, [...words.slice(1), path, ...args], { cwd: repo.dir, env: repo.env, input });

  test.each([0, 3, 127])('the exit code of the previous hook is kept: %i', (code) =>
    withSite(async (site) => {
      script(hook(site, 'post-rewrite'), `#!/bin/sh\ncat\nexit ${code}\n`);
      await init(site.ctx, { agent: [] });
      wake(site);
      const input = 'a b\nc d\n\n';
      const done = run(site, hook(site, 'post-rewrite'), ['rebase', 'two words'], input);
      expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([code, input, '']);
      expect(site.calls()).toEqual([{ args: ['hook', 'post-rewrite', 'rebase', 'two words'], input }]);
    }),
  );

  test('faults are silent', () =>
    quiet(async (site) => {
      wake(site);
      rmSync(site.data, { recursive: true });
      for (const name of ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch']) {
        const done = run(site, hook(site, name), ['amend']);
        expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
      }
    }));
});

function onPath(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((dir) => existsSync(join(dir, name)));
}
