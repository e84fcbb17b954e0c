import { basename } from 'node:path';
import { pathInWorkTree } from '../../git/paths/path-below.ts';
import { commitThing } from '../index/build/rows.ts';
import type { GraphSource, KnownGraph } from '../index/graph-source.ts';
import { isTurnGoal } from '../../model/knowledge/kinds.ts';
import { fileNames } from '../../git/history/file-names.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isThingId, nameOfThing, type Thing, thingId, thingOf } from '../../model/knowledge/thing.ts';
import type { NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Node, Note } from '../../model/model.ts';
import { standingOfGraph } from '../../model/standing/standing.ts';
import type { NamedSymbol } from '../../model/step.ts';
import { readCommit } from '../history/commit-info.ts';
import { compareIds, find, findNode, type Candidate, type FoundReference, type SearchPlace } from '../find/find.ts';
import { type History, readable } from '../history/history.ts';
import { isWholeId, parseReference } from '../find/reference.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

/** The meaning of a reference, and the nodes to start from. */
export interface Target {
  readonly type: string;
  readonly id: string;
  /** Text for people: a summary, or a commit's subject. */
  readonly text: string;
  /** The node itself, or the nodes that represent the commit, file, line or session; newest first. */
  readonly nodes: readonly NodeId[];
  /** Whether there were more nodes than these. */
  readonly more: boolean;
}

export type Targeted =
  | { readonly kind: 'found'; readonly target: Target }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'absent' };

/** What a search for targets needs besides the graphs. */
export interface TargetSearch {
  readonly history: History;
  readonly sources: readonly GraphSource[];
  readonly world: KnowledgeGraph;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** The agents' nodes that own the lines of a place such as `src/a.ts:12`; undefined for a missing file. */
  readonly ownersOf: (place: string) => Promise<readonly NodeId[] | undefined>;
}

const ABSENT: Targeted = { kind: 'absent' };
/** Most nodes that represent a file or a session. */
const MAX_REPRESENTING_NODES = 30;
/** Limit of a file's changes that are searched for a function. */
const MAX_CHANGES = 200;
/** Most graphs searched for a file, a commit or a session. */
const MAX_SEARCHED_GRAPHS = 200;
/** Rewrites of a commit that are followed. */
const MAX_REWRITES = 8;

/** Finds the meaning of a reference: a node, `commit:REV`, `file:PATH`, `FILE:LINE`, `session:ID`, or a prefix of an id. */
export async function findTarget(finding: TargetSearch, text: string): Promise<Targeted> {
  if (text.startsWith('file:') && !isWholeId(text.slice(5))) return findFile(finding, text.slice(5));
  const other = OTHER_THING.test(text) ? await findOther(finding, text) : ABSENT;
  if (other.kind !== 'absent') return other;
  const { history, sources } = finding;
  const where: SearchPlace = { repo: history.repo, sources, copies: true };
  const found = await find(where, text);
  if (found.kind !== 'absent' || parseReference(text).kind !== 'any') return targetOf(finding, found);
  const line = await findLine(finding, text);
  if (line.kind !== 'absent' || !NODE_PREFIX.test(text)) return line;
  return targetOf(finding, await findNode(where, text, undefined));
}

/** A package, a folder, a service or a tool that entries can be about. */
const OTHER_THING = /^(?:external|module|service|tool):(?![0-9a-f]{8,20}-[0-9]+$)/;

// Those that entries are about, by their whole names, also under other names of the file; of a service or a tool without its file
// where there is only one.
async function findOther(finding: TargetSearch, text: string): Promise<Targeted> {
  const colon = text.indexOf(':');
  const [kind, named] = [text.slice(0, colon), text.slice(colon + 1)];
  const wanted =
    kind === 'module' && named !== '.'
      ? `${kind}:${pathInWorkTree(finding.history.repo, finding.cwd, named) ?? '.'}`
      : text;
  const found = new Map<NodeId, OtherNamed>();
  const places = new FilesByName(finding.history.repo);
  for (const source of finding.sources)
    for await (const { node } of source.ofKind({ kind })) {
      const thing = thingOf(node);
      if (!thing || thing.kind === 'commit') continue;
      const isMeant =
        nameOfThing(thing) === wanted ||
        (IN_FILE.has(kind) && 'name' in thing && (thing.name === named || (await places.hasIn(named, thing))));
      if (isMeant) found.set(thingId(thing), thing);
    }
  const [only] = found.values();
  if (!only) return ABSENT;
  const all = [...found.values()];
  const isOne = all.length === 1 || named.includes('#') || (await places.areOne(all));
  if (!isOne)
    return { kind: 'ambiguous', candidates: all.map((one) => ({ reference: nameOfThing(one), summary: '' })) };
  const id = nameOfThing(only).slice(colon + 1);
  return targeted({ type: kind, id, text: named, nodes: [...found.keys()], more: false });
}

