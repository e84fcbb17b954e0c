import { expect, test } from 'vitest';
import { summaryOf } from '../../src/recorder/step/open-call.ts';

test.each<[what: string, summary: string, paths: string[], shown: string]>([
  ['a file is named from the top of the work tree', '/home/me/repo/src/a.ts', ['/home/me/repo/src/a.ts'], 'src/a.ts'],
  [
    'so are several files of a patch',
    '/home/me/repo/a.ts, /home/me/repo/b.ts',
    ['/home/me/repo/a.ts', '/home/me/repo/b.ts'],
    'a.ts, b.ts',
  ],
  ['a path from the folder of the call, too', 'a.ts, ../b.ts', ['a.ts', '../b.ts'], 'src/a.ts, b.ts'],
  [
    'a file elsewhere keeps its path',
    '/home/me/repo/a.ts, /etc/b.ts',
    ['/home/me/repo/a.ts', '/etc/b.ts'],
    'a.ts, /etc/b.ts',
  ],
  [
    'words that are no list of the paths stay',
    'grep x in /home/me/repo/a.ts',
    ['/home/me/repo/a.ts'],
    'grep x in /home/me/repo/a.ts',
  ],
  ['so is the first one of two', '/home/me/repo/a.ts', ['/home/me/repo/a.ts', '/home/me/repo/b.ts'], 'a.ts'],
  ['a call without files keeps its words', 'npm test', [], 'npm test'],
])('%s', (_, summary, paths, shown) => {
  expect(summaryOf({ summary, paths }, '/home/me/repo', '/home/me/repo/src')).toBe(shown);
  expect(summaryOf({ summary, paths }, undefined, '/home/me/repo/src')).toBe(summary);
});
