import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, sessionId } from '../../../src/model/ids.ts';
import { declaringEntry, type EdgeStanding, edgeStandingOf } from '../../../src/model/knowledge/edge-status.ts';
import { checkReview, reviewPolicy } from '../../../src/model/knowledge/review.ts';
import type { SessionNode } from '../../../src/model/knowledge/status.ts';
import type { Detail, Node } from '../../../src/model/model.ts';

const PERSON = { id: sessionId('person/1'), agent: 'person' };
const AGENT = { id: sessionId('one'), agent: 'claude-code' };
const FROM = nodeId('0000000a-1');
const TO = nodeId('0000000b-1');
const name = { from: FROM, kind: 'supersedes', to: TO } as const;
const reviewed = reviewPolicy(undefined);

let next = 10;
const event = (what: string, at: number, session = PERSON, detail: Detail = {}): SessionNode => ({
  node: {
    id: nodeId(`0000000c-${++next}`),
    kind: 'event',
    at,
    summary: what,
    detail: { source: 'declared', event: what, subject: FROM, edge: name.kind, object: TO, ...detail },
  },
  session,
  standing: 'recorded',
});
const standing = (changes: readonly SessionNode[], of: 'claimed' | 'recorded' = 'recorded'): EdgeStanding =>
  edgeStandingOf({ name, standing: of }, changes, reviewed);
const statusAfter = (...changes: readonly SessionNode[]): string => standing(changes).status;

describe('a link by an agent, of a kind that is reviewed', () => {
  const linked = event('linked', 1, AGENT);

  test('is proposed until a person accepts or rejects it', () => {
    expect(statusAfter(linked)).toBe('proposed');
    expect(statusAfter(linked, event('link_accepted', 2, AGENT))).toBe('proposed');
    expect(statusAfter(linked, event('link_rejected', 2, AGENT))).toBe('proposed');
    expect(statusAfter(linked, event('link_accepted', 2))).toBe('accepted');
    expect(statusAfter(linked, event('link_rejected', 2))).toBe('rejected');
    expect(statusAfter(linked, event('link_accepted', 2), event('link_rejected', 3))).toBe('rejected');
    expect(standing([linked, event('link_accepted', 2)]).events).toMatchObject([
      { event: 'linked', after: 'proposed', counts: true },
      { event: 'link_accepted', before: 'proposed', after: 'accepted', counts: true },
    ]);
  });

  test('is accepted at once where its kind is not reviewed, or a person makes it too', () => {
    expect(edgeStandingOf({ name }, [linked], reviewPolicy('memory')).status).toBe('accepted');
    expect(
      edgeStandingOf({ name }, [event('linked', 1, AGENT, { status: 'proposed' })], reviewPolicy('none')).status,
    ).toBe('proposed');
    expect(statusAfter(linked, event('linked', 2))).toBe('accepted');
  });

  test('is not proposed again by the agent once a person rejected it', () => {
    const after = [linked, event('link_rejected', 2), event('linked', 3, AGENT)];
    expect(standing(after)).toMatchObject({ status: 'rejected' });
    expect(standing(after).events.at(-1)).toMatchObject({ event: 'linked', counts: false });
    expect(statusAfter(...after, event('linked', 4))).toBe('accepted');
  });
});

test('anybody removes a link that no person settled; after that only a person does', () => {
  const linked = event('linked', 1, AGENT);
  const removed = event('unlinked', 3, AGENT);
  expect(statusAfter(linked, removed)).toBe('retracted');
  expect(statusAfter(linked, event('link_accepted', 2), removed)).toBe('accepted');
  expect(statusAfter(event('linked', 1), removed)).toBe('accepted');
  expect(statusAfter(event('linked', 1), event('linked', 2, AGENT), removed)).toBe('accepted');
  expect(statusAfter(event('linked', 1), event('unlinked', 3))).toBe('retracted');
  expect(statusAfter(linked, event('unlinked', 1, AGENT))).toBe('retracted'); // at the same time
});

