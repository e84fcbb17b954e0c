import { claimsHash } from '../../model/lines-hash.ts';
import { importedNodes } from '../../model/standing/imported.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { type GraphId, type NodeId, type RepoPath, type SessionId, numberOf } from '../../model/ids.ts';
import { isLedgerStep, nextContext, stepHash } from '../../model/graph/ledger.ts';
import type { Attribution, Graph, Node, Note } from '../../model/model.ts';
import { textsOf } from '../../redact/note-texts.ts';
import type { TextMatcher } from './text-matcher.ts';

/** The state of a ledger: its rolling hash, and the hash of its last step. */
export interface Standing {
  readonly head: string;
  readonly parent: string | null;
}

/**
 * Rebuilds steps and graphs without a text. After a changed step all later hashes change: of the step, of the ledger, of the graph, and
 * of `previous` in the next one. Every clone gets the same results.
 */
export class GraphRebuild {
  readonly #needle: TextMatcher;
  /** Changed hashes: of steps, of ledgers, and ids of graphs. */
  readonly #hashes = new Map<string, string>();
  readonly #graphs = new Map<GraphId, Graph>();
  /** The number of steps that contained the text. */
  changed = 0;
  /** Complete texts of steps that contained it. */
  readonly fields = new Set<string>();
  readonly #changedSteps = new Set<string>();
  readonly #names = new Map<string, boolean>();

  constructor(needle: TextMatcher) {
    this.#needle = needle;
  }

