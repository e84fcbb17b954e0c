import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitSince } from '../helpers/git-version.ts';
import { has, type HookSite, withHookSite } from './site.ts';

// Git LFS keeps large files outside of git; a push that does not run its hook leaves them behind, and clones fail.

const add = ({ repo, sh }: HookSite, name: string): void => {
  writeFileSync(join(repo.dir, name), `${name} `.repeat(1000));
  sh(`git add -A && git commit -qm ${name}`);
};

/** Clones the remote as another user, and returns the first bytes of a large file there. */
const cloned = ({ repo, sh }: HookSite, name: string): string => {
  rmSync(join(repo.dir, '../clone'), { recursive: true, force: true });
  sh('git clone -q ../origin.git ../clone');
  return sh(`head -c 5 ../clone/${name}`);
};

const begin = ({ sh }: HookSite): void => void sh('git config lfs.locksverify false && git lfs track "*.bin"');
const work = (site: HookSite): void => {
  site.agentWrites('a.txt');
  add(site, 'x.bin');
};

describe.runIf(has('git-lfs'))('Git LFS', () => {
  test('installed for the user, first used after git prov: its objects reach the remote', () =>
    withHookSite((site) => {
      site.sh('git lfs install --skip-repo');
      site.prov('init');
      begin(site);
      work(site);
      site.sh('git push -q');
      expect([cloned(site, 'x.bin'), site.isNotedAtRemote()]).toEqual(['x.bin', true]);
    }));

  test('installed in the repository after git prov', () =>
    withHookSite((site) => {
      site.prov('init');
      site.sh('git lfs install --local || true');
      begin(site);
      work(site);
      site.sh('git push -q && git lfs install --skip-repo');
      expect([cloned(site, 'x.bin'), site.isNotedAtRemote()]).toEqual(['x.bin', true]);
    }));

  test('installed before git prov: its own hooks run once, and deinit leaves them unchanged', () =>
    withHookSite((site) => {
      const { repo, sh, prov } = site;
      sh('git lfs install');
      begin(site);
      const hooks = site.hookFiles().map((name) => [name, repo.read(`.git/hooks/${name}`)]);
      prov('init');
      work(site);
      const traced = sh('GIT_TRACE=1 git push 2>&1');
      expect(traced.match(/exec: git-lfs pre-push/g)).toHaveLength(1);
      expect([cloned(site, 'x.bin'), site.isNotedAtRemote()]).toEqual(['x.bin', true]);
      prov('deinit', '--force');
      expect(site.hookFiles().map((name) => [name, repo.read(`.git/hooks/${name}`)])).toEqual(hooks);
      add(site, 'y.bin');
      sh('git push -q');
      expect(cloned(site, 'y.bin')).toBe('y.bin');
    }));

  test('after deinit its hooks can be installed, and its objects are still pushed', () =>
    withHookSite((site) => {
      site.sh('git lfs install --skip-repo');
      site.prov('init');
      begin(site);
      work(site);
      site.prov('deinit', '--force');
      expect(site.hookFiles()).toEqual([]);
      site.sh('git lfs install && git push -q');
      expect(cloned(site, 'x.bin')).toBe('x.bin');
    }));

  test('a lockable file becomes read-only at a checkout, as with its own hook', () =>
    withHookSite(async (site) => {
      const { sh, repo } = site;
      sh('git lfs install --skip-repo');
      site.prov('init');
      sh('git config lfs.locksverify false && git lfs track --lockable "*.bin"');
      work(site);
      site.prov('status');
      await site.settled();
      sh('rm x.bin && git checkout -q HEAD~1 && git checkout -q main');
      expect(sh('test -w x.bin && echo writable || stat -c %A x.bin').trim()).toMatch(/writable|r--r--r--/);
      expect(sh('stat -c %A x.bin').trim()).toBe('-r--r--r--');
      const folder = gitSince(2, 54) ? '.git/prov/configured' : '.git/hooks';
      expect(existsSync(join(repo.dir, folder, 'post-checkout'))).toBe(true);
      site.prov('deinit', '--force');
      expect(site.hookFiles()).toEqual([]);
    }));

  test.each([
    ['--shared', 'before'],
    ['--shared', 'after'],
    ['--global', 'before'],
    ['--global', 'after'],
  ])('with init %s, installed %s', (option, order) =>
    withHookSite((site) => {
      const lfs = (): void => void site.sh('git lfs install');
      if (order === 'before') lfs();
      site.prov('init', option);
      if (option === '--global') site.agentWrites('a.txt');
      if (order === 'after') site.sh('git lfs install || true');
      begin(site);
      work(site);
      site.sh('git push -q');
      expect(cloned(site, 'x.bin')).toBe('x.bin');
    }),
  );

  test('in a clone, a linked work tree and a submodule', () =>
    withHookSite((site) => {
      const { sh, repo } = site;
      sh('git lfs install --skip-repo');
      begin(site);
      work(site);
      sh('git lfs push --all origin && git push -q --no-verify');
      sh('git clone -q ../origin.git ../clone');
      const program = join(import.meta.dirname, '../../dist/git-prov.js');
      const prov = `${process.execPath} ${program}`;
      const push =
        'git config lfs.locksverify false; git add -A; git commit -qm more; git push -q origin HEAD:refs/heads';
      sh(`cd ../clone && ${prov} init && printf clone >c.bin && ${push}/c`);
      site.prov('init');
      sh(`git worktree add -q ../linked && cd ../linked && printf linked >l.bin && ${push}/l`);
      sh(
        `git init -q ../super && cd ../super && git submodule --quiet add "${repo.dir}/../origin.git" module && cd module && ${prov} init && printf module >m.bin && ${push}/m`,
      );
      for (const [branch, file, text] of [
        ['c', 'c.bin', 'clone'],
        ['l', 'l.bin', 'linked'],
        ['m', 'm.bin', 'module'],
      ]) {
        expect(
          sh(`rm -rf ../check && git clone -q -b ${branch!} ../origin.git ../check && cat ../check/${file!}`),
        ).toBe(text);
      }
    }));

  test('without git-lfs on the path a push is refused with one line, like the one of its own hook', () =>
    withHookSite((site) => {
      site.sh('git lfs install --skip-repo');
      site.prov('init');
      begin(site);
      work(site);
      site.sh(
        'mkdir ../bin && for p in git sh cat tr sed grep env ps head mv rm mkdir; do ln -s "$(command -v $p)" ../bin/; done',
      );
      const words = site.sh('PATH="$PWD/../bin" git push', { fails: true });
      expect(words).toContain('git-lfs is not on the path');
    }));

  test('in a repository without large files, nothing of Git LFS runs', () =>
    withHookSite((site) => {
      site.sh('git lfs install --skip-repo');
      site.prov('init');
      site.agentWrites('a.txt');
      const traced = site.sh('git add -A && git commit -qm one && GIT_TRACE=1 git push 2>&1');
      expect(traced).not.toContain('git-lfs pre-push');
      expect(readdirSync(join(site.repo.dir, '.git'))).not.toContain('lfs');
    }));
});
