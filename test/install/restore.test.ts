import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../../src/agents/settings-table.ts';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { renderInit } from '../../src/faces/cli/render/start/init.ts';
import { inspect } from '../../src/install/inspect.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { gitSince } from '../helpers/git-version.ts';
import { adoptRepo } from '../helpers/repo.ts';
import { everyByte, script, withSite, type Site } from './setup.ts';

const HOOKS = ['post-commit', 'post-rewrite', 'post-merge', 'post-applypatch', 'pre-push'];

// States of a repository before git prov is installed; each returns the folder to run init in, if it is not the top.
const LAYOUTS: Record<string, (site: Site) => string | undefined> = {
  'a plain repository': () => undefined,
  'no hooks folder': ({ repo }) => void rmSync(join(repo.dir, '.git', 'hooks'), { recursive: true, force: true }),
  'a hook of the user': ({ repo }) =>
    void script(join(repo.dir, '.git/hooks/post-commit'), '#!/bin/sh\nexit 3\n', 0o700),
  'a hook that is not executable': ({ repo }) =>
    void script(join(repo.dir, '.git/hooks/post-merge'), '#!/bin/sh\nexit 1\n', 0o644),
  'a hook that is no text': ({ repo }) => {
    mkdirSync(join(repo.dir, '.git/hooks'), { recursive: true });
    writeFileSync(join(repo.dir, '.git/hooks/post-rewrite'), Buffer.from([0x7f, 0x45, 0, 0xff, 0xfe, 10, 13]), {
      mode: 0o755,
    });
    return undefined;
  },
  'a hook that is a link': ({ repo }) => {
    script(join(repo.dir, 'tools/hook'), '#!/bin/sh\n');
    mkdirSync(join(repo.dir, '.git/hooks'), { recursive: true });
    symlinkSync('../../tools/hook', join(repo.dir, '.git/hooks/post-commit'));
    return undefined;
  },
  'a hooks folder that is a link into the work tree': ({ repo }) => {
    rmSync(join(repo.dir, '.git/hooks'), { recursive: true, force: true });
    script(join(repo.dir, 'hooks/post-commit'), '#!/bin/sh\n');
    repo.commit('hooks');
    symlinkSync('../hooks', join(repo.dir, '.git/hooks'));
    return undefined;
  },
  'core.hooksPath elsewhere': ({ repo }) => {
    script(join(repo.home, 'hooks/post-commit'), '#!/bin/sh\n');
    repo.git('config', 'core.hooksPath', join(repo.home, 'hooks'));
    return undefined;
  },
  'core.hooksPath to a tracked folder, with odd formatting': ({ repo }) => {
    script(join(repo.dir, '.githooks/post-commit'), '#!/bin/sh\n');
    repo.commit('hooks');
    const config = join(repo.dir, '.git/config');
    writeFileSync(config, `${readFileSync(config, 'utf8')}# mine\n[CORE]  hookspath=.githooks ; why not\n`);
    return undefined;
  },
  husky: ({ repo }) => {
    script(join(repo.dir, '.husky/_/post-commit'), '#!/usr/bin/env sh\n. "$(dirname "$0")/h"');
    script(join(repo.dir, '.husky/_/h'), 'exit 0\n', 0o644);
    repo.write('.husky/_/.gitignore', '*');
    repo.git('config', 'core.hooksPath', '.husky/_');
    return undefined;
  },
  'a linked work tree': ({ repo }) => {
    repo.git('worktree', 'add', '-q', join(repo.home, '../linked'));
    return join(repo.home, '../linked');
  },
  'a submodule': ({ repo }) => {
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.dir, 'module');
    return join(repo.dir, 'module');
  },
  'remotes, one without fetched refs': ({ repo }) => {
    repo.git('remote', 'add', 'origin', '/nowhere');
    repo.git('remote', 'add', 'team/fork', '/nowhere');
    repo.git('config', 'remote.push-only.url', '/nowhere');
    return undefined;
  },
};

