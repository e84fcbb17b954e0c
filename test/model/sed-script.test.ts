import { expect, test } from 'vitest';
import { readEditScript } from '../../src/model/shell/sed-script.ts';
import { HOLE } from '../../src/model/shell/writing.ts';

const shown = (text: string): string => text.replaceAll(HOLE, '_');
/** What a script writes, as words: `+LINE` is an inserted line, `OLD>FRESH` a substitution (`?` is a pattern, `_` a hole). */
function explained(script: string): string {
  const found = readEditScript(script);
  if (!found) return 'not understood';
  const { lines = [], substitutions = [], partly } = found;
  const words = [
    ...lines.map((line) => `+${line}`),
    ...substitutions.map(({ old, fresh }) => `${old ?? '?'}>${shown(fresh)}`),
  ];
  return [...words, ...(partly ? ['partly'] : [])].join(' ');
}

test.each([
  // a script of sed, and what it writes
  ['', ''],
  ['s/a/b/', 'a>b'],
  ['s/a/b/g', 'a>b'],
  ['s|a/b|c/d|', 'a/b>c/d'],
  ['s/a\\/b/c\\/d/', 'a/b>c/d'],
  ['s/a/b/;s/c/d/', 'a>b c>d'],
  ['s/a/b/ ; s/c/d/', 'a>b c>d'],
  ['s/a/b/\ns/c/d/', 'a>b c>d'],
  ['s/a.c/b/', '?>b'],
  ['s/a\\.c/b/', 'a.c>b'],
  ['s/^a/b/', '?>b'],
  ['s/a$/b/', '?>b'],
  ['s/[a]/b/', '?>b'],
  ['s/a+/b/', '?>b'],
  ['s/a|b/c/', '?>c'],
  ['s/(a)/b/', '?>b'],
  ['s/a*/b/', '?>b'],
  ['s/a?/b/', '?>b'],
  ['s/{a}/b/', '?>b'],
  ['s/a\\w/b/', '?>b'],
  ['s/a\\[1\\]/b/', 'a[1]>b'],
  ['s/a\\"b/c/', 'a"b>c'],
  ['s/a/x&y/', 'a>x_y'],
  ['s/a/x\\&y/', 'a>x&y'],
  ['s/\\(a\\)/\\1b/', '?>_b'],
  ['s/a/$1b/', 'a>_b'],
  ['s/a/${name}b/', 'a>_b'],
  ['s/a/b\\nc\\td/', 'a>b\nc\td'],
  ['s/a/b/;s/c.d/e/', 'a>b ?>e partly'],
  ['s/a.c/b/g', '?>b partly'],
  ['s/a/x&/g', 'a>x_ partly'],
  ['s/a.c/b/', '?>b'],
  ['s/a/b/gI', 'a>b'],
  ['s/a/b/2', 'a>b'],
  ['s/a/b/w', 'not understood'],
  ['s/a/b/e', 'not understood'],
  ['s/a/b', 'not understood'],
  ['s/a', 'not understood'],
  ['s', 'not understood'],
  ['s a b c ', 'not understood'],
  ['sxaxbx', 'not understood'],
  ['y/ab/cd/', 'not understood'],
  ['d', ''],
  ['3d', ''],
  ['1,5d;s/a/b/', 'a>b'],
  ['1,+5d', ''],
  ['1~2p', ''],
  ['$=', ''],
  ['$d', ''],
  ['/a/d', ''],
  ['/a\\/b/d', ''],
  ['/a/I d', ''],
  ['/a/,/b/d', ''],
  ['/a/,$d', ''],
  ['/a/!d', ''],
  ['2 ! s/a/b/', 'a>b'],
  ['2i x', '+x'],
  ['2i\\\nx', '+x'],
  ['2i\\\nx\\\ny', '+x +y'],
  ['2a   x y', '+x y'],
  ['2a\\  x', '+x'], // lines are compared without the spaces around them
  ['$a x\ns/a/b/', '+x a>b'],
  ['2c x\\ty', '+x\ty'],
  ['2c x;d', '+x;d'],
  ['2c x\\ny', '+x +y'],
  ['2c x\\', '+x\\'],
  ['r file', 'not understood'],
  ['q', 'not understood'],
  ['dp', 'not understood'],
  ['d;}', 'not understood'],
])('%s', (script, words) => {
  expect(explained(script)).toBe(words);
});
