import type { StatusOf } from '../../model/knowledge/declared-edges.ts';
import { createHash } from 'node:crypto';
import {
  numberOf,
  sessionPart,
  sessionPrefix,
  type NodeId,
  type Oid,
  type RepoPath,
  type SessionId,
} from '../../model/ids.ts';
import { PERSON } from '../../model/knowledge/kinds.ts';
import { isLedgerStep } from '../../model/graph/ledger.ts';
import { NODE_KINDS, type Edge, type Graph, type Node, type Session } from '../../model/model.ts';
import { pathToBytes } from '../../model/path.ts';
import { graphKey } from '../../ask/find/complete-graphs.ts';
import { isoTime } from '../../ask/shapes/parts.ts';
import { authoredLines, byAuthor, rangeOf, type Author, type Authored, type Writer } from './line-authors.ts';
import { graphsOf, isOf, type ExportedCommit } from './noted.ts';

/** The name space of our names. Its URN cannot be opened. */
export const PREFIX = { gitprov: 'urn:git-prov:prov:' } as const;

/** The sections of a PROV-JSON document that we write, in order. */
export const SECTIONS = [
  'entity',
  'activity',
  'agent',
  'wasGeneratedBy',
  'used',
  'wasInformedBy',
  'wasDerivedFrom',
  'wasAttributedTo',
  'wasAssociatedWith',
  'actedOnBehalfOf',
  'wasInfluencedBy',
] as const;
export type Section = (typeof SECTIONS)[number];

/** A record of a section, with its id and its attributes. */
export type ProvRecord = readonly [section: Section, id: string, told: object];

/** Statements and goals are entities; actions are activities. */
const THINGS: ReadonlySet<string> = new Set<string>([
  ...NODE_KINDS.project,
  ...NODE_KINDS.knowledge.filter((kind) => kind !== 'raw' && kind !== 'episode'),
  ...NODE_KINDS.code,
]);

/** Exports notes as PROV records; each entity, activity and agent appears once. */
export class Provenance {
  readonly #session: SessionId | undefined;
  readonly #agents = new Set<string>();
  readonly #graphs = new Set<string>();
  /** The steps already exported, by the id prefix that the steps of a session share. */
  readonly #steps = new Map<string, Set<number>>();
  /** The agents of sessions by the sessions' ids: a session that ran in two clones has ids of two lengths, and so two agents. */
  readonly #sessions = new Map<SessionId, Set<string>>();
  /** The agents of sub-agents, and the sessions that they worked for. */
  readonly #delegates: { readonly name: string; readonly session: Session }[] = [];
  #relations = 0;

  readonly #statusOf: StatusOf;

  /**
   * @param session limits the export to this session and its sub-agents; all sessions when absent
   * @param statusOf the status of declared edges
   */
  constructor(session: SessionId | undefined, statusOf: StatusOf) {
    this.#session = session;
    this.#statusOf = statusOf;
  }

