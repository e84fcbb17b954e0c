import type { NodeId, Oid, RepoPath } from '../../model/ids.ts';
import type { EdgeName } from '../../model/knowledge/edge-status.ts';
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

/** Adds the effects to what waits. */
export async function withEffects(from: EffectSources, { entries, links }: Waiting): Promise<ConsideredWaiting> {
  const found: { entries: Considered<Proposal>[]; links: Considered<ProposedLink>[] } = { entries: [], links: [] };
  for (const one of entries) found.entries.push({ one, effects: await effectsOfEntry(from, one) });
  for (const one of links) found.links.push({ one, effects: await effectsOfLink(from, one) });
  return found;
}

const SHOWN: ReadonlySet<string> = new Set(TOLD);

/** What it changes when a person accepts an entry. */
async function effectsOfEntry(from: EffectSources, { node }: Pick<Proposal, 'node'>): Promise<Effects> {
  const { world } = from;
  const { id } = node;
  const changes = await changesBehind(world, [id]);
  const own = world.links(id).filter((link) => link.from === id && link.status === 'proposed' && link.isOwn !== true);
  await world.learn(own.map(({ to }) => to));
  const affected = (to: NodeId): Affected => ({ id: to, node: world.node(to) });
  const isProposed = world.standing(id)?.status === 'proposed';
  return {
    reasonOf: await linesOf(from, changes),
    agents: SHOWN.has(node.kind) && isProposed ? agentsGet(world, id) : undefined,
    replaces: own.filter(({ kind }) => kind === 'supersedes').map(({ to }) => affected(to)),
    closes: own.filter((link) => closesRisk(world, link)).map(({ to }) => affected(to)),
    settles: own
      .filter(({ kind }) => kind !== 'supersedes')
      .map((link) => ({ from: link.from, kind: link.kind, to: link.to, end: affected(link.to) })),
  };
}

/** What it changes when a person accepts a link. */
async function effectsOfLink(from: EffectSources, { link }: Pick<ProposedLink, 'link'>): Promise<Effects> {
  const { world } = from;
  const { kind, to } = link;
  const end: Affected = { id: to, node: world.node(to) };
  return {
    reasonOf: kind === 'decided_by' ? await linesOf(from, [link.from]) : [],
    agents: undefined,
    replaces: kind === 'supersedes' && world.standing(link.from)?.status === 'accepted' ? [end] : [],
    closes: closesRisk(world, link) ? [end] : [],
    settles: [],
  };
}

const closesRisk = (world: KnowledgeGraph, { kind, to }: EdgeName): boolean =>
  kind === 'prevents' && world.node(to)?.kind === 'risk';

// The words of an entry that is only claimed wait for a person (docs/knowledge.md, "Source of the words").
const agentsGet = (world: KnowledgeGraph, id: NodeId): 'words' | 'settled' =>
  world.recordStanding(id) === 'claimed' ? 'words' : 'settled';

async function linesOf({ sources, history }: EffectSources, changes: readonly NodeId[]): Promise<ReasonedLines[]> {
  if (changes.length === 0) return [];
  const ids = new Set(changes);
  const found = await Promise.all(sources.flatMap((source) => changes.map((id) => source.commitsWith(id))));
  const commits = [...new Set(found.flat())];
  const lines: ReasonedLines[] = [];
  for (const [commit, note] of await history.notes.read(commits))
    for (const [path, list] of readable(history, note)?.lines ?? []) {
      const count = list.reduce((sum, { node, count: of }) => sum + (node && ids.has(node) ? of : 0), 0);
      if (count > 0) lines.push({ path, commit, lines: count });
    }
  return lines.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1));
}
