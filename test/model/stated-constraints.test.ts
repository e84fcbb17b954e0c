import { expect, test } from 'vitest';
import { sameStatement, statedConstraints } from '../../src/model/knowledge/stated-constraints.ts';

// Constraints that a person states in a prompt. The sentences are made for the test.

test.each([
  'Never edit generated files.',
  'Do not touch the public API.',
  'Keep Node 18 working.',
  'Node 18 must keep working.',
  'The build must not need the network.',
  'The public API must stay backwards compatible.',
  'every error should always name the file',
  'Fix the parser, but don’t touch the public API.',
  'Please add the flag without changing the public API.',
  'Only change files in src/parser.',
  'Use only the standard library.',
  'Leave the vendor folder alone.',
  'No new dependencies.',
  'no breaking changes to the API',
  'Never commit secrets.',
  'Do not add new dependencies.',
  'Do not commit anything to main without a review.',
  'Always use pnpm.',
  'we should use strict types wherever we can',
  'From now on, write the tests first.',
  'Make sure the old configuration still works.',
  'Be careful not to break the importers.',
  'Stick to ES modules.',
  'The schema files are not to be changed.',
  'Ändere die öffentliche API nicht.',
  'Die API muss stabil bleiben.',
  'Ne modifie pas l’API publique.',
  'No toques la API pública.',
])('is a constraint: %s', (sentence) => {
  expect(statedConstraints(sentence)).toEqual([sentence]);
});

test.each([
  // Questions, and answers to questions.
  'Should we keep Node 18 working?',
  'can you fix this without breaking the API',
  'Why must the API stay stable',
  'I think the API must stay stable.',
  // It holds for a moment, or for one task.
  'Don’t commit yet.',
  'Do not change the parser for now.',
  'Do not push to main until I say so.',
  'Do not edit any files.',
  'Do not change the contents.',
  'Review the parser. Never rename its exports. Do not edit files.',
  // Only the conversation says what is meant.
  'Do not touch it.',
  'don’t change that function',
  'keep it simple',
  'leave that as it is',
  'Keep going.',
  'keep in mind that users may stash',
  'Don’t worry about the tests.',
  // What is, not what has to be.
  'There must be a bug in the parser.',
  'It must have been changed.',
  'The function never returns an error.',
  'It always returns null and never throws an exception.',
  'No other files need changes.',
  'Wrapping this would make the error clear and keep the reports consistent.',
  // One thing to do.
  'Don’t forget to run the tests.',
  'Make sure the tests pass.',
  // Nobody's own words.
  '> Never edit generated files.',
  '- [ ] Never edit generated files.',
  '| Never edit generated files. |',
  '/review Never edit generated files.',
  'He wrote "never edit generated files" in the review.',
  'Never call it "a file that was generated".',
  'Fix this review comment:\nNever edit generated files.',
  'Implement the following plan:\n\nNever edit generated files.',
  '<command-message>go</command-message>\nNever edit generated files.',
  '<system-reminder>Never edit generated files.</system-reminder>',
  '2026-01-02T10:00:00 Never edit generated files.',
  '+  Never edit generated files.',
  '```\nNever edit generated files.\n```',
  `Let me see.\n\nNever edit generated files. ${'All of it was moved to the other folder. '.repeat(12)}`,
  `Never edit generated files. ${'All of it was moved to the other folder. '.repeat(120)}`,
])('is none: %s', (text) => {
  expect(statedConstraints(text)).toEqual([]);
});

test('the words of a constraint are unchanged, once each, at most five of a prompt, on one line', () => {
  const prompt = `please fix the parser. keep the public API stable.\n\n- Never  edit\n  generated files\n- never edit generated files!\n<ide_opened_file>x</ide_opened_file>`;
  expect(statedConstraints(prompt)).toEqual(['keep the public API stable.', 'Never edit generated files']);
  const many = Array.from({ length: 8 }, (_, i) => `Never rename the module number ${i}.`).join('\n');
  expect(statedConstraints(many)).toHaveLength(5);
});

test('two statements are the same without case, punctuation and politeness', () => {
  expect(sameStatement('Please, never edit “generated” files!')).toBe(sameStatement('never edit generated files'));
  expect(sameStatement('Never edit generated files')).not.toBe(sameStatement('Never edit files'));
});

test.each([
  '<a ',
  'keep a ',
  'never ',
  'please and ',
  '" ',
  'no new ',
  'x'.repeat(9),
  '``` ',
  'muss bleib ',
  'a — must ',
])('a hostile prompt takes no long time: %s', (part) => {
  const started = performance.now();
  statedConstraints(part.repeat(Math.ceil(4000 / part.length)).slice(0, 4000));
  for (const length of [230, 4000])
    statedConstraints(`${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}.`);
  expect(performance.now() - started).toBeLessThan(500);
});
