import { describe, expect, test } from 'vitest';
import { choose, MIN_FIRST_PROBABILITY, MIN_FURTHER_PROBABILITY } from '../../../src/model/reasons/choose.ts';
import { ruledOutFor } from '../../../src/model/reasons/reject.ts';
import { type Candidate, fieldOf } from '../../../src/model/reasons/relate.ts';
import { tell } from './told.ts';

/** The first words of the sentences that are chosen for the first edit. Each sentence ends with its probability in percent. */
function chosen(lines: readonly string[], least?: readonly [number, number]): string {
  const { talk, edits } = tell(lines);
  const score = ({ said }: Candidate): number => Number(/(\d+) percent/.exec(said.text)![1]) / 100;
  return choose(fieldOf(talk, edits), edits[0]!, score, least)
    .map(({ text }) => text.split(' ')[0])
    .join(' ');
}
const words = (...sentences: string[]): string => `words: ${sentences.join(' ')}`;
/** A sentence with so many characters. Two of them share few words. */
const long = (about: string, characters: number, percent: number): string => {
  const end = ` for ${percent} percent.`;
  return `${about} ${`${about.toLowerCase()} `.repeat(40)}`.slice(0, characters - end.length - 1) + `s${end}`;
};
const far = ['call', 'call']; // then no sentence is right before the edit

