import { basename, relative, resolve, sep } from 'node:path';
import { commitThing } from '../../index/rows.ts';
import type { Source } from '../../index/source.ts';
import { sessionPrefix, type NodeId, type SessionId } from '../../graph/ids.ts';
import type { Node } from '../../graph/model.ts';
import { readCommit, resolveCommit } from '../commits.ts';
import { ambiguous, type Candidate } from '../find.ts';
import type { History } from '../history.ts';
import { isWholeId, parseReference } from '../reference.ts';
import type { World } from './world.ts';

/** What a reference means, and the nodes from which it is followed. */
export interface Target {
  readonly type: string;
  readonly id: string;
  /** In words: a summary, a commit's subject. */
  readonly text: string;
  /** The node itself, or those that stand for the commit, file, line or session; the newest first. */
  readonly nodes: readonly NodeId[];
  /** Whether there were more than those. */
  readonly more: boolean;
}

export type Targeted =
  | { readonly kind: 'found'; readonly target: Target }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'absent' };

/** What finding needs besides the graphs. */
export interface Finding {
  readonly history: History;
  readonly sources: readonly Source[];
  readonly world: World;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** The agents' nodes that own the lines of a place such as `src/a.ts:12`; undefined where there is no such file. */
  readonly ownersOf: (place: string) => Promise<readonly NodeId[] | undefined>;
}

const ABSENT: Targeted = { kind: 'absent' };
/** So many nodes stand for a file or a session. */
const STAND_FOR = 30;
/** So many graphs are looked through for a beginning of an id, or for a file. */
const GRAPHS = 200;

/** Finds what a reference means: a node, `commit:REV`, `file:PATH`, `FILE:LINE`, `session:ID`, or the beginning of an id. */
export async function findTarget(finding: Finding, text: string): Promise<Targeted> {
  if (text.startsWith('file:') && !isWholeId(text.slice(5))) return findFile(finding, text.slice(5));
  const reference = parseReference(text);
  switch (reference.kind) {
    case 'commit':
      return findCommit(finding, reference.revision);
    case 'session':
      return findSession(finding, reference.prefix);
    case 'node':
      return findNode(finding, reference.prefix, reference.nodeKind);
    default:
      return findAny(finding, text);
  }
}

async function findAny(finding: Finding, text: string): Promise<Targeted> {
  const tries = [
    async () => (isWholeId(text) ? findNode(finding, text, undefined) : ABSENT),
    async () => findCommit(finding, text),
    async () => findSession(finding, text),
    async () => findLine(finding, text),
    async () => (/^[0-9a-f]{4,8}(?:-[0-9]*)?$/.test(text) ? findNode(finding, text, undefined) : ABSENT),
  ];
  for (const attempt of tries) {
    const found = await attempt();
    if (found.kind !== 'absent') return found;
  }
  return ABSENT;
}

async function findNode({ sources, world }: Finding, prefix: string, kind: string | undefined): Promise<Targeted> {
  const found = new Map<NodeId, Node>();
  const isMeant = (node: Node): boolean => node.id.startsWith(prefix) && (kind === undefined || node.kind === kind);
  for (const source of sources)
    for (const graph of isWholeId(prefix)
      ? await source.about([prefix as NodeId])
      : await source.startingWith(prefix, GRAPHS)) {
      world.add(graph);
      for (const node of [...graph.nodes, ...(graph.context ?? [])]) if (isMeant(node)) found.set(node.id, node);
    }
  const exact = found.get(prefix as NodeId);
  const all = exact ? [exact] : [...found.values()];
  if (all.length > 1)
    return ambiguous(all.map(({ kind: type, id, summary }) => ({ reference: `${type}:${id}`, summary })));
  const [node] = all;
  return node ? targeted({ type: node.kind, id: node.id, text: node.summary, nodes: [node.id], more: false }) : ABSENT;
}

async function findCommit(finding: Finding, revision: string): Promise<Targeted> {
  const { repo } = finding.history;
  const oid = await resolveCommit(repo, revision);
  if (!oid) return ABSENT;
  const info = await readCommit(repo, oid);
  const stands = ({ kind, detail }: Node): boolean =>
    (kind === 'patch' || kind === 'commit') && detail?.['commit'] === oid;
  return standing(finding, commitThing(oid), stands, { type: 'commit', id: oid, text: info?.subject ?? '' });
}

async function findFile(finding: Finding, path: string): Promise<Targeted> {
  const { workTree } = finding.history.repo;
  const inside = workTree === undefined ? path : relative(workTree, resolve(finding.cwd, path));
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) return ABSENT;
  const name = inside.split(sep).join('/');
  const speaks = ({ kind, detail }: Node): boolean =>
    kind !== 'patch' && ['files', 'paths', 'path'].some((key) => [detail?.[key]].flat().includes(name));
  const found = await standing(finding, name, speaks, { type: 'file', id: name, text: basename(name) });
  return found.kind === 'found' && found.target.nodes.length === 0 ? ABSENT : found;
}

// The nodes that stand for something, of the newest graphs that speak of it.
async function standing(
  { sources, world }: Finding,
  thing: string,
  isOne: (node: Node) => boolean,
  target: Pick<Target, 'type' | 'id' | 'text'>,
): Promise<Targeted> {
  const nodes = new Map<NodeId, Node>();
  for (const source of sources)
    for (const graph of await source.touching(thing, GRAPHS)) {
      world.add(graph);
      for (const node of graph.nodes) if (isOne(node)) nodes.set(node.id, node);
    }
  return targeted({ ...target, ...newest(nodes) });
}

async function findSession(finding: Finding, prefix: string): Promise<Targeted> {
  if (prefix === '') return ABSENT;
  const found = new Map<SessionId, string>();
  for (const source of finding.sources) for (const { id, agent } of await source.sessions(prefix)) found.set(id, agent);
  const exact = [...found.keys()].filter((id) => id === prefix || sessionPrefix(id) === prefix.toLowerCase());
  const all = exact.length > 0 ? exact : [...found.keys()].sort();
  const tops = all.filter((id) => !all.some((other) => id.startsWith(`${other}/`)));
  if (tops.length > 1)
    return ambiguous(tops.map((id) => ({ reference: `session:${id}`, summary: found.get(id) ?? '' })));
  const [id] = tops;
  if (id === undefined) return ABSENT;
  const nodes = new Map<NodeId, Node>();
  for (const source of finding.sources)
    for (const graph of await source.ofSession(id, GRAPHS)) {
      finding.world.add(graph);
      for (const node of graph.nodes) if (node.kind === 'goal') nodes.set(node.id, node);
    }
  return targeted({ type: 'session', id, text: found.get(id) ?? '', ...newest(nodes) });
}

async function findLine({ ownersOf }: Finding, place: string): Promise<Targeted> {
  const owners = await ownersOf(place);
  return owners ? targeted({ type: 'line', id: place, text: '', nodes: owners, more: false }) : ABSENT;
}

const targeted = (target: Target): Targeted => ({ kind: 'found', target });

const newest = (nodes: ReadonlyMap<NodeId, Node>): Pick<Target, 'nodes' | 'more'> => {
  const sorted = [...nodes.values()].sort((a, b) => b.at - a.at || order.compare(b.id, a.id));
  return { nodes: sorted.slice(0, STAND_FOR).map(({ id }) => id), more: sorted.length > STAND_FOR };
};

const order = new Intl.Collator('en', { numeric: true });
