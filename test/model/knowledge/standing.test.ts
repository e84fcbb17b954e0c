import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, sessionId } from '../../../src/model/ids.ts';
import { originOf } from '../../../src/model/knowledge/kinds.ts';
import { type SessionNode, standingOf } from '../../../src/model/knowledge/status.ts';
import { EDGE_KINDS, type Detail, type Node } from '../../../src/model/model.ts';

const PERSON = { id: sessionId('person/1'), agent: 'person' };
const AGENT = { id: sessionId('one'), agent: 'claude-code' };
const OTHER = { id: sessionId('two'), agent: 'claude-code' };

let next = 0;
const node = (kind: Node['kind'], at: number, detail: Detail = {}): Node => ({
  id: nodeId(`0000000a-${++next}`),
  kind,
  at,
  summary: 'something',
  detail: { source: 'declared', ...detail },
});

const belief = (detail: Detail = {}, session = AGENT): SessionNode => ({ node: node('belief', 1000, detail), session });
const event = (about: SessionNode, what: string, at: number, session = PERSON, detail: Detail = {}): SessionNode => ({
  node: node('event', at, { event: what, subject: about.node.id, ...detail }),
  session,
});

describe('standing', () => {
  test('a proposal waits until a person accepts or rejects it; an agent’s review is logged and does not count', () => {
    const said = belief({ status: 'proposed' });
    expect(standingOf(said, []).status).toBe('proposed');
    const by = standingOf(said, [event(said, 'accepted', 2000, AGENT)]);
    expect(by.status).toBe('proposed');
    expect(by.events.at(-1)).toMatchObject({ event: 'accepted', counts: false, before: 'proposed', after: 'proposed' });
    expect(standingOf(said, [event(said, 'accepted', 2000)]).status).toBe('accepted');
    expect(standingOf(said, [event(said, 'accepted', 2000), event(said, 'rejected', 3000)]).status).toBe('rejected');
  });

  test('the author may retract an entry, and so may a person; another session may not', () => {
    const said = belief();
    expect(standingOf(said, [event(said, 'retracted', 2000, AGENT)]).status).toBe('retracted');
    expect(standingOf(said, [event(said, 'retracted', 2000)]).status).toBe('retracted');
    expect(standingOf(said, [event(said, 'retracted', 2000, OTHER)]).status).toBe('accepted');
  });

  test('a revision supersedes the entry once it counts', () => {
    const said = belief();
    const proposed: SessionNode = { node: node('belief', 2000, { status: 'proposed' }), session: AGENT };
    expect(standingOf(said, [], [{ said: proposed, changes: [] }]).status).toBe('accepted');
    const accepted = standingOf(said, [], [{ said: proposed, changes: [event(proposed, 'accepted', 3000)] }]);
    expect(accepted).toMatchObject({ status: 'superseded', supersededBy: proposed.node.id });
    expect(standingOf(said, [event(said, 'retracted', 1500)], [{ said: belief(), changes: [] }]).status).toBe(
      'retracted',
    );
  });

  test('every confidence is in the history, oldest first, and the last one counts', () => {
    const said = belief({ confidence: 850, created_via: 'consolidate' });
    const standing = standingOf(said, [
      event(said, 'confidence', 3000, AGENT, { after: 250, because: 'it failed' }),
      event(said, 'confidence', 2000, PERSON, { after: 900 }),
      event(said, 'confidence', 4000, OTHER, { after: 1000 }),
      event(said, 'confidence', 5000, PERSON, { after: 7000 }),
    ]);
    expect(standing.confidence).toBe(0.25);
    expect(standing.confidenceHistory).toEqual([
      { at: 1000, value: 0.85, why: 'created, consolidate' },
      { at: 2000, value: 0.9, why: 'stated anew' },
      { at: 3000, value: 0.25, why: 'it failed' },
    ]);
  });

  test('the result does not depend on the order of the notes', () => {
    const said = belief({ status: 'proposed', confidence: 500 });
    const all = [
      event(said, 'accepted', 2000),
      event(said, 'rejected', 2000),
      event(said, 'confidence', 2500, PERSON, { after: 100 }),
      event(said, 'linked', 2600, AGENT, { edge: 'supports', object: '0000000b-1' }),
      event(said, 'retracted', 2700, OTHER),
    ];
    const revisions = [1, 2].map((at) => ({ said: { node: node('belief', 3000 + at), session: AGENT }, changes: [] }));
    const expected = standingOf(said, all, revisions);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: 5 }),
        fc.shuffledSubarray(revisions, { minLength: 2 }),
        (x, y) => {
          expect(standingOf(said, x, y)).toEqual(expected);
        },
      ),
    );
  });
});

test('each edge has an origin; a derived entry comes after its sources', () => {
  for (const kind of EDGE_KINDS) expect(['from', 'to']).toContain(originOf(kind));
  expect([originOf('derived_from'), originOf('led_to'), originOf('supersedes'), originOf('supports')]).toEqual([
    'to',
    'from',
    'to',
    'from',
  ]);
});
