import { AGENTS } from '../../src/agents/settings-table.ts';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { openRepo } from '../../src/git/repository/repo.ts';
import { amp } from '../../src/agents/amp/settings.ts';
import { PLUGIN } from '../../src/agents/amp/plugin.ts';
import { cline, CLINE_EVENTS } from '../../src/agents/cline/settings.ts';
import { inspect } from '../../src/install/inspect.ts';
import { everyByte, withSite } from './setup.ts';

const CASES = [false, true].flatMap((shared) => [
  { agent: amp, shared },
  { agent: cline, shared },
]);

test.each(CASES)(
  '$agent.name: init installs its files, and deinit leaves every byte unchanged (shared: $shared)',
  ({ agent, shared }) =>
    withSite(async ({ repo, ctx }) => {
      const dirs = [repo.dir, repo.home];
      const before = everyByte(...dirs);
      await init(ctx, { agent: [agent.name], shared });
      const once = everyByte(...dirs);
      const file = shared ? agent.sharedFile(repo.dir) : agent.userFile(ctx);
      expect(readFileSync(file, 'utf8')).toContain('git prov tells what');
      const scope = shared ? 'shared' : 'user';
      const { agents } = await inspect(await openRepo(repo.dir, repo.env), ctx, AGENTS);
      expect(agents.find((one) => one.name === agent.name && one.scope === scope)).toMatchObject({ missing: [] });
      expect((await init(ctx, { agent: [agent.name], shared })).changed).toBe(false);
      expect(everyByte(...dirs)).toEqual(once);
      await deinit(ctx);
      expect(everyByte(...dirs)).toEqual(before);
    }),
);

test('Cline’s files are programs, one for every event', () =>
  withSite(async ({ repo, ctx }) => {
    await init(ctx, { agent: ['cline'], shared: true });
    for (const event of CLINE_EVENTS) {
      const { mode } = statSync(join(repo.dir, '.clinerules', 'hooks', event));
      expect(mode & 0o777).toBe(0o755);
    }
  }));

test("a user's hook stays unchanged; init prints the line that it needs, and installs the other hooks", () =>
  withSite(async ({ repo, ctx }) => {
    const folder = join(repo.home, 'Documents', 'Cline', 'Hooks');
    mkdirSync(folder, { recursive: true });
    const mine = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0xff, 0xfe]);
    writeFileSync(join(folder, 'PreToolUse'), mine);
    const before = everyByte(repo.dir, repo.home);
    const { notes } = await init(ctx, { agent: ['cline'] });
    expect(notes.filter((note) => note.includes('is yours'))).toEqual([
      expect.stringMatching(/PreToolUse is yours.*git-prov\/agent" cline/) as unknown,
    ]);
    expect(readFileSync(join(folder, 'PreToolUse'))).toEqual(mine);
    expect(existsSync(join(folder, 'PostToolUse'))).toBe(true);
    const { agents } = await inspect(await openRepo(repo.dir, repo.env), ctx, AGENTS);
    expect(agents.find(({ name, scope }) => name === 'cline' && scope === 'user')).toMatchObject({
      missing: ['PreToolUse'],
      file: folder,
    });
    expect((await init(ctx, { agent: ['cline'] })).notes.join()).toContain('is yours');
    await deinit(ctx);
    expect(everyByte(repo.dir, repo.home)).toEqual(before);
  }));

test("a user's hook that calls ours is recognised, and nothing is printed", () =>
  withSite(async ({ repo, ctx }) => {
    const file = cline.userFile(ctx);
    mkdirSync(dirname(file), { recursive: true });
    const mine =
      '#!/bin/sh\ninput=$(cat)\nprintf %s "$input" | sh "$HOME/.local/share/git-prov/agent" cline >/dev/null\necho {}\n';
    writeFileSync(file, mine);
    expect((await init(ctx, { agent: ['cline'] })).notes.join()).not.toContain('is yours');
    const { agents } = await inspect(await openRepo(repo.dir, repo.env), ctx, AGENTS);
    expect(agents.find(({ name, scope }) => name === 'cline' && scope === 'user')).toMatchObject({ missing: [] });
    await deinit(ctx);
    expect(readFileSync(file, 'utf8')).toBe(mine);
  }));

test('an older file of ours is replaced, and removed even with a lost journal; a foreign file stays', () =>
  withSite(async ({ repo, ctx, data }) => {
    const file = amp.userFile(ctx);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '// git prov tells what Amp does in an older way\n');
    await init(ctx, { agent: ['amp'] });
    expect(readFileSync(file, 'utf8')).toBe(PLUGIN);
    rmSync(join(data, 'installed.json'));
    await init(ctx, { agent: ['amp'] });
    await deinit(ctx);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'export default () => {};\n');
    await expect(init(ctx, { agent: ['amp'] })).rejects.toThrow(/git prov did not write it/);
    expect(readFileSync(file, 'utf8')).toBe('export default () => {};\n');
    expect(repo.dir).toBeDefined();
  }));