type OtherNamed = Exclude<Thing, { readonly kind: 'commit' }>;

/** The files of services and tools, which may have other names now. */
class FilesByName {
  readonly #repo: Repo;
  readonly #names = new Map<string, Promise<readonly RepoPath[]>>();

  constructor(repo: Repo) {
    this.#repo = repo;
  }

  /** Whether `PATH#NAME` means this thing. */
  async hasIn(named: string, thing: OtherNamed): Promise<boolean> {
    if (!('name' in thing) || !('path' in thing) || !named.endsWith(`#${thing.name}`)) return false;
    return (await this.#of(named.slice(0, -thing.name.length - 1))).includes(thing.path);
  }

  /** Whether all of them are in one file. */
  async areOne([first, ...others]: readonly OtherNamed[]): Promise<boolean> {
    if (!first || !('path' in first)) return false;
    const names = await this.#of(first.path);
    return others.every((one) => 'path' in one && names.includes(one.path));
  }

  #of(path: string): Promise<readonly RepoPath[]> {
    let names = this.#names.get(path);
    if (!names) this.#names.set(path, (names = fileNames(this.#repo, path as RepoPath)));
    return names;
  }
}

const IN_FILE: ReadonlySet<string> = new Set(['service', 'tool']);

/** A prefix of a node's id without its kind. */
const NODE_PREFIX = /^[0-9a-f]{4,20}(?:-[0-9]*)?$/;

async function targetOf(finding: TargetSearch, found: FoundReference): Promise<Targeted> {
  switch (found.kind) {
    case 'commit':
      return commitTarget(finding, found.commit);
    case 'session':
      return sessionTarget(finding, found.session, found.agent);
    case 'node': {
      const { id, node } = found;
      return targeted({ type: node.kind, id, text: node.summary, nodes: [id], more: false });
    }
    default:
      return found;
  }
}

// A commit is represented by the patches of its session. An amended, rebased or squashed commit has the patches of its source commits.
// If no note contains its patches, the steps that wrote its lines represent it.
async function commitTarget({ history, sources, world }: TargetSearch, oid: Oid): Promise<Targeted> {
  const [info, read] = await Promise.all([readCommit(history.repo, oid), history.notes.read([oid])]);
  const found = read.get(oid);
  const note = found && readable(history, found);
  const commits: ReadonlySet<string> = note ? await versionsOf(history, oid, note) : new Set([oid]);
  const known = await Promise.all(sources.map((source) => source.trusted([...commits] as Oid[])));
  const trusted = new Set<string>(known.flat());
  const stands = ({ kind, detail }: Node): boolean =>
    (kind === 'patch' || kind === 'commit') && commits.has(String(detail?.['commit']));
  // A claim adds no work to a commit with a trusted record. What links it is an entry, which has a standing of its own.
  const counts = (node: Node): boolean =>
    stands(node) && (node.kind === 'commit' || !trusted.has(String(node.detail?.['commit'])));
  const nodes = new Map<NodeId, Node>();
  const add = (graph: KnownGraph, isOne: (node: Node) => boolean): void => {
    world.add(graph);
    for (const node of graph.nodes) if (isOne(node)) nodes.set(node.id, node);
  };
  for (const source of sources)
    for (const commit of commits)
      for (const graph of await source.touching(commitThing(commit as Oid), MAX_SEARCHED_GRAPHS))
        add(graph, standingOfGraph(graph) === 'claimed' ? counts : stands);
  for (const graph of note?.graphs ?? []) add(graph, stands);
  if (note && nodes.size === 0) {
    const writers = new Set([...note.lines.values()].flat().map(({ node }) => node));
    for (const graph of note.graphs) add(graph, ({ id }) => writers.has(id));
  }
  return targeted({ type: 'commit', id: oid, text: info?.subject ?? '', ...newest(nodes) });
}

// A commit and those that it was rewritten from, in any number of steps. Their notes may be gone; then the graphs in the note name the
// commits that they were made for.
async function versionsOf(history: History, oid: Oid, note: Note): Promise<ReadonlySet<string>> {
  const commits = new Set<Oid>([oid, ...note.carried.map(({ from }) => from)]);
  if (commits.size === 1) return commits;
  const explained = [...new Set(note.graphs.flatMap(({ explains }) => explains))].slice(0, MAX_SEARCHED_GRAPHS);
  const known = await history.notes.read(explained);
  for (const commit of explained) if (!known.has(commit)) commits.add(commit);
  for (let round = 0, fresh = [...commits]; round < MAX_REWRITES && fresh.length > 0; round++) {
    const notes = await history.notes.read(fresh.filter((commit) => commit !== oid));
    fresh = [];
    for (const found of notes.values())
      for (const { from } of readable(history, found)?.carried ?? [])
        if (!commits.has(from) && commits.size < MAX_SEARCHED_GRAPHS) {
          commits.add(from);
          fresh.push(from);
        }
  }
  return commits;
}

