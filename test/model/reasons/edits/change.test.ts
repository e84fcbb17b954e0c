import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EditNames, namesOfEdit } from '../../../../src/model/reasons/edits/change.ts';
import { changedNames } from '../../../../src/model/reasons/edits/fit.ts';
import { namesIn, textHash } from '../../../../src/model/reasons/names.ts';

const WORDS = ['zebra', 'giraff', 'lion', 'horse', 'monkey'];
/** Which of these words an edit adds and removes. */
function sides(names: EditNames): string {
  const { added, removed } = changedNames(names);
  return WORDS.flatMap((word) =>
    added.has(textHash(word)) ? [`+${word}`] : removed.has(textHash(word)) ? [`-${word}`] : [],
  ).join(' ');
}
const shape = (input: unknown): string =>
  namesOfEdit(typeof input === 'string' ? input : JSON.stringify(input)).change?.shape ?? '';

describe('what an edit changed', () => {
  test.each<[string, unknown, string, string]>([
    [
      'Claude Code',
      { file_path: 'lion.ts', old_string: 'zebra\nhorse', new_string: 'giraffe\nhorse' },
      'changes',
      '-zebra +giraff',
    ],
    ['opencode', { filePath: 'a', newString: 'zebra', oldString: '' }, 'adds', '+zebra'],
    ['Copilot', { path: 'a', old_str: 'zebra', new_str: '' }, 'removes', '-zebra'],
    [
      'several edits',
      {
        edits: [
          { old_string: 'zebra', new_string: 'giraffe' },
          { old_string: '', new_string: 'lion' },
        ],
      },
      'changes',
      '-zebra +giraff +lion',
    ],
    ['a file that is written', { file_path: 'horse.ts', content: 'zebra' }, 'writes', '+zebra'],
    [
      'a patch',
      { command: '*** Begin Patch\n*** Update File: a\n@@\n horse\n-zebra\n+giraffe\n*** End Patch' },
      'changes',
      '-zebra +giraff',
    ],
    ['a patch as it is', '--- a/lion\n+++ b/lion\n@@\n horse\n-zebra\n', 'removes', '-zebra'],
    [
      'a patch with a new file',
      { patchText: '*** Begin Patch\n*** Add File: a\n+zebra\n*** End Patch' },
      'writes',
      '+zebra',
    ],
    [
      'a patch with a new and an old file',
      { patchText: '*** Add File: a\n+zebra\n*** Update File: b\n+lion\n' },
      'adds',
      '+zebra +lion',
    ],
    [
      'lines that are only indented',
      { old_string: 'zebra\nlion', new_string: '  zebra\n  lion\ngiraffe' },
      'adds',
      '+giraff',
    ],
    ['a line that comes a second time', { old_string: 'zebra', new_string: 'zebra\nzebra' }, 'adds', '+zebra'],
    ['a name on both sides', { old_string: 'zebra one', new_string: 'zebra two' }, 'changes', ''],
    [
      'much more than before',
      { old_string: 'lion', new_string: 'zebra giraffe monkey' },
      'mostly adds',
      '+zebra +giraff -lion +monkey',
    ],
    [
      'much less than before',
      { old_string: 'zebra giraffe monkey', new_string: 'lion' },
      'mostly removes',
      '-zebra -giraff +lion -monkey',
    ],
  ])('%s', (_, input, expected, names) => {
    const found = namesOfEdit(typeof input === 'string' ? input : JSON.stringify(input));
    expect([found.change?.shape, sides(found)]).toEqual([expected, names]);
  });

  test.each<[string, unknown]>([
    ['a command', { command: 'sed -i s/zebra/lion/ a' }],
    ['nothing', ''],
    ['an edit without a difference', { old_string: ' zebra', new_string: 'zebra' }],
    ['a text that only begins like JSON', '{"old_string": "zebra'],
    ['other values than texts', { old_string: 1, new_string: ['zebra'], content: null, edits: [null, 3, 'zebra'] }],
    ['a list', '["+zebra"]'],
    ['an input that is too large', { content: 'zebra '.repeat(60_000) }],
  ])('is not known from %s', (_, input) => {
    expect(shape(input)).toBe('');
  });

  test('is not known, so all names count as new', () => {
    expect(sides(namesOfEdit('{"command":"sed -i s/zebra/lion/ a"}'))).toBe('+zebra +lion');
  });

  test('has a side for each name, and the names are those of the input', () => {
    const word = fc.constantFrom(...WORDS, 'getUser', 'MAX_SIZE', 'x', '\n', '\t', '"');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, fc.constantFrom('old_string', 'content', 'edits'), (old, fresh, key) => {
        const input = JSON.stringify({ [key]: old, new_string: fresh });
        const { change, ...names } = namesOfEdit(input);
        expect(names).toEqual(namesIn(input));
        const sides = change?.sides ?? '='.repeat(names.code.length + names.words.length);
        expect(sides).toMatch(new RegExp(`^[-+=]{${names.code.length + names.words.length}}$`));
      }),
    );
  });

  test('is found in no time, however deep or damaged an input is', () => {
    fc.assert(fc.property(fc.string(), (input) => void namesOfEdit(input)));
    const began = performance.now();
    namesOfEdit(`${'{"edits":['.repeat(20_000)}`);
    namesOfEdit('+x\n'.repeat(80_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
