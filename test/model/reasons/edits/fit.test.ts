import { describe, expect, test } from 'vitest';
import { namesOfEdit } from '../../../../src/model/reasons/edits/change.ts';
import { fitFeatures } from '../../../../src/model/reasons/edits/fit.ts';
import { namesIn } from '../../../../src/model/reasons/names.ts';
import { featuresOf, fieldOf } from '../../../../src/model/reasons/relate.ts';
import { tell } from '../told.ts';

const edit = (old: string, fresh: string): string => JSON.stringify({ old_string: old, new_string: fresh });
const features = (sentence: string, input: string): string[] =>
  fitFeatures(namesIn(sentence), namesOfEdit(input), 'words', 'before');

describe('how well a sentence fits what an edit changed', () => {
  test.each<[string, string, string, string]>([
    [
      'nothing',
      'Lions sleep.',
      edit('zebra', 'giraffe'),
      'none of it changed, none of it changed before, none of the change',
    ],
    [
      'an added name',
      'The giraffe runs.',
      edit('zebra', 'giraffe'),
      'shares an added name, much of it changed, much of it changed before, much of the change',
    ],
    [
      'a removed name',
      'The zebra runs.',
      edit('zebra', 'giraffe'),
      'shares a removed name, much of it changed, much of it changed before, much of the change',
    ],
    [
      'several',
      'Giraffes and monkeys.',
      edit('zebra', 'giraffes monkeys'),
      'shares added names, much of it changed, much of it changed before, much of the change',
    ],
    [
      'both',
      'Zebras are giraffes.',
      edit('zebras lions', 'giraffes'),
      'shares an added name, shares a removed name, shares added and removed, much of it changed, much of it changed before, much of the change',
    ],
    [
      'a name of a line that stays',
      'The lions run.',
      edit('lions\nzebra', 'lions\ngiraffe'),
      'none of it changed, none of it changed before, none of the change',
    ],
    [
      'little of a long sentence',
      'The giraffe sleeps while eagles, snakes, tigers, horses, camels and donkeys drink water.',
      edit('zebra', 'giraffe'),
      'shares an added name, little of it changed, little of it changed before, much of the change',
    ],
    [
      'some of a change',
      'The giraffe sleeps while eagles and snakes drink.',
      edit('zebra', 'giraffe eagle tigers horses camels donkeys water'),
      'shares an added name, some of it changed, some of it changed before, some of the change',
    ],
  ])('%s', (_, sentence, input, expected) => {
    const found = features(sentence, input).filter((name) => !name.startsWith('shape'));
    expect(found.join(', ')).toBe(expected);
  });

  test('begins with the shape of the change', () => {
    expect(features('x', edit('', 'giraffe')).slice(0, 2)).toEqual(['shape adds', 'shape adds words']);
    expect(features('x', 'giraffe').slice(0, 2)).toEqual(['shape changes', 'shape changes words']);
  });

  test('is among the features of a sentence', () => {
    const { talk, edits } = tell([
      'prompt: Go on',
      'words: The giraffe is stale because it waits.',
      `edit a.ts ${edit('', 'giraffe')}`,
    ]);
    const field = fieldOf(talk, edits);
    expect(featuresOf(field.candidates[0]!, edits[0]!, field)).toEqual(
      expect.arrayContaining(['shape adds', 'shares an added name', 'some of it changed before']),
    );
  });
});
