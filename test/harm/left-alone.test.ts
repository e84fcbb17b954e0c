import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginWork, tell } from './damage.ts';
import { preparedSite } from './prepared-site.ts';

// Commands that read, repair and remove write and delete nothing through a link, and nothing in a private folder of another user.

/** Those that make or renew the index of the notes, or other files; those that repair; those that remove. */
const COMMANDS = [
  ['log'],
  ['search', 'agent'],
  ['sessions'],
  ['show', 'HEAD'],
  ['report'],
  ['verify'],
  ['decide', 'one'],
  ['status'],
  ['gc'],
  ['doctor'],
  ['doctor', '--fix'],
  ['deinit', '--dry-run'],
  ['deinit'],
  ['deinit', '--force'],
];

/** Every file below a folder with its content, its time and its owner. */
function seen(path: string): string[] {
  const { size, mtimeMs, mode, uid } = lstatSync(path);
  const own = `${path} ${size} ${mtimeMs} ${mode} ${uid}`;
  if (lstatSync(path).isDirectory())
    return [
      `${path} ${mode} ${uid}`,
      ...readdirSync(path)
        .toSorted()
        .flatMap((name) => seen(join(path, name))),
    ];
  return [own, lstatSync(path).isFile() ? readFileSync(path, 'latin1') : ''];
}

const withWork = preparedSite((site) => {
  beginWork(site);
  for (const words of [['log'], ['status']]) tell(site, words);
});

describe('through a link in the private folder, no command writes or deletes', () => {
  test.each([
    '',
    'state.json',
    'owners.jsonl',
    'cleared',
    'vouched',
    'sessions',
    'sessions/*',
    'graphs/*',
    'index',
    'index/index.db',
    'looks',
    'looks/*',
    'objects',
    'objects/*',
    'staged',
    'start',
    'spool/tmp',
    'spool/new/*',
    'wt/linked',
    'index/index.db-wal',
    'runs/*',
  ])('prov/%s', (name) =>
    withWork((site) => {
      const dir = dirname(join(site.prov, name));
      const place = name.endsWith('/*')
        ? join(dir, existsSync(dir) ? (readdirSync(dir)[0] ?? 'x') : 'x')
        : join(site.prov, name);
      const outside = join(site.repo.home, 'outside');
      mkdirSync(outside);
      const target = join(outside, 'target');
      if (existsSync(place)) renameSync(place, target);
      else writeFileSync(target, 'mine\n');
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(target, place);
      const before = seen(outside);
      for (const words of COMMANDS) {
        const { code, text } = tell(site, words);
        expect.soft(seen(outside), words.join(' ')).toEqual(before);
        expect.soft(existsSync(target), words.join(' ')).toBe(true);
        // Events are looked at one by one, and the others are recorded.
        const isRefused = code !== 0 && text.includes('symbolic link');
        expect.soft([isRefused || name.startsWith('spool/new'), text], words.join(' ')).toEqual([true, text]);
      }
    }),
  );
});

/** Gives all files to a user. @param user its id */
function giveTo(user: number, path: string): void {
  chownSync(path, user, user);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(user, join(path, name));
}

test.runIf(process.geteuid?.() === 0)(
  'a private folder of another user is neither repaired nor removed nor written',
  () =>
    withWork((site) => {
      giveTo(65_534, site.prov);
      const before = seen(site.prov);
      for (const words of COMMANDS) {
        const { code, text } = tell(site, words);
        expect.soft([code === 0, text], words.join(' ')).toEqual([false, expect.stringContaining('another user')]);
        expect.soft(seen(site.prov), words.join(' ')).toEqual(before);
      }
    }),
);
