import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../../src/agents/settings-table.ts';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { ProvError } from '../../src/errors.ts';
import { claudeCode } from '../../src/agents/claude-code/settings.ts';
import { apply } from '../../src/install/apply.ts';
import { planRepository } from '../../src/install/install.ts';
import { planRemoval } from '../../src/install/uninstall.ts';
import { everyByte, makeSite, script, withSite, type Site } from './setup.ts';

const bytes = ({ repo }: Site): Record<string, string> => everyByte(repo.dir, repo.home);

/** A site with an obstacle of every kind, once with adjacent hooks and once redirected. */
function arranged(site: Site, redirected: boolean): void {
  const { repo } = site;
  repo.git('remote', 'add', 'origin', '/nowhere');
  writeFileSync(site.settings, '{"hooks":{}}');
  script(join(repo.dir, redirected ? '.githooks' : '.git/hooks', 'post-commit'), '#!/bin/sh\n');
  if (redirected) repo.git('config', 'core.hooksPath', '.githooks');
}

/** The error of a rejected promise, after checking that nothing was changed. */
async function refusal(site: Site, work: Promise<unknown>, before = bytes(site)): Promise<ProvError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProvError);
  expect(bytes(site)).toEqual(before);
  return error as ProvError;
}

let initProgram: Promise<string> | undefined;

/** A program that runs `init` alone. */
async function bundledInit(): Promise<string> {
  const source = `import { init } from './src/faces/cli/commands/start/init.ts';
    init(JSON.parse(process.argv[2])).catch((error) => console.log(error.name, error.message));`;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd() },
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outputFiles[0]!.text;
}

