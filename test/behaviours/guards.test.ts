import { expect, test } from 'vitest';
import { actionsOf, behaviourAnswers } from '../../src/behaviours/answer.ts';
import { findEvidence } from '../../src/behaviours/built-in/entries.ts';
import { resume } from '../../src/behaviours/dispatch.ts';
import type { Behaviour } from '../../src/model/behaviours/behaviour.ts';
import type { Guard, Limits } from '../../src/model/behaviours/guards.ts';
import { withStory } from './story.ts';

const WIDE: Limits = { hour: 1000, run: 1000, open: 1000, depth: 1000 };
const HOUR_MS = 3_600_000;

/** Answers each note with so many notes. */
const echo = (limits: Partial<Limits>, count = 1): Behaviour => ({
  name: 'echo',
  about: 'answers notes',
  on: ['created'],
  limits: { ...WIDE, ...limits },
  where: ({ known }) => known?.node.kind === 'note',
  act: ({ known }) =>
    Array.from({ length: count }, (_, i) => ({
      do: 'add',
      kind: 'note',
      key: String(i),
      text: `echo ${i}`,
      because: 'it echoes',
      links: [{ edge: 'derived_from', to: known!.node.id }],
    })),
});

test.each<[Guard, Behaviour, number]>([
  ['depth', echo({ depth: 3 }), 4],
  ['hour', echo({ hour: 5 }), 5],
  ['run', echo({ run: 2 }, 3), 2],
  ['open', echo({ open: 4 }), 4],
])('a cascade ends at the limit of %s; it is shown, and the behaviour stays stopped', (guard, behaviour, count) =>
  withStory(async (story) => {
    const behaviours = [behaviour];
    await story.dispatch({ behaviours });
    await story.say('note', 'hello');
    await story.dispatch({ behaviours });
    expect(story.did()).toHaveLength(count);
    await story.dispatch({ behaviours });
    expect(story.did()).toHaveLength(count);
    expect(behaviourAnswers(story.repo, behaviours)).toMatchObject([
      { name: 'echo', did: count, stopped: { guard, limit: behaviour.limits[guard] } },
    ]);
  }),
);

test('a behaviour that was resumed continues where it stopped, and repeats nothing', () =>
  withStory(async (story) => {
    const behaviours = [echo({ hour: 2, depth: 0 })];
    await story.dispatch({ behaviours });
    for (const text of ['a', 'b', 'c']) await story.say('note', text);
    await story.dispatch({ behaviours });
    expect(story.did()).toHaveLength(2);
    expect(await resume(story.repo, 'echo')).toBe(true);
    const wide = [echo({ depth: 1, open: 4, hour: 10 })];
    await story.dispatch({ behaviours: wide, now: () => Date.now() + 2 * HOUR_MS });
    expect(story.did()).toHaveLength(4);
    expect(behaviourAnswers(story.repo, wide)).toMatchObject([{ stopped: { guard: 'open' } }]);
  }));

test.each([
  ['completed', undefined],
  ['state', { state: 'dropped' }],
] as const)('a task that is not open any more leaves room for another: %s %o', (change, detail) =>
  withStory(async (story) => {
    const behaviours = [{ ...findEvidence, limits: { ...WIDE, open: 1 } }];
    await story.dispatch({ behaviours });
    await story.say('claim', 'It is fast');
    await story.dispatch({ behaviours });
    await story.change(change, actionsOf(story.repo)[0]!.node.id, undefined, undefined, detail);
    await story.say('claim', 'It is small');
    await story.dispatch({ behaviours });
    expect(story.did()).toHaveLength(2);
  }),
);