describe('deinit restores every byte that init changed', () => {
  test.each(Object.entries(LAYOUTS))('%s', (_, arrange) =>
    withSite(async (site) => {
      const cwd = arrange(site) ?? site.repo.dir;
      writeFileSync(site.settings, '{"model":"x" ,\n   "hooks":{ "Stop":[] }}');
      const ctx = { ...site.ctx, cwd };
      const before = everyByte(site.repo.dir, site.repo.home);
      const clean = adoptRepo(site.repo, cwd).git('status', '--porcelain');

      const done = await init(ctx);
      expect(done.changed).toBe(true);
      const facts = await inspect(await openRepo(cwd, ctx.env), ctx, AGENTS);
      const fetches = facts.remotes.some(({ fetchesNotes }) => fetchesNotes);
      expect(done.notes.filter((note) => note.includes('git fetch'))).toEqual(
        fetches ? ['Notes that others have pushed come with the next git fetch.'] : [],
      );
      expect(done.notes.at(-2)).toMatch(/^Next: restart agents/);
      expect(facts.hooks.running).toEqual(HOOKS);
      expect(facts.agents.find(({ name }) => name === 'claude-code')).toMatchObject({ scope: 'user', missing: [] });
      expect(facts.runtime.works && facts.enabled && facts.remotes.every((remote) => remote.fetchesNotes)).toBe(true);
      expect(adoptRepo(site.repo, cwd).git('status', '--porcelain')).toBe(clean);

      const middle = everyByte(site.repo.dir, site.repo.home);
      expect(middle).not.toEqual(before);
      const again = await init(ctx);
      expect([again.changed, again.changes]).toEqual([false, []]);
      expect(everyByte(site.repo.dir, site.repo.home)).toEqual(middle);

      await deinit(ctx);
      expect(everyByte(site.repo.dir, site.repo.home)).toEqual(before);
      expect((await deinit(ctx)).changed).toBe(false);
    }),
  );

  test('settings files that init created are removed, with the folders above them', () =>
    withSite(async ({ repo, ctx, settings }) => {
      rmSync(join(repo.home, '.claude'), { recursive: true });
      const before = everyByte(repo.dir, repo.home);
      await init(ctx, { agent: ['claude-code'] });
      expect(existsSync(settings)).toBe(true);
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }));

  test('a settings file that is a link into a dotfiles folder stays a link', () =>
    withSite(async ({ repo, ctx, settings }) => {
      writeFileSync(join(repo.home, 'dotfile'), '{}', { mode: 0o640 });
      symlinkSync('../dotfile', settings);
      const before = everyByte(repo.home);
      await init(ctx);
      expect(readFileSync(join(repo.home, 'dotfile'), 'utf8')).toContain('git-prov/agent');
      await deinit(ctx);
      expect(everyByte(repo.home)).toEqual(before);
    }));

  test("--shared writes the file that the repository commits, and not the user's", () =>
    withSite(async ({ repo, ctx, settings }) => {
      const before = everyByte(repo.dir, repo.home);
      await init(ctx, { agent: ['claude-code'], shared: true });
      expect(existsSync(settings)).toBe(false);
      expect(repo.git('status', '--porcelain')).toBe('?? .claude/');
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }));

  test("a team-mate's committed settings stay", () =>
    withSite(async ({ repo, ctx }) => {
      await init(ctx, { agent: ['claude-code'], shared: true });
      repo.commit('shared');
      await deinit(ctx);
      repo.git('checkout', '-q', '.');
      await init(ctx, { agent: ['claude-code'], shared: true });
      await deinit(ctx);
      expect(repo.git('status', '--porcelain')).toBe('');
    }));
});

