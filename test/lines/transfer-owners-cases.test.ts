import { describe, expect, test } from 'vitest';
import type { Owner } from '../../src/lines/owner.ts';
import { carry, type SourceText } from '../../src/lines/transfer-owners.ts';
import { owned, wordsOf } from './words.ts';

/** A source in the words of `owned`; `LINE:-` is a line that its commit did not add. A source that starts with `?` is only possible. */
function sourceOf(text: string): SourceText {
  const { lines, owners } = owned(text.replace(/^\?/, '').replaceAll(':-', ':h'));
  const words = text.split(' ');
  const added = owners.map((owner, i): Owner | undefined => (words[i]!.endsWith(':-') ? undefined : owner));
  return { lines, owners: added, ...(text.startsWith('?') && { loose: true }) };
}

/** The owners of the lines of a rewritten text, and the sources that name them. A line that ends in `*` is not new in it. */
function carried(text: string, ...sources: string[]): string {
  const words = text.split(' ');
  const lines = words.map((word) => word.replace(/\*$/, '').replaceAll('_', ' '));
  const found = carry(lines, (i) => !words[i]!.endsWith('*'), sources.map(sourceOf));
  expect(found).toHaveLength(lines.length);
  const names = wordsOf(found.map((one) => one?.owner)).split(' ');
  return names.map((name, i) => (found[i] && sources.length > 1 ? `${name}@${found[i].source}` : name)).join(' ');
}

describe('lines of one source', () => {
  test.each<[string, string, string, string]>([
    ['in order', 'alpha beta', 'alpha:1 beta:2', '1 2'],
    ['only those that its commit added', 'alpha beta', 'alpha:- beta:2', '- 2'],
    ['only those that the rewritten commit added', 'alpha* beta', 'alpha:1 beta:2', '- 2'],
    ['short ones, if all that it added there is there', '} )', '}:1 ):1', '1 1'],
    ['not short ones of a longer block', '} )', '}:1 ):1 alpha:1', 'u u'],
    ['not short ones of a longer block above', '} )', 'alpha:1 }:1 ):1', 'u u'],
    ["a person's short ones", '} )', 'alpha:1 }:h ):1', 'h u'],
    ['short ones beside a line with four letters', 'four }', 'four:1 }:1 alpha:1', '1 1'],
    ['not beside one with three', 'the }', 'the:1 }:1 alpha:1', 'u u'],
    ['not beside a line that occurs twice', 'four } x four', 'four:1 }:1 alpha:1', 'u u - -'],
    ['not next to another stretch', 'four x* } x', 'four:1 }:1 alpha:1', '1 - u -'],
    ['in another order', 'beta2 alpha', 'alpha:1 beta2:2', '2 1'],
    ['in another order and with another indentation', '__beta2 alpha', 'alpha:1 beta2:2', '2 1'],
    ['in another order: not with three letters', 'gam alpha beta', 'alpha:1 beta:1 gam:2', '- 1 1'],
    ['in another order: short ones beside', ') gamma } alpha beta', 'alpha:1 beta:1 ):2 gamma:3 }:4', '2 3 4 1 1'],
    [
      'in another order: not short ones that it did not add',
      'gamma } alpha beta',
      'alpha:1 beta:1 gamma:3 }:-',
      '3 - 1 1',
    ],
    [
      'in another order: not short ones that are not new',
      'gamma }* alpha beta',
      'alpha:1 beta:1 gamma:3 }:4',
      '3 - 1 1',
    ],
    ['in another order: not other short ones', 'gamma ) alpha beta', 'alpha:1 beta:1 gamma:3 }:4', '3 - 1 1'],
    ['each once', 'alpha alpha', 'alpha:1', '1 -'],
    ['of two writers with the same words', 'gamma x alpha beta', 'alpha:1 beta:1 gamma:2 y:2 gamma:3', 'u - 1 1'],
    ['of one writer with the same words twice', 'gamma x alpha beta', 'alpha:1 beta:1 gamma:2 y:2 gamma:2', '2 - 1 1'],
    ['of a person with the same words twice', 'gamma x alpha beta', 'alpha:1 beta:1 gamma:h y:2 gamma:h', 'h - 1 1'],
    [
      'of a person and a step with the same words',
      'gamma x alpha beta',
      'alpha:1 beta:1 gamma:h y:2 gamma:2',
      'u - 1 1',
    ],
    ['none', 'alpha', 'beta:1', '-'],
  ])('%s', (_name, text, source, owners) => {
    expect(carried(text, source)).toBe(owners);
  });
});

describe('lines of several sources', () => {
  test.each<[string, string, string[], string]>([
    ['the first one names them', 'alpha beta', ['alpha:1', 'alpha:2 beta:2'], '1@0 2@1'],
    ['the first one that has them', 'alpha', ['beta:1', 'alpha:2'], '2@1'],
    ['a possible one by words alone', 'alpha', ['?alpha:1', 'beta:2'], '1@0'],
    ['another before a possible one', 'alpha', ['?alpha:1', 'alpha:2'], '2@1'],
    ['two possible ones with other writers', 'alpha', ['?alpha:1', '?alpha:2'], 'u@0'],
    ['two possible ones with one writer', 'alpha', ['?alpha:1', '?alpha:1'], '1@0'],
    ['a possible one: not with three letters', 'the', ['?the:1', 'beta:2'], '-'],
    ['a possible one: short ones beside', '} alpha )', ['?}:1 alpha:1 ):1', 'beta:2'], '1@0 1@0 1@0'],
    ['a possible one: not beyond its ends', 'alpha }', ['?alpha:1', '}:-'], '1@0 -'],
  ])('%s', (_name, text, sources, owners) => {
    expect(carried(text, ...sources)).toBe(owners);
  });
});
