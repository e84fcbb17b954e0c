import { describe, expect, test } from 'vitest';
import { nodeId, sessionId } from '../../../src/model/ids.ts';
import { type Revision, type SessionNode, standingOf } from '../../../src/model/knowledge/status.ts';
import type { Detail, Node } from '../../../src/model/model.ts';

const PERSON = { id: sessionId('person/1'), agent: 'person' };
const AGENT = { id: sessionId('one'), agent: 'claude-code' };
const BEHAVIOUR = { id: sessionId('behaviour/1'), agent: 'behaviour' };

let next = 0;
const made = (kind: Node['kind'], at: number, detail: Detail, session = AGENT): SessionNode => ({
  node: { id: nodeId(`0000000a-${++next}`), kind, at, summary: 'something', detail },
  session,
});
const entry = (at: number, detail: Detail = {}): SessionNode => made('belief', at, { source: 'declared', ...detail });
const event = (about: SessionNode, what: string, at: number, session = PERSON, detail: Detail = {}): SessionNode =>
  made('event', at, { event: what, subject: about.node.id, ...detail }, session);

describe('a revision supersedes an entry', () => {
  const said = entry(1000);
  const proposed = entry(2000, { status: 'proposed' });
  const accepted = entry(2000);
  const statusWith = (revision: SessionNode, changes: readonly SessionNode[], more: Partial<Revision> = {}): string =>
    standingOf(said, [], [{ entry: revision, changes, ...more }]).status;

  test('when a person accepted it, and not when an agent did', () => {
    expect(statusWith(proposed, [])).toBe('accepted');
    expect(statusWith(proposed, [event(proposed, 'accepted', 3000, AGENT)])).toBe('accepted');
    expect(statusWith(proposed, [event(proposed, 'accepted', 3000)])).toBe('superseded');
  });

  test('by the last verdict, in whichever order they are read', () => {
    const [yes, no] = [event(proposed, 'accepted', 3000), event(proposed, 'rejected', 4000)];
    expect([statusWith(proposed, [yes, no]), statusWith(proposed, [no, yes])]).toEqual(['accepted', 'accepted']);
    const again = event(proposed, 'accepted', 5000);
    expect([statusWith(proposed, [no, again]), statusWith(proposed, [again, no])]).toEqual([
      'superseded',
      'superseded',
    ]);
  });

  test('until it is rejected or taken back; other events are no verdict', () => {
    expect(statusWith(accepted, [])).toBe('superseded');
    expect(statusWith(accepted, [event(accepted, 'rejected', 3000)])).toBe('accepted');
    expect(statusWith(accepted, [event(accepted, 'rejected', 3000, AGENT)])).toBe('superseded');
    expect(statusWith(accepted, [event(accepted, 'retracted', 3000, AGENT)])).toBe('accepted');
    expect(statusWith(accepted, [event(accepted, 'confidence', 3000, AGENT, { after: 100 })])).toBe('superseded');
    expect(statusWith(accepted, [event(accepted, 'stale', 3000, AGENT)])).toBe('superseded');
  });

  test('only while the link holds', () => {
    expect(statusWith(accepted, [], { link: 'accepted' })).toBe('superseded');
    for (const link of ['proposed', 'rejected', 'retracted'])
      expect(statusWith(accepted, [], { link })).toBe('accepted');
  });

  test('but no entry that was rejected or taken back', () => {
    for (const verdict of ['rejected', 'retracted'])
      expect(standingOf(said, [event(said, verdict, 1500)], [{ entry: accepted, changes: [] }]).status).toBe(verdict);
  });
});

describe('an agent', () => {
  const said = entry(1000, { status: 'proposed' });

  test('neither accepts nor rejects an entry, and gives no verdict about a link', () => {
    for (const what of ['accepted', 'rejected', 'link_accepted', 'link_rejected'])
      for (const [session, counts] of [
        [AGENT, false],
        [PERSON, true],
      ] as const) {
        const { status, events } = standingOf(said, [event(said, what, 2000, session)]);
        expect([what, events.at(-1)!.counts]).toEqual([what, counts]);
        expect(status).toBe(counts && !what.startsWith('link') ? what : 'proposed');
      }
  });
});

describe('the log', () => {
  test('begins with the entry, also where an event has its time and a lower number', () => {
    const target = entry(1000);
    const early: SessionNode = {
      ...event(target, 'stale', 1000),
      node: { ...event(target, 'stale', 1000).node, id: nodeId('0000000a-0') },
    };
    const late = event(target, 'stale', 1000);
    for (const changes of [
      [early, late],
      [late, early],
    ])
      expect(standingOf(target, changes).events.map(({ node }) => node)).toEqual(
        [target, early, late].map(({ node }) => node.id),
      );
  });

  test('has only the fields that are known', () => {
    const plain = entry(1000);
    expect(standingOf(plain, [])).toStrictEqual({
      status: 'accepted',
      confidenceHistory: [],
      events: [
        {
          at: 1000,
          event: 'created',
          node: plain.node.id,
          session: AGENT.id,
          agent: 'claude-code',
          counts: true,
          after: 'accepted',
        },
      ],
    });
  });

  test('has why a behaviour made an entry; the reason of any other entry is in the entry', () => {
    const because = 'the test failed';
    const [byBehaviour, byAgent] = [BEHAVIOUR, AGENT].map(
      (session) => standingOf(made('belief', 1000, { source: 'declared', because }, session), []).events[0]!,
    );
    expect([byBehaviour!.because, byAgent!.because]).toEqual([because, undefined]);
  });

  test('leaves out what is no text, and a confidence that is no number', () => {
    const odd = entry(1000, { confidence: '900', by: 7, because: ['x'] });
    const standing = standingOf(odd, [event(odd, 'stale', 2000, PERSON, { by: 7, edge: 8, object: null })]);
    expect(standing).not.toHaveProperty('confidence');
    for (const one of standing.events)
      for (const name of ['by', 'because', 'edge', 'object']) expect(one).not.toHaveProperty(name);
  });
});
