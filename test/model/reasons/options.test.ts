import { expect, test } from 'vitest';
import { refusedOptions } from '../../../src/model/reasons/patterns/options.ts';
import { sentencesOf } from '../../../src/model/reasons/sentences.ts';

const refused = (text: string): string[] => [...refusedOptions(text, sentencesOf(text)).values()];

test.each([
  ['I could add a small package for that. But that’s not ideal.', 'add a small package for that'],
  ['What if we just kept the key in the table? But that’s a bit circular.', 'kept the key in the table'],
  ['Another option is to read the log twice. However, this would be too slow.', 'read the log twice'],
  ['Filter the lines in the reader. This is less clean.', 'Filter the lines in the reader'],
  ['The cleanest fix is to pass the folder. But we’d need to know its name.', 'pass the folder'],
  ['Let me also add a lock to the old tests. Actually, that’s outside the scope.', 'add a lock to the old tests'],
  ['I can add a function that takes a writer. A simpler approach: print it.', 'add a function that takes a writer'],
])('%s refuses: %s', (text, expected) => {
  expect(refused(text)).toEqual([expected]);
});

test.each([
  'I could add a small package for that. That keeps it simple.',
  'The reader fails. But that’s not ideal.',
  'Let me add a lock. It might not be free at once.',
  'I could try a simpler approach. But that’s not enough.',
  'Add a lock for all callers.',
])('%s refuses nothing', (text) => {
  expect(refused(text)).toEqual([]);
});

const LIST =
  '1. Add a field to the context - it is explicit\n2. Read the state inside the strategy\n3. Pass it by name\n\n';

test.each([
  ['Option 1 is cleaner because the dependency is visible.', ['Read the state inside the strategy', 'Pass it by name']],
  ['I’ll go with option 2.', ['Add a field to the context', 'Pass it by name']],
  ['The last one is the simplest.', ['Add a field to the context', 'Read the state inside the strategy']],
  ['The third option is the simplest.', ['Add a field to the context', 'Read the state inside the strategy']],
  ['Option 7 is cleaner.', []],
  ['Now I do all of them.', []],
])('of a list with the choice "%s", the others are refused', (choice, expected) => {
  expect(refused(`${LIST}${choice}`)).toEqual(expected);
});

test('options have letters, and one is marked', () => {
  expect(refused('Option A: A table of its own (recommended)\n\nOption B: One table of moves\n')).toEqual([
    'One table of moves',
  ]);
});

test('bullets are options below a heading that says so', () => {
  const items = '- Lock the file\n- Copy the file\n\nThe second option is safer.';
  expect(refused(`There are two approaches:\n${items}`)).toEqual(['Lock the file']);
  expect(refused(`What I did:\n${items}`)).toEqual([]);
});

test('a choice belongs to the list right before it', () => {
  const text =
    '1. Read the file\n2. Write the file\n\nOptions:\n1. Lock the file\n2. Copy the file\n\nOption 1 seems simplest.\n\n- one\n- two';
  expect(refused(text)).toEqual(['Copy the file']);
});

test('an option is found by the sentence that names it', () => {
  const text = 'It is slow. I could add a lock for all. But that’s not ideal.';
  expect(refusedOptions(text, sentencesOf(text))).toEqual(new Map([[1, 'add a lock for all']]));
});
