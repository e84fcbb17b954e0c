import { expect, test } from 'vitest';
import { alternativeIn } from '../../../src/model/reasons/alternatives.ts';

test.each([
  ['Use a hash map instead of a list.', 'a list'],
  ['I’ll keep the old file rather than creating a new one, because both are read.', 'creating a new one'],
  ['Rather than parsing the log with a pattern, I can read its index.', 'parsing the log with a pattern'],
  ['I should use runCtx instead of context.Background() in the worker.', 'context.Background() in the worker'],
  ['The user wants one table instead of two files.', 'two files'],
  ['We should call save as opposed to flush so the file stays whole.', 'flush'],
  ['I’ll make this a change of the score, not a change of the screen.', 'a change of the screen'],
  ['I could add a new option, but that would be too much for one caller.', 'add a new option'],
  ['I considered caching the answer, but it would break the tests.', 'caching the answer'],
  ['I thought about using a lock, however it is not worth it.', 'using a lock'],
  ['I’m debating whether to send an event, but I’ll keep it simple.', 'send an event'],
  ['Hashing both first would be simpler, but it would break stored tokens.', 'Hashing both first'],
  ['A queue might work, but it is too slow.', 'A queue'],
  ['Adding a parameter would require changes in all callers.', 'Adding a parameter'],
  ['A global lock would stall all readers.', 'A global lock'],
  ['The database approach is overkill here.', 'The database approach'],
  ['Since a line is a whole object, splitting a line would break the reader.', 'splitting a line'],
  ['An empty list gives 0 instead of a fault, because it is added; throwing would break every page.', 'throwing'],
  ['Using send().await would stall the reader.', 'Using send().await'],
  ['Add a parameter to the function (but that would be a breaking change)', 'Add a parameter to the function'],
  ['Or split the file (though this would lose the order)', 'split the file'],
  ['I decided against a second index because it is never read.', 'a second index'],
  ['I’m not going to fold the rename into this branch.', 'fold the rename into this branch'],
  ['Not touching how the script signs files, because it works.', 'touching how the script signs files'],
  ['Let me scrap the parser approach and read the index.', 'the parser approach'],
  ['This avoids adding a dependency to a small project.', 'adding a dependency to a small project'],
])('%s rejects: %s', (sentence, alternative) => {
  expect(alternativeIn(sentence)).toBe(alternative);
});

// A wrong alternative is worse than none.
test.each([
  'It returns an empty list instead of an error.',
  'The test expects three rows instead of two.',
  'It currently uses a list rather than a map.',
  'Replaced the list with a map instead of the old cache.',
  'Now I need to update the reader to read a flag instead of a string.',
  'The server will now answer with a page instead of an error.',
  'So the API answers at /api/mcp, not /api.',
  'Should I use a map instead of a list?',
  'I’ll do this instead of that.',
  'Use it instead.',
  'Use the constant instead of the hard-coded number.',
  'I won’t touch those files.',
  'No change needed in the reader, because it reads all lines.',
  'The error would break the build.',
  'The tests are too slow.',
  'Running the tests would require a database.',
  'That keeps the screen calm instead of loud.',
  'The fix is structural rather than cosmetic.',
  'You could put it there, but it is your call and not mine.',
  'I added a guard so that it does not crash.',
])('%s rejects nothing that it names', (sentence) => {
  expect(alternativeIn(sentence)).toBeUndefined();
});