  /** The records of one note that were not exported before. */
  *of(noted: ExportedCommit): Generator<ProvRecord> {
    const { commit, note, change } = noted;
    const graphs = graphsOf(note, this.#session).filter((graph) => isNew(this.#graphs, graphKey(graph)));
    const landed = commitName(commit.oid);
    const person = personName(commit);
    const fields = {
      'prov:type': qualified('gitprov:Commit'),
      'prov:label': commit.subject,
      'gitprov:oid': commit.oid,
      'gitprov:tree': change.tree,
      'gitprov:time': time(commit.time),
    };
    yield ['entity', landed, plain(fields)];
    yield* this.#agent(person, {
      'prov:type': qualified('prov:Person'),
      'prov:label': commit.author,
      'gitprov:email': commit.email,
    });
    yield this.#relation('wasAttributedTo', { 'prov:entity': landed, 'prov:agent': person });
    for (const { from, how } of note.carried) {
      const derived = { 'prov:generatedEntity': landed, 'prov:usedEntity': commitName(from), 'gitprov:how': how };
      yield this.#relation('wasDerivedFrom', derived);
    }
    for (const graph of graphs) yield* this.#graph(graph);
    for (const [path, runs] of authoredLines(noted)) yield* this.#file(noted, path, runs, person);
  }

  /** Whom the sub-agents worked for. A parent may come after its sub-agent, with ids of another length, or in no note. */
  *end(): Generator<ProvRecord> {
    for (const { name, session } of this.#delegates) {
      const { parent = session.id } = session;
      const known = this.#sessions.get(parent);
      if (!known && this.#session !== undefined) continue; // the export leaves the parent out
      for (const responsible of known ?? [yield* this.#unknownAgent(session, parent)])
        yield this.#relation('actedOnBehalfOf', { 'prov:delegate': name, 'prov:responsible': responsible });
    }
  }

  // A session that only its sub-agent names.
  *#unknownAgent(session: Session, parent: SessionId): Generator<ProvRecord, string> {
    const name = sessionName(sessionPrefix({ ...session, id: parent }));
    yield* this.#agent(name, { 'prov:type': qualified('prov:SoftwareAgent'), 'gitprov:session': parent });
    return name;
  }

  *#graph({ session, nodes, edges, context = [] }: Graph): Generator<ProvRecord> {
    const agent = yield* this.#sessionAgent({ short: sessionPrefix(session), session });
    for (const node of [...nodes, ...context]) {
      if (!this.#isNewStep(node.id)) continue;
      const name = nodeName(node.id);
      if (isThing(node)) {
        yield ['entity', name, plain(nodeAttributes(node))];
        if (node.kind !== 'goal') yield this.#relation('wasAttributedTo', { 'prov:entity': name, 'prov:agent': agent });
        continue;
      }
      const { at, duration = 0 } = node;
      yield [
        'activity',
        name,
        plain({ 'prov:startTime': iso(at - duration), 'prov:endTime': iso(at), ...nodeAttributes(node) }),
      ];
      yield this.#relation('wasAssociatedWith', { 'prov:activity': name, 'prov:agent': agent });
      const commit = node.kind === 'patch' ? node.detail?.['commit'] : undefined;
      if (typeof commit === 'string')
        yield this.#relation('wasGeneratedBy', { 'prov:entity': commitName(commit), 'prov:activity': name });
    }
    const known = new Map([...context, ...nodes].map((node) => [node.id, node]));
    for (const edge of edges) yield this.#edge(edge, known);
  }

  // An endpoint in another graph counts as an activity, unless only an entity is allowed there.
  #edge(edge: Edge, known: ReadonlyMap<NodeId, Node>): ProvRecord {
    const { from, to, kind, source } = edge;
    const isThingAt = (id: NodeId, otherwise: boolean): boolean => {
      const node = known.get(id);
      return node ? isThing(node) : otherwise;
    };
    const [a, b] = [nodeName(from), nodeName(to)];
    const more = { 'gitprov:edge': kind, 'gitprov:source': source, 'gitprov:status': this.#statusOf(edge) };
    const [fromThing, toThing] = [isThingAt(from, kind === 'led_to'), isThingAt(to, kind === 'decided_by')];
    if (kind === 'decided_by' && !fromThing && toThing)
      return this.#relation('used', { 'prov:activity': a, 'prov:entity': b, ...more });
    if (fromThing && !toThing) return this.#relation('used', { 'prov:activity': b, 'prov:entity': a, ...more });
    if (!fromThing && !toThing)
      return this.#relation('wasInformedBy', { 'prov:informed': b, 'prov:informant': a, ...more });
    if (fromThing && toThing && (kind === 'derived_from' || kind === 'supersedes'))
      return this.#relation('wasDerivedFrom', { 'prov:generatedEntity': a, 'prov:usedEntity': b, ...more });
    return this.#relation('wasInfluencedBy', { 'prov:influencee': b, 'prov:influencer': a, ...more });
  }

  *#file(
    { commit, note }: ExportedCommit,
    path: RepoPath,
    runs: readonly Authored[],
    person: string,
  ): Generator<ProvRecord> {
    const wanted = [...byAuthor(runs)].filter(([by]) => this.#isWanted(by));
    if (wanted.length === 0) return;
    const file = `gitprov:file/${commit.oid}/${percent(pathToBytes(path))}`;
    const label = path.toWellFormed();
    const fields = {
      'prov:type': qualified('gitprov:File'),
      'prov:label': label,
      'gitprov:path': label,
      'gitprov:commit': qualified(commitName(commit.oid)),
    };
    yield ['entity', file, plain(fields)];
    const shorts = new Set<string>();
    for (const [by, list] of wanted) {
      if (by === 'unknown') continue;
      if (by !== 'person') shorts.add(by.short);
      const agent = by === 'person' ? person : yield* this.#sessionAgent(by);
      const lines = list.map(rangeOf).join(',');
      yield this.#relation('wasAttributedTo', { 'prov:entity': file, 'prov:agent': agent, 'gitprov:lines': lines });
    }
    const nodes = new Map<NodeId, string[]>();
    for (const { node, start, count, evidence } of note.lines.get(path) ?? []) {
      if (!node || evidence === 'unsure' || !shorts.has(sessionPart(node))) continue;
      const list = nodes.get(node) ?? [];
      nodes.set(node, list);
      list.push(rangeOf({ start, end: start + count - 1 }));
    }
    for (const [node, list] of nodes)
      yield this.#relation('wasGeneratedBy', {
        'prov:entity': file,
        'prov:activity': nodeName(node),
        'gitprov:lines': list.join(','),
      });
  }

  #isWanted(by: Author): boolean {
    return this.#session === undefined || (typeof by === 'object' && isOf(by.session, this.#session));
  }

  *#sessionAgent({ short, session }: Writer): Generator<ProvRecord, string> {
    const name = sessionName(short);
    yield* this.#agent(name, {
      'prov:type': qualified(session.agent === PERSON ? 'prov:Person' : 'prov:SoftwareAgent'),
      'prov:label': session.model === undefined ? session.agent : `${session.agent} (${session.model})`,
      'gitprov:agent': session.agent,
      'gitprov:session': session.id,
      'gitprov:vendor': session.vendor,
      'gitprov:model': session.model,
    });
    const names = this.#sessions.get(session.id) ?? new Set();
    this.#sessions.set(session.id, names.add(name));
    if (session.parent !== undefined && isNew(this.#agents, `${name} of`)) this.#delegates.push({ name, session });
    return name;
  }

  *#agent(id: string, fields: Readonly<Record<string, unknown>>): Generator<ProvRecord> {
    if (isNew(this.#agents, id)) yield ['agent', id, plain(fields)];
  }

  #relation(section: Section, fields: Readonly<Record<string, unknown>>): ProvRecord {
    return [section, `_:r${++this.#relations}`, plain(fields)];
  }

  #isNewStep(id: NodeId): boolean {
    const prefix = sessionPart(id);
    const seen = this.#steps.get(prefix) ?? new Set<number>();
    this.#steps.set(prefix, seen);
    return isNew(seen, numberOf(id));
  }
}

