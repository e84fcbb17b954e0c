import { expect, test } from 'vitest';
import { summaryOf } from '../../src/recorder/step/open-call.ts';

test.each<[what: string, summary: string, paths: string[], shown: string]>([
  ['a file is named from the top of the work tree', '/work/repo/src/a.ts', ['/work/repo/src/a.ts'], 'src/a.ts'],
  [
    'so are several files of a patch',
    '/work/repo/a.ts, /work/repo/b.ts',
    ['/work/repo/a.ts', '/work/repo/b.ts'],
    'a.ts, b.ts',
  ],
  ['a path from the folder of the call, too', 'a.ts, ../b.ts', ['a.ts', '../b.ts'], 'src/a.ts, b.ts'],
  [
    'a file elsewhere keeps its path',
    '/work/repo/a.ts, /tmp/b.ts',
    ['/work/repo/a.ts', '/tmp/b.ts'],
    'a.ts, /tmp/b.ts',
  ],
  [
    'words that are no list of the paths stay',
    'grep x in /work/repo/a.ts',
    ['/work/repo/a.ts'],
    'grep x in /work/repo/a.ts',
  ],
  ['a call without files keeps its words', 'npm test', [], 'npm test'],
])('%s', (_, summary, paths, shown) => {
  expect(summaryOf({ summary, paths }, '/work/repo', '/work/repo/src')).toBe(shown);
  expect(summaryOf({ summary, paths }, undefined, '/work/repo/src')).toBe(summary);
});
