import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CAN_MOUNT, fill, onSmallDisk } from '../helpers/small-disk.ts';
import { withSite } from '../recorder/site.ts';
import { commitAll, tell } from './damage.ts';

/** Commands that keep a database of the notes, or of the code. */
const ASKING = [
  ['search', 'agent'],
  ['sessions'],
  ['list', 'decisions'],
  ['trace', 'n.js'],
  ['review'],
  ['impact', 'HEAD~1..HEAD'],
  ['why', 'n.js#add'],
  ['status'],
];

test.runIf(CAN_MOUNT).each([0, 4096, 64 * 1024])(
  'with %d bytes left on the disk, commands answer as before, and leave nothing on it',
  (left) =>
    withSite(async (site) => {
      const { agent, repo, prov } = site;
      agent.start().prompt('by the agent').write('n.js', 'export function add(a, b) {\n  return a + b;\n}\n').stop();
      expect(commitAll(site, 'one')).toEqual([0, '']);
      tell(site, ['status']);
      const before = ASKING.map((words) => tell(site, words));
      expect(before.map(({ code, command }) => `${command}: ${code}`)).toEqual(
        ASKING.map((words) => `${words.join(' ')}: 0`),
      );
      for (const name of ['index', 'code']) rmSync(join(repo.dir, '.git/prov', name), { recursive: true, force: true });
      await onSmallDisk(prov, '2m', () => {
        fill(prov, left);
        expect(ASKING.map((words) => tell(site, words))).toEqual(before);
        for (const name of ['index', 'code'])
          expect(readdirSync(join(prov, name)).filter((file) => /^new\.|^lock/.test(file))).toEqual([]);
      });
    }),
);

test.runIf(CAN_MOUNT)('what cannot be written on a full disk is refused in one clear sentence', () =>
  withSite((site) =>
    onSmallDisk(site.prov, '1m', () => {
      site.agent.start().prompt('go').write('n.txt', 'n @a\n');
      fill(site.prov, 0);
      const { code, text } = tell(site, ['decide', 'x', '--because', 'y']);
      expect(code).toBe(1);
      expect(text).toMatch(
        /git prov: No space is left on the disk(: "[^"\n]+")?\.\n {2}why: .*\n {2}hint: Free some space/,
      );
    }),
  ),
);
