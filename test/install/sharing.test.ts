import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { everyByte, makeSite, withSite } from './setup.ts';

describe('several repositories of one user', () => {
  test('the settings stay until the last repository that needs them is removed', () =>
    withSite(async (first) => {
      writeFileSync(first.settings, '{ }');
      const second = makeSite();
      const other = { ...first.ctx, cwd: second.repo.dir };
      try {
        const before = everyByte(first.repo.home);
        await init(first.ctx);
        await init(other);
        expect(readFileSync(join(first.data, 'repositories'), 'utf8').trim().split('\n')).toEqual(
          [first, second].map(({ repo }) => join(repo.dir, '.git')),
        );
        await deinit(first.ctx);
        expect(readFileSync(first.settings, 'utf8')).toContain('git-prov/agent');
        await deinit(other);
        expect(everyByte(first.repo.home)).toEqual(before);
      } finally {
        second.repo.cleanup();
      }
    }));

  test('a deleted repository does not count', () =>
    withSite(async (first) => {
      const before = everyByte(first.repo.home);
      const second = makeSite();
      await init({ ...first.ctx, cwd: second.repo.dir });
      second.repo.cleanup();
      await init(first.ctx);
      await deinit(first.ctx);
      expect(everyByte(first.repo.home)).toEqual(before);
    }));

  test('--global registers the agent once, and a repository can be excluded', () =>
    withSite(async ({ repo, ctx, settings, data }) => {
      const before = everyByte(repo.dir, repo.home);
      const done = await init({ ...ctx, cwd: repo.home }, { global: true });
      expect(done.notes.join()).toContain('the first event of an agent installs the git hooks');
      expect(existsSync(join(data, 'global'))).toBe(true);
      await init(ctx);
      await deinit(ctx);
      expect(existsSync(join(repo.dir, '.git/prov/disabled'))).toBe(true);
      expect(readFileSync(settings, 'utf8')).toContain('git-prov/agent');
      await init(ctx);
      expect(existsSync(join(repo.dir, '.git/prov/disabled'))).toBe(false);
      await deinit({ ...ctx, cwd: repo.home }, { global: true });
      expect(readFileSync(settings, 'utf8')).toContain('git-prov/agent');
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }));
});

describe('init --shared does not follow a link of the repository', () => {
  const SHARED = { agent: ['claude-code'], shared: true };

  test.each([
    ['of the folder', '.claude', (outside: string) => join(outside, 'claude')],
    ['of the file', '.claude/settings.json', (outside: string) => join(outside, 'file')],
  ])('out of it, %s', (_, name, place) =>
    withSite(async (site) => {
      const outside = join(site.repo.home, 'outside');
      mkdirSync(join(outside, 'claude'), { recursive: true });
      writeFileSync(join(outside, 'file'), '{}');
      const link = join(site.repo.dir, name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(place(outside), link);
      await expect(init(site.ctx, SHARED)).rejects.toThrow(/leads out of the repository, to .*outside/);
      expect(readdirSync(join(outside, 'claude'))).toEqual([]);
      expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('{}');
      expect(existsSync(join(site.repo.dir, '.git/prov'))).toBe(false);
    }),
  );

  test('but one to another place in it is followed', () =>
    withSite(async (site) => {
      mkdirSync(join(site.repo.dir, 'settings'));
      symlinkSync('settings', join(site.repo.dir, '.claude'));
      await init(site.ctx, SHARED);
      expect(readdirSync(join(site.repo.dir, 'settings'))).toEqual(['settings.json']);
    }));
});
