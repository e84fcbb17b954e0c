import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId, sessionId } from '../../../src/model/ids.ts';
import { originOf } from '../../../src/model/knowledge/kinds.ts';
import { type LoggedEvent, type SessionNode, standingOf } from '../../../src/model/knowledge/status.ts';
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
    expect(standingOf(said, [], [{ entry: proposed, changes: [] }]).status).toBe('accepted');
    const accepted = standingOf(said, [], [{ entry: proposed, changes: [event(proposed, 'accepted', 3000)] }]);
    expect(accepted).toMatchObject({ status: 'superseded', supersededBy: proposed.node.id });
    expect(standingOf(said, [event(said, 'retracted', 1500)], [{ entry: belief(), changes: [] }]).status).toBe(
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

  test('an entry is stale until a person accepts it, or its confidence is stated again', () => {
    const said = belief();
    const stale = event(said, 'stale', 2000, OTHER);
    expect(standingOf(said, [stale])).toMatchObject({ status: 'accepted', staleSince: 2000 });
    for (const confirmed of [event(said, 'accepted', 3000), event(said, 'confidence', 3000, PERSON, { after: 900 })])
      expect(standingOf(said, [stale, confirmed]).staleSince).toBeUndefined();
    expect(standingOf(said, [stale, event(said, 'accepted', 3000, AGENT)]).staleSince).toBe(2000);
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
    const revisions = [1, 2].map((at) => ({ entry: { node: node('belief', 3000 + at), session: AGENT }, changes: [] }));
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

// The whole log of an entry, an event a line: what, when, whether it counts, before and after.
describe('the log of an entry', () => {
  const log = (...args: Parameters<typeof standingOf>): string[] => {
    const { status, events } = standingOf(...args);
    const line = ({
      event: what,
      at,
      counts,
      before,
      after,
      isOutranked,
      by,
      because,
      edge,
      object,
      agent,
    }: LoggedEvent) =>
      [
        at,
        what,
        agent,
        counts ? '+' : isOutranked ? '--' : '-',
        before ?? '',
        after ?? '',
        by ?? '',
        because ?? '',
        edge ?? '',
        object ? 'object' : '',
      ]
        .join(' ')
        .trimEnd()
        .replaceAll(/ +/g, ' ');
    return [...events.map(line), status];
  };
  const said = belief({ because: 'it was', by: 'Ann' });
  const ranked = (one: SessionNode, standing: SessionNode['standing']): SessionNode => ({ ...one, standing });

  test('has its beginning first, and the reasons and persons of each change', () => {
    expect(
      log(said, [
        event(said, 'rejected', 2000, PERSON, { by: 'Bob', because: 'it is wrong' }),
        event(said, 'linked', 1000, AGENT, { edge: 'supports', object: '0000000b-1' }),
        event(said, 'unknown', 1500),
        event(said, 'accepted', 3000, AGENT),
        event(said, 'accepted', 4000, PERSON),
      ]),
    ).toEqual([
      '1000 created claude-code + accepted Ann',
      '1000 linked claude-code + supports object',
      '2000 rejected person + accepted rejected Bob it is wrong',
      '3000 accepted claude-code - rejected rejected',
      '4000 accepted person + rejected accepted',
      'accepted',
    ]);
  });

  test('has confidences before and after, and skips values that are no confidence', () => {
    const sure = belief({ confidence: 500 });
    const changes = [0, 1000, 1001, -1, 'much'].map((after, i) =>
      event(sure, 'confidence', 2000 + i, AGENT, { after }),
    );
    expect(log(sure, [...changes, event(sure, 'confidence', 2010, OTHER, { after: 300 })])).toEqual([
      '1000 created claude-code + accepted',
      '2000 confidence claude-code + 0.5 0',
      '2001 confidence claude-code + 0 1',
      '2010 confidence claude-code - 1 0.3',
      'accepted',
    ]);
    expect(log(said, [event(said, 'confidence', 2000, AGENT, { after: 300 })])[1]).toBe(
      '2000 confidence claude-code + 0.3',
    );
    expect(standingOf(belief({ confidence: 1500 }), [])).toMatchObject({ confidenceHistory: [] });
    expect(standingOf(belief({ confidence: 400 }), []).confidenceHistory).toEqual([
      { at: 1000, value: 0.4, why: 'created' },
    ]);
  });

  test('says what is outranked', () => {
    const vouched = ranked(said, 'vouched');
    expect(
      log(
        vouched,
        [event(said, 'rejected', 2000), ranked(event(said, 'retracted', 3000), 'vouched')],
        [{ entry: belief({ at: 1 }), changes: [] }],
      ),
    ).toEqual([
      '1000 created claude-code + accepted Ann',
      '1000 revised claude-code -- retracted retracted object',
      '2000 rejected person -- accepted accepted',
      '3000 retracted person + accepted retracted',
      'retracted',
    ]);
  });

  test('has each revision; the last one that counts is the successor', () => {
    const revision = (at: number, detail: Detail = {}): SessionNode => ({
      node: node('belief', at, detail),
      session: AGENT,
    });
    const [one, two, three] = [revision(2000), revision(3000), revision(4000, { status: 'proposed' })];
    const revisions = [three, two, one].map((each) => ({ entry: each, changes: [] }));
    expect(log(said, [], revisions)).toEqual([
      '1000 created claude-code + accepted Ann',
      '2000 revised claude-code + accepted superseded object',
      '3000 revised claude-code + superseded superseded object',
      '4000 revised claude-code - superseded superseded object',
      'superseded',
    ]);
    expect(standingOf(said, [], revisions).supersededBy).toBe(two.node.id);
    const vouched = revisions.map(({ entry: each, changes }) => ({ entry: ranked(each, 'vouched'), changes }));
    const forged = { entry: revision(5000), changes: [] };
    expect(standingOf(ranked(said, 'vouched'), [], [forged, ...vouched]).supersededBy).toBe(two.node.id);
    expect(log(said, [event(said, 'rejected', 1500)], revisions).at(-1)).toBe('rejected');
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