  /** The current value of a hash; the same value when it did not change. It may have changed several times. */
  hash(old: string): string {
    let hash = old;
    for (let next = this.#hashes.get(hash); next !== undefined && next !== hash; next = this.#hashes.get(hash))
      hash = next;
    return hash;
  }

  /** All changed hashes and ids, by their former values. */
  get hashes(): ReadonlyMap<string, string> {
    return this.#hashes;
  }

  /** Adds the findings of an earlier attempt that did not end. */
  know(hashes: Iterable<readonly [was: string, is: string]>): void {
    for (const [was, is] of hashes) this.#note(was, is);
  }

  /** Whether any hash changed. */
  get hasChanges(): boolean {
    return this.#hashes.size > 0;
  }

  /** A step without the text. */
  node(session: SessionId, node: Node): Node {
    const next = this.copy(node);
    const key = `${session}\0${node.id}`;
    if (next !== node && !this.#changedSteps.has(key) && this.#needle.inNode(node) !== node) {
      this.#changedSteps.add(key);
      this.changed++;
    }
    return next;
  }

  /** Processes one step of a ledger, before and after. @returns the new state of both */
  step(session: SessionId, before: Node, after: Node, old: Standing, now: Standing): { old: Standing; now: Standing } {
    const [was, is] = [stepHash(session, before, old.parent), stepHash(session, after, now.parent)];
    const next = {
      old: { head: nextContext(old.head, was), parent: was },
      now: { head: nextContext(now.head, is), parent: is },
    };
    this.#note(was, is);
    this.#note(next.old.head, next.now.head);
    return next;
  }

  /**
   * Rebuilds graphs. Those of one session are processed in order. A graph that begins in the middle of another session's ledger needs
   * that one first, so the loop repeats until nothing changes.
   */
  graphs(graphs: Iterable<Graph>): void {
    const all = [...graphs].toSorted((a, b) => firstNumber(a) - firstNumber(b));
    for (let before = -1; before !== this.#hashes.size;) {
      before = this.#hashes.size;
      for (const graph of all) this.#renew(graph);
    }
  }

  /** The rebuilt graph; the same object if nothing changed. */
  graph(graph: Graph): Graph {
    return this.#graphs.get(graphIdOf(graph)) ?? graph;
  }

  /** The lines of a note, with names of files without the text; the same map if no name has it. */
  lines(lines: Note['lines']): Note['lines'] {
    if (![...lines.keys()].some((path) => this.#isInName(path))) return lines;
    const next = new Map<RepoPath, readonly Attribution[]>();
    for (const [path, list] of lines) {
      const name = this.#needle.replace(path) as RepoPath;
      next.set(name, [...(next.get(name) ?? []), ...list]);
    }
    return next;
  }

  // Many notes name the same files.
  #isInName(path: string): boolean {
    let isIn = this.#names.get(path);
    if (isIn === undefined) this.#names.set(path, (isIn = this.#needle.isIn(path)));
    return isIn;
  }

  /** Adds the changed hashes over a note's lines (`claimsHash`), which the steps about its commit contain. */
  claims(note: Note): void {
    const next = this.lines(note.lines);
    if (next === note.lines) return;
    const imported = importedNodes(note);
    for (const { session, nodes } of note.graphs) {
      const own = new Set(nodes.map(({ id }) => id));
      const choices = [undefined, (step: NodeId) => own.has(step), (step: NodeId) => !imported.has(step)];
      for (const counts of choices) {
        const [was, is] = [claimsHash(note.lines, session, counts), claimsHash(next, session, counts)];
        if (was !== undefined && is !== undefined) this.#note(was, is);
      }
    }
  }

  /** The rebuilt note; the same object if nothing changed. Signatures of changed content become useless. */
  note(note: Note): Note {
    const graphs = note.graphs.map((graph) => this.graph(graph));
    const extra = note.extra && this.#needle.inExtra(note.extra);
    const lines = this.lines(note.lines);
    const isSame = graphs.every((graph, i) => graph === note.graphs[i]) && lines === note.lines;
    if (isSame && extra === note.extra) return note;
    const { signatures: _, ...rest } = note;
    return { ...rest, graphs, lines, ...(extra && { extra }) };
  }

  #renew(graph: Graph): void {
    const { session, chain, context } = graph;
    const nodes = graph.nodes.map((node) => this.node(session.id, node));
    const copies = context?.map((node) => this.copy(node));
    const extra = graph.extra && this.#needle.inExtra(graph.extra);
    const isSame =
      same(nodes, graph.nodes) &&
      same(copies, context) &&
      extra === graph.extra &&
      [chain.start, chain.parent, graph.previous].every((hash) => !hash || this.hash(hash) === hash);
    if (isSame) return;
    let old: Standing = { head: chain.start, parent: chain.parent ?? null };
    const start: Standing = { head: this.hash(chain.start), parent: old.parent && this.hash(old.parent) };
    let now = start;
    for (const [i, node] of graph.nodes.entries())
      if (isLedgerStep(node)) ({ old, now } = this.step(session.id, node, nodes[i]!, old, now));
    // Damage from before stays. This code must not hide it.
    const head = old.head === chain.head ? now.head : chain.head;
    const next: Graph = {
      ...graph,
      nodes,
      previous: graph.previous && (this.hash(graph.previous) as GraphId),
      chain: { start: start.head, head, ...(start.parent !== null && { parent: start.parent }) },
      ...(copies && { context: copies }),
      ...(extra && { extra }),
    };
    const [before, after] = [graphIdOf(graph), graphIdOf(next)];
    if (before === after) return;
    this.#graphs.set(before, next);
    this.#note(before, after);
  }

  /** A copy of a step, without the text and with the current hash of its lines. */
  copy(node: Node): Node {
    const next = this.#needle.inNode(node);
    if (next !== node) for (const { text } of textsOf(node)) if (this.#needle.isIn(text)) this.fields.add(text);
    const lines = node.detail?.['lines'];
    if (typeof lines !== 'string' || this.hash(lines) === lines) return next;
    return { ...next, detail: { ...next.detail, lines: this.hash(lines) } };
  }

  #note(was: string, is: string): void {
    if (was !== is) this.#hashes.set(was, is);
  }
}

const firstNumber = ({ nodes: [first] }: Graph): number => (first ? numberOf(first.id) : Infinity);

const same = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): boolean =>
  a === b || (a !== undefined && a.every((one, i) => one === b?.[i]));
