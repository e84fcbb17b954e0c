import { expect, test } from 'vitest';
import { joinNotes } from '../../src/model/graph/join.ts';
import { NEW_SESSION, type NodeId, nodeId, oid, type RepoPath, sessionId, shortId } from '../../src/model/ids.ts';
import { thingId } from '../../src/model/knowledge/thing.ts';
import type { Edge, Graph, Node } from '../../src/model/model.ts';
import { decodeStatement, encodeStatement, statementHash } from '../../src/model/statement.ts';
import { all, attacked, changeIn, SESSION, stepOf } from './attack.ts';
import {
  adding,
  type Attack,
  chained,
  claims,
  edge,
  EVIL,
  evil,
  NOTHING,
  step,
  effectsOf,
  TIMEOUT_MS,
} from './pushed.ts';
import { HAS_SSH } from './signed.ts';

// Graphs and claims that a person who can push notes, and has no key, adds to a signed note.

const KINDS =
  'verified_by decided_by blocked_by led_to explored_via supersedes committed_via spawned relates_to reviewed_by';
const TRICK = 'name\u202Eevil\u2066\u001B]0;x\u0007\u200B\r\n';
const CHILD = `${SESSION}/child`;

// Two sessions that name each other as parents, and steps that lead to themselves.
function circle(name: string, parent: string): Graph {
  const ends = [1, 2, 3].map((n) => stepOf(name, n));
  const edges = KINDS.split(' ').flatMap((kind) =>
    ends.flatMap((from) => ends.flatMap((to): Edge[] => [edge(from, to, kind), edge(from, to, kind, 'declared')])),
  );
  const nodes = [
    step(name, 1, 'goal', 'one', { parent: stepOf(name, 1) }),
    step(name, 2, 'goal', 'two', { parent: stepOf(name, 3) }),
    step(name, 3, 'commitment', 'three', { parent: stepOf(name, 2) }),
  ];
  return chained({ id: sessionId(name), agent: 'x', parent: sessionId(parent) }, nodes, edges);
}

// The id that a node would have in version 1.
const oldId = (id: NodeId): NodeId => nodeId(shortId(id));

