import { expect, test } from 'vitest';
import { NEW_SESSION, type NodeId, sessionId } from '../../src/model/ids.ts';
import { joinNotes, normalise } from '../../src/model/graph/join.ts';
import {
  type Attribution,
  EDGE_KINDS,
  type Edge,
  EVIDENCE,
  type Graph,
  type Node,
  type Note,
} from '../../src/model/model.ts';
import { decodeStatement, encodeStatement } from '../../src/model/statement.ts';
import {
  all,
  attacked,
  blame,
  type BlamedLine,
  FILE,
  forgetHistory,
  SESSION,
  stepOf,
  verify,
} from '../trust/attack.ts';
import { HAS_SSH } from '../trust/signed.ts';
import { randomOf, scaled, SEED, tell, TIMEOUT } from './campaign.ts';

// An attacker who can push notes and has no key adds random graphs, claims and statements, or changes and removes parts.

const HASHES = ['0', '1', 'a'].map((digit) => digit.repeat(64));

/** Random forgeries of one note. */
class Forger {
  readonly #random: () => number;
  readonly #note: Note;
  readonly #graph: Graph;

  /** @param graph the victim's in the note */
  constructor(random: () => number, note: Note, graph: Graph) {
    this.#random = random;
    this.#note = note;
    this.#graph = graph;
  }

  /** The victim's note with one to four forgeries. */
  forge(): Note {
    let forged = this.#note;
    for (let i = this.#below(4); i >= 0; i--) forged = this.#one(forged);
    return forged;
  }

  #one(note: Note): Note {
    switch (this.#below(8)) {
      case 0:
      case 1:
        return this.#joined(note, { graphs: [this.#newGraph()] });
      case 2:
        return this.#joined(note, { lines: new Map([[FILE, this.#claims()]]) });
      case 3:
        return this.#joined(note, { graphs: [this.#changedGraph()] });
      case 4:
        return this.#joined(note, { signatures: this.#statements() });
      case 5:
        return this.#normal({ ...note, lines: new Map([[FILE, this.#cut(note.lines.get(FILE) ?? [])]]) });
      case 6:
        return this.#normal({ ...note, graphs: note.graphs.filter(() => this.#below(3) > 0) });
      default: {
        const { signatures: _, ...rest } = note;
        return rest;
      }
    }
  }

  #joined(note: Note, more: Partial<Note>): Note {
    return joinNotes(note, this.#normal({ graphs: [], lines: new Map(), carried: [], ...more }));
  }