async function findFile(finding: TargetSearch, path: string): Promise<Targeted> {
  const name = pathInWorkTree(finding.history.repo, finding.cwd, path);
  if (name === undefined) return ABSENT;
  const names = await fileNames(finding.history.repo, name as RepoPath);
  const speaks = ({ kind, detail }: Node): boolean =>
    kind !== 'patch' &&
    ['files', 'paths', 'path'].some((key) => [detail?.[key]].flat().some((one) => names.includes(one as RepoPath)));
  const found = await standing(finding, names, speaks, { type: 'file', id: name, text: basename(name) });
  return found.kind === 'found' && found.target.nodes.length === 0 ? ABSENT : found;
}

/** The nodes of a function or type that entries are linked to, under all names that its file has had. */
export async function nodesOfSymbol(
  finding: TargetSearch,
  { kind, path, name }: NamedSymbol & { readonly path: string },
): Promise<readonly NodeId[]> {
  const names = await fileNames(finding.history.repo, path as RepoPath);
  const isIt = (node: Node): boolean => {
    const thing = thingOf(node);
    return thing?.kind === kind && 'name' in thing && thing.name === name;
  };
  const found = await standing(finding, names, isIt, { type: kind, id: path, text: name });
  return found.kind === 'found' ? found.target.nodes : [];
}

/** The newest steps that changed a file, under any of its names. */
export async function changesOfFile(
  { sources, world }: Pick<TargetSearch, 'sources' | 'world'>,
  names: readonly RepoPath[],
): Promise<readonly NodeId[]> {
  const isChange = ({ kind, detail }: Node): boolean =>
    kind !== 'patch' && [detail?.['files']].flat().some((one) => names.includes(one as RepoPath));
  const nodes = await nodesTouching({ sources, world }, names, isChange);
  return newest(nodes, MAX_CHANGES).nodes;
}

// The nodes that represent something, from the newest graphs that mention it.
async function standing(
  finding: TargetSearch,
  things: readonly string[],
  isOne: (node: Node) => boolean,
  target: Pick<Target, 'type' | 'id' | 'text'>,
): Promise<Targeted> {
  return targeted({ ...target, ...newest(await nodesTouching(finding, things, isOne)) });
}

async function nodesTouching(
  { sources, world }: Pick<TargetSearch, 'sources' | 'world'>,
  things: readonly string[],
  isOne: (node: Node) => boolean,
): Promise<ReadonlyMap<NodeId, Node>> {
  const nodes = new Map<NodeId, Node>();
  for (const source of sources)
    for (const thing of things)
      for (const graph of await source.touching(thing, MAX_SEARCHED_GRAPHS)) {
        world.add(graph);
        for (const node of graph.nodes) if (isOne(node)) nodes.set(node.id, node);
      }
  return nodes;
}

async function sessionTarget(finding: TargetSearch, id: SessionId, agent: string): Promise<Targeted> {
  const nodes = new Map<NodeId, Node>();
  for (const source of finding.sources)
    for (const graph of await source.ofSession(id, MAX_SEARCHED_GRAPHS)) {
      finding.world.add(graph);
      for (const node of graph.nodes) if (isTurnGoal(node)) nodes.set(node.id, node);
    }
  return targeted({ type: 'session', id, text: agent, ...newest(nodes) });
}

async function findLine({ ownersOf }: TargetSearch, place: string): Promise<Targeted> {
  const owners = await ownersOf(place);
  return owners ? targeted({ type: 'line', id: place, text: '', nodes: owners, more: false }) : ABSENT;
}

const targeted = (target: Target): Targeted => ({ kind: 'found', target });

const newest = (nodes: ReadonlyMap<NodeId, Node>, most = MAX_REPRESENTING_NODES): Pick<Target, 'nodes' | 'more'> => {
  // All links to a file or a commit lead to its own node, so that comes first.
  const sorted = [...nodes.values()].sort(
    (a, b) => Number(isThingId(b.id)) - Number(isThingId(a.id)) || b.at - a.at || compareIds(b.id, a.id),
  );
  return {
    nodes: sorted.slice(0, most).map(({ id }) => id),
    more: sorted.length > most,
  };
};