describe('the sentences that state a reason', () => {
  test.each<[string, string[], string]>([
    ['the likely one', [words('Zebras run because of 29 percent.'), ...far, 'edit a x'], 'Zebras'],
    ['none that is unlikely', [words('Zebras run because of 28 percent.'), ...far, 'edit a x'], ''],
    ['a likelier one without a cue', [words('Zebras run for 43 percent.'), ...far, 'edit a x'], 'Zebras'],
    ['no plain one that is as likely as one with a cue', [words('Zebras run for 42 percent.'), ...far, 'edit a x'], ''],
    [
      'a plain one beside one with a cue',
      [words('Zebras run for 42 percent.', 'Giraffes walk because of 40 percent.'), ...far, 'edit a x'],
      'Zebras Giraffes',
    ],
    [
      'no announcement that is not likelier',
      [words('I’ll use zebras instead of horses for 37 percent.'), ...far, 'edit a x'],
      '',
    ],
    [
      'a likelier announcement',
      [words('I’ll use zebras instead of horses for 38 percent.'), ...far, 'edit a x'],
      'I’ll',
    ],
    ['an announcement with its cause', [words('I’ll use zebras because of 30 percent.'), ...far, 'edit a x'], 'I’ll'],
    ['nothing that only says what is done', [words('Add zebras to the list for 90 percent.'), ...far, 'edit a x'], ''],
    [
      'what is done, beside its cause',
      [words('Add zebras to the list for 90 percent.', 'Giraffes walk because of 40 percent.'), ...far, 'edit a x'],
      'Add Giraffes',
    ],
    ['no doubt', [words('This might break the docs build by 90 percent.'), ...far, 'edit a x'], ''],
    [
      'no doubt right before the edit',
      [words('It could break the build, but must stay for 90 percent.'), 'edit a x'],
      '',
    ],
    [
      'no doubt beside the reason',
      [words('This might break callers by 80 percent.', 'Giraffes walk because of 40 percent.'), ...far, 'edit a x'],
      'Giraffes',
    ],
    ['a doubt with its cause', [words('I am not sure, because zebras run 40 percent.'), ...far, 'edit a x'], 'I'],
    ['what the user doubts', ['prompt: This might break callers by 80 percent.', ...far, 'edit a x'], 'This'],
    [
      'one about a record that is likelier',
      [words('Zebras run because of 56 percent.'), ...far, 'edit PROGRESS.md x'],
      'Zebras',
    ],
    ['no other one about a record', [words('Zebras run because of 55 percent.'), ...far, 'edit PROGRESS.md x'], ''],
    [
      'no report of a request',
      [words('The user wants zebras instead of horses for 52 percent.'), ...far, 'edit a x'],
      '',
    ],
    [
      'a report of a request that is much likelier',
      [words('The user wants zebras instead of horses for 53 percent.'), ...far, 'edit a x'],
      'The',
    ],
    [
      'two, the likelier first',
      [words('Zebras run for 60 percent.', 'Giraffes walk away for 70 percent.'), ...far, 'edit a x'],
      'Giraffes Zebras',
    ],
    [
      'a further one that is less likely than the first must be',
      [words('Zebras run for 22 percent.', 'Giraffes walk away for 60 percent.'), ...far, 'edit a x'],
      'Giraffes Zebras',
    ],
    [
      'no further one that is unlikely',
      [words('Zebras run for 19 percent.', 'Giraffes walk away for 50 percent.'), ...far, 'edit a x'],
      'Giraffes',
    ],
    [
      'no further one that is almost three times less likely',
      [words('Zebras run for 24 percent.', 'Giraffes walk away for 70 percent.'), ...far, 'edit a x'],
      'Giraffes',
    ],
    [
      'no look beside a likelier one',
      [words('Zebras run for 60 percent.', 'Let me read it because of 50 percent.'), ...far, 'edit a x'],
      'Zebras',
    ],
    [
      'a look that is the likeliest',
      [words('Zebras run for 60 percent.', 'Let me read it because of 70 percent.'), ...far, 'edit a x'],
      'Let Zebras',
    ],
    [
      'at most three',
      [
        words(
          'Zebras run for 60 percent.',
          'Giraffes walk away for 70 percent.',
          'Lions sleep all night for 65 percent.',
          'Bears fish in a river for 50 percent.',
        ),
        ...far,
        'edit a x',
      ],
      'Giraffes Lions Zebras',
    ],
    [
      'of two equal ones the later text',
      [words('Zebras run for 60 percent.'), words('Giraffes walk away for 60 percent.'), ...far, 'edit a x'],
      'Giraffes Zebras',
    ],
    [
      'of one text the earlier one',
      [words('Zebras run for 60 percent.', 'Giraffes walk away for 60 percent.'), ...far, 'edit a x'],
      'Zebras Giraffes',
    ],
    [
      'not the same twice',
      [
        'thinking: The zebras always run away for 60 percent.',
        words('Zebras always run away for 70 percent.'),
        ...far,
        'edit a x',
      ],
      'Zebras',
    ],
    [
      'not the words of two speakers',
      ['prompt: Zebras run for 80 percent.', words('Giraffes walk away for 70 percent.'), ...far, 'edit a x'],
      'Zebras',
    ],
    [
      'the speaker with the likelier sentences together',
      [
        'prompt: Zebras run for 60 percent.',
        words('Giraffes walk away for 50 percent.', 'Lions sleep all night for 50 percent.'),
        ...far,
        'edit a x',
      ],
      'Giraffes Lions',
    ],
    [
      'no more than fits',
      [
        words(long('Zebras', 219, 80), long('Giraffes', 220, 70), 'Lions sleep all night for 65 percent.'),
        ...far,
        'edit a x',
      ],
      'Zebras Lions',
    ],
    [
      'what just fits',
      [words(long('Zebras', 219, 80), long('Giraffes', 219, 70)), ...far, 'edit a x'],
      'Zebras Giraffes',
    ],
    [
      'an argument against something only alone',
      [words('That would break zebras for 80 percent.'), ...far, 'edit a x'],
      'That',
    ],
    [
      'also beside another reason in its text',
      [words('That would break zebras for 80 percent.', 'Giraffes walk away for 40 percent.'), ...far, 'edit a x'],
      'That Giraffes',
    ],
    [
      'beside an edit’s own words those of another call',
      [words('Giraffes walk away for 50 percent.'), 'call', words('Zebras run for 60 percent.'), 'edit a x'],
      'Zebras Giraffes',
    ],
    [
      'both where neither text is its own',
      [words('Zebras run for 60 percent.'), ...far, 'edit a x', words('Giraffes walk away for 50 percent.'), 'call'],
      'Zebras Giraffes',
    ],
    ['a sign of a reason right before the edit', [words('Zebras run because of 25 percent.'), 'edit a x'], 'Zebras'],
    ['what must be, right before the edit', [words('Zebras must run for 20 percent.'), 'edit a x'], 'Zebras'],
    ['no plain sentence right before the edit', [words('Zebras run for 42 percent.'), 'edit a x'], ''],
    ['no sign before another call', [words('Zebras run because of 25 percent.'), 'call', 'edit a x'], ''],
    ['no sign after the edit', ['edit a x', words('Zebras run because of 25 percent.')], ''],
    ['no sign in a prompt', ['prompt: Zebras run because of 25 percent.', 'edit a x'], ''],
    [
      'no sign in a long text',
      [
        words(
          'Zebras run because of 25 percent.',
          'A one with 1 percent.',
          'B two with 1 percent.',
          'C six with 1 percent.',
        ),
        'edit a x',
      ],
      '',
    ],
    [
      'no sign in an earlier turn',
      [words('Zebras run because of 25 percent.'), 'prompt: Go on with 0 percent of all.', 'edit a x'],
      '',
    ],
    ['no sentence of a later turn', ['edit a x', 'prompt: Zebras run for 80 percent.'], ''],
  ])('%s', (_, lines, expected) => {
    expect(chosen(['prompt: Go on', ...lines])).toBe(expected);
  });

  test('need a probability that the caller may set', () => {
    const lines = [
      'prompt: Go on',
      words('Zebras run because of 25 percent.', 'Giraffes walk away for 14 percent.'),
      ...far,
      'edit a x',
    ];
    expect([
      chosen(lines),
      chosen(lines, [0.2, 0.1]),
      chosen(lines, [0.25, 0.14]),
      chosen(lines, [0.26, 0.1]),
      chosen(lines, [0.1, 0.2]),
    ]).toEqual(['', 'Zebras Giraffes', 'Zebras Giraffes', '', 'Zebras']);
    expect([MIN_FIRST_PROBABILITY, MIN_FURTHER_PROBABILITY]).toEqual([0.29, 0.2]);
  });
});

