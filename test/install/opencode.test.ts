import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { markOf, pluginFor } from '../../src/agents/opencode/plugin.ts';
import { opencode } from '../../src/agents/opencode/settings.ts';
import { everyByte, withSite } from './setup.ts';

const PATH = 'opencode/plugins/git-prov.js';

test.each([false, true])('init installs the plug-in, and deinit leaves every byte unchanged (shared: %s)', (shared) =>
  withSite(async ({ repo, ctx }) => {
    delete repo.env['XDG_CONFIG_HOME'];
    const dirs = [repo.dir, repo.home];
    const before = everyByte(...dirs);
    await init(ctx, { agent: ['opencode'], shared });
    const once = everyByte(...dirs);
    const file = shared ? join(repo.dir, `.${PATH}`) : join(repo.home, '.config', PATH);
    expect(readFileSync(file, 'utf8')).toBe(pluginFor('opencode'));
    await init(ctx, { agent: ['opencode'], shared });
    expect(everyByte(...dirs)).toEqual(once);
    await deinit(ctx);
    expect(everyByte(...dirs)).toEqual(before);
  }),
);

test('an older plug-in of ours is replaced, and removed even with a lost journal', () =>
  withSite(async ({ repo, ctx, data }) => {
    delete repo.env['XDG_CONFIG_HOME'];
    const file = join(repo.home, '.config', PATH);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${markOf('opencode')} in an older way\n`);
    expect(opencode.state(readFileSync(file, 'utf8'), file).registered).toEqual(['plugin']);
    await init(ctx, { agent: ['opencode'] });
    expect(readFileSync(file, 'utf8')).toBe(pluginFor('opencode'));
    rmSync(join(data, 'installed.json'));
    await init(ctx, { agent: ['opencode'] });
    await deinit(ctx);
    expect(existsSync(file)).toBe(false);
  }));

test('a foreign file of the same name is neither overwritten nor removed', () =>
  withSite(async ({ repo, ctx }) => {
    delete repo.env['XDG_CONFIG_HOME'];
    const file = join(repo.home, '.config', PATH);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'export const Mine = async () => ({});\n');
    const before = everyByte(repo.dir, repo.home);
    await expect(init(ctx, { agent: ['opencode'] })).rejects.toThrow(/git prov did not write it/);
    expect(everyByte(repo.dir, repo.home)).toEqual(before);
    expect(opencode.unregister('mine', undefined, file)).toBe('mine');
    expect(opencode.state('mine', file)).toMatchObject({ registered: [], missing: ['plugin'] });
  }));
