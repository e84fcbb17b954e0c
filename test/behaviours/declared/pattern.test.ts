import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesBranch, matchesPath } from '../../../src/model/behaviours/pattern.ts';

test.each([
  ['src/api/**', 'src/api/a.ts', true],
  ['src/api/**', 'src/api/v1/a.ts', true],
  ['src/api/**', 'src/api', false],
  ['src/api/', 'src/api/v1/a.ts', true],
  ['src/api', 'src/api/a.ts', false],
  ['/src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/v1/a.ts', false],
  ['src/**/a.ts', 'src/a.ts', true],
  ['src/**/a.ts', 'src/x/y/a.ts', true],
  ['*.md', 'docs/deep/a.md', true],
  ['*.md', 'docs/a.md/b', false],
  ['?.md', 'ab.md', false],
  ['**', 'any/file', true],
  ['**/test/**', 'a/test/b', true],
  ['**/test/**', 'test/b', true],
  ['é*', 'docs/é 名.txt', true],
  ['a.c', 'abc', false],
])('%s and %s: %s', (pattern, path, fits) => {
  expect(matchesPath(pattern, path)).toBe(fits);
});

test.each([
  ['main', 'main', true],
  ['main', 'x/main', false],
  ['release/*', 'release/1.0', true],
  ['release/*', 'release/1/x', false],
  ['release/**', 'release/1/x', true],
])('branch %s and %s: %s', (pattern, branch, fits) => {
  expect(matchesBranch(pattern, branch)).toBe(fits);
});

test('a pattern fits what the same pattern as a regular expression fits', () => {
  const part = fc.stringMatching(/^[ab*?]{1,4}$/).filter((text) => !text.includes('**'));
  const parts = fc.array(fc.oneof({ weight: 3, arbitrary: part }, fc.constant('**')), { minLength: 1, maxLength: 4 });
  const names = fc.array(fc.stringMatching(/^[ab]{1,4}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, names, (pattern, path) => {
      const said = pattern.join('/');
      expect(matchesBranch(said, path.join('/'))).toBe(asRegExp(pattern).test(`/${path.join('/')}`));
    }),
  );
});

// Each part with the slash before it.
function asRegExp(pattern: readonly string[]): RegExp {
  const parts = pattern.map((part, i) => {
    if (part !== '**') return `/${part.replaceAll('?', '[^/]').replaceAll('*', '[^/]*')}`;
    return i === pattern.length - 1 ? '(?:/[^/]+)+' : '(?:/[^/]+)*';
  });
  return new RegExp(`^${parts.join('')}$`);
}

test('a pattern of many stars takes no longer than its length times that of the path', () => {
  const began = performance.now();
  expect(matchesPath('*a'.repeat(95) + 'b', 'a'.repeat(4000))).toBe(false);
  expect(matchesPath('**/'.repeat(60) + 'b', 'a/'.repeat(2000) + 'a')).toBe(false);
  expect(performance.now() - began).toBeLessThan(2000);
});