describe('the alternatives that were rejected', () => {
  /** What is rejected for the first edit, when the sentences with some words are its reason. */
  const rejected = (lines: readonly string[], ...reasons: string[]): string[] => {
    const { talk, edits } = tell(['prompt: Go on', ...lines]);
    const field = fieldOf(talk, edits);
    const said = field.candidates
      .map((one) => one.said)
      .filter(({ text }) => reasons.some((word) => text.includes(word)));
    return ruledOutFor(field, edits.slice(0, 1), said).map(({ text }) => text);
  };

  test.each<[string, string[], string[], string[]]>([
    [
      'an argument in the same text',
      [words('The zebra waits because it is stale.', 'A lock would break all callers.'), 'edit a zebra'],
      ['stale'],
      ['A lock'],
    ],
    [
      'the part of the reason that names it',
      [words('Use a zebra instead of a global lock because it is stale.'), 'edit a zebra'],
      ['stale'],
      ['a global lock'],
    ],
    [
      'an option once, also with other signs and blanks',
      [
        words('Use a zebra instead of a read↔write lock because it is stale.'),
        words('I use a zebra instead of a read ↔ write  lock because it is stale.'),
        'edit a zebra',
      ],
      ['stale'],
      ['a read ↔ write lock'],
    ],
    [
      'nothing of a reason that names none',
      [words('The zebra waits, but that would be too slow because it is stale.'), 'edit a zebra'],
      ['stale'],
      [],
    ],
    [
      'what was there before is no alternative',
      [words('The zebra waits because it is stale.', 'It currently uses a list rather than a map.'), 'edit a zebra'],
      ['stale'],
      [],
    ],
    [
      'another way that was not taken',
      [words('The zebra waits because it is stale.', 'I used a list rather than a map for it.'), 'edit a zebra'],
      ['stale'],
      ['a map for it'],
    ],
    [
      'nothing from a later turn',
      [words('The zebra waits because it is stale.'), 'edit a zebra', 'prompt: A lock would break all callers.'],
      ['stale'],
      [],
    ],
    [
      'at most three, the likeliest first',
      [
        words(
          'The zebra waits because it is stale.',
          'A lock would break all callers of the zebra.',
          'A queue would break all readers.',
        ),
        words('A cache would break all writers.', 'A table would break all keys.'),
        'edit a zebra',
      ],
      ['stale'],
      ['A lock', 'A queue', 'A table'],
    ],
    [
      'each once',
      [
        words('The zebra waits because it is stale.', 'A lock would break all callers.'),
        words('A lock would break all callers.'),
        'edit a zebra',
      ],
      ['stale'],
      ['A lock'],
    ],
    [
      'nothing that a look compares',
      [words('The zebra waits because it is stale.', 'Let me check the list instead of the map.'), 'edit a zebra'],
      ['stale'],
      [],
    ],
    [
      'an offer that the next sentence refuses',
      [
        words('The zebra waits because it is stale.', 'I could add a lock for all callers.', 'But that’s not ideal.'),
        'edit a zebra',
      ],
      ['stale'],
      ['add a lock for all callers'],
    ],
    [
      'no offer that another text refuses',
      [
        words('The zebra waits because it is stale.', 'I could add a lock for all callers.'),
        words('But that’s not ideal for the zebra.'),
        'edit a zebra',
      ],
      ['stale'],
      [],
    ],
    [
      'an option of a list, once another one is chosen',
      [
        'words: The zebra waits because it is stale.\n\n1. Lock the zebra for all callers\n2. Copy the zebra before each call\n\nOption 2 is safer for the zebra.',
        'edit a zebra',
      ],
      ['stale'],
      ['Lock the zebra for all callers'],
    ],
    [
      'what a look is meant to rule out',
      [
        words(
          'The zebra waits because it is stale.',
          'I’m reading the zebra so the text names its states instead of copying them by hand.',
        ),
        'edit a zebra',
      ],
      ['stale'],
      ['copying them by hand'],
    ],
    [
      'what stands below a heading against it, behind what is argued against',
      [
        'plan: The zebra waits because it is stale.\n\n## What NOT to add\n\n- Locks for the zebra (not needed by its callers)\n\n## Notes\n\n- Lists of the zebra (one for each caller)',
        words('A queue would break all readers.'),
        'edit a zebra',
      ],
      ['stale'],
      ['A queue', 'Locks for the zebra'],
    ],
    [
      'no plain sentence',
      [words('The zebra waits because it is stale.', 'The lock keeps all callers out.'), 'edit a zebra'],
      ['stale'],
      [],
    ],
  ])('%s', (_, lines, reasons, expected) => {
    expect(rejected(lines, ...reasons)).toEqual(expected);
  });
});
