import { describe, expect, test } from 'vitest';
import { featuresOf, fieldOf } from '../../../src/model/reasons/relate.ts';
import { tell } from './told.ts';

/** The features that compare the first sentence that contains a word with the others, as the reason of the last edit. */
function compared(word: string, lines: readonly string[]): string {
  const { talk, edits } = tell(lines);
  const field = fieldOf(talk, edits);
  const one = field.candidates.find(({ said }) => said.text.includes(word))!;
  return featuresOf(one, edits.at(-1)!, field)
    .filter((name) => /^(?:nearest|similar) /.test(name))
    .join(', ');
}

describe('a sentence compared with the others around an edit', () => {
  const TOLD = [
    'prompt: The lemur cache is stale because it is never cleared.',
    'words: The okapi cache is stale because it is never cleared.',
    'call',
    'words: The zebra parser is wrong because it waits.',
    'call',
    'words: The heron list has seven entries today.',
    'edit a.ts clearLemurCache clearOkapiCache zebra',
  ];

  test.each<[string, string, string]>([
    [
      'the nearest one with a sign of a reason',
      'zebra',
      'nearest cue 0, nearest cue and link 0, similar among 3, similar among 3 before, similar by little',
    ],
    [
      'the second nearest one, with more shared names',
      'okapi',
      'nearest cue 1, nearest link 0, nearest cue and link 1, similar first, similar first before, similar by little',
    ],
    [
      'in the prompt, which is no text of the agent',
      'lemur',
      'nearest cue prompt, nearest link prompt, nearest cue and link prompt, similar first, similar first before, similar by little',
    ],
    ['nothing shared and no sign', 'heron', 'similar none, similar none before, similar by little'],
  ])('%s', (_, word, expected) => {
    expect(compared(word, TOLD)).toBe(expected);
  });

  test('the only one with a sign is in the prompt', () => {
    expect(
      compared('lemur', ['prompt: The lemur cache is stale because it is never cleared.', 'call', 'edit a.ts other()']),
    ).toContain('nearest cue prompt, nearest cue in the prompt only');
  });

  test('a sentence after the edit is not among the nearest ones', () => {
    expect(
      compared('zebra', [
        'prompt: Go on',
        'edit a.ts zebra()',
        'words: Added the zebra, because the old parser waits forever.',
      ]),
    ).toMatch(/^similar first, similar first after/);
  });

  test('a rare name counts more than a common one', () => {
    const said = (name: string): string => `words: The ${name} list is in its own file today.`;
    const lines = [
      'prompt: Go on',
      said('okapi'),
      said('okapi'),
      said('okapi'),
      said('zebra'),
      'edit a.ts okapi zebra',
    ];
    expect(compared('zebra', lines)).toContain('similar first before');
    expect(compared('okapi', lines)).toContain('similar among 3 before');
  });
});
