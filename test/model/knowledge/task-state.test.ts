import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainSource } from '../../../src/ask/index/in-memory-source.ts';
import { KnowledgeGraph } from '../../../src/ask/knowledge/knowledge-graph.ts';
import { nodeId, type NodeId, sessionId, sessionPrefix } from '../../../src/model/ids.ts';
import { type SessionNode, type Standing, standingOf } from '../../../src/model/knowledge/status.ts';
import { TASK_STATES, taskState } from '../../../src/model/knowledge/task-state.ts';
import type { Detail, Edge, Graph, Node } from '../../../src/model/model.ts';
import { rememberStanding } from '../../../src/model/standing/standing.ts';
import type { RecordStanding } from '../../../src/model/standing/level.ts';

const PERSON = { id: sessionId('person/1'), agent: 'person' };
const AGENT = { id: sessionId('one'), agent: 'claude-code' };

const declared = (more: Detail = {}): Detail => ({ source: 'declared', ...more });
const said = (detail: Detail = {}, kind: Node['kind'] = 'task'): SessionNode => ({
  node: { id: nodeId('0000000a-1'), kind, at: 1, summary: 'Write the manual', detail: declared(detail) },
  session: AGENT,
  standing: 'recorded',
});
const event = (at: number, what: string, more: Detail = {}, standing: RecordStanding = 'recorded'): SessionNode => ({
  node: {
    id: nodeId(`0000000b-${at}`),
    kind: 'event',
    at,
    summary: what,
    detail: declared({ event: what, subject: '0000000a-1', ...more }),
  },
  session: PERSON,
  standing,
});
const to = (at: number, state: string, standing?: RecordStanding): SessionNode =>
  event(at, 'state', { state }, standing);
const states = ({ events }: Standing): unknown[] => events.map(({ before, after, counts }) => [before, after, counts]);

describe('the state of a task', () => {
  test('is the last stated one, of a person or an agent', () => {
    expect(standingOf(said(), []).state).toBe('open');
    const standing = standingOf(said(), [to(2, 'active'), to(3, 'blocked'), event(4, 'completed')]);
    expect(standing).toMatchObject({ state: 'done', status: 'completed' });
    expect(states(standing)).toEqual([
      [undefined, 'accepted', true],
      [undefined, 'active', true],
      ['active', 'blocked', true],
      ['accepted', 'completed', true],
    ]);
  });

  test('can be open again after done, with the status from before', () => {
    expect(standingOf(said(), [event(2, 'completed'), to(3, 'open')])).toMatchObject({
      state: 'open',
      status: 'accepted',
    });
    const proposed = said({ status: 'proposed' });
    expect(standingOf(proposed, [to(2, 'done')])).toMatchObject({ state: 'done', status: 'completed' });
    expect(standingOf(proposed, [to(2, 'done'), to(3, 'done'), to(4, 'active')])).toMatchObject({
      state: 'active',
      status: 'proposed',
    });
  });

  test('may be recorded with the task', () => {
    expect(standingOf(said({ state: 'active' }), []).state).toBe('active');
    expect(standingOf(said({ state: 'done' }), [])).toMatchObject({ state: 'done', status: 'completed' });
  });

  test('belongs to tasks and declared goals that hold, and to nothing else', () => {
    expect(standingOf(said({}, 'claim'), [to(2, 'done')])).not.toHaveProperty('state');
    expect(standingOf(said({ source: 'prompt' }, 'goal'), [])).not.toHaveProperty('state');
    expect(standingOf(said({}, 'goal'), []).state).toBe('open');
    expect(standingOf(said(), [event(2, 'retracted'), to(3, 'active')])).not.toHaveProperty('state');
  });

  test('an event with an unknown word changes nothing', () => {
    expect(standingOf(said(), [to(2, 'active'), to(3, 'later'), event(4, 'state')])).toMatchObject({
      state: 'active',
      events: { length: 2 },
    });
  });

  test('what is only claimed does not change what this clone recorded', () => {
    const standing = standingOf(said({ state: 'active' }), [
      to(2, 'dropped', 'claimed'),
      event(3, 'completed', {}, 'claimed'),
    ]);
    expect(standing).toMatchObject({ state: 'active', status: 'accepted' });
    expect(states(standing).slice(1)).toEqual([
      ['active', 'active', false],
      ['accepted', 'accepted', false],
    ]);
  });

  test('does not depend on the order of the notes', () => {
    const all = [to(2, 'active'), to(2, 'dropped'), event(3, 'completed'), to(4, 'open'), to(5, 'blocked', 'claimed')];
    all[1] = { ...all[1]!, node: { ...all[1]!.node, id: nodeId('0000000c-1') } };
    const expected = standingOf(said(), all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (mixed) => {
        expect(standingOf(said(), mixed)).toEqual(expected);
      }),
    );
  });

  test('without a statement it is blocked exactly while a dependency is not done', () => {
    const some = fc.option(fc.constantFrom(...TASK_STATES), { nil: undefined });
    fc.assert(
      fc.property(some, fc.array(some), (stated, dependencies) => {
        const waits = dependencies.some(
          (one) => one === 'open' || one === 'blocked' || one === 'active' || one === 'dropped',
        );
        expect(taskState(stated, dependencies)).toBe(stated ?? (waits ? 'blocked' : 'open'));
      }),
    );
  });
});