describe('changes made after init stay', () => {
  test('settings, configuration and hooks lose only our parts', () =>
    withSite(async ({ repo, ctx, settings }) => {
      script(join(repo.dir, '.git/hooks/pre-push'), '#!/bin/sh\n# mine\n');
      repo.git('remote', 'add', 'origin', '/nowhere');
      writeFileSync(settings, '{\n    "a": 1\n}\n');
      await init(ctx);
      script(join(repo.dir, '.git/hooks/pre-push.user'), '#!/bin/sh\n# mine, edited\n');
      repo.git('config', 'user.nickname', 'ada');
      writeFileSync(settings, readFileSync(settings, 'utf8').replace('"a": 1', '"a": 2'));
      await deinit(ctx);
      expect(readFileSync(settings, 'utf8')).toBe('{\n    "a": 2\n}\n');
      expect(readFileSync(join(repo.dir, '.git/hooks/pre-push'), 'utf8')).toBe('#!/bin/sh\n# mine, edited\n');
      const config = repo.read('.git/config');
      expect(config).toContain('nickname = ada');
      expect(config).not.toContain('provenance');
    }));

  test('core.hooksPath gets its former value back in a configuration that was edited', () =>
    withSite(async ({ repo, ctx }) => {
      repo.git('config', 'core.hooksPath', '.githooks');
      await init(ctx);
      repo.git('config', 'user.nickname', 'ada');
      await deinit(ctx);
      expect(repo.git('config', '--get-all', 'core.hooksPath')).toBe('.githooks');
      expect(repo.git('config', 'user.nickname')).toBe('ada');
    }));

  test('settings by an older version are updated, and restored to their state before that version', () =>
    withSite(async ({ repo, ctx, settings, data }) => {
      writeFileSync(settings, '{  }\n\n');
      const before = everyByte(repo.home);
      await init(ctx);
      const now = readFileSync(settings, 'utf8');
      const old = now.replaceAll('exec sh', 'sh');
      const journal = join(data, 'installed.json');
      writeFileSync(settings, old);
      writeFileSync(journal, readFileSync(journal, 'utf8').replace(base64(now), base64(old)));
      expect((await init(ctx)).changed).toBe(true);
      expect(readFileSync(settings, 'utf8')).toBe(now);
      await deinit(ctx);
      expect(everyByte(repo.home)).toEqual(before);
    }));

  test('a hook that replaced ours is kept, and so is the one before it', () =>
    withSite(async ({ repo, ctx }) => {
      const hook = join(repo.dir, '.git/hooks/pre-push');
      script(hook, '#!/bin/sh\n# old\n');
      await init(ctx);
      script(hook, '#!/bin/sh\n# new\n');
      const { notes } = await deinit(ctx);
      expect(notes.join()).toContain('was replaced since');
      expect([readFileSync(hook, 'utf8'), readFileSync(`${hook}.old`, 'utf8'), existsSync(`${hook}.user`)]).toEqual([
        '#!/bin/sh\n# new\n',
        '#!/bin/sh\n# old\n',
        false,
      ]);
    }));

  test('when a hook replaced ours, init runs both from a separate folder, and deinit leaves that hook', () =>
    withSite(async (site) => {
      const { repo, ctx } = site;
      const hook = join(repo.dir, '.git/hooks/pre-push');
      const out = join(repo.home, 'out');
      script(hook, '#!/bin/sh\n# old\n');
      await init(ctx);
      script(hook, `#!/bin/sh\necho new >>${out}\n`);
      expect((await inspect(await repo.open(), ctx, AGENTS)).hooks.notRunning).toContain('pre-push');
      await init(ctx);
      expect((await inspect(await repo.open(), ctx, AGENTS)).hooks.running).toEqual(HOOKS);
      writeFileSync(join(repo.dir, '.git/prov/active'), '');
      repo.git('push', '-q', repo.dir, 'HEAD:refs/heads/other');
      expect([readFileSync(out, 'utf8'), site.calls().length]).toEqual(['new\n', 1]);
      await deinit(ctx);
      expect(readFileSync(hook, 'utf8')).toContain('echo new');
      expect(existsSync(`${hook}.user`)).toBe(false);
    }));

  test("husky sets core.hooksPath again: our hooks still run, with husky's, and deinit leaves its setting", () =>
    withSite(async ({ repo, ctx }) => {
      script(join(repo.dir, '.husky/_/post-commit'), '#!/bin/sh\n');
      repo.git('config', 'core.hooksPath', '.husky/_');
      await init(ctx);
      repo.git('config', 'core.hooksPath', '.husky/_');
      expect((await inspect(await repo.open(), ctx, AGENTS)).hooks.running).toEqual(HOOKS);
      await deinit(ctx);
      expect(repo.git('config', '--get-all', 'core.hooksPath')).toBe('.husky/_');
    }));

  test('a core.hooksPath from an older version is replaced by an included file, and the former value returns', () =>
    withSite(async ({ repo, ctx }) => {
      repo.git('config', 'core.hooksPath', '.githooks');
      await init(ctx);
      const config = join(repo.dir, '.git/config');
      const ours = join(repo.dir, '.git/prov/hooks');
      const journal = join(repo.dir, '.git/prov/installed.json');
      const written = readFileSync(config, 'utf8');
      const older = written.replace('.githooks', ours).replace(/\[includeIf[^]*?prov\/redirect\n/, '');
      writeFileSync(config, older);
      writeFileSync(journal, readFileSync(journal, 'utf8').replace(base64(written), base64(older)));
      rmSync(join(repo.dir, '.git/prov/redirect'));
      expect(repo.git('config', '--get-all', 'core.hooksPath')).toBe(ours);
      await init(ctx);
      expect(repo.git('config', '--get-all', 'core.hooksPath')).toBe(`.githooks\n${ours}`);
      expect((await inspect(await repo.open(), ctx, AGENTS)).hooks.running).toEqual(HOOKS);
      await deinit(ctx);
      expect(repo.git('config', '--get-all', 'core.hooksPath')).toBe('.githooks');
    }));

  test("a copy of the repository elsewhere runs the user's hooks, also without our folder", () =>
    withSite(async ({ repo, ctx }) => {
      const out = join(repo.home, 'out');
      script(join(repo.dir, '.githooks/post-commit'), `#!/bin/sh\necho ran >>${out}\n`);
      repo.git('config', 'core.hooksPath', '.githooks');
      await init(ctx);
      writeFileSync(join(repo.dir, '.git/prov/active'), '');
      renameSync(repo.dir, `${repo.dir}-moved`);
      const moved = adoptRepo(repo, `${repo.dir}-moved`);
      moved.commit('two');
      expect(readFileSync(out, 'utf8')).toBe('ran\n');
      rmSync(join(moved.dir, '.git/prov'), { recursive: true });
      moved.commit('three');
      expect(readFileSync(out, 'utf8')).toBe('ran\nran\n');
    }));

  test('a remote added later gets its refspec at the next init', () =>
    withSite(async ({ repo, ctx }) => {
      await init(ctx);
      repo.git('remote', 'add', 'later', '/nowhere');
      expect((await inspect(await repo.open(), ctx, AGENTS)).remotes).toEqual([{ name: 'later', fetchesNotes: false }]);
      await init(ctx);
      expect(repo.git('config', '--get-all', 'remote.later.fetch').split('\n')[1]).toBe(
        '+refs/notes/provenance*:refs/prov/remotes/later/*provenance',
      );
      await deinit(ctx);
      expect(repo.git('config', '--get-all', 'remote.later.fetch')).toBe('+refs/heads/*:refs/remotes/later/*');
    }));

  test('hooks are taken out even when the local state was removed by hand', () =>
    withSite(async ({ repo, ctx }) => {
      script(join(repo.dir, '.git/hooks/post-commit'), '#!/bin/sh\n# mine\n');
      const before = everyByte(repo.dir, repo.home);
      await init(ctx);
      rmSync(join(repo.dir, '.git/prov'), { recursive: true });
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }));
});

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.skipIf(gitSince(2, 54))('a dry run prints what it would do, and does nothing (before git 2.54)', () =>
  withSite(async ({ repo, ctx }) => {
    script(join(repo.dir, '.git/hooks/post-commit'), '#!/bin/sh\n');
    repo.git('remote', 'add', 'origin', '/nowhere');
    const before = everyByte(repo.dir, repo.home);
    const text = renderInit(await init(ctx, { dryRun: true }));
    expect(everyByte(repo.dir, repo.home)).toEqual(before);
    const root = repo.dir.slice(0, -'/repo'.length);
    expect(text.replaceAll(root, ''))
      .toBe(`would create  /home/.local/share/git-prov/agent  (what the agents run at each event)
would create  /home/.local/share/git-prov/runtime  (where Node and git prov are)
would create  /home/.local/share/git-prov/repositories  (the list of recorded repositories)
would create  /home/.local/share/git-prov/installed.json  (what was there before)
would create  /home/.claude/settings.json  (claude-code reports its events)
would create  .git/prov  (the local state)
would create  .git/prov/installed.json  (what was there before)
would rename  .git/hooks/post-commit to .git/hooks/post-commit.user  (your hook, which ours runs first)
would create  .git/hooks/post-commit  (records)
would create  .git/hooks/post-rewrite  (records)
would create  .git/hooks/post-merge  (records)
would create  .git/hooks/post-applypatch  (records)
would create  .git/hooks/pre-push  (records)
would change  .git/config  (git fetch brings the notes)
Dry run: nothing was changed.
`);
  }),
);

test('the hooks still run after the repository was moved', () =>
  withSite(async ({ repo, ctx }) => {
    await init(ctx);
    const moved = `${repo.dir}-moved`;
    renameSync(repo.dir, moved);
    expect((await inspect(await openRepo(moved, ctx.env), ctx, AGENTS)).hooks.running).toEqual(HOOKS);
  }));

test('deinit removes the private folder while a hook in the background still writes into it', () =>
  withSite(async ({ repo, ctx }) => {
    await init(ctx);
    const prov = join(repo.dir, '.git/prov');
    // Writes as long as the folder is there, for half a second at most.
    const script =
      'mkdir "$1/busy"; end=$((SECONDS + 1)); while [ $SECONDS -lt $end ]; do : >"$1/busy/$((++i))" || exit 0; done';
    const hook = spawn('bash', ['-c', script, 'bash', prov], { stdio: 'ignore' });
    const ended = new Promise((done) => hook.on('close', done));
    try {
      while (!existsSync(join(prov, 'busy/1'))) await setTimeout(1);
      await deinit(ctx, { force: true });
      await ended;
      expect(existsSync(prov)).toBe(false);
    } finally {
      hook.kill();
    }
  }));
