import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import type { EdgeName } from '../../model/knowledge/edge-status.ts';
import type { Link } from '../../model/knowledge/link.ts';
import type { Node } from '../../model/model.ts';
import { TOLD } from '../context/ranked-items.ts';
import type { Proposal } from './proposals.ts';
import { type History, readable } from '../history/history.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { changesBehind } from '../knowledge/grounds.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';
import type { ProposedLink } from './proposed-links.ts';
import type { Waiting } from './waiting.ts';

/** Lines of a file, as a commit added them. */
export interface ReasonedLines {
  readonly path: RepoPath;
  readonly commit: Oid;
  readonly lines: number;
}

/** A node that an effect is about. */
export interface Affected {
  readonly id: NodeId;
  /** Undefined when no note here contains it. */
  readonly node: Node | undefined;
}

/** What the acceptance of a proposal changes. */
export interface Effects {
  /** The lines of agents that it gives the reason for, most first. */
  readonly reasonOf: readonly ReasonedLines[];
  /** What agents are given of it: `words`, which they are not given now, or `settled`, which they get as a proposal now. */
  readonly agents: 'words' | 'settled' | undefined;
  /** Entries that it replaces. */
  readonly replaces: readonly Affected[];
  /** Risks that it closes. */
  readonly closes: readonly Affected[];
  /** Links that are accepted with it. */
  readonly settles: readonly (EdgeName & { readonly end: Affected })[];
}

/** What effects are read from. */
export interface EffectSources {
  readonly world: KnowledgeGraph;
  readonly sources: readonly GraphSource[];
  readonly history: History;
}

/** A proposal with what its acceptance changes. */
export interface Considered<T> {
  readonly one: T;
  readonly effects: Effects;
}

/** What waits, with what its acceptance changes. */
export interface ConsideredWaiting {
  readonly entries: readonly Considered<Proposal>[];
  readonly links: readonly Considered<ProposedLink>[];
}

/** Proposals whose effects are read together: one question to git each would be slow, and all of them at once too large. */
const PROPOSALS_PER_BATCH = 250;

/** Adds the effects to what waits. */
export async function withEffects(from: EffectSources, { entries, links }: Waiting): Promise<ConsideredWaiting> {
  const found: { entries: Considered<Proposal>[]; links: Considered<ProposedLink>[] } = { entries: [], links: [] };
  for (const batch of inBatches(entries)) found.entries.push(...(await withEffectsOfEntries(from, batch)));
  for (const batch of inBatches(links)) found.links.push(...(await withEffectsOfLinks(from, batch)));
  return found;
}

function* inBatches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < all.length; first += PROPOSALS_PER_BATCH)
    yield all.slice(first, first + PROPOSALS_PER_BATCH);
}

const SHOWN: ReadonlySet<string> = new Set(TOLD);

/** What it changes when a person accepts each of these entries. */
async function withEffectsOfEntries(
  from: EffectSources,
  entries: readonly Proposal[],
): Promise<Considered<Proposal>[]> {
  const { world } = from;
  await changesBehind(
    world,
    entries.map(({ node }) => node.id),
  ); // loads all of them at once
  const changes: (readonly NodeId[])[] = [];
  for (const { node } of entries) changes.push(await changesBehind(world, [node.id]));
  const own = entries.map(({ node: { id } }) =>
    world.links(id).filter((link) => link.from === id && link.status === 'proposed' && link.isOwn !== true),
  );
  await world.learn(own.flatMap((links) => links.map(({ to }) => to)));
  const lines = await linesOf(from, changes);
  return entries.map((one, i) => ({ one, effects: effectsOfEntry(world, one.node, own[i]!, lines[i]!) }));
}

function effectsOfEntry(
  world: KnowledgeGraph,
  { id, kind }: Node,
  own: readonly Link[],
  reasonOf: readonly ReasonedLines[],
): Effects {
  const affected = (to: NodeId): Affected => ({ id: to, node: world.node(to) });
  const isProposed = world.standing(id)?.status === 'proposed';
  return {
    reasonOf,
    agents: SHOWN.has(kind) && isProposed ? agentsGet(world, id) : undefined,
    replaces: own.filter((link) => link.kind === 'supersedes').map(({ to }) => affected(to)),
    closes: own.filter((link) => closesRisk(world, link)).map(({ to }) => affected(to)),
    settles: own
      .filter((link) => link.kind !== 'supersedes')
      .map((link) => ({ from: link.from, kind: link.kind, to: link.to, end: affected(link.to) })),
  };
}

/** What it changes when a person accepts each of these links. */
async function withEffectsOfLinks(
  from: EffectSources,
  links: readonly ProposedLink[],
): Promise<Considered<ProposedLink>[]> {
  const { world } = from;
  const lines = await linesOf(
    from,
    links.map(({ link }) => (link.kind === 'decided_by' ? [link.from] : [])),
  );
  return links.map((one, i) => {
    const { link } = one;
    const end: Affected = { id: link.to, node: world.node(link.to) };
    const replaces = link.kind === 'supersedes' && world.standing(link.from)?.status === 'accepted';
    const effects: Effects = {
      reasonOf: lines[i]!,
      agents: undefined,
      replaces: replaces ? [end] : [],
      closes: closesRisk(world, link) ? [end] : [],
      settles: [],
    };
    return { one, effects };
  });
}

const closesRisk = (world: KnowledgeGraph, { kind, to }: EdgeName): boolean =>
  kind === 'prevents' && world.node(to)?.kind === 'risk';

// The words of an entry that is only claimed wait for a person (docs/knowledge.md, "Source of the words").
const agentsGet = (world: KnowledgeGraph, id: NodeId): 'words' | 'settled' =>
  world.recordStanding(id) === 'claimed' ? 'words' : 'settled';

/** The lines of each of these lists of changes. Each note is read once for all of them. */
async function linesOf(
  { sources, history }: EffectSources,
  lists: readonly (readonly NodeId[])[],
): Promise<ReasonedLines[][]> {
  const commits: ReadonlySet<Oid>[] = [];
  for (const changes of lists) {
    const found = await Promise.all(sources.flatMap((source) => changes.map((id) => source.commitsWith(id))));
    commits.push(new Set(found.flat()));
  }
  const notes = await history.notes.read(new Set(commits.flatMap((of) => [...of])));
  const linesIn = new Map([...notes].map(([commit, note]) => [commit, readable(history, note)?.lines]));
  return lists.map((changes, i) => {
    const ids = new Set(changes);
    const lines: ReasonedLines[] = [];
    for (const commit of commits[i]!)
      for (const [path, list] of linesIn.get(commit) ?? []) {
        const count = list.reduce((sum, { node, count: of }) => sum + (node && ids.has(node) ? of : 0), 0);
        if (count > 0) lines.push({ path, commit, lines: count });
      }
    return lines.sort((a, b) => b.lines - a.lines || compare(a.path, b.path) || compare(a.commit, b.commit));
  });
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
