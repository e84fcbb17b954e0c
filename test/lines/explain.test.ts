import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain, type Replaced, type PossibleWrites, without, withoutUnexplained } from '../../src/lines/explain.ts';
import { HUMAN, type Owner, UNSURE } from '../../src/lines/owner.ts';
import { nodeId, oid } from '../../src/model/ids.ts';
import { runs } from '../helpers/runs.ts';

const source = (some: Partial<PossibleWrites>): PossibleWrites => ({
  lines: [],
  substitutions: [],
  copied: [],
  copies: [],
  texts: [],
  all: false,
  repairs: false,
  ...some,
});
const LETTERS = { exact: 'e', inferred: 'i' };

/** One letter for each line: `e` exact, `i` inferred, `-` not explained. */
const explained = (
  some: Partial<PossibleWrites>,
  lines: readonly string[],
  { before = [], isNew = () => true }: { before?: readonly string[]; isNew?: (line: number) => boolean } = {},
): string =>
  explain(source(some), before, lines, isNew)
    .map((one) => (one ? LETTERS[one] : '-'))
    .join('');

describe('lines that a command writes', () => {
  test.each<[string, string[], string[], string]>([
    ['are its own, with any indentation', ['  hello '], ['hello', '\thello'], 'ee'],
    ['are its own even when they are short', ['x'], ['x', 'y'], 'e-'],
    ['as often as it writes them, where they have no letters', ['}', '}'], ['}', '}'], 'ee'],
    ['not more often, where they have no letters', ['}'], ['}', '}'], '--'],
    ['but not a blank line alone', [''], [''], '-'],
    ['with the short line behind', ['alpha', '}'], ['alpha', '}', 'x', '}'], 'ee--'],
    ['with the short line above', ['}', 'alpha'], ['}', 'alpha', 'x', '}'], 'ee--'],
    ['with several short lines', ['alpha', '}', ')'], ['alpha', '}', ')', 'x', '}', ')'], 'eee---'],
    ['with several short lines above', [')', '}', 'alpha'], [')', '}', 'alpha', 'x', '}', ')'], 'eee---'],
    ['with the blank line between', ['alpha', '', 'beta'], ['alpha', '', 'beta'], 'eee'],
    [
      'with short lines, with any indentation',
      ['  alpha', '\t}', ' )'],
      ['\talpha', ' }', ')', 'x', '}', ')'],
      'eee---',
    ],
    ['with short lines above, with any indentation', [' )', '  alpha'], [')', '\talpha', 'x', ')'], 'ee--'],
    ['not with a line behind its end', ['alpha'], ['alpha', 'undefined'], 'e-'],
    ['not with a short line that it writes elsewhere', ['alpha', 'beta', '}'], ['alpha', '}', 'x', '}'], 'e---'],
  ])('%s', (_name, lines, text, letters) => {
    expect(explained({ lines }, text)).toBe(letters);
  });

  test('are only new lines', () => {
    expect(explained({ lines: ['x'] }, ['x', 'x'], { isNew: (i) => i === 1 })).toBe('-e');
    expect(explained({ lines: ['}'] }, ['}', '}'], { isNew: (i) => i === 1 })).toBe('-e');
    expect(explained({ lines: ['x'] }, ['x', 'x'], { isNew: () => false })).toBe('--');
    expect(explained({ lines: ['alpha', '}'] }, ['alpha', '}', '}'], { isNew: (i) => i !== 1 })).toBe('e-e');
  });

  test.each<[string, string, string, string]>([
    ['with other words of the language', 'let kept = 1', 'const kept = 1;', 'i'],
    ['with other capital letters', 'x = 0XAB', 'x = 0xab', 'i'],
    ['with another bracket', 'if (a) go()', 'if (a) { go() }', 'i'],
    ['with another mark of a list', '* a == b', '- a == b', 'i'],
    ['not with another operator', 'a == b', 'a === b', '-'],
    ['not with another condition', 'if (a && !b)', 'if (a || !b)', '-'],
    ['with a snapshot', 'is(x).toMatchInlineSnapshot();', 'is(x).toMatchInlineSnapshot(`2`);', 'i'],
    ['not with another number', 'wait(100)', 'wait(200)', '-'],
    ['not with a word more', 'use(a)', 'use(a, b)', '-'],
    ['not without words', '{', '}', '-'],
  ])('are those of a removed line %s, where a tool repairs the file', (_name, old, fresh, letters) => {
    expect(explained({ repairs: true }, [fresh, 'typed by a person'], { before: [old] })).toBe(`${letters}-`);
  });
  test('are not those that a tool only formatted: they are of the author of the removed line', () => {
    const before = ["call('one', 1)", 'let two = 2'];
    const fresh = ['call("one", 1);', 'const two = 2;'];
    expect(explained({ repairs: true }, fresh, { before })).toBe('-i');
  });

  test('are all new lines when a tool maintains the file', () => {
    expect(explained({ all: true }, ['a', 'b'])).toBe('ii');
    expect(explained({ all: true }, ['a', 'b'], { isNew: (i) => i === 1 })).toBe('-i');
  });
});

