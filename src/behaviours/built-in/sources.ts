import type {
  Behaviour,
  Intent,
  KnownNode,
  SeenEvent,
  SourcePlace,
  Surroundings,
} from '../../model/behaviours/behaviour.ts';
import { type NodeId, shortId } from '../../model/ids.ts';
import { targetOfThing, thingOf } from '../../model/knowledge/thing.ts';
import type { Node } from '../../model/model.ts';
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
    const place = source && placeOf(source.node);
    if (place) await around.keepContent(node, place);
  }
  return [];
}

/** The file, function or type that a node refers to. */
export function placeOf(node: Node): SourcePlace | undefined {
  const thing = thingOf(node);
  const target = thing && targetOfThing(thing);
  return target && 'path' in target ? target : undefined;
}

const derivedFrom = ({ node, links }: KnownNode): NodeId[] =>
  links.flatMap(({ kind, from, to }) => (kind === 'derived_from' && to === node.id ? [from] : []));

async function ofFiles(event: SeenEvent, around: Surroundings): Promise<Intent[]> {
  const found: Intent[] = [];
  for (const path of event.files ?? []) {
    for (const { entry: id, source } of await around.derivedFromFile(path)) {
      const entry = await around.node(id);
      if (!entry || !(await around.hasChangedSince(entry.node, source, event))) continue;
      const what = source.symbol ? `${oneLine(source.symbol.name)} in ${oneLine(path)}` : oneLine(path);
      found.push(...(await staleOf([id], `${what} changed`, around)));
    }
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
