import { prefixesOf, type NodeId, type Oid, type RepoPath, type SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import { asThing, hasNode } from '../../model/standing/things.ts';
import { pathToBytes } from '../../model/path.ts';
import type { GitReader } from '../../git/objects/port.ts';
import { GraphReader } from './graph-reader.ts';
import { idsFrom, shortsFrom } from './prefix-range.ts';
import type { Db, Row } from '../../sqlite/sqlite.ts';
import { fits } from './in-memory-source.ts';
import {
  BELOW,
  CHANGING,
  FAMILY,
  HIGHER,
  HIGHER_SESSION,
  HOLDING,
  MAY_BE_PROPOSAL,
  LINED,
  NAMED,
  NOTES_HOLDING,
  NOTES_OF_GRAPH,
  NOTES_WITH_LINES,
  SPEAKING,
  STARTING,
  TOUCHING,
  STATED,
  whereGraph,
} from './queries.ts';
import { isSaid, kindWord, partsOfId } from './build/rows.ts';
import { NODES_PER_GRAPH } from './build/schema.ts';
import type { FoundNode, KnownGraph, Match, NamedSession, GraphSource, Wanted, WantedKind } from './graph-source.ts';
import { STANDINGS } from './build/weigh-graphs.ts';
import { sumsIn } from './stats-reader.ts';
import type { NoteSums } from './note-stats.ts';
import { mayBegin } from './build/search-words.ts';

/** Matching statements that are ranked: only the newest ones when there are more. */
const MAX_RANKED_STATEMENTS = 10_000;
/** Steps read, and matches requested, per query. */
const STEPS_PER_QUERY = 32;
const MAX_MATCHES = 1000;
/** Graphs read for a node that more of them mention: the newest ones. */
const MAX_GRAPHS = 500;

/** The index of a repository's notes. */
export class Indexed implements GraphSource {
  readonly #db: Db;
  readonly #graphs: GraphReader;
  readonly #hidesClaimed: boolean;
  readonly #higher = new Map<string, boolean>();
  /** The standings that are read, the higher ones first: nothing that is only claimed evicts what is not. */
  readonly #classes: readonly string[];

  /** @param hidesClaimed `prov.trust vouched` */
  constructor(db: Db, reader: GitReader, hidesClaimed = false) {
    this.#db = db;
    this.#graphs = new GraphReader(db, reader, hidesClaimed);
    this.#hidesClaimed = hidesClaimed;
    const isHigher = 'g.standing > 0';
    const hasHigher = db.get('SELECT 1 FROM graph WHERE standing > 0 LIMIT 1') !== undefined;
    this.#classes = hidesClaimed ? [isHigher] : hasHigher ? [isHigher, 'g.standing = 0'] : ['1'];
  }

  /** Notes that are partly or wholly unreadable. */
  get damaged(): number {
    return Number(this.#db.get('SELECT count(*) AS n FROM note WHERE damaged = 1')?.['n']);
  }

  async about(ids: readonly NodeId[]): Promise<readonly KnownGraph[]> {
    const graphs = new Set<number>();
    for (const id of ids) {
      const [prefix, number] = partsOfId(id);
      const mine = new Set<number>();
      for (const sql of [HOLDING, SPEAKING]) for (const graph of this.#ids(sql, prefix, number)) mine.add(graph);
      for (const graph of this.#newest(mine, MAX_GRAPHS)) graphs.add(graph);
    }
    return this.#graphs.parts(graphs);
  }

  async changing(ids: readonly NodeId[]): Promise<readonly KnownGraph[]> {
    const graphs = new Set<number>();
    for (const id of ids) for (const graph of this.#ids(CHANGING, ...partsOfId(id))) graphs.add(graph);
    return this.#graphs.parts(graphs);
  }

  async touching(thing: string, most: number): Promise<readonly KnownGraph[]> {
    const row = this.#db.get('SELECT id FROM thing WHERE name = ?', pathToBytes(thing as RepoPath));
    if (!row) return [];
    const id = Number(row['id']);
    const graphs = this.#ids(TOUCHING, id, most);
    const later = this.#ids(LINED, id, most);
    return this.#graphs.parts(new Set([...graphs, ...later]));
  }

  async below(path: string): Promise<readonly KnownGraph[]> {
    const folder = path.replace(/\/$/, '');
    // '0' follows '/' in the order of the bytes.
    return this.#graphs.parts(
      new Set(this.#ids(BELOW, ...[folder, `${folder}/`, `${folder}0`].map((text) => pathToBytes(text as RepoPath)))),
    );
  }

  async startingWith(prefix: string, most: number): Promise<readonly KnownGraph[]> {
    const graphs = new Set<number>();
    for (const range of idsFrom(prefix)) for (const graph of this.#ids(STARTING, ...range, most)) graphs.add(graph);
    return this.#graphs.parts(new Set([...graphs].slice(0, most)));
  }

  async holding(id: NodeId): Promise<readonly KnownGraph[]> {
    const graphs = await this.#graphs.parts(new Set(this.#ids(HOLDING, ...partsOfId(id))));
    return graphs.filter((graph) => hasNode(graph, id));
  }

  async ofSession(id: SessionId, most: number): Promise<readonly KnownGraph[]> {
    const sql =
      'SELECT g.id AS graph FROM graph g JOIN session s ON s.id = g.session WHERE s.name = ? ORDER BY g.standing > 0 DESC, g.id DESC LIMIT ?';
    return this.#graphs.parts(new Set(this.#ids(sql, id, most)));
  }

  async commitsWith(id: NodeId): Promise<readonly Oid[]> {
    const [prefix, number] = partsOfId(id);
    const rows = this.#db.all(NOTES_HOLDING, prefix, number);
    const isHigher = rows.some((row) => Number(row['standing']) > 0);
    if (!isHigher && this.#hidesClaimed) return [];
    const counting = rows.filter((row) => !isHigher || Number(row['standing']) > 0);
    return [...new Set(counting.map((row) => String(row['oid']) as Oid))];
  }

  async commitsOf(id: SessionId): Promise<readonly Oid[]> {
    const commits = new Set<Oid>();
    const family = this.#db.all(FAMILY, id, `${id}/`);
    const add = (rows: readonly Row[]): void => {
      for (const row of rows) commits.add(String(row['oid']) as Oid);
    };
    for (const row of family) add(this.#db.all(NOTES_OF_GRAPH, row['graph']!));
    const shorts = new Set([...prefixesOf(id), ...family.map((row) => String(row['short']))]);
    for (const short of shorts) add(this.#db.all(NOTES_WITH_LINES, short));
    return [...commits];
  }

  async sums(only?: readonly Oid[]): Promise<ReadonlyMap<Oid, NoteSums>> {
    return sumsIn(this.#db, this.#hidesClaimed, only);
  }

  async trusted(commits: readonly Oid[]): Promise<readonly Oid[]> {
    return commits.filter(
      (commit) => this.#db.get('SELECT trusted FROM note WHERE oid = ?', commit)?.['trusted'] === 1,
    );
  }

  async sessions(prefix: string): Promise<readonly NamedSession[]> {
    const rows = this.#db.all(NAMED, prefix, ...shortsFrom(prefix.toLowerCase()));
    return rows
      .map((row) => ({
        id: row['name'] as SessionId,
        agent: String(row['agent']),
        standing: STANDINGS[Number(row['standing'])]!,
      }))
      .filter(({ standing }) => !this.#hidesClaimed || standing !== 'claimed');
  }

  async *ofKind(wanted: WantedKind): AsyncGenerator<FoundNode> {
    const { kind, since = Number.MIN_SAFE_INTEGER } = wanted;
    if (isSaid(kind)) {
      const only = wanted.mayBeProposal ? MAY_BE_PROPOSAL : '';
      for (const standing of this.#classes) {
        const sql = `${STATED} WHERE kind = ? AND at >= ? ${only} ${whereGraph('place', standing)} ORDER BY at DESC`;
        for (const row of this.#db.each(sql, kind, since)) {
          const found = statementOf(row);
          if (fits(found, wanted) && (await this.#isBest(found, graphOf(row)))) yield found;
        }
      }
      return;
    }
    for (const standing of this.#classes) yield* this.#steps(this.#pages(standing, kindWord(kind), wanted), wanted); // a step's kind is a word of the full text
  }

  async *matching(words: readonly string[], wanted: Wanted): AsyncGenerator<Match> {
    const { kind } = wanted;
    const match = (said: boolean): string =>
      [
        ...words.map((word, i) => `"${word}"${mayBegin(word, i, words.length, said) ? '*' : ''}`),
        ...(kind === undefined ? [] : [`"${kindWord(kind)}"`]),
      ].join(' AND ');
    for (const standing of this.#classes) {
      if (kind === undefined || isSaid(kind)) yield* this.#said(standing, match(true), wanted);
      if (kind !== undefined && isSaid(kind)) continue;
      const rows = this.#pages(standing, match(false), wanted);
      for await (const found of this.#steps(rows, wanted)) yield { ...found, score: 0 };
    }
  }

  async *#said(standing: string, match: string, wanted: Wanted): AsyncGenerator<Match> {
    const [low, high] = this.#range(wanted);
    // With more matches than can be ranked, the newest ones. Words in the summary count more than words in the whole text.
    const sql = `SELECT place, score FROM (SELECT rowid AS place, bm25(said, 4.0, 1.0) AS score FROM said
      WHERE said MATCH ? AND rowid BETWEEN ? AND ? ${whereGraph('said.rowid', standing)} ORDER BY rowid DESC LIMIT ${MAX_RANKED_STATEMENTS})
      ORDER BY score, place DESC`;
    for (const row of this.#db.each(sql, match, low, high)) {
      const stated = this.#db.get(`${STATED} WHERE place = ?`, row['place']!);
      if (!stated) continue;
      const found = statementOf(stated);
      if (fits(found, wanted) && (await this.#isBest(found, graphOf(stated))))
        yield { ...found, score: Number(row['score']) };
    }
  }

  // Matching steps, latest indexed first, in pages.
  *#pages(standing: string, match: string, wanted: Wanted): Generator<Row> {
    const [low, high] = this.#range(wanted);
    const sql = `SELECT rowid AS place FROM done WHERE done MATCH ? AND rowid BETWEEN ? AND ? ${whereGraph('done.rowid', standing)} ORDER BY rowid DESC LIMIT ${MAX_MATCHES}`;
    for (let last = high; ;) {
      const rows = this.#db.all(sql, match, low, last);
      yield* rows;
      if (rows.length < MAX_MATCHES) return;
      last = Number(rows.at(-1)!['place']) - 1;
    }
  }

  // The range of places for nodes of a session that are not too old.
  #range({ session, since }: Wanted): [low: number, high: number] {
    const sql = `SELECT min(g.id) AS low, max(g.id) AS high FROM graph g JOIN session s ON s.id = g.session
      WHERE (?1 IS NULL OR s.name = ?1) AND (?2 IS NULL OR g.last >= ?2)`;
    if (session === undefined && since === undefined) return [0, Number.MAX_SAFE_INTEGER];
    const row = this.#db.get(sql, session ?? null, since ?? null);
    if (typeof row?.['low'] !== 'number') return [0, -1];
    return [row['low'] * NODES_PER_GRAPH, (Number(row['high']) + 1) * NODES_PER_GRAPH - 1];
  }

  // Whether any graph of a session with these first digits is not only claimed.
  #hasHigher(id: NodeId): boolean {
    if (this.#classes[0] === '1') return false;
    const [prefix] = partsOfId(id);
    let known = this.#higher.get(prefix);
    if (known === undefined) {
      known = this.#db.get(HIGHER_SESSION, prefix) !== undefined;
      this.#higher.set(prefix, known);
    }
    return known;
  }

  // Whether no graph of a higher standing holds the same node.
  async #isBest({ node: { id }, standing }: FoundNode, graph: number): Promise<boolean> {
    if (standing === 'recorded' || !this.#hasHigher(id)) return true;
    const rows = this.#db.all(HIGHER, ...partsOfId(id), STANDINGS.indexOf(standing));
    const others = rows.map((row) => Number(row['graph'])).filter((one) => one !== graph);
    if (others.length === 0) return true;
    const graphs = await this.#graphs.parts(new Set(others));
    return !graphs.some(({ nodes, context = [] }) => [...nodes, ...context].some((node) => node.id === id));
  }

  // The newest of some graphs, those of higher standings first.
  #newest(graphs: ReadonlySet<number>, most: number): number[] {
    if (graphs.size <= most) return [...graphs];
    const higher = [...graphs].filter((id) =>
      Number(this.#db.get('SELECT standing FROM graph WHERE id = ?', id)?.['standing']),
    );
    const rest = new Set(graphs);
    for (const id of higher) rest.delete(id);
    return [...higher.sort((a, b) => b - a), ...[...rest].sort((a, b) => b - a)].slice(0, most);
  }

  // Steps are read from their notes.
  async *#steps(rows: Generator<Row>, wanted: Wanted): AsyncGenerator<FoundNode> {
    for (let page = take(rows, STEPS_PER_QUERY); page.length > 0; page = take(rows, STEPS_PER_QUERY)) {
      const graphs = await this.#graphs.whole(new Set(page.map(graphOf)));
      for (const row of page) {
        const graph = graphs.get(graphOf(row));
        const at = Number(row['place']) % NODES_PER_GRAPH;
        const node = graph?.nodes[at] ?? graph?.context?.[at - graph.nodes.length];
        if (!graph || !node) continue;
        const found = { node: asThing(node), session: graph.session, standing: standingOfGraph(graph) };
        if (fits(found, wanted) && (await this.#isBest(found, graphOf(row)))) yield found;
      }
    }
  }

  #ids(sql: string, ...values: (string | number | Uint8Array)[]): number[] {
    return this.#db.all(sql, ...values).map((row) => Number(row['graph']));
  }
}

const statementOf = (row: Row): FoundNode => ({
  node: JSON.parse(String(row['node'])) as Node,
  session: { id: String(row['name']) as SessionId, agent: String(row['agent']) },
  standing: STANDINGS[Number(row['standing'])]!,
});

const graphOf = (row: Row): number => Math.floor(Number(row['place']) / NODES_PER_GRAPH);

function take<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}