const ATTACKS: Readonly<Record<string, Attack>> = {
  'edges of all kinds from and to the steps of another graph': ({ note, graph, push }) => {
    const change = changeIn(graph).id;
    const edges = KINDS.split(' ').flatMap((kind) =>
      [2, 3, 4, 5].flatMap((n) => [
        edge(change, stepOf(EVIL, n), kind),
        edge(stepOf(EVIL, n), change, kind, 'declared'),
      ]),
    );
    return push(adding(note, evil(edges)));
  },
  "work of another session for the commit, also by the commit's own node": ({ note, commit, push }) => {
    const graph = evil();
    const patch = step(EVIL, 6, 'patch', 'the commit of the attacker', { parent: stepOf(EVIL, 1), detail: { commit } });
    const thing = { kind: 'commit', commit } as const;
    const own: Node = {
      id: thingId(thing),
      kind: 'commit',
      at: Date.now(),
      summary: '',
      detail: { commit, source: 'reference' },
    };
    const edges = [
      edge(stepOf(EVIL, 1), stepOf(EVIL, 2), 'led_to'),
      edge(stepOf(EVIL, 2), stepOf(EVIL, 3), 'verified_by'),
      edge(stepOf(EVIL, 2), stepOf(EVIL, 4), 'decided_by'),
      edge(stepOf(EVIL, 2), patch.id, 'committed_via'),
      edge(stepOf(EVIL, 2), own.id, 'committed_via', 'declared'),
    ];
    return push(adding(note, chained(graph.session, [...graph.nodes, patch, own], edges)));
  },
  'steps of a turn in the name of a person': ({ note, push }) => {
    const nodes = evil().nodes.filter(({ kind }) => kind !== 'decision');
    return push(adding(note, chained({ id: sessionId(EVIL), agent: 'person' }, nodes)));
  },
  'steps of a turn in the report of a check': ({ note, commit, push }) => {
    const patch = step(EVIL, 6, 'patch', 'the commit of the attacker', { detail: { commit } });
    const nodes = [...evil().nodes.filter(({ kind }) => kind !== 'decision'), patch];
    const reported = nodes.map((node) => ({ ...node, detail: { ...node.detail, told: 'ci' } }));
    return push(adding(note, chained({ id: sessionId(EVIL), agent: 'ci' }, reported)));
  },
  "a session that calls itself a sub-agent of another's": ({ note, graph, push }) => {
    const nodes = [
      step(CHILD, 1, 'goal', 'the goal of the attacker'),
      step(CHILD, 2, 'verification', 'all tests pass', { detail: { passed: true } }),
    ];
    const edges = [
      edge(changeIn(graph).id, stepOf(CHILD, 2), 'verified_by'),
      edge(changeIn(graph).id, stepOf(CHILD, 1), 'spawned'),
    ];
    const session = { id: sessionId(CHILD), agent: 'claude-code', parent: sessionId(SESSION) };
    return push(adding(note, chained(session, nodes, edges)));
  },
  "a graph of another's session with steps of the attacker's": ({ note, push }) =>
    push(adding(note, { ...evil(), session: { id: sessionId(SESSION), agent: 'human', vendor: 'x', model: 'y' } })),
  "a graph of another's session with steps of the attacker's, and prefixes of this version": ({ note, push }) =>
    push(adding(note, { ...evil(), session: { id: sessionId(SESSION), agent: 'human', vendor: 'x', ...NEW_SESSION } })),
  "steps with the numbers of another's session in the form of version 1": ({ note, graph, push }) => {
    const nodes = graph.nodes.map((node) => ({
      ...node,
      id: oldId(node.id),
      ...(node.parent && { parent: oldId(node.parent) }),
    }));
    const edges = graph.edges.map((one) => ({ ...one, from: oldId(one.from), to: oldId(one.to) }));
    const { digits: _, ...session } = graph.session;
    return push(adding(note, { ...chained(session, nodes, edges, {}), explains: graph.explains }));
  },
  'another agent, model and number of tokens for the session': ({ note, graph, push }) =>
    push(
      adding(note, {
        ...graph,
        session: { ...graph.session, agent: 'human', model: 'a person', vendor: 'nobody' },
        usage: { input: 2 ** 52, output: 2 ** 52 },
      }),
    ),
  'lines, times and tokens at the ends of what numbers can be': ({ note, push }) => {
    const last = step(EVIL, 999_999_999, 'commitment', 'y', { at: 0 });
    const graph = chained({ id: sessionId(EVIL), agent: 'x' }, [step(EVIL, 1, 'goal', 'x', { at: 2 ** 52 }), last]);
    const claim = { ...all(last.id, 'exact'), count: 2 ** 31 - 2 };
    return push(joinNotes(adding(note, { ...graph, usage: { input: 2 ** 52, output: 2 ** 52 } }), claims(claim)));
  },
  'statements that name each other in a circle': ({ note, push }) => {
    const [own] = note.signatures!;
    const statement = decodeStatement(own!.payload);
    const one = encodeStatement({ ...statement, at: 1, after: [statementHash(own!.payload)] });
    const two = encodeStatement({ ...statement, at: 2, after: [statementHash(one), statementHash(own!.payload)] });
    const three = encodeStatement({ ...statement, at: 3, after: [statementHash(two), 'ab'.repeat(32)] });
    const copies = [one, two, three].map((payload) => ({ payload, scheme: 'ssh', signature: own!.signature }));
    return push({ ...note, signatures: [own!, ...copies] });
  },
  'sources that never had these lines': ({ note, push, eve }) =>
    push({
      ...note,
      carried: [
        { from: oid('ab'.repeat(20)), how: 'squash' },
        { from: eve.repo.oid('HEAD'), how: 'rebase' },
      ],
    }),
  'a person’s claims with weaker evidence': ({ note, push }) =>
    push(
      joinNotes(
        note,
        claims(...(['imported', 'carried', 'reformatted', 'moved', 'inferred'] as const).map((one) => all(null, one))),
      ),
    ),
  'an import that names a person as the agent': ({ note, push }) => {
    const typed = step(EVIL, 1, 'commitment', 'typed by a person', { detail: { imported: 'git-ai' } });
    const graph = chained({ id: sessionId(EVIL), agent: 'human' }, [typed]);
    return push(joinNotes(adding(note, graph), claims(all(typed.id, 'imported'))));
  },
  'claims of a step of the same session that no graph has': ({ note, push }) =>
    push(joinNotes(note, claims(all(stepOf(SESSION, 9999), 'exact')))),
  'names of agents, models, steps and paths with control and bidirectional characters': ({ note, push }) => {
    const one = step(EVIL, 1, 'goal', TRICK, { at: 1, tool: TRICK });
    const graph = chained({ id: sessionId(EVIL), agent: TRICK, model: TRICK, vendor: TRICK }, [one]);
    const lines = new Map([[TRICK as RepoPath, [all(one.id, 'exact')]]]);
    return push(joinNotes(adding(note, graph), { ...NOTHING, lines }));
  },
  'a graph that follows on the last one, and begins elsewhere': ({ note, graph, push }) =>
    push(adding(note, { ...evil(), session: graph.session, chain: { ...graph.chain, start: graph.chain.head } })),
  'sessions that are parents of each other, and steps in a circle': ({ note, push }) =>
    push(adding(note, circle('A', 'B'), circle('B', 'A'), circle('C', 'C'), circle('D', SESSION))),
  'two hundred sessions that each changed the file': ({ note, push, commit }) => {
    const graphs = Array.from({ length: 200 }, (_, i) => {
      const name = `evil ${i}`;
      const nodes = [
        step(name, 1, 'commitment', 'changed the file', { detail: { files: ['f.txt'] } }),
        step(name, 2, 'patch', 'twenty lines', { detail: { commit } }),
      ];
      return chained({ id: sessionId(name), agent: 'claude-code' }, nodes);
    });
    return push(joinNotes(adding(note, ...graphs), claims(all(stepOf('evil 7', 1), 'exact'))));
  },
};

test.runIf(HAS_SSH).each(Object.entries(ATTACKS))(
  '%s: changes nothing that was recorded or signed',
  { timeout: TIMEOUT_MS },
  async (_, attack) => {
    expect(await effectsOf(attack, true)).toEqual([]);
  },
);

test('without signing, a claimed session is marked in JSON and counts nowhere else', () =>
  attacked({}, async ({ vera, note, push }) => {
    const list = (): { session: { id: string }; standing: string; lines: number; claimed: object }[] =>
      JSON.parse(vera.prov('sessions', '--json').stdout).sessions;
    const [own] = list();
    expect(own).toMatchObject({ standing: 'recorded', lines: 20, claimed: { commits: 0, lines: 0 } });
    await push(joinNotes(adding(note, evil()), claims(all(stepOf(EVIL, 2), 'exact'))));
    vera.git('fetch', '-q');
    const now = list();
    expect(now.find(({ session }) => session.id === SESSION)).toEqual(own);
    expect(now.find(({ session }) => session.id === EVIL)).toMatchObject({ standing: 'claimed' });
    for (const args of [['report', '--json', 'HEAD~1..HEAD'], ['show', 'HEAD'], ['log']])
      expect(vera.prov(...args).stdout).not.toMatch(/attacker/);
  }));
