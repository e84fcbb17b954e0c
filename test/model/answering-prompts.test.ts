import { expect, test } from 'vitest';
import { isAnswer } from '../../src/model/knowledge/answering-prompts.ts';

test.each([
  'yes',
  'Yes, let’s do this.',
  '2',
  'or no, do c',
  'Implement the plan',
  'continue',
  'just keep going until done',
  'commit',
  'Commit this.',
  'ok, commit and push these changes to main',
  'can you push it?',
  'ship it!',
  'LGTM',
  'weiter',
  '继续。',
])('only answers: %s', (prompt) => expect(isAnswer(prompt)).toBe(true));

test.each([
  '',
  'Fix the tests',
  'Add a parser',
  'commit and update the changelog',
  'Make a PR to fix the login',
  'no, use the other parser',
  'yes, but keep the old name',
  'Remove it',
  'continue with the migration of the users table',
  'yes yes yes yes yes yes yes yes yes',
])('says what the work is for: %s', (prompt) => expect(isAnswer(prompt)).toBe(false));

test('a long prompt of such words takes no time', () => {
  const began = performance.now();
  expect(isAnswer('go on '.repeat(20_000))).toBe(false);
  expect(isAnswer(`${'yes, '.repeat(7)}${' '.repeat(100_000)}x`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(200);
});
