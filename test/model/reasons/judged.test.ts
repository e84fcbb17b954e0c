import { expect, test } from 'vitest';
import { alternativeIn, excludedItem } from '../../../src/model/reasons/alternatives.ts';
import { refusedOptions } from '../../../src/model/reasons/patterns/options.ts';
import { sentencesOf } from '../../../src/model/reasons/sentences.ts';

const refused = (text: string): string[] => [...refusedOptions(text, sentencesOf(text)).values()];

test.each([
  ['Shared helper for both parsers: marginal, I’d leave it.', 'Shared helper for both parsers'],
  ['Typed error for the reader (point 3) — scope creep for this fix.', 'Typed error for the reader'],
  ['Skipped: the second index of the table.', 'second index of the table'],
  ['Skip the spare index since the table is small.', 'the spare index'],
  ['Drop the fourth rule because no test can check it.', 'the fourth rule'],
  ['The cache was skipped on purpose — it is read once.', 'cache'],
  ['Do not implement the first finding, because the caller checks it.', 'implement the first finding'],
  ['I recommend not adding a second command unless you need it.', 'adding a second command'],
  ['Lifting the parser into a package means a new dependency for four lines.', 'Lifting the parser into a package'],
  ['The line scanner is more bespoke than this needs to be.', 'The line scanner'],
  ['This is safer than comparing the names by hand.', 'comparing the names by hand'],
  ['It would be tidier to share the reader, but the issue is small.', 'share the reader'],
  ['The counting spike is not as small as it looked.', 'counting spike'],
  ['I can count the rows in the reader without adding a second index.', 'adding a second index'],
  ['The rename goes in now, so I apply it without a legacy shim.', 'a legacy shim'],
  ['I keep one parser, so we avoid maintaining two grammars.', 'maintaining two grammars'],
  ['I read the list directly without having to maintain a copy of it.', 'maintain a copy of it'],
  ['That keeps the planner apart instead of threading flags through it.', 'threading flags through it'],
  ['Reused the stored rows instead of building a second table.', 'building a second table'],
  ['I’ll use tsx instead of node.', 'node'],
])('%s rejects: %s', (sentence, alternative) => {
  expect(alternativeIn(sentence)).toBe(alternative);
});

// An outcome, a state, a way of working, or nothing in particular.
test.each([
  'I’ll downgrade it to a warning instead of tanking the run.',
  'I’ll print a note instead of failing.',
  'I’ll keep it short rather than long.',
  'That reader was reused instead of building a second table, so the rows were lost.',
  'I’ll read the log instead of guessing from the name.',
  'I’ll use the running one rather than the whole suite.',
  'I’ll make it return early rather than an error.',
  'The field should be a list instead of a text.',
  'The real issue is that it reads the cache instead of the file.',
  'We’re counting all rows instead of new rows.',
  'I’ll move the call without changing the behaviour.',
  'I’ll rename it without adding any dependency.',
  'The tests pass without touching the network layer.',
  'I can answer now without running the tests again.',
  'I might need to rename the file, but it is fine for now.',
  'Using the badge for the count might work.',
  'A stale lock file would trigger the same error.',
  'Sourcing the file twice may break the hooks.',
  'Hmm, wait — careful about scope creep here.',
  'The plan is good: it is not worth a debate.',
  'This is better than expected.',
])('%s rejects nothing', (sentence) => {
  expect(alternativeIn(sentence)).toBeUndefined();
});

test('in a prompt or a message, a contrast names what was there and a "do not" is a rule', () => {
  const contrast = 'I’ll use a map instead of adding a list.';
  expect(alternativeIn(contrast)).toBe('adding a list');
  expect(alternativeIn(contrast, 'prompt')).toBeUndefined();
  expect(alternativeIn(contrast, 'message')).toBeUndefined();
  expect(alternativeIn('Do not add a second dependency to the parser.', 'prompt')).toBeUndefined();
  expect(alternativeIn('The queue approach is overkill here.')).toBeDefined();
  expect(alternativeIn('The queue approach is overkill here.', 'prompt')).toBeUndefined();
  expect(alternativeIn('Running totals (not deltas): the reader adds them.', 'prompt')).toBe('deltas');
});

test.each([
  // Praised in its own words, without its number.
  [
    'I could:\n1. Rewrite the old guide\n2. Write a separate page\n\nI think a separate page makes the most sense.',
    ['Rewrite the old guide'],
  ],
  [
    'There are two approaches:\n- Lock the whole table\n- Copy the rows first\n\nCopying the rows is the safest.',
    ['Lock the whole table'],
  ],
  // Two options in one sentence.
  ['I should decide whether to ignore the file or delete it. Ignoring seems better here.', []],
  [
    'It is open whether to lock the table or copy the rows first. Locking the table is simpler.',
    ['copy the rows first'],
  ],
  ['I’d either lock the table or copy the rows first. Copying the rows is safer.', ['lock the table']],
  // What follows a contrast is not praised.
  [
    'I could:\n1. Rewrite the old guide\n2. Write a separate page\n\nA separate page is better than the rest, not the old guide to rewrite.',
    ['Rewrite the old guide'],
  ],
  [
    'I could patch the lockfile by hand, or run the installer. Running the installer is simpler.',
    ['patch the lockfile by hand'],
  ],
  // A list of what is left out.
  [
    'Skipping these on purpose:\n- Cache for the names — they are read once\n- Second table: the first one is enough\n',
    ['Cache for the names', 'Second table'],
  ],
  // An own idea that is withdrawn.
  ['Let me build it from the map. Actually, the present fix covers all cases.', ['build it from the map']],
  ['We could store one entry per row. Better: a single list.', ['store one entry per row']],
  ['This does not use the oldest-name rule. I skipped that because it refuses good rows.', ['the oldest-name rule']],
  ['I’m considering moving the grid into the card. But that’s challenging.', ['moving the grid into the card']],
])('%s', (text, expected) => {
  expect(refused(text)).toEqual(expected);
});

test.each([
  'The steps:\n1. Read the old guide\n2. Write a separate page\n\nA separate page makes sense.',
  'I could:\n1. Rewrite the guide\n2. Write a page\n\nThe tests are the best place to look.',
  'I can read the file or the table. Both are fine.',
  'I’m wondering if the row could be empty. That would break the count.',
  'It either reads the file or fails. Reading is better.',
  'The run skips three tests:\n- the slow one\n- the old one\n',
  'I should decide whether to lock the table or copy the table. The table is the best place to look.',
  'I could lock the table or copy the table. To lock or copy is better than to wait.',
  'This is what I can report.\n1. Rewrote the old guide\n2. Wrote a separate page\n\nA separate page makes the most sense.',
  'The work so far:\n- Rewrote the old guide\n- Wrote a separate page\n\nA separate page makes the most sense.',
  `Skipping this on purpose:\n\n${'It is a long story. '.repeat(7)}\n\n- Second table: it holds the names\n`,
])('%s refuses nothing', (text) => {
  expect(refused(text)).toEqual([]);
});

test('an item below "Skipped" is left out, but a sentence is not', () => {
  expect(sentencesOf('## Skipped (with reasons)\n\n- A typed error — larger than this fix\n')[0]?.against).toBe(true);
  expect(excludedItem('A typed error — larger than this fix')).toBe('A typed error');
  expect(excludedItem('The reader doesn’t know it — so it is fine')).toBeUndefined();
});
