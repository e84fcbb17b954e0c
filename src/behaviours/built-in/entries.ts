import type { Behaviour, KnownNode, Surroundings } from '../../model/behaviours/behaviour.ts';
import { DEFAULT_LIMITS } from '../../model/behaviours/guards.ts';
import { type NodeId, shortId } from '../../model/ids.ts';
import type { Status } from '../../model/knowledge/status.ts';
import { oneLine } from '../../model/one-line.ts';

const MAX_QUOTED_CHARACTERS = 120;

/** The statuses of an entry that still says something. */
const LIVE: ReadonlySet<Status | undefined> = new Set<Status>(['accepted', 'proposed']);

/** Whether an entry counts, or may count once a person accepted it. */
export const isLive = ({ standing }: KnownNode): boolean => LIVE.has(standing?.status);

/** The name of an entry, with its words if this clone recorded them: words of others never get a place in our own entries. */
export function named({ node, isOwn }: KnownNode): string {
  const name = `${node.kind}:${shortId(node.id)}`;
  return isOwn ? `${name} "${oneLine(node.summary, MAX_QUOTED_CHARACTERS)}"` : name;
}

/** A claim that nothing supports becomes a task. */
export const findEvidence: Behaviour = {
  name: 'find-evidence',
  about: 'a claim without support becomes a task to find evidence',
  on: ['created'],
  limits: DEFAULT_LIMITS,
  where: ({ known }) =>
    known?.node.kind === 'claim' &&
    isLive(known) &&
    !known.links.some(({ kind, to }) => kind === 'supports' && to === known.node.id),
  act: ({ known }) => [
    {
      do: 'add',
      kind: 'task',
      text: `Find evidence for ${named(known!)}`,
      because: 'nothing supports the claim',
      links: [{ edge: 'derived_from', to: known!.node.id }],
    },
  ],
};

/** Two claims that contradict each other become an entry for a person's review. */
export const reviewContradiction: Behaviour = {
  name: 'review-contradiction',
  about: 'two claims that contradict each other become an entry for review',
  on: ['created', 'linked'],
  limits: DEFAULT_LIMITS,
  where: ({ known }) => known?.node.kind === 'claim' && isLive(known) && contradicted(known).length > 0,
  act: async ({ known }, around) => {
    const others: KnownNode[] = [];
    for (const id of contradicted(known!)) {
      const other = await around.node(id);
      if (other && other.node.kind === 'claim' && isLive(other)) others.push(other);
    }
    return others.map((other) => {
      const [first, second] = known!.node.id < other.node.id ? [known!, other] : [other, known!];
      const pair = [first.node.id, second.node.id];
      return {
        do: 'review',
        once: pair.join(' '),
        text: `${named(first)} and ${named(second)} contradict each other: retract or revise one`,
        because: 'the claims are linked by contradicts',
        links: pair.map((to) => ({ edge: 'derived_from', to })),
      } as const;
    });
  },
};

const contradicted = ({ node, links }: KnownNode): NodeId[] =>
  links.flatMap(({ kind, from, to }) => (kind === 'contradicts' ? [from === node.id ? to : from] : []));

/** A proposed decision about a file with an owner becomes an entry for the review of that owner. */
export const askOwner: Behaviour = {
  name: 'ask-owner',
  about: 'a proposed decision about a file with an owner becomes an entry for their review',
  on: ['created'],
  limits: DEFAULT_LIMITS,
  where: ({ known }) => known?.node.kind === 'decision' && known.standing?.status === 'proposed',
  act: async ({ known }, around) => {
    const files = await filesOf(known!, around);
    const owners = (await around.ownersOf(files)).slice(0, MAX_OWNERS);
    if (owners.length === 0) return [];
    return [
      {
        do: 'review',
        text: `${named(known!)} waits for ${oneLine(owners.join(', '), MAX_QUOTED_CHARACTERS)}`,
        because: `CODEOWNERS names them for ${oneLine(files.join(', '), MAX_QUOTED_CHARACTERS)}`,
        links: [{ edge: 'derived_from', to: known!.node.id }],
      },
    ];
  },
};

const MAX_OWNERS = 10;
const MAX_FILES = 50;

/** The files of an entry: those that it names, is derived from or explains, and those of the changes that it led to. */
export async function filesOf({ node, links }: KnownNode, around: Surroundings): Promise<string[]> {
  const found = new Set<string>(textsIn(node.detail?.['files']));
  for (const { from, to } of links) {
    if (found.size >= MAX_FILES) break;
    const other = await around.node(from === node.id ? to : from);
    if (other && (other.node.kind === 'file' || other.node.kind === 'commitment'))
      for (const path of textsIn(other.node.detail?.['files'])) found.add(path);
  }
  return [...found].slice(0, MAX_FILES);
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
