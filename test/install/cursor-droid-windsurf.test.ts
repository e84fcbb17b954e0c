import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { agentCommand } from '../../src/install/agent-settings.ts';
import { cursor, CURSOR_EVENTS } from '../../src/agents/cursor/settings.ts';
import { droid, DROID_EVENTS } from '../../src/agents/droid/settings.ts';
import { qwen, QWEN_EVENTS } from '../../src/agents/qwen/settings.ts';
import { chosenAgents } from '../../src/agents/settings-table.ts';
import { windsurf, WINDSURF_EVENTS } from '../../src/agents/windsurf/settings.ts';
import { flat, nested, testRegistering, written } from './registering.ts';
import { everyByte, withSite } from './setup.ts';

const PATH = 'hooks.json';
const FLAT = [{ command: 'mine' }];
const NESTED = [{ matcher: '*', hooks: [{ type: 'command', command: 'mine' }] }];
const AGENTS = [
  { agent: cursor, events: CURSOR_EVENTS, own: FLAT, user: '.cursor/hooks.json', shared: '.cursor/hooks.json' },
  { agent: droid, events: DROID_EVENTS, own: NESTED, user: '.factory/settings.json', shared: '.factory/settings.json' },
  { agent: qwen, events: QWEN_EVENTS, own: NESTED, user: '.qwen/settings.json', shared: '.qwen/settings.json' },
  {
    agent: windsurf,
    events: WINDSURF_EVENTS,
    own: FLAT,
    user: '.codeium/windsurf/hooks.json',
    shared: '.windsurf/hooks.json',
  },
];

describe.each(AGENTS)('$agent.name', ({ agent, events, own, user, shared: committed }) => {
  const settings = fc.record(
    {
      version: fc.constant(1),
      note: fc.string(),
      hooks: fc.dictionary(fc.constantFrom(...events, 'other'), fc.constant(own)),
    },
    { requiredKeys: [] },
  );
  const text = written(settings);

  testRegistering(agent, events, text, PATH, own === FLAT ? flat : nested);

  test("an older command line of ours is replaced, and a person's entries beside it stay", () => {
    const after = agent.register(undefined, PATH);
    const quoted = JSON.stringify(agentCommand(agent.name)).slice(1, -1);
    expect(agent.register(after.replace(quoted, `${quoted} --old`), PATH).split(quoted)).toHaveLength(
      events.length + 1,
    );
    const mixed = JSON.parse(after) as { hooks: Record<string, unknown[]> };
    mixed.hooks[events[0]!]!.push(own[0]);
    const left = JSON.parse(agent.unregister(JSON.stringify(mixed), undefined, PATH)) as typeof mixed;
    expect(left.hooks).toEqual({ [events[0]!]: own });
  });

  test('comments stay', () => {
    const before = '// mine\n{\n  // hooks\n  "hooks": {\n    "other": [], // none\n  },\n}\n';
    const after = agent.register(before, PATH);
    expect(after).toContain('// mine\n{\n  // hooks');
    expect(agent.unregister(after, before, PATH)).toBe(before);
  });

  test('unreadable settings are refused, with the next step', () => {
    expect(() => agent.register('{"hooks": [', PATH)).toThrow(/hooks\.json:1 is not valid JSON/);
    expect(() => agent.register('{"hooks": []}', PATH)).toThrow(/"hooks" is not what/);
  });

  test.each([
    [false, undefined],
    [true, undefined],
    [false, '{"hooks":{"other":[]},  "theme": 1}'],
    [true, '\ufeff{\r\n\t"version": 1 }'],
  ])('init and deinit leave no trace (shared: %s, before: %j)', (shared, before) =>
    withSite(async ({ repo, ctx }) => {
      const file = shared ? join(repo.dir, committed) : join(repo.home, user);
      if (before !== undefined) mkdirSync(dirname(file), { recursive: true });
      if (before !== undefined) writeFileSync(file, before);
      const bytes = everyByte(repo.dir, repo.home);
      await init(ctx, { agent: [agent.name], shared });
      expect(readFileSync(file, 'utf8')).toContain('git-prov/agent');
      expect((await init(ctx, { agent: [agent.name], shared })).changed).toBe(false);
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(bytes);
    }),
  );
});

test('an existing hooks file of Droid is used, so that Droid keeps reading hooks in its settings where none exists', () =>
  withSite(async ({ repo, ctx }) => {
    const dir = join(repo.home, '.factory');
    mkdirSync(dir);
    writeFileSync(join(dir, 'settings.json'), '{"model":"x"}');
    writeFileSync(join(dir, 'hooks.json'), '{}');
    await init(ctx, { agent: ['droid'] });
    expect(readFileSync(join(dir, 'hooks.json'), 'utf8')).toContain('git-prov/agent');
    expect(readFileSync(join(dir, 'settings.json'), 'utf8')).toBe('{"model":"x"}');
  }));

test('a new file for Cursor has its version; those of the others have only hooks', () => {
  const keys = (text: string): string[] => Object.keys(JSON.parse(text) as object);
  expect(AGENTS.map(({ agent }) => keys(agent.register(undefined, PATH)))).toEqual([
    ['version', 'hooks'],
    ['hooks'],
    ['hooks'],
    ['hooks'],
  ]);
});

describe('an agent is found', () => {
  const ctx = (home: string, PATH = ''): Parameters<typeof chosenAgents>[1] => ({ home, env: { PATH } });
  const found = (home: string, PATH?: string): string[] =>
    chosenAgents(undefined, ctx(home, PATH)).map(({ name }) => name);

  test('by files that only it creates, not by a folder that others create too', () =>
    withSite(async ({ repo }) => {
      const home = join(repo.home, 'fresh');
      for (const dir of ['.codeium/windsurf', '.cursor/rules']) mkdirSync(join(home, dir), { recursive: true });
      writeFileSync(join(home, '.cursor/mcp.json'), '{}');
      expect(found(home)).toEqual([]);
      mkdirSync(join(home, '.cursor/extensions'));
      mkdirSync(join(home, '.codeium/windsurf/memories'));
      mkdirSync(join(home, '.factory'));
      expect(found(home)).toEqual(['cursor', 'droid', 'windsurf']);
    }));

  test('by its program on PATH', () =>
    withSite(async ({ repo }) => {
      const bin = join(repo.home, 'bin');
      mkdirSync(bin);
      for (const name of ['cursor', 'droid', 'windsurf']) writeFileSync(join(bin, name), '');
      expect(found(join(repo.home, 'fresh'), bin)).toEqual(['cursor', 'droid', 'windsurf']);
      expect(existsSync(join(repo.home, 'fresh'))).toBe(false);
    }));
});