describe('init refuses and changes nothing', () => {
  test('in a bare repository, inside a git dir, and outside any repository', async () => {
    await withSite(
      async (site) => {
        expect((await refusal(site, init(site.ctx))).message).toContain('bare repository');
      },
      { bare: true },
    );
    await withSite(async (site) => {
      const inside = { ...site.ctx, cwd: join(site.repo.dir, '.git') };
      expect((await refusal(site, init(inside))).hint).toContain('work tree');
      expect((await refusal(site, init({ ...site.ctx, cwd: site.repo.home }))).kind).toBe('git');
      expect((await refusal(site, deinit({ ...site.ctx, cwd: site.repo.home }))).kind).toBe('git');
    });
  });

  test.each([
    ['{\n  "a": 1,\n  "b" 2\n}\n', ':3 is not valid JSON'],
    ['[]', 'holds no object'],
    ['{ "hooks": [] }', '"hooks" is not what Claude Code expects'],
    ['{ "hooks": { "Stop": {} } }', '"hooks.Stop" is not what Claude Code expects'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not UTF-8'],
  ])('for settings that are %s', (text, message) =>
    withSite(async (site) => {
      writeFileSync(site.settings, text);
      expect((await refusal(site, init(site.ctx))).message).toContain(message);
    }),
  );

  test('for an unknown agent, and for options that exclude each other', () =>
    withSite(async (site) => {
      expect((await refusal(site, init(site.ctx, { agent: ['nobody'] }))).hint).toContain('claude-code');
      expect((await refusal(site, init(site.ctx, { global: true, shared: true }))).kind).toBe('usage');
    }));

  test('while another git holds the configuration', () =>
    withSite(async (site) => {
      arranged(site, false);
      writeFileSync(join(site.repo.dir, '.git/config.lock'), '');
      expect((await refusal(site, init(site.ctx))).message).toContain('config.lock exists');
    }));

  test('when a folder of hooks is a file', () =>
    withSite(async (site) => {
      rmSync(join(site.repo.dir, '.git/hooks'), { recursive: true, force: true });
      writeFileSync(join(site.repo.dir, '.git/hooks'), '');
      expect((await refusal(site, init(site.ctx))).message).toContain('is not a folder');
    }));

  // Root may write everywhere, so the bundled program runs as an unprivileged user.
  test.each(['settings', 'hooks'] as const)('where the %s are read-only', (what) =>
    withSite(async (site) => {
      arranged(site, false);
      const root = join(site.repo.dir, '..');
      const path = what === 'settings' ? site.settings : join(site.repo.dir, '.git/hooks');
      const program = join(root, 'init.mjs');
      writeFileSync(program, await (initProgram ??= bundledInit()));
      const user = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
      if (user.uid) for (const file of [root, ...Object.keys(everyByte(root))]) chownSync(file, user.uid, user.gid);
      const options = { ...user, cwd: root, env: site.repo.env };
      const run = (): string => {
        const done = spawnSync(process.execPath, [program, JSON.stringify(site.ctx)], options);
        return String(done.stdout) + String(done.stderr);
      };
      chmodSync(path, what === 'settings' ? 0o444 : 0o555);
      const before = bytes(site);
      expect(run()).toContain(`ProvError ${path} is read-only`);
      expect(bytes(site)).toEqual(before);
      chmodSync(path, 0o755);
      expect(run()).toBe('');
      expect(bytes(site)).not.toEqual(before);
    }),
  );
});

describe.each([false, true])('hooks redirected: %s', { timeout: 60_000 }, (redirected) => {
  test('when any change fails, the earlier ones are undone', () =>
    withSite(async (site) => {
      arranged(site, redirected);
      const before = bytes(site);
      const wish = { agents: [claudeCode], shared: false };
      const steps = (await planRepository(site.ctx, await site.repo.open(), wish)).length;
      expect(steps).toBeGreaterThan(10);
      for (let fatal = 0; fatal < steps; fatal += redirected && fatal > 8 && fatal < steps - 6 ? 6 : 1) {
        let count = 0;
        const watch = (): void => {
          if (count++ === fatal) throw new Error('disk full');
        };
        expect((await refusal(site, init({ ...site.ctx, watch }), before)).message).toContain('nothing was changed');
      }
    }));

  test('after a crash at any point, init completes it and deinit undoes it', () =>
    withSite(async (site) => {
      arranged(site, redirected);
      const before = bytes(site);
      const repo = await site.repo.open();
      // The same each time: what it starts from is compared byte for byte.
      const plan = await planRepository(site.ctx, repo, { agents: [claudeCode], shared: false });
      const { length } = plan;
      // The redirected hooks are one file many times over, so not each of them gets a crash.
      for (let crash = 0; crash <= length; crash += redirected && crash > 8 && crash < length - 6 ? 6 : 1) {
        apply(plan.slice(0, crash));
        await deinit(site.ctx);
        expect(withoutEmpty(bytes(site), site), `deinit after ${crash}`).toEqual(before);
        rmSync(join(site.repo.home, '.local'), { recursive: true, force: true });
        apply(plan.slice(0, crash));
        await init(site.ctx);
        expect((await init(site.ctx)).changed).toBe(false);
        const removal = await planRemoval(site.ctx, repo, AGENTS);
        apply(removal.steps.slice(0, crash % removal.steps.length));
        await deinit(site.ctx);
        expect(withoutEmpty(bytes(site), site), `init, deinit and deinit after ${crash}`).toEqual(before);
        rmSync(join(site.repo.home, '.local'), { recursive: true, force: true });
      }
    }));
});

test('two concurrent runs both succeed, and the last deinit restores the settings', () =>
  withSite(async (site) => {
    writeFileSync(site.settings, '{"x":1}');
    const before = everyByte(site.repo.home);
    const others = [makeSite(), makeSite(), makeSite()];
    const all = [site.ctx, ...others.map(({ repo }) => ({ ...site.ctx, cwd: repo.dir }))];
    try {
      await Promise.all(all.map((ctx) => init(ctx)));
      expect(readFileSync(join(site.data, 'repositories'), 'utf8').trim().split('\n')).toHaveLength(4);
      await Promise.all(all.map((ctx) => deinit(ctx)));
      expect(everyByte(site.repo.home)).toEqual(before);
    } finally {
      for (const { repo } of others) repo.cleanup();
    }
  }));

test('deinit keeps waiting events, except with --force', () =>
  withSite(async (site) => {
    const before = bytes(site);
    await init(site.ctx);
    writeFileSync(join(site.repo.dir, '.git/prov/spool/new/1'), '{}');
    const error = await refusal(site, deinit(site.ctx));
    expect([error.message, error.hint]).toEqual([
      '1 event is not recorded yet and would be lost.',
      expect.stringContaining('--force'),
    ]);
    await deinit(site.ctx, { force: true });
    expect(bytes(site)).toEqual(before);
  }));

test('only its owner can read the state', () =>
  withSite(async ({ repo, ctx, data }) => {
    await init(ctx);
    const modes = everyByte(join(repo.dir, '.git/prov'), data);
    for (const [path, what] of Object.entries(modes))
      expect([path, what.split(' ')[1]]).toEqual([path, expect.stringMatching(/00$/)]);
    expect(existsSync(join(repo.dir, '.git/prov/spool/bad'))).toBe(true);
  }));

// A crash before the journal of the user's files is written may leave an empty folder of ours.
function withoutEmpty(found: Record<string, string>, { repo }: Site): Record<string, string> {
  const own = new Set(['.local', '.local/share', '.local/share/git-prov'].map((name) => join(repo.home, name)));
  return Object.fromEntries(Object.entries(found).filter(([path]) => !own.has(path)));
}