  // Empty lists of lines have no form in a note.
  #normal(note: Note): Note {
    return normalise({ ...note, lines: new Map([...note.lines].filter(([, list]) => list.length > 0)) });
  }

  #newGraph(): Graph {
    const session = this.#pick([SESSION, SESSION, 'eve', 'person']);
    const nodes = this.#nodes(session);
    const context = this.#below(2) === 0 ? this.#nodes(SESSION) : undefined;
    const edges = Array.from({ length: this.#below(6) }, () => this.#edge());
    return {
      session: {
        id: sessionId(session),
        agent: this.#pick(['claude-code', 'person']),
        ...this.#pick([NEW_SESSION, NEW_SESSION, {}]),
      },
      nodes,
      edges,
      ...(context && { context }),
      explains: [],
      previous: null,
      chain: this.#below(3) === 0 ? this.#graph.chain : { start: this.#pick(HASHES), head: this.#pick(HASHES) },
    };
  }

  // The victim's graph with another step or without an edge.
  #changedGraph(): Graph {
    const { nodes, edges } = this.#graph;
    const at = this.#below(nodes.length);
    const changed = nodes.map((node, i) =>
      i === at ? { ...node, summary: 'the attacker', detail: this.#detail() } : node,
    );
    return this.#below(2) === 0
      ? { ...this.#graph, nodes: changed as Node[] }
      : { ...this.#graph, edges: edges.slice(1) };
  }

  #nodes(session: string): Node[] {
    const numbers = new Set(Array.from({ length: 1 + this.#below(4) }, () => 1 + this.#below(12)));
    return [...numbers]
      .sort((a, b) => a - b)
      .map((number) => ({
        id: stepOf(session, number),
        kind: this.#pick(['verification', 'decision', 'human_gate', 'event', 'goal', 'commitment', 'patch'] as const),
        at: 1 + this.#below(9),
        summary: 'the attacker',
        detail: this.#detail(),
      }));
  }

  #detail(): NonNullable<Node['detail']> {
    return this.#pick([
      { passed: true },
      { source: 'declared' },
      { source: 'narrated' },
      { event: 'accepted', subject: this.#anyNode() },
      { event: 'retracted', subject: this.#anyNode() },
      { event: 'linked', subject: this.#anyNode(), object: this.#anyNode(), edge: 'supports' },
      { files: [FILE] },
    ]);
  }

  #edge(): Edge {
    const source = this.#pick(['observed', 'declared', 'inferred'] as const);
    return { from: this.#anyNode(), to: this.#anyNode(), kind: this.#pick(EDGE_KINDS), source };
  }

  #anyNode(): NodeId {
    return stepOf(this.#pick([SESSION, SESSION, 'eve']), 1 + this.#below(12));
  }

  #claims(): Attribution[] {
    return Array.from({ length: 1 + this.#below(9) }, () => {
      const start = 1 + this.#below(20);
      const node = this.#below(3) === 0 ? null : this.#anyNode();
      return all(node, this.#pick(EVIDENCE.filter((one) => one !== 'likely')), {
        start,
        count: 1 + this.#below(21 - start),
      });
    });
  }

  #cut(list: readonly Attribution[]): Attribution[] {
    return list
      .filter(() => this.#below(4) > 0)
      .map((one) => (one.count > 1 && this.#below(2) === 0 ? { ...one, count: 1 + this.#below(one.count - 1) } : one));
  }

  #statements(): NonNullable<Note['signatures']> {
    const [own] = this.#note.signatures ?? [];
    if (!own) return [{ payload: Uint8Array.from([0, this.#below(256)]), scheme: 'ssh', signature: 'none' }];
    const payload = encodeStatement({ ...decodeStatement(own.payload), at: 1 + this.#below(1000) });
    const scheme = this.#pick(['ssh', 'openpgp', 'unknown']);
    return [{ payload, scheme, signature: this.#pick([own.signature, 'none']) }];
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

/** What a reader sees of a line. */
const view = ({ owner, node, decision, verification }: BlamedLine): string =>
  JSON.stringify([owner, node, decision, verification]);

/** Lines with another owner, step, decision or verification than the signed one. Unknown is right for every line. */
function improved(before: readonly BlamedLine[], after: readonly BlamedLine[]): string[] {
  return after.flatMap((line, i) => {
    const known = before[i]!;
    if (line.owner === 'unknown' || view(line) === view(known)) return [];
    // Its graph was removed, which is a fault for verify: nothing is known of the step any more.
    if (line.node === known.node && line.decision === null && line.verification === 'none') return [];
    return [`line ${line.line}: ${view(known)} became ${view(line)}`];
  });
}

async function play(seed: number, signed: boolean): Promise<string[]> {
  const broken: string[] = [];
  await attacked({ signed }, async ({ vera, eve, note, graph, push, fresh, agent }) => {
    agent.write('g.txt', 'a later commit\n').stop().end();
    vera.repo.commit('later');
    vera.prov('status');
    vera.git('push', '-q', 'origin', 'main');
    const before = blame(vera);
    const random = randomOf(seed);
    const forged = new Forger(random, note, graph).forge();
    await push(forged);
    // Half of the attackers also rewrite the history of the notes, so that only the forged state is left.
    if (random() < 0.5) forgetHistory(eve);
    vera.git('fetch', '-q');
    const here = blame(vera);
    before.forEach(
      (line, i) =>
        view(line) === view(here[i]!) || broken.push(`recorded here: ${view(line)} became ${view(here[i]!)}`),
    );
    if (!signed) return;
    const fred = await fresh();
    const there = blame(fred);
    const [own] = note.signatures!;
    // Without the signature a fresh clone cannot know the signed lines; it says that all of them are only claimed.
    const isKept = forged.signatures?.some(
      ({ signature, payload }) => signature === own!.signature && Buffer.compare(payload, own!.payload) === 0,
    );
    if (isKept) broken.push(...improved(before, there).map((one) => `known signer: ${one}`));
    const isChanged = there.some((line, i) => view(line) !== view(before[i]!));
    const found = verify(fred, '--strict');
    if (isChanged && found.code === 0) broken.push('known signer: changed, and verify --strict finds nothing');
    if (isChanged && verify(fred).code === 0) broken.push('known signer: changed, and verify finds no fault');
  });
  return broken.map((one) => `seed ${seed}: ${one}`);
}

test(
  'random forgeries never improve or silently change what the victim’s side shows',
  { timeout: TIMEOUT },
  async () => {
    const stories = scaled(400, 2);
    const broken: string[] = [];
    for (let i = 0; i < stories; i++) {
      const found = await play(SEED * 1000 + i, HAS_SSH && i % 2 === 1);
      for (const one of found.slice(0, 3)) tell(one);
      broken.push(...found);
    }
    tell(`forge: ${stories} forgeries, ${new Set(broken.map((one) => one.split(':')[0])).size} succeeded`);
    expect(broken).toEqual([]);
  },
);
