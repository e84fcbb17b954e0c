import { describe, expect, test } from 'vitest';
import { copiedOwners, type CopySource } from '../../src/lines/copies.ts';
import { owned, wordsOf } from './words.ts';

/** A text that a step copied; see `owned`. The capital letters below are lines with some weight. */
const copied = (text: string): CopySource => ({ ...owned(written(text)), isCopied: true });
/** A text that a program was given. */
const given = (text: string): CopySource => ({ ...owned(written(text)), isCopied: false });

const written = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => `const_${letter}${letter}_=_call(${letter},_1)`);

/** The owners of the lines of a text, separated by spaces. */
const found = (text: string, sources: readonly CopySource[], isCopy: (line: number) => boolean = () => true): string =>
  wordsOf(copiedOwners(written(text).replaceAll('_', ' ').split('|'), sources, isCopy));

describe('a copied line', () => {
  test('has the owner that it had in the source, moved', () => {
    expect(found('A|B', [copied('A:h B:1')])).toBe('h 1m');
    expect(found('B', [copied('A:h B:1')])).toBe('1m');
    expect(found('C|B|D', [copied('A:h B:1')])).toBe('- 1m -');
  });

  test('has none where it is no copy, and without sources', () => {
    expect(found('A|A', [copied('A:1')], (i) => i === 1)).toBe('- 1m');
    expect(found('A', [copied('A:1')], () => false)).toBe('-');
    expect(found('A', [])).toBe('-');
  });

  test('is found in another order and with other white space, if it has weight', () => {
    expect(found('B|A', [copied('A:1 B:h')])).toBe('h 1m');
    expect(found('    A|B', [copied('A:1 B:h')])).toBe('1m h');
    expect(found('C|    }', [copied('A:1 }:1')])).toBe('- -');
    expect(found('C|  abcd|  abc', [copied('abc:1 abcd:1')])).toBe('- 1m -');
  });

  test('is unsure where the sources have it from different owners, unless all of the text is a copy', () => {
    expect(found('A|C', [copied('A:1 B:h A:2')])).toBe('u -');
    expect(found('A|B|A', [copied('A:1 B:h A:2')])).toBe('1m h 2m');
    expect(found('A|C|A', [copied('A:1 B:h A:2')])).toBe('u - u');
    expect(found('A|B|A|C', [copied('A:1 B:h A:2')])).toBe('u h u -');
    expect(found('A|C', [copied('A:1'), copied('A:h')])).toBe('u -');
    expect(found('A|C', [copied('A:1'), copied('A:1')])).toBe('1m -');
  });

  test('from before the recording is the same in every source', () =>
    expect(found('A|C', [copied('A:b'), copied('B:1 A:b')])).toBe('b -'));

  test('from before the recording in one source and of a step in another is unsure', () => {
    expect(found('A|C', [copied('A:b'), copied('A:1')])).toBe('u -');
    expect(found('A|C', [copied('A:1'), copied('A:b')])).toBe('u -');
  });

  test('that is light has the owner of its place', () =>
    expect(found('A|}|C', [copied('A:1 }:h B:2 }:2')])).toBe('1m h -'));

  test('in a text that a program was only given is no copy of a step’s line, but of a person’s', () => {
    expect(found('A|B', [given('A:1 B:h')])).toBe('- h');
    expect(found('B|  A', [given('A:1 B:h')])).toBe('h -');
    expect(found('C|  B', [given('A:1 B:h')])).toBe('- h');
    expect(found('A|}', [given('A:1 }:h C:1')])).toBe('- h');
    expect(found('A|B', [given('A:1 B:h'), copied('A:1')])).toBe('1m h');
    expect(found('B|  A', [given('A:1 B:h'), copied('A:1')])).toBe('h -');
  });
});
