import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TalkItem } from '../../../src/model/reasons/talk-item.ts';
import { signBits } from '../../../src/model/reasons/signals.ts';
import { SILENCE } from '../../../src/model/reasons/talk-item.ts';
import { hear, hearRecord, type Talk } from '../../../src/model/reasons/talk.ts';

const REASON = 'The check must run first, because the cache is stale.';
const words = (text: string): TalkItem => ({ place: 'words', text });
const prompt = (text: string): TalkItem => ({ place: 'prompt', text });

describe('the kept part of a conversation', () => {
  test('has sentences that can state a reason, with their turn and order', () => {
    const talk = hear(SILENCE, [prompt('Fix it'), words(`Let me look. ${REASON}`), { call: 'c1' }, words('Done.')]);
    expect(talk.said).toEqual([
      { text: REASON, place: 'words', turn: 1, at: 1, nth: 1, of: 2, signs: signBits(REASON) },
    ]);
    expect(talk.calls).toEqual([{ call: 'c1', turn: 1, at: 2 }]);
    expect(talk.next).toBe(4);
  });

  test('has no colon at the end of a sentence', () => {
    const talk = hear(SILENCE, [words('I need to remove it because nobody reads the list:\n\n    remove(it);')]);
    expect(talk.said.map(({ text }) => text)).toEqual(['I need to remove it because nobody reads the list']);
  });

  test('has no conjunction before such a colon', () => {
    const talk = hear(SILENCE, [
      words('It fails because the page reads the old address, but:\n1. The metadata lacks it'),
    ]);
    expect(talk.said[0]!.text).toBe('It fails because the page reads the old address');
  });

  test.each([
    'Now update the test.',
    "Let me read the file to see what's there.",
    'I need to',
    'The user wants me to fix the bug.',
    'Let me add the error handling.',
    'Now let me make the changes.',
    'Let me break it down.',
    'Now I need to remove the duplicate lines.',
    'Let me run the tests to make sure everything works.',
    'I found the home page!',
    'The fix is straightforward.',
    'All tests pass.',
    'Here is what I found:',
    'x'.repeat(400),
  ])('is not %j', (text) => {
    expect(hear(SILENCE, [words(text)]).said.filter((one) => one.text !== 'All tests pass.')).toEqual([]);
  });

  test.each([
    'Let me rename it to added, because new shadows a built-in.',
    'I will make it clearer, so that callers see what is left.',
    'Now let me fix the complexity error by moving the parsing, the copies and the report into functions of their own.',
  ])('is an announcement with a reason: %j', (text) => {
    expect(hear(SILENCE, [words(text)]).said.map((one) => one.text)).toEqual([text]);
  });

  test('excludes mere requests in a prompt', () => {
    expect(hear(SILENCE, [prompt('Add a button to the page. Can you also rename it?')]).said).toEqual([]);
    expect(hear(SILENCE, [prompt('Add a button, so that people find the page.')]).said).toHaveLength(1);
  });

  test('has a prompt once, whether the hook or the record comes first', () => {
    const asked = prompt('It must not fail, because people wait.');
    const before = hearRecord(hear(SILENCE, [asked], true), [asked]);
    const after = hear(hearRecord(SILENCE, [asked]), [asked], true);
    expect(before.said).toHaveLength(1);
    expect(after.said).toHaveLength(1);
  });

  test('is bounded for any input', () => {
    const items = fc.array(
      fc.oneof(
        fc.record({ call: fc.string() }),
        fc.record({
          place: fc.constantFrom('prompt', 'words', 'thinking'),
          text: fc.constantFrom(REASON, 'Yes.', `${REASON} ${'It is so. '.repeat(900)}`),
        }),
      ) as fc.Arbitrary<TalkItem>,
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(fc.array(items, { maxLength: 30 }), (parts) => {
        let talk: Talk = SILENCE;
        for (const part of parts) talk = hear(talk, part);
        expect(talk.said.length).toBeLessThanOrEqual(240);
        expect(talk.calls.length).toBeLessThanOrEqual(400);
        expect(talk.said.every(({ turn, text }) => turn >= talk.turn - 2 && text.length <= 300)).toBe(true);
      }),
    );
  });
});