describe('a link that came with an entry', () => {
  const entry = (kind: Node['kind'], detail: Detail = {}, session = AGENT): SessionNode => ({
    node: { id: FROM, kind, at: 1, summary: 'an entry', detail: { source: 'declared', ...detail } },
    session,
  });
  const about = (what: string, session = PERSON): SessionNode => {
    const { node, ...rest } = event(what, 2, session);
    const { edge: _, object: __, ...detail } = node.detail!;
    return { ...rest, node: { ...node, detail } };
  };
  const status = (said: SessionNode, kind: string, changes: readonly SessionNode[], policy = reviewed): string => {
    const link = { from: FROM, kind, to: TO };
    return edgeStandingOf({ name: link, entry: declaringEntry(said, changes, policy) }, [], policy).status;
  };

  test('stands as the entry does', () => {
    const said = entry('decision');
    expect(status(said, 'supports', [])).toBe('proposed');
    expect(status(said, 'supports', [about('accepted')])).toBe('accepted');
    expect(status(said, 'supports', [about('rejected')])).toBe('rejected');
    expect(status(said, 'supports', [about('accepted', AGENT)])).toBe('proposed');
    expect(status(entry('claim'), 'supports', [])).toBe('accepted');
    expect(status(entry('claim'), 'supports', [about('retracted')])).toBe('retracted');
  });

  test('waits on its own where only its kind is reviewed, but for that of a revision', () => {
    const policy = reviewPolicy('supports,supersedes');
    expect(status(entry('claim'), 'supports', [], policy)).toBe('proposed');
    expect(status(entry('claim'), 'supports', [about('accepted')], policy)).toBe('accepted');
    expect(status(entry('claim', {}, PERSON), 'supports', [], policy)).toBe('accepted');
    expect(status(entry('claim'), 'supersedes', [], policy)).toBe('accepted');
  });
});

const kinds = ['linked', 'unlinked', 'link_accepted', 'link_rejected'] as const;
const anyEvents = fc.array(
  fc
    .tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 9 }), fc.boolean())
    .map(([what, at, isPerson]) => event(what, at, isPerson ? PERSON : AGENT, isPerson ? {} : { status: 'proposed' })),
  { maxLength: 8 },
);

test('whatever is only claimed changes no link that was recorded here or that is vouched for', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, (own, forged) => {
      const claimed = forged.map((one): SessionNode => ({ ...one, standing: 'claimed' }));
      expect(statusAfter(...own, ...claimed)).toBe(statusAfter(...own));
      for (const { counts, isOutranked } of standing(claimed).events)
        expect([counts, isOutranked]).toEqual([false, true]);
    }),
  );
});

test('no agent settles a link or changes what a person settled, in any order of the notes', () => {
  fc.assert(
    fc.property(anyEvents, fc.boolean(), (events, isReversed) => {
      const all = isReversed ? events.toReversed() : events;
      const { status } = standing(all);
      const byPersons = events.filter(({ session }) => session === PERSON);
      const isLinked = events.some(({ node }) => node.summary === 'linked');
      expect(status !== 'accepted' || !isLinked || byPersons.length > 0).toBe(true);
      expect(standing(events).status).toBe(status);
    }),
  );
});

describe('prov.review', () => {
  test('takes kinds of entries and of links, all and none', () => {
    for (const setting of [undefined, '', 'all', 'none', 'memory, decision supports', 'supersedes'])
      expect(() => checkReview(setting)).not.toThrow();
    expect(reviewPolicy('supports')('supports')).toBe(true);
    expect(reviewPolicy('supports')('decision')).toBe(false);
    expect(reviewPolicy('all')('contradicts')).toBe(true);
    expect(reviewPolicy(undefined)('supersedes')).toBe(true);
    expect(reviewPolicy(undefined)('supports')).toBe(false);
  });

  test('is reported where a word is no kind', () => {
    expect(() => checkReview('decisions')).toThrow('prov.review names "decisions", which is not a kind.');
    expect(() => checkReview('none,memory')).toThrow('none beside other kinds');
  });
});