// Tasks of one session: 1 depends on 2. A second session is a stranger's or this clone's.
const OTHER = sessionId('two');
const id = (session: string, n: number): NodeId => nodeId(`${sessionPrefix({ id: sessionId(session) })}-${n}`);
const task = (one: NodeId, detail: Detail = {}): Node => ({
  id: one,
  kind: 'task',
  at: 1,
  summary: 'a task',
  detail: declared(detail),
});
const change = (one: NodeId, subject: NodeId, what: string, more: Detail = {}): Node => ({
  id: one,
  kind: 'event',
  at: 5,
  summary: what,
  detail: declared({ event: what, subject, ...more }),
});
const depends = (from: NodeId, on: NodeId): Edge => ({ from, to: on, kind: 'depends_on', source: 'declared' });
function graph(session: string, nodes: readonly Node[], edges: readonly Edge[], standing: RecordStanding): Graph {
  const one: Graph = {
    session: { id: sessionId(session), agent: 'claude-code' },
    nodes,
    edges,
    explains: [],
    previous: null,
    chain: { start: '', head: '' },
  };
  rememberStanding(one, standing);
  return one;
}
async function stateIn(graphs: readonly Graph[], one: NodeId): Promise<unknown> {
  const world = new KnowledgeGraph([plainSource(graphs)]);
  await world.learnStanding([one]);
  return world.standing(one)?.state;
}

describe('a task that depends on another one', () => {
  const [first, second] = [id('one', 1), id('one', 2)];
  const pair = (more: readonly Node[] = [], edges: readonly Edge[] = []): Graph =>
    graph('one', [task(first), task(second), ...more], [depends(first, second), ...edges], 'recorded');

  test('is blocked until that one is done', async () => {
    expect(await stateIn([pair()], first)).toBe('blocked');
    expect(await stateIn([pair()], second)).toBe('open');
    expect(await stateIn([pair([change(id('one', 3), second, 'completed')])], first)).toBe('open');
    expect(await stateIn([pair([change(id('one', 3), second, 'state', { state: 'dropped' })])], first)).toBe('blocked');
    expect(await stateIn([pair([change(id('one', 3), second, 'retracted')])], first)).toBe('open');
    const removed = change(id('one', 3), first, 'unlinked', { edge: 'depends_on', object: second });
    expect(await stateIn([pair([removed])], first)).toBe('open');
  });

  test('keeps the state that was stated for it', async () => {
    expect(await stateIn([pair([change(id('one', 3), first, 'state', { state: 'active' })])], first)).toBe('active');
  });

  test('waits for the newest wording of that one', async () => {
    const newer = id('one', 3);
    const revised: Edge = { from: newer, to: second, kind: 'supersedes', source: 'declared' };
    expect(await stateIn([pair([task(newer)], [revised])], first)).toBe('blocked');
    expect(await stateIn([pair([task(newer, { state: 'done' })], [revised])], first)).toBe('open');
  });

  test('two that depend on each other are both blocked', async () => {
    const both = pair([], [depends(second, first)]);
    expect([await stateIn([both], first), await stateIn([both], second)]).toEqual(['blocked', 'blocked']);
  });

  test('a stranger can neither free nor block it', async () => {
    const theirs = id(OTHER, 1);
    const mine = graph('one', [task(first)], [depends(first, theirs)], 'recorded');
    expect(await stateIn([mine], first)).toBe('blocked'); // what it waits for is in no note here
    const claim = { ...task(theirs), kind: 'claim' as const };
    for (const nodes of [
      [task(theirs, { state: 'done' })],
      [claim],
      [task(theirs), change(id(OTHER, 2), theirs, 'completed')],
    ])
      expect(await stateIn([mine, graph(OTHER, nodes, [], 'claimed')], first)).toBe('blocked');
    const mineToo = graph('one', [task(first), change(id('one', 2), theirs, 'completed')], mine.edges, 'recorded');
    expect(await stateIn([mineToo, graph(OTHER, [task(theirs)], [], 'claimed')], first)).toBe('open');
    const free = graph('one', [task(first)], [], 'recorded');
    expect(await stateIn([free, graph(OTHER, [task(theirs)], [depends(first, theirs)], 'claimed')], first)).toBe(
      'open',
    );
  });

  test('among claimed tasks the same rules hold', async () => {
    const all = (detail: Detail): Graph =>
      graph('one', [task(first), task(second, detail)], [depends(first, second)], 'claimed');
    expect(await stateIn([all({})], first)).toBe('blocked');
    expect(await stateIn([all({ state: 'done' })], first)).toBe('open');
  });
});
