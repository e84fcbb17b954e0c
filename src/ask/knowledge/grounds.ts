import { type NodeId, numberOf, sessionPart } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';
import type { Link } from '../../model/knowledge/link.ts';

/** A node that something rests on, and how it is linked to it. */
export interface Ground {
  readonly id: NodeId;
  readonly link: Link;
}

/** The changes that were made on decisions, or went into commits. */
export async function changesBehind(world: KnowledgeGraph, ids: readonly NodeId[]): Promise<NodeId[]> {
  await world.learn(ids);
  const changes = new Set<NodeId>();
  for (const id of ids)
    for (const { kind, from, to } of world.links(id))
      if (to === id && (kind === 'decided_by' || kind === 'committed_via')) changes.add(from);
  await world.learn(changes);
  return [...changes];
}

/**
 * What led to changes, as far as the steps before them show it: the prompts, and the failed check or error that each change
 * follows. They are inferred from the order of the steps.
 */
export function causesOf(world: KnowledgeGraph, changes: readonly NodeId[]): Ground[] {
  const own = new Set(changes);
  const steps = [...world.met()].map(({ node }) => node);
  const grounds = new Map<NodeId, Ground>();
  const add = (cause: Node | undefined, change: NodeId): void => {
    if (cause && !own.has(cause.id) && !grounds.has(cause.id))
      grounds.set(cause.id, {
        id: cause.id,
        link: { from: cause.id, to: change, kind: 'led_to', source: 'inferred', at: cause.at },
      });
  };
  for (const change of changes) {
    const goal = world.goalOf(change);
    add(goal, change);
    const before = steps.filter(({ id }) => sessionPart(id) === sessionPart(change) && numberOf(id) < numberOf(change));
    const since = before
      .filter(({ id, kind }) => kind === 'goal' || (kind === 'commitment' && !own.has(id)))
      .map(({ id }) => numberOf(id));
    const last = Math.max(0, ...since);
    const failed = before.filter((node) => numberOf(node.id) > last && hasFailed(node));
    add(
      failed.reduce<Node | undefined>((a, b) => (a && numberOf(a.id) > numberOf(b.id) ? a : b), undefined),
      change,
    );
  }
  return [...grounds.values()];
}

const hasFailed = ({ kind, detail }: Node): boolean => kind === 'error' || detail?.['passed'] === false;

/** Of the explorations behind a decision, those that its words name; all of them when they name none. */
export function namedIn<T extends { readonly node: Node | undefined }>(
  explorations: readonly T[],
  text: string,
): readonly T[] {
  const named = explorations.filter(({ node }) => node && subjects(node.summary).some((word) => text.includes(word)));
  return named.length > 0 ? named : explorations;
}

// The paths and patterns of an exploration, and the names of the files: `read src/auth.rs` speaks of `src/auth.rs` and `auth.rs`.
function subjects(summary: string): string[] {
  const words = summary.split(/[\s"']+/).slice(1);
  return words.flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]).filter((word) => word.length > 3);
}
