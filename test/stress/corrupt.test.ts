import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tell as run } from '../harm/damage.ts';
import { settled, withSite } from '../recorder/site.ts';
import { randomOf, storySeeds, tell, TIMEOUT } from './campaign.ts';
import { Story } from './story.ts';

// Random damage to random files of the private folder while an agent and a person work.

/** The setup, which `init` makes again; without the hooks nothing is recorded, and `status` says so. */
const SETUP = /^(?:installed\.json|hooks|configured|gitconfig|redirect|checked|lfs|key|spool)(?:\/|$)(?!new|seq)/;

/** Stories that showed lines as another's, or a fault of `verify`, before decision 59. */
const FOUND = [4001, 4013, 11005, 11006, 11024, 11066, 8801046, 8801048, 81205024];

/** Whether it runs as `npm run stress:corrupt`, or one story of it. */
const IS_CAMPAIGN = process.env['SCALE'] !== undefined || process.env['STORY'] !== undefined;

type Damage = (file: string, random: () => number) => void;

const DAMAGES: Readonly<Record<string, Damage>> = {
  emptied: (file) => truncateSync(file, 0),
  cut: (file, random) => truncateSync(file, Math.floor(statSync(file).size * random())),
  'with a byte changed': (file, random) => {
    const bytes = readFileSync(file);
    if (bytes.length === 0) return;
    bytes[Math.floor(random() * bytes.length)]! ^= 1 + Math.floor(random() * 255);
    writeFileSync(file, bytes);
  },
  'with zeros at its end': (file, random) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0, Math.floor(bytes.length * random())));
  },
  'with garbage behind it': (file, random) => {
    writeFileSync(
      file,
      Uint8Array.from({ length: 100 }, () => Math.floor(random() * 256)),
      { flag: 'a' },
    );
  },
  removed: (file) => rmSync(file),
  'made a folder': (file) => {
    rmSync(file);
    mkdirSync(file);
  },
};

/** Damages a file, unless a process that is still at work has taken it away since it was seen. */
function damaged(damage: () => void): boolean {
  try {
    damage();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const filesIn = (dir: string, under = ''): string[] =>
  readdirSync(join(dir, under), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(dir, join(under, entry.name)) : entry.isFile() ? [join(under, entry.name)] : [],
  );

// The files in an order that is the same when a story is played again: without process ids.
const inOrder = (files: readonly string[]): string[] => {
  const key = (file: string): string => file.replaceAll(/(?<=[0-9]{9})\.[0-9]+/g, '');
  return files.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
};

/** Plays one story with damages. Returns what it broke, and how many lines of the agent are shown as a person's. */
async function play(seed: number): Promise<{ broken: string[]; missed: number; log: string[] }> {
  const random = randomOf(seed);
  const broken: string[] = [];
  const log: string[] = [];
  let missed = 0;
  await withSite((site) => {
    const story = new Story(site, random);
    for (let i = 0; i < 12; i++) {
      log.push(story.act());
      if (random() < 0.3) {
        if (existsSync(join(site.prov, 'looks'))) settled(site.prov);
        const file = story.pick(inOrder(filesIn(site.prov).filter((one) => !SETUP.test(one))));
        // A changed byte in a ledger is always a fault for verify.
        const isLedger = file.startsWith('sessions/');
        const kind = story.pick(Object.keys(DAMAGES).filter((one) => !isLedger || one !== 'with a byte changed'));
        const isThere = damaged(() => DAMAGES[kind]!(join(site.prov, file), random));
        log.push(`${file} ${kind}${isThere ? '' : ', but it was gone'}`);
      }
    }
    run(site, ['doctor', '--fix']);
    const told = story.commit();
    story.writeAfterwards('z.txt');
    log.push(`commit ${told}`, `commit ${story.commit()}`);
    broken.push(...log.filter((one) => /^commit ./.test(one)));
    const { stolen, missed: lost } = story.wrong();
    broken.push(...stolen);
    missed = lost.length;
    log.push(...lost);
    const reported = `${run(site, ['status']).text}${run(site, ['doctor']).text}`;
    const isReported = /faults |set aside|damaged/.test(reported);
    // Rarely, and by the clock, a story with several damages has one, which status reports. The campaign fails on it.
    if (lost.length > 0 && (IS_CAMPAIGN || !isReported))
      broken.push(`${lost.length} lines of the agent are a person’s${isReported ? '' : ', silently'}`);
    const verified = run(site, ['verify']);
    if (verified.code !== 0) broken.push(`verify: ${verified.text}`);
    if (lost.length > 0)
      log.push(run(site, ['status']).text, run(site, ['doctor']).text, run(site, ['reconcile']).text);
    if (!existsSync(join(site.repo.dir, 'z.txt'))) broken.push('no z.txt');
  });
  return { broken, missed, log };
}

test(
  'damaged files of the private folder: git is not disturbed, no line is given to another, and verify finds no fault',
  { timeout: Math.max(TIMEOUT, 240_000) },
  async () => {
    const wrong: string[] = [];
    let missed = 0;
    const seeds = storySeeds(200, 1, FOUND);
    for (const seed of seeds) {
      const { broken, missed: lost, log } = await play(seed);
      missed += lost;
      if (broken.length > 0 || lost > 0) {
        wrong.push(...broken.map((one) => `seed ${seed}: ${one}`));
        tell(`seed ${seed}:\n    ${[...log, ...broken].join('\n    ')}`);
      }
    }
    tell(`corrupt: ${seeds.length} stories, ${wrong.length} broken, ${missed} lines of the agent shown as a person’s`);
    expect(wrong).toEqual([]);
  },
);
