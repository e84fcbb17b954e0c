import { expect, test } from 'vitest';
import { ProvError } from '../../../src/errors.ts';
import { failureOf } from '../../../src/faces/web/answers/answers.ts';

const hintOf = (hint: string): string | undefined => failureOf(new ProvError('data', 'No.', { hint })).error.hint;

test('an error in the page names no option that the page does not have', () => {
  expect(hintOf('For another revision use --rev REV.')).toBe('Choose one in the lists of the page, or search for it.');
});

test.each(['Run git prov doctor --fix.', 'A remote has it: git fetch --unshallow', 'Name a file of it.'])(
  'an error in the page keeps a command for the terminal, and other advice: %s',
  (hint) => expect(hintOf(hint)).toBe(hint),
);
