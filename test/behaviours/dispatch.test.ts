import { describe, expect, test } from 'vitest';
import type { Stage } from '../../src/behaviours/dispatch.ts';
import { shortId } from '../../src/model/ids.ts';
import { withStory } from './story.ts';

describe('the dispatcher', () => {
  test('a claim that nothing supports becomes one task, however often the behaviours run', () =>
    withStory(async (story) => {
      const claim = await story.say('claim', 'The cache is never full');
      const supported = await story.say('claim', 'The parser is linear');
      await story.say('evidence', 'Measured up to 1 GB', [['supports', supported]]);
      for (let i = 0; i < 3; i++) await story.dispatch();
      expect(story.did()).toEqual([
        `find-evidence: add Find evidence for claim:${shortId(claim)} "The cache is never full"`,
      ]);
    }));

  test('what was recorded before behaviours were turned on is past', () =>
    withStory(async (story) => {
      await story.say('claim', 'Before');
      const { rmSync } = await import('node:fs');
      rmSync(`${story.site.prov}/behaviours`, { recursive: true });
      expect(await story.dispatch()).toEqual({ isFirst: true, actions: [] });
      await story.say('claim', 'After');
      await story.dispatch();
      expect(story.did()).toEqual([expect.stringContaining('After')]);
    }));

  test('a dry run says what would be done, and does nothing', () =>
    withStory(async (story) => {
      await story.say('claim', 'The cache is never full');
      for (let i = 0; i < 2; i++) {
        const { actions } = await story.dispatch({ isDry: true });
        expect(actions.map(({ behaviour, intent }) => [behaviour, intent.do])).toEqual([['find-evidence', 'add']]);
      }
      expect(story.did()).toEqual([]);
      await story.dispatch();
      expect(story.did()).toHaveLength(1);
    }));

  const STAGES: readonly Stage[] = ['drained', 'gathered', 'planned', 'spooled', 'recorded', 'saved'];
  test.each(STAGES)('a dispatch that breaks off once it has %s is continued, and nothing is done twice', (stage) =>
    withStory(async (story) => {
      await story.say('claim', 'One');
      await story.say('claim', 'Two');
      const reach = (at: Stage): void => {
        if (at === stage) throw new Error('broken off');
      };
      await expect(story.dispatch({ reach })).rejects.toThrow('broken off');
      await story.say('claim', 'Three');
      await story.dispatch();
      await story.dispatch();
      expect(story.did().map((one) => one.split('"')[1])).toEqual(['One', 'Two', 'Three']);
    }),
  );
});
