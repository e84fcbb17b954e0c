import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incrementalReader, parsePorcelain, repoPath, type Entry } from '../../../src/ask/blame/porcelain.ts';
import { unquote } from '../../../src/git/paths/quote.ts';
import { gitBlame } from './story.ts';
import { withRepo } from '../../helpers/repo.ts';

test.for([
  ['plain name', 'plain name'],
  ['"tab\\there"', 'tab\there'],
  ['"\\303\\274.txt"', '\xc3\xbc.txt'],
  ['"a\\"b\\\\c\\n"', 'a"b\\c\n'],
  ['"\\001\\377"', '\x01\xff'],
  ['"', '"'],
])('the path %j is %j', ([written, path]) => expect(unquote(written!)).toBe(path));

test('a path that is not UTF-8 is looked up by its bytes', () => {
  expect(repoPath('caf\xc3\xa9')).toBe('café');
  expect(repoPath('caf\xe9')).toBe('caf\udce9');
});

test('the output is read in the same way, however it is split', async () => {
  await withRepo({ files: { a: 'one\ntwo\n' } }, (repo) => {
    repo.git('mv', 'a', 'ü\t');
    repo.write('ü\t', 'zero\none\n1.5\ntwo\n');
    repo.commit('second');
    repo.write('ü\t', 'zero\none\n1.5\n1.6\ntwo\n');
    const bytes = gitBlame(repo, ['--incremental', '--', 'ü\t']);
    const read = (cuts: readonly number[]): unknown[] => {
      const found: Entry[] = [];
      const take = incrementalReader((entry) => found.push(entry));
      let at = 0;
      for (const cut of [...cuts.map((part) => part % bytes.length).toSorted((a, b) => a - b), bytes.length]) {
        take(bytes.subarray(at, cut));
        at = cut;
      }
      return found.map(({ commit, ...rest }) => [commit.oid, [...commit.headers], rest]);
    };
    const whole = read([]);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        expect(read(cuts)).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });
});

test('the text before and in a line is kept byte for byte, also when it looks like a header', async () => {
  await withRepo({ files: { a: 'filename x\n\tauthor y\n\n\r\nlast' } }, (repo) => {
    for (const format of ['--porcelain', '--line-porcelain']) {
      const text = gitBlame(repo, [format, 'a']).toString('latin1');
      const { lines, rest } = parsePorcelain(text);
      expect(lines.map(({ head, content }) => head + content).join('') + rest).toBe(text);
      expect(lines.map(({ content }) => content)).toEqual([
        '\tfilename x\n',
        '\t\tauthor y\n',
        '\t\n',
        '\t\r\n',
        '\tlast\n',
      ]);
      expect(lines.map(({ line, path }) => [line, path])).toEqual([1, 2, 3, 4, 5].map((line) => [line, 'a']));
    }
  });
});
