import { AGENTS as SUPPORTED } from '../../src/agents/settings-table.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { codex, CODEX_EVENTS } from '../../src/agents/codex/settings.ts';
import { continueCli, CONTINUE_EVENTS } from '../../src/agents/continue/settings.ts';
import { gemini, GEMINI_EVENTS } from '../../src/agents/gemini/settings.ts';
import { inspect } from '../../src/install/inspect.ts';
import { nested, testRegistering, written } from './registering.ts';
import { everyByte, withSite } from './setup.ts';

const PATH = 'settings.json';
const AGENTS = [
  { agent: codex, events: CODEX_EVENTS, folder: '.codex', file: 'hooks.json' },
  { agent: gemini, events: GEMINI_EVENTS, folder: '.gemini', file: 'settings.json' },
  { agent: continueCli, events: CONTINUE_EVENTS, folder: '.continue', file: 'settings.json' },
];
const OWN = { matcher: 'mine', hooks: [{ type: 'command', command: 'my-hook' }] };

describe.each(AGENTS)('$agent.name', ({ agent, events, folder, file }) => {
  const settings = fc.record(
    { theme: fc.string(), hooks: fc.dictionary(fc.constantFrom(...events, 'Other'), fc.constant([OWN])) },
    { requiredKeys: [] },
  );
  const text = written(settings);

  testRegistering(agent, events, text, PATH, nested);

  test('unreadable settings are refused, with the next step', () => {
    expect(() => agent.register('{"hooks": [', PATH)).toThrow(/settings\.json:1 is not valid JSON/);
    expect(() => agent.register('{"hooks": []}', PATH)).toThrow(/"hooks" is not what/);
  });

  test.each([false, true])('init and deinit leave no trace (shared: %s)', (shared) =>
    withSite(async ({ repo, ctx }) => {
      const dir = join(shared ? repo.dir : repo.home, folder);
      mkdirSync(dir);
      writeFileSync(join(dir, file), '{"hooks":{"Other":[]},  "theme": 1}');
      const before = everyByte(repo.dir, repo.home);
      await init(ctx, { agent: [agent.name], shared });
      expect(readFileSync(join(dir, file), 'utf8')).toContain('git-prov/agent');
      expect((await init(ctx, { agent: [agent.name], shared })).changed).toBe(false);
      await deinit(ctx);
      expect(everyByte(repo.dir, repo.home)).toEqual(before);
    }),
  );
});

test('Codex must trust the hooks first: init prints that, and status repeats it until the first event', () =>
  withSite(async ({ repo, ctx }) => {
    const { notes } = await init(ctx, { agent: ['codex'] });
    expect(notes.join()).toContain('/hooks');
    const silent = async (): Promise<unknown> =>
      (await inspect(await openRepo(repo.dir, repo.env), ctx, SUPPORTED)).agents.find(
        ({ name, scope }) => name === 'codex' && scope === 'user',
      )!.silent;
    expect(await silent()).toContain('/hooks');
    const sessions = { s: { session: { id: 's', agent: 'codex' } } };
    writeFileSync(join(repo.dir, '.git', 'prov', 'state.json'), JSON.stringify({ version: 1, sessions }));
    expect(await silent()).toBeUndefined();
  }));

test('the two events that Codex limits to three seconds request no longer timeout', () => {
  const { hooks } = JSON.parse(codex.register(undefined, PATH)) as {
    hooks: Record<string, { hooks: { timeout: number }[] }[]>;
  };
  const timeouts = Object.entries(hooks).map(([event, [entry]]) => [event, entry!.hooks[0]!.timeout] as const);
  expect(timeouts.filter(([, timeout]) => timeout <= 3).map(([event]) => event)).toEqual(['SessionEnd', 'Interrupt']);
});

test('Gemini counts in milliseconds, and its settings may disable our hooks', () => {
  expect(gemini.register(undefined, PATH)).toContain('"timeout": 10000');
  expect(gemini.state('{"hooksConfig":{"enabled":false}}', PATH).disabled).toBe(true);
  expect(gemini.state('{"hooksConfig":{"disabled":["other","git-prov"]}}', PATH).disabled).toBe(true);
  expect(gemini.state('{"hooksConfig":{"disabled":["other"]}}', PATH).disabled).toBe(false);
});
