import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { joinNotes } from '../../src/model/graph/join.ts';
import { chainOf, GENESIS } from '../../src/model/graph/ledger.ts';
import { NEW_SESSION, type NodeId, type Oid, sessionId } from '../../src/model/ids.ts';
import type { Edge, Graph, Node, Note } from '../../src/model/model.ts';
import { PROGRAM, type Site } from '../sharing/world.ts';
import {
  type Attacked,
  attackedAfter,
  type AttackOptions,
  forgedGraph,
  read,
  SESSION,
  stepOf,
  verify,
} from './attack.ts';
import { HAS_SSH } from './signed.ts';

// What review, list, search, trace and history show of a victim's entries, after a person without a key pushed notes about them.

const PROPOSED = 'Keep the tokens in one table';
const FORGED = 'The attacker says so about tokens';

interface Proposed {
  readonly id: NodeId;
  /** A clone that knows the signer if Vera signs; otherwise Vera's. */
  readonly site: Site;
  /** What this clone shows of the proposal. */
  readonly before: object;
}

interface Addition {
  /** Eve adds graphs to the note of the second commit. */
  add(graphs: readonly Graph[]): Promise<void>;
}

/** Runs a story after Vera's agent proposed an entry, and Vera pushed it with a second commit. */
function proposed(
  options: AttackOptions,
  story: (attacked: Attacked & Proposed & Addition) => Promise<void>,
): Promise<void> {
  const prepare = async ({ vera, agent, eve, fresh }: Attacked): Promise<Proposed & { note: Note; noted: Oid }> => {
    const env = { ...vera.repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
    const args = [PROGRAM, 'add', 'decision', PROPOSED, '--json'];
    const said = spawnSync(process.execPath, args, { cwd: vera.repo.dir, env });
    const { node: id } = JSON.parse(said.stdout.toString()) as { node: NodeId };
    agent.write('g.txt', 'another file\n').stop();
    const noted = vera.repo.commit('with a proposal');
    vera.prov('status');
    vera.git('push', '-q', 'origin', 'main');
    eve.git('fetch', '-q', 'origin', '+refs/notes/provenance:refs/notes/provenance');
    const site = options.signed === true ? await fresh() : vera;
    return { id, site, before: shown(site, id), noted, note: await read(eve, noted) };
  };
  return attackedAfter('proposed', options, prepare, (around, { note, noted, ...more }) =>
    story({
      ...around,
      ...more,
      add: (graphs) => around.push(joinNotes(note, { graphs, lines: new Map(), carried: [] }), noted),
    }),
  );
}

/** A graph with steps of its own, in a session of any name. */
function graphWith(name: string, agent: string, nodes: Node[], edges: Edge[] = []): Graph {
  const id = sessionId(name);
  const chain = { start: GENESIS, head: chainOf(id, nodes, GENESIS, null).head };
  return { ...forgedGraph(id, [], edges), session: { id, agent, ...NEW_SESSION }, nodes, chain };
}

const PERSON = 'person/0123456789abcdef';
const event = (id: NodeId, at: number, detail: Record<string, unknown>): Node => ({
  id,
  kind: 'event',
  at,
  summary: FORGED,
  detail: { source: 'declared', ...detail } as NonNullable<Node['detail']>,
});

/** Forged graphs about an entry, by the attack. */
const attacks: Readonly<Record<string, (proposal: NodeId) => Graph>> = {
  'an accepting review in the name of a person': (subject) =>
    graphWith(PERSON, 'person', [event(stepOf(PERSON, 900), Date.now(), { event: 'accepted', subject, by: 'Vera' })]),
  'a rejecting review in the name of a person': (subject) =>
    graphWith(PERSON, 'person', [event(stepOf(PERSON, 901), Date.now(), { event: 'rejected', subject, by: 'Vera' })]),
  'a retraction in the same session': (subject) =>
    graphWith(SESSION, 'claude-code', [event(stepOf(SESSION, 950), Date.now(), { event: 'retracted', subject })]),
  'an entry that replaces it': (to) => {
    const id = stepOf(PERSON, 902);
    const node: Node = { id, kind: 'decision', at: Date.now(), summary: FORGED, detail: { source: 'declared' } };
    return graphWith(PERSON, 'person', [node], [{ from: id, to, kind: 'supersedes', source: 'declared' }]);
  },
  'an entry with the same id': (id) => {
    const node: Node = { id, kind: 'decision', at: Date.now(), summary: FORGED, detail: { source: 'declared' } };
    return graphWith(SESSION, 'claude-code', [node]);
  },
  'a copy of it with other words': (id) => ({
    ...graphWith(SESSION, 'claude-code', [event(stepOf(SESSION, 960), Date.now(), { event: 'noted' })]),
    context: [{ id, kind: 'decision', at: Date.now(), summary: FORGED, detail: { source: 'declared' } }],
  }),
  'an entry that claims to be its reason': (to) => {
    const id = stepOf(PERSON, 903);
    const node: Node = { id, kind: 'evidence', at: Date.now(), summary: FORGED, detail: { source: 'declared' } };
    const edges: Edge[] = [
      { from: id, to, kind: 'supports', source: 'declared' },
      { from: to, to: id, kind: 'derived_from', source: 'declared' },
    ];
    return graphWith(PERSON, 'person', [node], edges);
  },
};

interface Items {
  readonly items?: readonly { id: string }[];
  readonly results?: readonly { id: string }[];
}

const json = (site: Site, ...args: string[]): unknown => {
  const { code, stdout, stderr } = site.prov(...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
};

/** What a clone shows of one entry. */
function shown(site: Site, id: NodeId): object {
  const of = (found: unknown): unknown => {
    const { items, results } = found as Items;
    return (items ?? results ?? []).filter((one) => one.id === id);
  };
  const { status, confidence } = json(site, 'history', `decision:${id}`) as { status: string; confidence: unknown };
  return {
    review: json(site, 'review'),
    list: of(json(site, 'list', 'decision')),
    search: of(json(site, 'search', 'tokens')),
    trace: json(site, 'trace', `decision:${id}`),
    history: { status, confidence },
  };
}

describe.each(Object.entries(attacks))('%s', (_, forge) => {
  test('changes nothing in the clone that recorded the entry', () =>
    proposed({}, async ({ site, before, id, add }) => {
      expect(JSON.stringify(before)).toContain(PROPOSED);
      await add([forge(id)]);
      site.git('fetch', '-q');
      expect(shown(site, id)).toEqual(before);
    }));

  test.runIf(HAS_SSH)('changes nothing in a clone that knows the signer', () =>
    proposed({ signed: true }, async ({ site, before, id, add }) => {
      expect(JSON.stringify(before)).toContain(PROPOSED);
      await add([forge(id)]);
      site.git('fetch', '-q');
      expect(shown(site, id)).toEqual(before);
      const { code, words } = verify(site, '--strict');
      expect(code).toBe(1);
      expect(words).toContain('No allowed signer vouches for it');
    }),
  );
});

test('a thousand newer graphs about an entry do not push it out of what is read', () =>
  proposed({}, async ({ site, before, id, add }) => {
    const many = Array.from({ length: 600 }, (_, i) => {
      const name = `crowd-${i}`;
      const detail = { source: 'declared' } as const;
      const node: Node = { id: stepOf(name, 1), kind: 'decision', at: Date.now() + i, summary: FORGED, detail };
      return graphWith(name, 'person', [node], [{ from: node.id, to: id, kind: 'supports', source: 'declared' }]);
    });
    await add(many);
    site.git('fetch', '-q');
    expect(shown(site, id)).toEqual(before);
    const limited = json(site, 'list', 'decision', '--limit', '1') as Items;
    expect(limited.items!.map((one) => one.id)).toEqual([id]);
  }));

test.runIf(HAS_SSH)('what is only claimed is marked where notes are signed', () =>
  proposed({ signed: true }, async ({ id, add, fresh }) => {
    await add([attacks['an entry that replaces it']!(id)]);
    const fred = await fresh();
    for (const args of [
      ['list', 'decision'],
      ['search', 'tokens'],
      ['trace', `decision:${stepOf(PERSON, 902)}`],
    ]) {
      const lines = fred.prov(...args).stdout.split('\n');
      for (const line of lines.filter((one) => one.includes(FORGED))) expect(line).toContain('(claimed)');
      expect(lines.filter((one) => one.includes(FORGED))).not.toEqual([]);
      for (const line of lines.filter((one) => one.includes(PROPOSED))) expect(line).not.toContain('(claimed)');
      expect(JSON.stringify(json(fred, ...args))).toMatch(/"standing":"claimed"/);
    }
    fred.git('config', 'prov.trust', 'vouched');
    expect(fred.prov('list', 'decision').stdout).not.toContain(FORGED);
    expect(fred.prov('search', 'tokens').stdout).not.toContain(FORGED);
  }),
);

test.runIf(HAS_SSH)('the standing follows the list of signers and the memory of the clone', () =>
  proposed({ signed: true }, async ({ id, vera, site: fred }) => {
    const standing = (site: Site): unknown =>
      (json(site, 'list', 'decision') as { items: { id: string; standing?: string }[] }).items.find(
        (one) => one.id === id,
      )?.standing;
    expect([standing(vera), standing(fred)]).toEqual(['recorded', 'vouched']);
    const allowed = join(vera.repo.home, 'allowed');
    const signers = readFileSync(allowed);
    writeFileSync(allowed, '');
    expect([standing(vera), standing(fred)]).toEqual(['recorded', 'claimed']);
    writeFileSync(allowed, signers);
    for (const name of ['recorded', 'graphs'])
      rmSync(join(vera.repo.dir, '.git/prov', name), { recursive: true, force: true });
    expect([standing(vera), standing(fred)]).toEqual(['vouched', 'vouched']);
  }),
);
