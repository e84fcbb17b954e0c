import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { agentCommand } from '../../src/install/agent-settings.ts';
import { COPILOT_EVENTS, copilot } from '../../src/agents/copilot/settings.ts';
import { everyByte, withSite } from './setup.ts';

const PATH = 'git-prov.json';
const HANDLER = { type: 'command', bash: agentCommand('copilot'), timeoutSec: 10 };

describe('the file of hooks', () => {
  test('names every event once, in the spelling that makes Copilot send the event’s name', () => {
    const text = copilot.register(undefined, PATH);
    const { version, hooks } = JSON.parse(text) as { version: number; hooks: Record<string, unknown> };
    expect(version).toBe(1);
    expect(hooks).toEqual(Object.fromEntries(COPILOT_EVENTS.map((event) => [event, [{ hooks: [HANDLER] }]])));
    expect(copilot.register(text, PATH)).toBe(text);
    expect(copilot.state(text, PATH)).toMatchObject({ missing: [], disabled: false });
    expect(copilot.state('{"version":1}', PATH)).toMatchObject({ registered: [], missing: COPILOT_EVENTS });
    expect(copilot.state('{"disableAllHooks":true}', PATH).disabled).toBe(true);
    expect(COPILOT_EVENTS.every((event) => /^[A-Z]/.test(event))).toBe(true);
  });

  test('keeps foreign content, and restores it', () => {
    const own = fc.record({
      version: fc.constant(1),
      note: fc.string(),
      hooks: fc.constant({ Stop: [{ bash: 'mine' }] }),
    });
    fc.assert(
      fc.property(own, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        const after = copilot.register(before, PATH);
        expect((JSON.parse(after) as { hooks: { Stop: unknown[] } }).hooks.Stop).toEqual([
          { bash: 'mine' },
          { hooks: [HANDLER] },
        ]);
        expect(copilot.unregister(after, before, PATH)).toBe(before);
      }),
    );
  });

  test('never fails on a machine without git prov, because Copilot would refuse the call', () => {
    const done = spawnSync('bash', ['-c', HANDLER.bash], { env: { PATH: process.env['PATH'], HOME: '/nowhere' } });
    expect([done.status, String(done.stdout), String(done.stderr)]).toEqual([0, '', '']);
  });
});

describe('init and deinit', () => {
  test.each([false, true])('leave every byte unchanged, and a second init changes nothing (shared: %s)', (shared) =>
    withSite(async ({ repo, ctx }) => {
      const dirs = [repo.dir, repo.home];
      const before = everyByte(...dirs);
      await init(ctx, { agent: ['copilot'], shared });
      const once = everyByte(...dirs);
      const file = shared ? join(repo.dir, '.github/hooks', PATH) : join(repo.home, '.copilot/hooks', PATH);
      expect(readFileSync(file, 'utf8')).toContain('git-prov/agent');
      await init(ctx, { agent: ['copilot'], shared });
      expect(everyByte(...dirs)).toEqual(once);
      await deinit(ctx);
      expect(everyByte(...dirs)).toEqual(before);
    }),
  );

  test('use the folder in COPILOT_HOME, and also remove a file with a lost journal', () =>
    withSite(async ({ repo, ctx, data }) => {
      const home = join(repo.home, 'elsewhere');
      const env = { ...ctx.env, COPILOT_HOME: home };
      await init({ ...ctx, env }, { agent: ['copilot'] });
      expect(existsSync(join(home, 'hooks', PATH))).toBe(true);
      rmSync(join(data, 'installed.json'));
      await init({ ...ctx, env }, { agent: ['copilot'] });
      await deinit({ ...ctx, env });
      expect(existsSync(join(home, 'hooks', PATH))).toBe(false);
    }));

  test('refuse a file that is not JSON, and name it', () =>
    withSite(async ({ repo, ctx }) => {
      const file = join(repo.home, '.copilot/hooks', PATH);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '{"version": 1,\n "hooks": [');
      const before = everyByte(repo.dir, repo.home);
      await expect(init(ctx, { agent: ['copilot'] })).rejects.toThrow(/git-prov\.json:2 is not valid JSON/);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }));
});
