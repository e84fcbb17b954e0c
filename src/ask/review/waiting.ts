import { ProvError } from '../../errors.ts';
import type { NodeId, Oid } from '../../model/ids.ts';
import { type EdgeName, edgeOf } from '../../model/knowledge/edge-status.ts';
import { changeOf } from '../../model/knowledge/status.ts';
import { type Proposal, proposals, undecidedWords } from './proposals.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { changesBehind } from '../knowledge/grounds.ts';
import { linksBetween, type LinkSources } from './links-between.ts';
import { named, type ProposedLink, proposedLinks } from './proposed-links.ts';

/** What waits for a person's review, oldest first. */
export interface Waiting {
  readonly entries: readonly Proposal[];
  readonly links: readonly ProposedLink[];
}

/** A choice among what waits. */
export interface WaitingGroup {
  /** `session:ID` and `commit:REV`; all when empty. */
  readonly groups: readonly string[];
  /** Only entries or links of this kind. */
  readonly kind?: string | undefined;
  /** Whether words from transcripts and summaries wait too. */
  readonly words?: boolean | undefined;
}

/** Whether a reference names a group: a session or a commit. */
export const isGroup = (reference: string): boolean => /^(?:session|commit):/.test(reference);

/** The entries and links of a group that wait. A session's group has the proposals of its sub-agents too. */
export async function waitingIn(
  { world, sources, target }: LinkSources,
  { groups, kind, words = false }: WaitingGroup,
): Promise<Waiting> {
  const targets = await Promise.all(groups.map(target));
  const isIn = ({ commits, session }: Pick<Proposal, 'commits' | 'session'>): boolean =>
    targets.length === 0 ||
    targets.some(({ type, id }) =>
      type === 'commit' ? commits.some((commit) => commit === id) : session === id || session.startsWith(`${id}/`),
    );
  const found = [...(await proposals(world, sources)), ...(words ? await undecidedWords(world, sources) : [])];
  const entries = found.filter((one) => isIn(one) && (kind === undefined || one.node.kind === kind));
  const links = (await proposedLinks(world, sources)).filter(
    (one) => isIn(one) && (kind === undefined || one.link.kind === kind),
  );
  return { entries, links };
}

/** What a person decides on: an entry, or a link. */
export interface Judged {
  /** How it is named in the answer: `kind:id`, or the ends and the kind of a link. */
  readonly name: string;
  readonly subject: NodeId;
  /** Undefined for an entry. */
  readonly link?: EdgeName;
  /** The commits with notes that hold it, or changes that were made on it. */
  readonly commits: readonly Oid[];
}

/** The link that a reference names: by the event that declared it, or by its ends. Undefined for any other reference. */
export async function linkNamed(links: LinkSources, reference: string): Promise<Judged | undefined> {
  const { world, sources } = links;
  const parts = reference.trim().split(/\s+/);
  const link = parts.length === 3 ? await betweenEnds(links, parts) : await ofEvent(links, reference);
  if (!link) return undefined;
  await world.learn([link.from, link.to]);
  const standing = world.edgeStanding(link);
  if (!standing)
    throw new ProvError('data', `'${reference.slice(0, 120)}' is not a declared link.`, {
      hint: 'Run git prov review to see what waits; git prov trace shows the links of an entry.',
    });
  const by = standing.events.find(({ event }) => event === 'linked')?.node ?? link.from;
  return { name: named(world, link), subject: link.from, link, commits: await commitsWith(sources, [by, link.from]) };
}

/** An entry as a person decides on it. */
export const judgedEntry = async (links: LinkSources, id: NodeId, kind: string): Promise<Judged> => ({
  name: `${kind}:${id}`,
  subject: id,
  commits: await commitsAbout(links, id),
});

/** The commits whose notes hold an entry, or a change that was made on it. A verdict and a revision belong into all of them. */
export async function commitsAbout({ world, sources }: LinkSources, id: NodeId): Promise<Oid[]> {
  return commitsWith(sources, [id, ...(await changesBehind(world, [id]))]);
}

async function commitsWith(sources: readonly GraphSource[], nodes: readonly NodeId[]): Promise<Oid[]> {
  const found = await Promise.all(sources.flatMap((source) => nodes.map((node) => source.commitsWith(node))));
  return [...new Set(found.flat())];
}

async function betweenEnds(links: LinkSources, [from, kind, to]: readonly string[]): Promise<EdgeName> {
  const [link, ...more] = await linksBetween(links, from!, kind!.toLowerCase().replaceAll('-', '_'), to!);
  if (more.length === 0) return link!.name;
  throw new ProvError('usage', `There are ${more.length + 1} such links.`, {
    hint: 'Name the event that declared one of them: git prov review lists it.',
  });
}

async function ofEvent({ world, target }: LinkSources, reference: string): Promise<EdgeName | undefined> {
  if (isGroup(reference)) return undefined;
  const { type, nodes } = await target(reference);
  if (type !== 'event' || nodes.length !== 1) return undefined;
  await world.learn(nodes);
  const node = world.node(nodes[0]!);
  return node && changeOf(node) === 'linked' ? edgeOf(node) : undefined;
}
