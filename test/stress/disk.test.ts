import { expect, test } from 'vitest';
import { CAN_MOUNT, fill, onSmallDisk } from '../helpers/small-disk.ts';
import { judge } from '../helpers/judge.ts';
import { tell as run } from '../harm/damage.ts';
import { withSite } from '../recorder/site.ts';
import { randomOf, storySeeds, tell, TIMEOUT } from './campaign.ts';
import { Story } from './story.ts';

// The disk of the private folder fills up, and has room again, at random moments while an agent and a person work.

/** Whether it runs as `npm run stress:disk`, or one story of it. */
const IS_CAMPAIGN = process.env['SCALE'] !== undefined || process.env['STORY'] !== undefined;

interface Played {
  readonly broken: readonly string[];
  /** How many lines of the agent are shown as a person's. */
  readonly missed: number;
}

/** Plays one story on a small disk. */
async function play(seed: number): Promise<Played> {
  const random = randomOf(seed);
  const broken: string[] = [];
  let lost = 0;
  await withSite((site) =>
    onSmallDisk(site.prov, '1m', () => {
      const story = new Story(site, random);
      const log: string[] = [];
      let free: (() => void) | undefined;
      for (let i = 0; i < 14; i++) {
        if (random() < 0.25) {
          if (free) free();
          free = free ? undefined : fill(site.prov, Math.floor(random() * 4) * 4096);
          log.push(free ? 'full' : 'room again');
        }
        log.push(story.act());
      }
      free?.();
      log.push(`commit ${story.commit()}`);
      story.writeAfterwards('z.txt');
      log.push(`commit ${story.commit()}`);
      const { stolen, missed } = story.wrong();
      broken.push(...log.filter((one) => /^commit ./.test(one)), ...stolen);
      lost = missed.length;
      const isReported = run(site, ['status']).text.includes('faults ');
      // Rarely, and by the clock, a story has one, which status reports. The campaign fails on it.
      if (lost > 0 && (IS_CAMPAIGN || !isReported))
        broken.push(`${missed.join(', ')}${isReported ? '' : ', silently'}`);
      const verified = run(site, ['verify']);
      if (verified.code !== 0) broken.push(`verify: ${verified.text}`);
      const last = judge(site.repo, 'z.txt').map(({ owner }) => owner);
      if (last.join() !== 'a') broken.push(`after the disk had room again: ${last.join()}`);
      if (broken.length + lost > 0) tell(`seed ${seed}:\n    ${[...log, ...broken, ...missed].join('\n    ')}`);
    }),
  );
  return { broken: broken.map((one) => `seed ${seed}: ${one}`), missed: lost };
}

test.runIf(CAN_MOUNT)(
  'a full disk: git is not disturbed, no line is given to another, and verify finds no fault',
  { timeout: TIMEOUT },
  async () => {
    const seeds = storySeeds(200, 1);
    const broken: string[] = [];
    let missed = 0;
    for (const seed of seeds) {
      const played = await play(seed);
      broken.push(...played.broken);
      missed += played.missed;
    }
    tell(
      `full disk: ${seeds.length} stories, ${broken.length} faults, ${missed} lines of the agent shown as a person’s`,
    );
    expect(broken).toEqual([]);
  },
);

test.runIf(!CAN_MOUNT)('a full disk was NOT tried: a small disk can be mounted only by root on Linux', () => {
  tell('no full disk was played: a small disk can be mounted only by root on Linux');
  expect(CAN_MOUNT).toBe(false);
});
