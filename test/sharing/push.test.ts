import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adoptRepo } from '../helpers/repo.ts';
import { NOTES, script, Site, withWorld } from './world.ts';

// Every form of a plain `git push` brings the notes of the pushed commits.

/** Ways to push one commit on a branch `topic`, together with its notes. */
const WAYS: readonly (readonly string[])[] = [
  ['origin', 'topic'],
  ['-u', 'origin', 'topic'],
  ['--all'],
  ['--atomic', 'origin', 'topic', 'main'],
  ['--force-with-lease', 'origin', 'topic'],
  ['origin', 'HEAD:refs/for/main'],
  ['origin', 'v1'],
  ['--tags'],
  ['--follow-tags', 'origin', 'topic'],
  ['-q', 'origin', 'topic'],
];

test('every way to push something brings its notes, and nothing else', () =>
  withWorld(async ({ server, clone, bare }) => {
    const ada = await clone('ada');
    const secret = await ada.work('secret', 'private');
    ada.git('switch', '-q', 'main');
    const commit = await ada.work('shown', 'topic');
    ada.git('tag', '-a', '-m', 'one', 'v1');
    for (const [i, way] of WAYS.entries()) {
      if (way[0] === '--all') ada.git('branch', '-q', '-D', 'private');
      const place = bare(`server-${i}.git`);
      place.git('fetch', '-q', server.repo.dir, 'main:main');
      ada.git('remote', 'set-url', 'origin', place.repo.dir);
      if (ada.has('refs/remotes/origin/topic')) ada.git('update-ref', '-d', 'refs/remotes/origin/topic');
      const { code, stderr } = ada.try('push', ...(way.length === 1 ? ['origin', ...way] : way));
      expect([way.join(' '), code, stderr.includes('git prov')]).toEqual([way.join(' '), 0, false]);
      expect([way.join(' '), place.noted()]).toEqual([way.join(' '), [commit]]);
    }
    expect(ada.noted().toSorted()).toEqual([secret, commit].toSorted());
    expect(ada.waiting()).toEqual([]);
  }));

test('a dry run, a deletion and --no-verify bring nothing', () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    await ada.work('w');
    ada.git('config', 'alias.try', 'push --dry-run');
    for (const way of [
      ['push', '--dry-run'],
      ['push', '-n'],
      ['push', '-nq', 'origin', 'main'],
      ['push', '-fn'],
      ['push', '--dry', 'origin'],
      ['try'],
      ['push', '--no-verify', 'origin', 'main:other'],
      ['push', 'origin', ':other'],
      ['push', '-d', 'origin', 'main'],
    ]) {
      if (way[1] === '-d') server.git('config', 'receive.denyDeleteCurrent', 'ignore');
      expect([way.join(' '), ada.try(...way).code, server.has(NOTES)]).toEqual([way.join(' '), 0, false]);
    }
    // Words that only look similar.
    server.git('config', 'receive.advertisePushOptions', 'true');
    ada.git('push', '-q', '-on', 'origin', 'main');
    expect(server.noted()).toHaveLength(1);
  }));

test("with nothing else to push, later additions to a commit's note are pushed too", () =>
  withWorld(async ({ server, clone }) => {
    const ada = await clone('ada');
    const commit = await ada.work('w');
    ada.git('push', '-q');
    await ada.note(commit, 'verified');
    expect(ada.try('push').stderr).toBe('Everything up-to-date\n');
    expect(await server.says(commit)).toBe('verified+w');
  }));

test('a second push of the same commits contacts no remote', () =>
  withWorld(async ({ server, clone, root }) => {
    const ada = await clone('ada');
    await ada.work('w');
    ada.git('push', '-q');
    const log = join(root, 'asked');
    script(join(server.repo.dir, 'hooks/pre-receive'), `echo x >> '${log}'`);
    const asked = script(join(root, 'receive-pack'), `echo asked >> '${log}'`, 'exec git receive-pack "$@"');
    ada.git('config', 'remote.origin.receivepack', asked);
    ada.git('config', 'remote.origin.uploadpack', asked);
    ada.try('push');
    expect(readLines(log)).toEqual(['asked']);
  }));

