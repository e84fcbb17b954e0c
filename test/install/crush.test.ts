import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crush } from '../../src/agents/crush/settings.ts';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { isOurCommand } from '../../src/install/agent-settings.ts';
import { everyByte, withSite } from './setup.ts';

type Settings = { hooks: { PreToolUse: { command: string; timeout: number }[] } };

test.each([false, true])(
  'init adds the hook beside others, and deinit leaves every byte unchanged (shared: %s)',
  (shared) =>
    withSite(async ({ repo, ctx }) => {
      if (shared) writeFileSync(join(repo.dir, '.crush.json'), '{ "hooks": {"PreToolUse": [{"command":"mine"}]} }\n');
      const dirs = [repo.dir, repo.home];
      const before = everyByte(...dirs);
      await init(ctx, { agent: ['crush'], shared });
      const once = everyByte(...dirs);
      const file = shared ? join(repo.dir, '.crush.json') : crush.userFile({ env: repo.env, home: repo.home } as never);
      const listed = (JSON.parse(readFileSync(file, 'utf8')) as Settings).hooks.PreToolUse;
      expect(listed.filter(({ command }) => isOurCommand(command))).toMatchObject([{ timeout: 10 }]);
      expect(listed).toHaveLength(shared ? 2 : 1);
      await init(ctx, { agent: ['crush'], shared });
      expect(everyByte(...dirs)).toEqual(once);
      await deinit(ctx);
      expect(everyByte(...dirs)).toEqual(before);
    }),
);

test("Crush's own variable names the folder of its settings", () => {
  const fileFor = (env: NodeJS.ProcessEnv): string => crush.userFile({ env, home: '/h' } as never);
  expect(fileFor({})).toBe('/h/.config/crush/crush.json');
  expect(fileFor({ XDG_CONFIG_HOME: '/x' })).toBe('/x/crush/crush.json');
  expect(fileFor({ CRUSH_GLOBAL_CONFIG: '/c' })).toBe('/c/crush.json');
});
