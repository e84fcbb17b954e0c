import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withoutSum } from '../../src/recorder/state/state-text.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { removeFolder } from '../helpers/remove-folder.ts';
import { makeSite, type Site } from '../recorder/site.ts';
import { randomOf, storySeeds, TIMEOUT } from '../stress/campaign.ts';
import { commitAll, tell } from './damage.ts';

// The local state is damaged or cut. `doctor` names the loss, no step that was recorded is lost, and `verify` finds nothing.

type Saved = Record<string, unknown>;

let made: Promise<Site> | undefined;

/** A site: its agent made one commit, and then steps that are recorded and not committed. */
const prepared = (): Promise<Site> =>
  (made ??= (async () => {
    const site = await makeSite();
    for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete site.repo.env[name]; // commits of now, after init
    site.agent.start().prompt('go').write('n.txt', 'by the agent @a\n');
    commitAll(site, 'one');
    site.agent.prompt('more').write('m.txt', 'more by the agent @a\n').read('f.txt');
    tell(site, ['status']);
    cpSync(site.repo.dir, `${site.repo.dir}.saved`, { recursive: true, verbatimSymlinks: true });
    return site;
  })());

afterAll(async () => (await made)?.repo.cleanup());

/** The same site again, with a damaged state. */
async function damagedBy(damage: (text: string) => string | Uint8Array): Promise<Site> {
  const site = await prepared();
  const { repo, prov } = site;
  removeFolder(repo.dir);
  cpSync(`${repo.dir}.saved`, repo.dir, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  const state = join(prov, 'state.json');
  writeFileSync(state, damage(readFileSync(state, 'utf8')));
  return site;
}

/** A change of a state of an earlier version, which has no hash of its own: only the shape of its parts shows the damage. */
const changed = (change: (state: Saved) => Saved) => (text: string) =>
  JSON.stringify(change(JSON.parse(withoutSum(text)) as Saved));

/** The ids and actions of the steps in the ledger. */
const steps = ({ prov }: Site): string[] =>
  readdirSync(join(prov, 'sessions')).flatMap((name) =>
    readFileSync(join(prov, 'sessions', name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { step_id?: string; summary?: string })
      .flatMap(({ step_id: id, summary }) => (id === undefined ? [] : [`${id} ${summary}`])),
  );

/** Ends the story; returns what is wrong. */
function endOf(site: Site, before: readonly string[]): string[] {
  const { repo, agent } = site;
  const wrong: string[] = [];
  agent.prompt('last').write('p.txt', 'last @a\n');
  const told = commitAll(site, 'two').join();
  if (told !== '0,') wrong.push(`commit: ${told}`);
  tell(site, ['status']);
  const { code, text } = tell(site, ['verify']);
  if (code !== 0) wrong.push(`verify: ${text}`);
  const after = steps(site);
  wrong.push(...before.filter((step) => !after.includes(step)).map((step) => `lost from the ledger: ${step}`));
  const ids = after.map((step) => step.split(' ')[0]!);
  wrong.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `twice: ${id}`));
  const noted = new Set(
    [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id))),
  );
  wrong.push(...before.filter((step) => !noted.has(step.split(' ')[0] as never)).map((step) => `in no note: ${step}`));
  for (const path of ['n.txt', 'm.txt', 'p.txt']) {
    const owners = judge(repo, path).map(({ owner }) => owner);
    if (owners.join() !== 'a') wrong.push(`${path}: ${owners.join()}`);
  }
  return wrong;
}

const part = (share: number) => (text: string) => text.slice(0, Math.floor(text.length * share));