test('an address without a remote, a remote with several addresses, one with a separate push address', () =>
  withWorld(async ({ server, clone, bare, root }) => {
    const ada = await clone('ada');
    const first = await ada.work('w1');
    const [one, two, three] = [bare('one.git'), bare('two.git'), bare('three.git')];
    ada.git('push', '-q', one.repo.dir, 'main');
    expect([one.noted(), server.has(NOTES)]).toEqual([[first], false]);
    // Two addresses; one has notes that the other lacks.
    const other = await one.says(first);
    expect(other).toBe('w1');
    ada.git('remote', 'add', 'both', two.repo.dir);
    ada.git('config', '--add', 'remote.both.pushurl', one.repo.dir);
    ada.git('config', '--add', 'remote.both.pushurl', two.repo.dir);
    const bob = await clone('bob', { from: one.repo.dir });
    const his = await bob.work('bobs');
    bob.git('push', '-q');
    ada.git('pull', '-q', '--rebase', one.repo.dir, 'main');
    const second = await ada.work('w2');
    const { code, stderr } = ada.try('push', 'both', 'main');
    expect([code, stderr.includes('git prov')]).toEqual([0, false]);
    expect(one.noted().toSorted()).toEqual([first, his, second].toSorted());
    expect(two.noted().toSorted()).toEqual([first, his, second].toSorted());
    // `git prov push` handles all of them, too.
    await ada.note(second, 'later');
    expect(ada.prov('push', 'both').code).toBe(0);
    expect([await one.says(second), await two.says(second)]).toEqual(['later+w2', 'later+w2']);
    // Fetched from the server, pushed to another one.
    ada.git('config', 'remote.origin.pushurl', three.repo.dir);
    ada.git('push', '-q', 'origin', 'main');
    expect([three.noted().length, server.has(NOTES)]).toEqual([3, false]);
    expect(existsSync(join(root, 'server.git/refs/notes'))).toBe(false);
  }));

test('remote.pushDefault, a remote with a slash in its name, a push into the repository itself', () =>
  withWorld(async ({ server, clone, bare }) => {
    const ada = await clone('ada');
    const other = bare('other.git');
    ada.git('remote', 'add', 'team/shared', other.repo.dir);
    ada.git('config', 'remote.pushDefault', 'team/shared');
    const commit = await ada.work('w');
    ada.git('push', '-q', 'team/shared', 'main');
    expect([other.noted(), server.has(NOTES)]).toEqual([[commit], false]);
    await ada.note(commit, 'more');
    expect(ada.prov('push').stdout).toBe('team/shared: 1 note pushed\n');
    expect(await other.says(commit)).toBe('more+w');
    const before = ada.git('rev-parse', NOTES);
    await ada.work('w2');
    for (const self of ['.', '.', ada.repo.dir, `file://${ada.repo.dir}`, join(ada.repo.dir, '.git')])
      expect(ada.try('push', '-f', self, 'main:refs/heads/copy')).toMatchObject({ code: 0 });
    expect(ada.git('log', '--format=%s', `${before}..${NOTES}`)).toBe('test');
    expect(ada.git('for-each-ref', 'refs/prov/remotes')).not.toContain('url-');
  }));

test('a mirror receives exactly what git pushes', () =>
  withWorld(async ({ clone, bare }) => {
    const ada = await clone('ada');
    const mirror = bare('mirror.git');
    ada.git('remote', 'add', '--mirror=push', 'mirror', mirror.repo.dir);
    const commit = await ada.work('w');
    expect(ada.try('push', 'mirror')).toMatchObject({ code: 0 });
    expect(mirror.git('rev-parse', NOTES)).toBe(ada.git('rev-parse', NOTES));
    await ada.note(commit, 'more');
    expect(ada.try('push', 'mirror')).toMatchObject({ code: 0 });
    expect(await mirror.says(commit)).toBe('more+w');
    // When a person pushes the notes by hand, git does exactly that.
    const other = bare('other.git');
    expect(ada.try('push', other.repo.dir, 'main', 'refs/notes/*:refs/notes/*')).toMatchObject({ code: 0 });
    expect(other.git('rev-parse', NOTES)).toBe(ada.git('rev-parse', NOTES));
  }));