describe('a substitution explains', () => {
  const [foo, any] = [
    { old: 'foo', fresh: 'bar' },
    { old: undefined, fresh: 'bar' },
  ];
  test.each<[string, Replaced[], string, string, string]>([
    ['the line with the new text', [foo], 'x = foo;', 'x = bar;', 'e'],
    ['the first of two', [foo], 'foo foo', 'bar foo', 'e'],
    ['both', [foo], 'foo foo', 'bar bar', 'e'],
    ['not the second alone', [foo], 'foo foo', 'foo bar', '-'],
    ['not another change', [foo], 'x = foo;', 'y = bar;', '-'],
    ['not a line without the old text', [foo], 'x', 'bar', '-'],
    ['no change of white space', [foo], 'q ', 'q', '-'],
    ['each of the lines that it writes', [{ old: 'foo', fresh: '1\n2' }], 'x foo', 'x 1|2', 'ee'],
    ['what several do together', [foo, { old: 'a', fresh: 'b' }], 'foo a', 'bbr b', 'e'],
    ['what several do together, with another indentation', [foo, { old: 'c', fresh: 'd' }], '  foo c', 'bar d', 'e'],
    ['nothing for an empty text', [{ old: '', fresh: 'zz' }], 'ab', 'zz', '-'],
    ['nothing for an empty text beside letters', [{ old: '', fresh: 'z' }], 'ab', 'azb', '-'],
    ['nothing for an empty text at the start', [{ old: '', fresh: 'z' }], 'ab', 'zab', '-'],
    ['a pattern: the same text around', [any], 'x = 12;', 'x = bar;', 'e'],
    ['a pattern: not another text before', [any], 'x = 12;', 'y = bar;', '-'],
    ['a pattern: not another text behind', [any], 'x = 12;', 'x = bar!', '-'],
    ['a pattern: not without the new text', [any], 'x = 12;', 'x = baz;', '-'],
    ['a pattern that removes', [{ old: undefined, fresh: '' }], 'abc;', 'ab;', 'e'],
    ['a pattern that removes: nothing new', [{ old: undefined, fresh: '' }], 'abc;', 'aX;', '-'],
    ['a pattern that keeps its match', [{ old: undefined, fresh: 'log(\0)' }], 'x(a);', 'log(a);', 'e'],
    [
      'a pattern that keeps its match: not more behind',
      [{ old: undefined, fresh: 'log(\0)' }],
      'x(a);',
      'log(a)!',
      '-',
    ],
    [
      'a pattern that keeps its match: not more before',
      [{ old: undefined, fresh: 'log(\0)' }],
      'x(a);',
      'y log(a);',
      '-',
    ],
    ['a pattern that keeps the line', [{ old: undefined, fresh: '\0;' }], 'x = 1', 'x = 1;', 'e'],
    ['a pattern that keeps the line: not another line', [{ old: undefined, fresh: '\0;' }], 'x = 1', 'y();', '-'],
    ['a pattern that keeps the end', [{ old: undefined, fresh: '\0bar' }], 'x = foo(A);', 'x = (A)bar;', 'e'],
    ['a pattern that keeps its match: all parts', [{ old: undefined, fresh: 'log(\0]' }], 'x(a);', 'log(a);', '-'],
    ['a pattern that keeps its match: parts in order', [{ old: undefined, fresh: 'b\0a' }], 'x', 'ab', '-'],
    ['a text that is kept', [{ old: 'foo', fresh: '[\0]' }], 'foo;', '[foo];', 'e'],
    ['a text that is kept, on a line of several', [{ old: 'foo', fresh: '[\0\nend' }], 'foo;', '[foo;', 'e'],
    [
      'nothing that a hole would be',
      [
        { old: 'foo', fresh: '\0\0' },
        { old: 'c', fresh: 'd' },
      ],
      'foo c',
      '\0\0 d',
      '-',
    ],
  ])('%s', (_name, substitutions, before, after, letters) => {
    expect(explained({ substitutions }, after.split('|'), { before: [before] })).toBe(letters);
  });

  test('lines that were removed, written by the command, or moved here from files that it names', () => {
    const substitutions = [foo];
    expect(explained({ substitutions }, ['a foo', 'a bar'], { before: ['a foo'], isNew: (i) => i === 1 })).toBe('--');
    expect(
      explained({ substitutions }, ['a foo', 'a bar'], { before: ['a foo', 'a foo'], isNew: (i) => i === 1 }),
    ).toBe('-e');
    expect(explained({ substitutions, copied: ['a foo'] }, ['a bar'])).toBe('e');
    expect(explained({ substitutions, lines: ['a foo'] }, ['a bar'])).toBe('e');
    expect(explained({ substitutions: [{ old: 'a', fresh: 'a' }], copied: ['a foo'] }, ['a foo'])).toBe('-');
    expect(explained({ copied: ['a foo'] }, ['a foo'])).toBe('-');
  });

  test('up to 2,000 removed lines', () => {
    const others = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i}`);
    expect(explained({ substitutions: [foo], copied: [...others(1999), 'a foo'] }, ['a bar'])).toBe('e');
    expect(explained({ substitutions: [foo], copied: [...others(2000), 'a foo'] }, ['a bar'])).toBe('-');
  });
});

describe('a program explains', () => {
  test.each<[string, string, string, string]>([
    ['a line that is one of its strings', "print('wide')", 'wide', 'i'],
    ['a line that is one of its strings, with an indentation', "print(' wide ')", '\twide', 'i'],
    ['not a string with three letters', "print('abc')", 'abc', '-'],
    ['a line with eight letters that it contains', 'say eightlet now', 'eightlet', 'i'],
    ['not a line with seven', 'say sevenle now', 'sevenle', '-'],
    ['not a part of a string', "print('wider')", 'wide', '-'],
    ['the lines of a string', String.raw`print('one two\nthree')`, 'one two|three', 'ii'],
    ['a string with a tab', String.raw`print('one\ttwo')`, 'one\ttwo', 'i'],
    ['a string with a quote', String.raw`print('it\'s me')`, "it's me", 'i'],
    ['a string with other quotes', `print("it's me")`, "it's me", 'i'],
    ['a string with a backslash', String.raw`print('C:\\wide')`, String.raw`C:\wide`, 'i'],
    ['a string in a string', `awk '{ print "hello" }'`, 'hello', 'i'],
    ['not a string in a string in a string', String.raw`sh 'awk "{ print \`hello\` }"'`, 'hello', '-'],
    ['not text behind a quote that does not end', "print('wide", 'wide', '-'],
    ['a string with a value', '`value is ${x} units long`', 'value is 42 units long', 'i'],
    ['a string with a value in braces', 'f"value is {x} units long"', 'value is 42 units long', 'i'],
    ['a string with a format', '"value is %-5d units long"', 'value is 42 units long', 'i'],
    ['a string with a variable', '"value is $number units long"', 'value is 42 units long', 'i'],
    ['twelve letters beside a value', '"twelve $x letters"', 'twelve 42 letters', 'i'],
    ['not eleven', '"eleven $x words"', 'eleven 42 words', '-'],
    ['not a line that starts otherwise', '"value is $x units long"', 'a value is 42 units long', '-'],
    ['not a line that ends otherwise', '"value is $x units long"', 'value is 42 units long!', '-'],
    ['the short line behind it', 'x = `\nalphabetical\n}\n`', 'alphabetical|}|x|}', 'ii--'],
    ['the short line behind it in one string', String.raw`'\nalphabetical\n}\n'`, 'alphabetical|}|x|}', 'ii--'],
  ])('%s', (_name, text, lines, letters) => {
    expect(explained({ texts: [text] }, lines.split('|'))).toBe(letters);
  });

  test('no more certainly beside a line that a command writes', () => {
    expect(explained({ lines: ['alpha'], texts: ['alpha\nprogrammed'] }, ['alpha', 'programmed', 'x'])).toBe('ei-');
  });

  test.each<[string, string, string, string]>([
    ['its parts', 'start \0 in the middle \0 finish', 'start 1 in the middle 2 finish', 'i'],
    ['not without a part', 'start \0 in the middle \0 finish', 'start 1 2 finish', '-'],
    ['not with the parts in another order', 'first \0 one \0 two \0 last', 'first 1 two 2 one 3 last', '-'],
    ['not with parts that overlap', 'abcdefghijklmnop\0mnop', 'abcdefghijklmnop', '-'],
    ['with parts that meet', 'abcdefghijkl\0mnop', 'abcdefghijklmnop', 'i'],
    ['not with a part inside the last', 'aaaaaaaaaa\0bb\0bbcc', 'aaaaaaaaaabbcc', '-'],
    ['with a part right before the last', 'aaaaaaaaaa\0bb\0cc', 'aaaaaaaaaabbcc', 'i'],
    ['not with a part inside the first', 'aaaaaaaaaabb\0bb\0cc', 'aaaaaaaaaabbxcc', '-'],
    ['with any indentation', '  start of it \0 finish', 'start of it 1 finish', 'i'],
    ['not the words with a hole', 'one \0', 'one \0', '-'],
  ])('a line of a pattern: %s', (_name, pattern, line, letter) => {
    expect(explained({ lines: [pattern] }, [line])).toBe(letter);
  });
});

test('lines that another text lacks, each as often as it lacks them', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
  const count = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length;
  fc.assert(
    fc.property(text, text, (lines, others) => {
      const left = without(lines, others);
      for (const line of ['a', 'b', 'c'])
        expect(count(left, line)).toBe(Math.max(0, count(lines, line) - count(others, line)));
    }),
    { numRuns: runs(100) },
  );
  expect(without(['a', 'b', 'a'], ['a'])).toEqual(['b', 'a']);
});

describe('of the lines of a step, those that it does not explain go to another', () => {
  const [one, two] = [nodeId('00000001-1'), nodeId('00000002-1')];
  const step: Owner = { kind: 'node', node: one, evidence: 'exact' };
  const owners: Owner[] = [
    step,
    step,
    { ...step, from: two },
    { ...step, evidence: 'moved' },
    { ...step, node: two },
    HUMAN,
    { kind: 'base', blob: oid('1'.repeat(40)), line: 0 },
  ];
  const lines = ['said aloud', 'in the program', 'elsewhere', 'd', 'e', 'f', 'g'];
  const some = source({ lines: ['said aloud'], texts: ['x = "in the program"'] });
  const others = owners.slice(3);

  test('a person, who changed a line of another step', () => {
    expect(withoutUnexplained(some, [], { lines, owners }, step, HUMAN)).toEqual([
      step,
      { ...step, evidence: 'inferred' },
      { kind: 'human', from: two },
      ...others,
    ]);
    expect(withoutUnexplained(some, [], { lines: ['x'], owners: [step] }, step, HUMAN)).toEqual([HUMAN]);
  });

  test('nobody', () => {
    expect(withoutUnexplained(some, [], { lines, owners }, step, UNSURE)).toEqual([
      step,
      { ...step, evidence: 'inferred' },
      UNSURE,
      ...others,
    ]);
  });

  test('a step with weaker evidence keeps that evidence', () => {
    const weak: Owner = { ...step, evidence: 'inferred' };
    const found = withoutUnexplained(some, [], { lines: ['said aloud', 'z'], owners: [weak, weak] }, weak, UNSURE);
    expect(found).toEqual([weak, UNSURE]);
  });

  test('none, if the author is no step', () => {
    expect(withoutUnexplained(some, [], { lines, owners }, HUMAN, UNSURE)).toEqual(owners);
  });
});
