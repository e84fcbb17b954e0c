import type { Behaviour, Intent, KnownNode, SeenEvent, Surroundings } from '../../model/behaviours/behaviour.ts';
import { type NodeId, shortId } from '../../model/ids.ts';
import { oneLine } from '../../model/one-line.ts';
import { isLive } from './entries.ts';

/** Edits concern many entries, and what is derived from a stale entry is stale too. */
const LIMITS = { hour: 500, run: 200, open: Number.MAX_SAFE_INTEGER, depth: 8 };

/** What is derived from a source that does not count any more, or from a file that changed, becomes stale. */
export const markStale: Behaviour = {
  name: 'mark-stale',
  about: 'what is derived from a source that was replaced, retracted or changed becomes stale',
  on: ['created', 'superseded', 'retracted', 'rejected', 'stale', 'changed'],
  limits: LIMITS,
  where: ({ type, known }) => type === 'changed' || known !== undefined,
  act: async (event, around) => {
    if (event.type === 'created') return remember(event.known!, around);
    if (event.type === 'changed') return ofFiles(event, around);
    return staleAmong(derivedFrom(event.known!), WHY[event.type] ?? 'changed', event, around);
  },
};

const WHY: Readonly<Record<string, string>> = {
  superseded: 'was superseded',
  retracted: 'was retracted',
  rejected: 'was rejected',
  stale: 'is stale',
};

// The contents of the files that a new entry is derived from: a commit may bring what the entry was derived from already.
async function remember({ node, links, isOwn }: KnownNode, around: Surroundings): Promise<Intent[]> {
  if (!isOwn) return [];
  for (const { kind, from, to } of links) {
    if (kind !== 'derived_from' || from !== node.id) continue;
    const source = await around.node(to);
    const files = source?.node.kind === 'file' ? source.node.detail?.['files'] : undefined;
    if (Array.isArray(files))
      await around.keepContents(
        node,
        files.filter((one) => typeof one === 'string'),
      );
  }
  return [];
}

const derivedFrom = ({ node, links }: KnownNode): NodeId[] =>
  links.flatMap(({ kind, from, to }) => (kind === 'derived_from' && to === node.id ? [from] : []));

async function ofFiles(event: SeenEvent, around: Surroundings): Promise<Intent[]> {
  const found: Intent[] = [];
  for (const path of event.files ?? []) {
    const stale: NodeId[] = [];
    for (const id of await around.derivedFromFile(path)) {
      const entry = await around.node(id);
      if (entry && (await around.hasChangedSince(entry.node, path, event))) stale.push(id);
    }
    found.push(...(await staleOf(stale, `${oneLine(path)} changed`, around)));
  }
  return found;
}

const staleAmong = (
  ids: readonly NodeId[],
  why: string,
  { known }: SeenEvent,
  around: Surroundings,
): Promise<Intent[]> => staleOf(ids, `${known!.node.kind}:${shortId(known!.node.id)} ${why}`, around);

async function staleOf(ids: readonly NodeId[], because: string, around: Surroundings): Promise<Intent[]> {
  const found: Intent[] = [];
  for (const id of ids) {
    const entry = await around.node(id);
    // What a behaviour derived from an entry is a reaction to it, such as a task, and does not rest on it.
    if (!entry || !isLive(entry) || entry.standing?.staleSince !== undefined) continue;
    if (typeof entry.node.detail?.['behaviour'] === 'string') continue;
    found.push({ do: 'stale', node: id, key: id, because });
  }
  return found;
}
