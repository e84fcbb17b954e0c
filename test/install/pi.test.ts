import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { EXTENSION, MARK } from '../../src/agents/pi/plugin.ts';
import { pi } from '../../src/agents/pi/settings.ts';
import { deinit } from '../../src/faces/cli/commands/start/deinit.ts';
import { init } from '../../src/faces/cli/commands/start/init.ts';
import { everyByte, withSite } from './setup.ts';

test.each([false, true])('init installs the extension, and deinit leaves every byte unchanged (shared: %s)', (shared) =>
  withSite(async ({ repo, ctx }) => {
    const dirs = [repo.dir, repo.home];
    const before = everyByte(...dirs);
    await init(ctx, { agent: ['pi'], shared });
    const once = everyByte(...dirs);
    const file = shared
      ? join(repo.dir, '.pi/extensions/git-prov.js')
      : join(repo.home, '.pi/agent/extensions/git-prov.js');
    expect(readFileSync(file, 'utf8')).toBe(EXTENSION);
    await init(ctx, { agent: ['pi'], shared });
    expect(everyByte(...dirs)).toEqual(once);
    await deinit(ctx);
    expect(everyByte(...dirs)).toEqual(before);
  }),
);

test("Pi's own variable moves the folder, an older extension is replaced, and a foreign file stays", () =>
  withSite(async ({ repo, ctx }) => {
    ctx.env['PI_CODING_AGENT_DIR'] = '~/elsewhere';
    const file = join(repo.home, 'elsewhere/extensions/git-prov.js');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${MARK} in an older way\n`);
    await init(ctx, { agent: ['pi'] });
    expect(readFileSync(file, 'utf8')).toBe(EXTENSION);
    await deinit(ctx);
    writeFileSync(file, 'export default () => {};\n');
    const before = everyByte(repo.dir, repo.home);
    await expect(init(ctx, { agent: ['pi'] })).rejects.toThrow(/git prov did not write it/);
    expect(everyByte(repo.dir, repo.home)).toEqual(before);
    expect(pi.state('mine', file)).toMatchObject({ registered: [], missing: ['extension'] });
  }));
