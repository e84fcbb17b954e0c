import { describe, expect, test } from 'vitest';
import { featuresOf, fieldOf, isWithinReach } from '../../../src/model/reasons/relate.ts';
import { tell } from './told.ts';

/**
 * The features of the first sentence that contains a word, as the reason of an edit (the first one, if none is given). Those that
 * compare it with other sentences, and the edit with others, are in compare.test.ts.
 */
function features(word: string, lines: readonly string[], nth = 0): string {
  const { talk, edits } = tell(lines);
  const field = fieldOf(talk, edits);
  const one = field.candidates.find(({ said }) => said.text.includes(word))!;
  return featuresOf(one, edits[nth]!, field)
    .filter((name) => !/^(?:nearest|similar|about|used up|edit|over same) /.test(name))
    .join(', ');
}

const filler = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Sentence number ${i} has some words.`).join(' ');
const calls = (count: number): string[] => Array.from({ length: count }, () => 'call');

describe('the features of a sentence as the reason of an edit', () => {
  test.each<[string, string, string[], string]>([
    [
      'right before it',
      'zebra',
      ['prompt: Go on', 'words: The zebra is stale because it waits.', 'edit a.ts zebra()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link weak before, link weak next, shares a rare name before, cue before an edit, code before, code by words, code cue, code before next, cue before, cue next, cue link weak, cue words',
    ],
    [
      'after it',
      'zebra',
      ['prompt: Go on', 'edit a.ts x()', 'words: Added the zebra, so that it waits — today.'],
      'in words, after, after next, words after, words after next, after over 0, words after of one, after past 0 texts, words before an end, after and before an end, words after in silence, words first, last in words, link no after, link no next, cue before an end, code after, code by words, code cue, code after next, cue after, cue next, cue link no, cue words, after is reports, after is present, after is dashes, after is purpose',
    ],
    [
      'in a prompt',
      'zebra',
      ['prompt: The zebra in the stale file must not wait, fix it', 'call', 'edit a.ts x()'],
      'in prompt, before, before next, prompt before, prompt before next, before over 0, prompt before of one, unparted prompt, before past 0 texts, prompt before a look, before and before a look, prompt first, last in prompt, link no before, link no next, cue before a look, code before, code by prompt, code cue, code before next, cue before, cue next, cue link no, cue prompt, cue line first, line first, prompt is problem, prompt is needs, prompt is negates',
    ],
    [
      'in a prompt of an earlier turn',
      'zebra',
      ['prompt: The zebra is stale because it waits', 'words: Nothing to see.', 'prompt: Go on', 'edit a.ts x()'],
      'in prompt, earlier, earlier near, prompt earlier, prompt earlier near, earlier over 0, prompt earlier of one, earlier past 0 texts, prompt before an edit, earlier and before an edit, prompt earlier in silence, prompt first, last in prompt, link no earlier, link no near, cue before an edit, code earlier, code by prompt, code cue, code earlier near, cue earlier, cue near, cue link no, cue prompt, cue line first, line first, prompt is problem',
    ],
    [
      'after calls',
      'zebra',
      ['prompt: Go on', 'words: The zebra waits for nothing else.', 'call', 'call', 'edit a.ts x()'],
      'in words, before, before near, words before, words before near, before over 0, words before of one, unparted words, before past 0 texts, words before a look, before and before a look, words first, last in words, link no before, link no near, plain before a look, code before, code by words, code plain, code before near, plain before, plain near, plain link no, plain words',
    ],
    [
      'far before it',
      'zebra',
      ['prompt: Go on', 'words: The zebra waits for nothing else.', ...calls(20), 'edit a.ts x()'],
      'in words, before, before far, words before, words before far, before over 0, words before of one, unparted words, before past 0 texts, words before a look, before and before a look, words before in silence, words first, last in words, link no before, link no far, plain before a look, code before, code by words, code plain, code before far, plain before, plain far, plain link no, plain words',
    ],
    [
      'after other edits',
      'zebra',
      [
        'prompt: Go on',
        'words: The zebra waits for nothing else.',
        'edit b.ts x()',
        'edit c.ts x()',
        'edit d.ts x()',
        'edit a.ts zebra()',
      ],
      'in words, before, before next, words before, words before next, before over 0, words before of few, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link no, plain words',
    ],
    [
      'after other texts',
      'zebra',
      [
        'prompt: Go on',
        'thinking: The zebra waits for nothing else.',
        'words: The other file is stale because of it.',
        'words: One more text is here now.',
        'edit a.ts x()',
      ],
      'in thinking, before, before near, thinking before, thinking before near, before over 0, thinking before of one, unparted thinking, before past 2 texts, thinking before an edit, before and before an edit, thinking first, last in thinking, link no before, link no near, plain before an edit, code before, code by thinking, code plain, code before near, plain before, plain near, plain link no, plain thinking',
    ],
    [
      'in a long text, which ends with a look',
      'zebra',
      [
        'prompt: Go on',
        `words: ${filler(14)} The zebra waits for nothing else. Let me check the stale file.`,
        'call',
        'edit a.ts x()',
      ],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before a look, before and before a look, leads to a look, before leads to a look, words late, long words before, link no before, link no next, plain before a look, plain leads to a look, code before, code by words, code plain, code before next, plain before, plain next, plain link no, plain words',
    ],
    [
      'in the middle of a text, which ends with a deed',
      'zebra',
      [
        'prompt: Go on',
        `words: ${filler(4)} The zebra waits for nothing else. Let me change the stale file.`,
        'edit a.ts x()',
      ],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, leads to a deed, before leads to a deed, words middle, link no before, link no next, plain before an edit, plain leads to a deed, code before, code by words, code plain, code before next, plain before, plain next, plain link no, plain words',
    ],
    [
      'names the file',
      'zebra',
      ['prompt: Go on', 'words: The zebra in src/token.ts waits for nothing else.', 'edit src/token.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link strong before, link strong next, names the file, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link strong, plain words',
    ],
    [
      'names the file without its ending',
      'zebra',
      ['prompt: Go on', 'words: The zebra in tokens waits for nothing else.', 'edit src/tokens.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link strong before, link strong next, names the file, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link strong, plain words',
    ],
    [
      'names another file',
      'zebra',
      ['prompt: Go on', 'words: The zebra in other.ts waits for nothing else.', 'edit src/token.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, names another file, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link no, plain words',
    ],
    [
      'shares names',
      'zebra',
      ['prompt: Go on', 'words: The zebra needs getUser and setUser as well.', 'edit a.ts getUser(setUser)'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link strong before, link strong next, shares more names, shares a rare name before, shares rare names, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link strong, plain words',
    ],
    [
      'shares words',
      'zebra',
      ['prompt: Go on', 'words: The zebra waits forever.', 'edit a.ts zebra waits forever'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link some before, link some next, shares most words, shares a rare name before, shares rare names, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link some, plain words',
    ],
    [
      'shares some words',
      'zebra',
      ['prompt: Go on', 'words: The zebra waits forever beside another giraffe.', 'edit a.ts zebra waits'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link some before, link some next, shares a rare name before, shares rare names, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link some, plain words',
    ],
    [
      'shares names with other edits',
      'zebra',
      ['prompt: Go on', 'words: The zebra needs getUser as well.', 'edit a.ts x()', 'edit b.ts getUser()'],
      'in words, before, before next, words before, words before next, before over 0, words before of few, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, shares names of other edits, plain before an edit, code before, code by words, code plain, code before next, plain before, plain next, plain link no, plain words',
    ],
    [
      'shares common names',
      'zebra',
      [
        'prompt: Go on',
        'words: The zebra waits.',
        'words: A zebra waits, too.',
        'words: One zebra waits more.',
        'words: No zebra waits now.',
        ...'abcd'.split('').map((file) => `edit ${file}.ts zebra`),
      ],
      'in words, before, before near, words before, words before near, before over 0, words before of few, unparted words, before past 2 texts, words before an edit, before and before an edit, words first, last in words, link some before, link some near, shares most words, shares a rare name before, plain before an edit, code before, code by words, code plain, code before near, plain before, plain near, plain link some, plain words',
    ],
    [
      'tests of a test',
      'zebra',
      ['prompt: Go on', 'words: The zebra fails in the test of it.', 'edit test/a.test.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, tests of a test, cue before an edit, test before, test by words, test cue, test before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'tests of no test',
      'zebra',
      ['prompt: Go on', 'words: The zebra fails in the spec of it.', 'edit a.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, tests of no test, cue before an edit, code before, code by words, code cue, code before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'no tests of a test',
      'zebra',
      ['prompt: Go on', 'words: The zebra fails in the case of it.', 'edit a.spec.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, no tests of a test, cue before an edit, test before, test by words, test cue, test before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'docs of docs',
      'zebra',
      ['prompt: Go on', 'words: The zebra is missing in the docs of it.', 'edit README.md x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, docs of docs, cue before an edit, docs before, docs by words, docs cue, docs before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'docs of no docs',
      'zebra',
      ['prompt: Go on', 'words: The zebra is missing in the changelog of it.', 'edit a.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, docs of no docs, cue before an edit, code before, code by words, code cue, code before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'no docs of docs',
      'zebra',
      ['prompt: Go on', 'words: The zebra is missing in the case of it.', 'edit a.mdx x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no next, no docs of docs, cue before an edit, docs before, docs by words, docs cue, docs before next, cue before, cue next, cue link no, cue words',
    ],
    [
      'in a plan of a prompt',
      'zebra',
      ['prompt: ' + filler(13) + ' Add the zebra, because it is stale.', 'edit a.ts x()'],
      'in prompt, before, before next, prompt before, prompt before next, before over 0, prompt before of one, unparted prompt, before past 0 texts, prompt before an edit, before and before an edit, prompt late, last in prompt, long prompt before, link no before, link no next, cue before an edit, code before, code by prompt, code cue, code before next, cue before, cue next, cue link no, cue prompt, cue plan late, plan late, plan commands, prompt is problem, prompt is commands',
    ],
    [
      'under a heading',
      'zebra',
      [
        'prompt: ## Why\n\nThe zebra is stale because it waits.\n\n## Steps\n\nAdd it now to the list.',
        'edit a.ts x()',
      ],
      'in prompt, before, before next, prompt before, prompt before next, before over 0, prompt before of one, unparted prompt, before past 0 texts, prompt before an edit, before and before an edit, prompt first, link no before, link no next, cue before an edit, code before, code by prompt, code cue, code before next, cue before, cue next, cue link no, cue prompt, under why, cue under why before, line under why, cue line under why, line under why in silence, cue line first, line first, prompt is problem',
    ],
    [
      'in a plan',
      'zebra',
      ['prompt: Go on', 'plan: ## Context\n\nThe zebra is stale because it waits.', 'edit a.ts x()'],
      'in plan, before, before next, plan before, plan before next, before over 0, plan before of one, unparted plan, before past 0 texts, plan before an edit, before and before an edit, plan first, last in plan, link no before, link no next, cue before an edit, code before, code by plan, code cue, code before next, cue before, cue next, cue link no, cue plan, under why, cue under why before',
    ],
    [
      'in a message after it',
      'zebra',
      ['prompt: Go on', 'edit a.ts x()', 'message: Let the zebra wait, because it is stale now.', 'call'],
      'in message, after, after next, message after, message after next, after over 0, message after of one, after past 0 texts, message before a look, after and before a look, message after in silence, message first, last in message, link no after, link no next, cue before a look, code after, code by message, code cue, code after next, cue after, cue next, cue link no, cue message, after is because',
    ],
    [
      'after three other edits',
      'zebra',
      [
        'prompt: Go on',
        'words: The zebra waits for nothing else.',
        'edit b.ts x()',
        'edit c.ts x()',
        'edit d.ts x()',
        'edit a.ts x()',
        'edit a.ts x()',
      ],
      'in words, before, before near, words before, words before near, before over many, words before of many, before past 0 texts, words before an edit, before and before an edit, words first, last in words, link no before, link no near, plain before an edit, code before, code by words, code plain, code before near, plain before, plain near, plain link no, plain words',
    ],
    [
      'over four texts',
      'zebra',
      [
        'prompt: Go on',
        'words: The zebra waits for nothing else.',
        ...'abcd'.split('').map((one) => `words: One more text of ${one} is here now.`),
        'edit a.ts x()',
      ],
      'in words, before, before near, words before, words before near, before over 0, words before of one, unparted words, before past many texts, words before an edit, before and before an edit, words first, last in words, link no before, link no near, plain before an edit, code before, code by words, code plain, code before near, plain before, plain near, plain link no, plain words',
    ],
    [
      'early in a brief',
      'zebra',
      ['prompt: ' + filler(2) + ' The zebra waits for nothing. ' + filler(3), 'edit a.ts x()'],
      'in prompt, before, before next, prompt before, prompt before next, before over 0, prompt before of one, unparted prompt, before past 0 texts, prompt before an edit, before and before an edit, prompt early, link no before, link no next, plain before an edit, code before, code by prompt, code plain, code before next, plain before, plain next, plain link no, plain prompt, plain brief early, brief early, prompt is negates',
    ],
    [
      'in the middle, with a sign and thanks',
      'zebra',
      ['prompt: Go on', 'words: ' + filler(3) + ' Perfect, all tests pass, but I see the zebra now.', 'edit a.ts x()'],
      'in words, before, before next, words before, words before next, before over 0, words before of one, unparted words, before past 0 texts, words before an edit, before and before an edit, words middle, last in words, link no before, link no next, tests of no test, cue before an edit, code before, code by words, code cue, code before next, cue before, cue next, cue link no, cue words, next is thanks, next is checked, next is found',
    ],
  ])('%s', (name, word, lines, expected) => {
    expect(features(word, lines, name.startsWith('after three') ? 3 : 0)).toBe(expected);
  });
});

test('a sentence is within reach of an edit when it is near, asked for it, or names it', () => {
  const { talk, edits } = tell([
    'prompt: The zebra waits for all.',
    'words: The giraffe waits for all.',
    'words: It needs getUser as well.',
    'words: Look into the TOKEN.TS of all.',
    ...calls(21),
    'edit src/token.ts getUser()',
    'prompt: The next turn waits for all.',
    'edit b.ts x()',
  ]);
  const { candidates } = fieldOf(talk, edits);
  const reach = edits.map((edit) =>
    candidates.filter((one) => isWithinReach(one, edit)).map(({ said }) => said.text.split(' ')[1]),
  );
  expect(reach).toEqual([
    ['zebra', 'giraffe', 'needs', 'into'],
    ['into', 'next'],
  ]);
  const far = { ...edits[0]!, at: edits[0]!.at + 3 };
  expect(candidates.filter((one) => isWithinReach(one, far)).map(({ said }) => said.text.split(' ')[1])).toEqual([
    'zebra',
    'needs',
    'into',
  ]);
});

test('the message of a commit speaks of the work before it, and of the command that commits', () => {
  const { talk, edits } = tell([
    'prompt: Go on',
    'edit a.ts x()',
    'message: Let the zebra wait, because it is stale now.',
    'call',
    'edit b.ts x()',
    'message: Let the giraffe wait, because it is stale now.',
    'edit c.ts x()',
  ]);
  const { candidates } = fieldOf(talk, edits);
  const reach = edits.map((edit) =>
    candidates.filter((one) => isWithinReach(one, edit)).map(({ said }) => said.text.split(' ')[2]),
  );
  // One command makes the last edit and commits it: `sed -i … && git commit -m …`.
  expect(reach).toEqual([['zebra', 'giraffe'], ['giraffe'], ['giraffe']]);
});