const DAMAGES: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  empty: () => '',
  'of random bytes': () => Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255),
  'cut at its first bytes': (text) => text.slice(0, 20),
  'cut at a third': part(1 / 3),
  'cut at two thirds': part(2 / 3),
  'without its last byte': (text) => text.slice(0, -1),
  'of zeros': (text) => '\0'.repeat(text.length),
  null: () => 'null',
  'a list': () => '[]',
  'an object without a version': () => '{}',
  'cut to its version': () => '{"version":1}',
  'cut to its first two parts': (text) => {
    const { version, whole } = JSON.parse(text) as Saved;
    return JSON.stringify({ version, whole });
  },
  'cut before its work trees': changed(({ version, whole, sessions }) => ({ version, whole, sessions })),
  'without sessions': changed((state) => ({ ...state, sessions: undefined })),
  'with a list for its sessions': changed((state) => ({ ...state, sessions: [] })),
  'with a text for its sessions': changed((state) => ({ ...state, sessions: 'x' })),
  'with a number for a session': changed((state) => ({ ...state, sessions: { a: 7 } })),
  'with a number for its work trees': changed((state) => ({ ...state, workTrees: 7 })),
  'with a text for its reflogs': changed((state) => ({ ...state, reflogs: 'x' })),
  'with an object for its notes to write': changed((state) => ({ ...state, outgoing: {} })),
  'with a text for the length of the owners': changed((state) => ({ ...state, memoBytes: 'x' })),
  'with numbers for its faults': changed((state) => ({ ...state, faults: 3 })),
};

test.each(Object.entries(DAMAGES))(
  'a state %s: doctor names the loss and mends it, and nothing recorded is lost',
  async (_, damage) => {
    const site = await damagedBy(damage);
    const before = steps(site);
    const found = tell(site, ['doctor']);
    expect(found).toMatchObject({ code: 1, text: expect.stringContaining('state.json') as string });
    const mended = tell(site, ['doctor', '--fix']);
    expect(mended).toMatchObject({ code: 0 });
    expect(tell(site, ['doctor'])).toMatchObject({ code: 0 });
    expect(endOf(site, before)).toEqual([]);
  },
);

test.each(['empty', 'cut at two thirds', 'cut before its work trees', 'with a text for its sessions'])(
  'a state %s: without doctor, status names the loss, and the next commit loses nothing',
  async (name) => {
    const site = await damagedBy(DAMAGES[name]!);
    const before = steps(site);
    expect(tell(site, ['status']).text).toMatch(/state\.json|state was damaged|local state|Parts of the state/);
    expect(endOf(site, before)).toEqual([]);
    expect(existsSync(join(site.prov, 'state.json'))).toBe(true);
  },
);

/** All places in a value, as the containers and keys that lead to them. */
function placesIn(value: unknown): { readonly holder: Record<string, unknown>; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

const WRONG: readonly unknown[] = [null, 7, -1, 1.5, 'x', '', [], [7], [null], {}, { a: 7 }, true, undefined];

// Damages in depth that a reader may not notice. Lines may then be unknown.
test(
  'a state with a wrong value anywhere, or cut anywhere: no line is a person’s, no step is lost',
  { timeout: Math.max(TIMEOUT, 120_000) },
  async () => {
    const wrong: string[] = [];
    for (const seed of storySeeds(300, 6)) {
      const random = randomOf(seed);
      let what = '';
      const site = await damagedBy((text) => {
        if (random() < 0.2) {
          const end = Math.floor(random() * text.length);
          what = `cut at ${end} of ${text.length}`;
          return text.slice(0, end);
        }
        const state = JSON.parse(text) as Saved;
        const places = placesIn(state);
        const { holder, key } = places[Math.floor(random() * places.length)]!;
        const value = WRONG[Math.floor(random() * WRONG.length)];
        what = `${key} is ${JSON.stringify(value)} in place of ${JSON.stringify(holder[key])?.slice(0, 100)}`;
        holder[key] = value;
        return JSON.stringify(state);
      });
      const before = steps(site);
      if (random() < 0.5) tell(site, ['doctor', '--fix']);
      wrong.push(
        ...endOf(site, before)
          .filter((one) => !one.endsWith('unsure'))
          .map((one) => `seed ${seed}: ${what}: ${one}`),
      );
    }
    expect(wrong).toEqual([]);
  },
);