function isNew<T>(seen: Set<T>, item: T): boolean {
  if (seen.has(item)) return false;
  seen.add(item);
  return true;
}

const isThing = (node: Node): boolean => THINGS.has(node.kind) || !isLedgerStep(node);

const nodeAttributes = ({ kind, summary, tool, detail = {} }: Node): Record<string, unknown> => ({
  'prov:type': qualified(`gitprov:${percent(Buffer.from(kind))}`),
  'prov:label': summary,
  'gitprov:tool': tool,
  ...Object.fromEntries(
    Object.entries(detail).map(([key, value]) => [`gitprov:detail.${percent(Buffer.from(key))}`, value]),
  ),
});

// Leaves out unknown values: PROV-JSON can express neither an empty list nor null.
function plain(fields: Readonly<Record<string, unknown>>): object {
  const out = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(fields)) {
    const list = Array.isArray(value) ? value.filter((one) => one !== null) : value;
    if (list !== undefined && list !== null && !(Array.isArray(list) && list.length === 0)) out[key] = list;
  }
  return out;
}

const qualified = (name: string): object => ({ $: name, type: 'xsd:QName' });
const iso = (at: number): string | undefined => isoTime(at) ?? undefined;
const time = (at: number): object | undefined => {
  const text = iso(at);
  return text === undefined ? undefined : { $: text, type: 'xsd:dateTime' };
};

const commitName = (commit: Oid | string): string => `gitprov:commit/${percent(Buffer.from(commit))}`;
const nodeName = (id: NodeId): string => `gitprov:step/${id}`;
const sessionName = (short: string): string => `gitprov:session/${short}`;
const personName = ({ author, email }: ExportedCommit['commit']): string =>
  `gitprov:person/${createHash('sha256').update(`${author} <${email}>`).digest('hex').slice(0, 16)}`;
// The local part of a qualified name. Characters with a special meaning are written by number.
const percent = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[^A-Za-z0-9._~/-]|\.$/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