describe('in any location', () => {
  test('a linked work tree, a detached HEAD', () =>
    withWorld(async ({ server, clone, root }) => {
      const ada = await clone('ada');
      ada.git('worktree', 'add', '-q', join(root, 'wt'), '-b', 'topic');
      const tree = new Site(adoptRepo(ada.repo, join(root, 'wt')));
      const first = await tree.work('w1');
      expect(tree.try('push', 'origin', 'topic')).toMatchObject({ code: 0 });
      tree.git('switch', '-q', '--detach');
      const second = await tree.work('w2');
      expect(tree.try('push', 'origin', 'HEAD:topic')).toMatchObject({ code: 0 });
      expect(server.noted().toSorted()).toEqual([first, second].toSorted());
    }));

  test('a bare repository', () =>
    withWorld(async ({ server, clone, root }) => {
      const ada = await clone('ada');
      const commit = await ada.work('w');
      ada.git('clone', '-q', '--bare', ada.repo.dir, join(root, 'b.git'));
      const b = new Site(adoptRepo(ada.repo, join(root, 'b.git')));
      b.git('fetch', '-q', 'origin', `${NOTES}:${NOTES}`);
      b.git('remote', 'add', 'server', server.repo.dir);
      b.git('push', '-q', 'server', 'main');
      expect(b.prov('push', 'server')).toMatchObject({ code: 0, stdout: 'server: 1 note pushed\n' });
      expect(server.noted()).toEqual([commit]);
      expect(existsSync(join(b.repo.dir, 'prov'))).toBe(false);
    }));

  test('a submodule has its own notes, also when the module around it is pushed', () =>
    withWorld(async ({ server, clone, bare, root }) => {
      const inner = bare('inner.git');
      inner.git('fetch', '-q', server.repo.dir, 'main:main');
      const ada = await clone('ada');
      ada.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.repo.dir, 'sub');
      const sub = await new Site(adoptRepo(ada.repo, join(ada.repo.dir, 'sub'))).init();
      const inside = await sub.work('inside');
      const outside = await ada.work('outside');
      const { code, stderr } = ada.try('push', '--recurse-submodules=on-demand', 'origin', 'main');
      expect([code, stderr.includes('git prov')]).toEqual([0, false]);
      expect([inner.noted(), server.noted()]).toEqual([[inside], [outside]]);
      expect(root).toBeTruthy();
    }));
});

describe('a hook of the user', () => {
  test("reads git's input, and when it refuses, neither commits nor notes are pushed", () =>
    withWorld(async ({ server, clone, root }) => {
      const ada = await clone('ada', { init: false });
      const [seen, wish] = [join(root, 'seen'), join(root, 'wish')];
      script(
        join(ada.repo.dir, '.git/hooks/pre-push'),
        `{ echo "$# $1 $2"; cat; } > '${seen}'`,
        `[ ! -e '${wish}' ] || exit 3`,
      );
      await ada.init();
      const commit = await ada.work('w');
      writeFileSync(wish, '');
      expect(ada.try('push').code).toBe(1);
      expect(server.has(NOTES)).toBe(false);
      const zero = server.git('rev-parse', 'main');
      expect(readLines(seen)).toEqual([
        `2 origin ${server.repo.dir}`,
        `refs/heads/main ${commit} refs/heads/main ${zero}`,
      ]);
      script(wish, '');
      ada.git('rm', '-q', '--cached', 'a.txt');
      ada.try('push', '--no-verify');
      expect(server.has(NOTES)).toBe(false);
    }));

  test("core.hooksPath in husky's form: both run", () =>
    withWorld(async ({ server, clone, root }) => {
      const ada = await clone('ada', { init: false });
      const seen = join(root, 'seen');
      script(join(ada.repo.dir, '.husky/_/pre-push'), `sh "$(dirname "$0")/../pre-push" "$@"`);
      script(join(ada.repo.dir, '.husky/pre-push'), `echo ran >> '${seen}'`);
      ada.git('config', 'core.hooksPath', '.husky/_');
      await ada.init();
      const commit = await ada.work('w');
      expect(ada.try('push', '--dry-run')).toMatchObject({ code: 0 });
      expect(server.has(NOTES)).toBe(false);
      expect(ada.try('push')).toMatchObject({ code: 0 });
      expect([readLines(seen), server.noted()]).toEqual([['ran', 'ran'], [commit]]);
    }));
});

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
