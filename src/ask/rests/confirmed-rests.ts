import type { Repo } from '../../git/repository/repo.ts';
import type { NodeId } from '../../model/ids.ts';
import { NOT_COMPARED, type Rest, restsDetail } from '../../model/knowledge/rests-on.ts';
import type { Detail } from '../../model/model.ts';
import type { CheckedGraph } from './checked-graph.ts';

/**
 * What changed of that which an entry rests on, for the detail of an event that confirms the entry: with its content of now.
 * What is missing is not compared any more, and neither are changed lines, because their new numbers are unknown.
 */
export async function confirmedRests(world: CheckedGraph, id: NodeId, repo: Repo): Promise<Detail> {
  const { now, lost } = await lookedAt(world, id, repo);
  return restsDetail([...now, ...lost.map(({ place }) => ({ place, content: NOT_COMPARED }))]);
}

/** What a new wording of an entry rests on: the same as the earlier one, with the contents of now. */
export async function inheritedRests(world: CheckedGraph, id: NodeId, repo: Repo): Promise<Rest[]> {
  const { same, now } = await lookedAt(world, id, repo);
  return [...same, ...now];
}

interface LookedAt {
  readonly same: readonly Rest[];
  /** What changed, with its content of now. */
  readonly now: readonly Rest[];
  /** What cannot be compared from now on. */
  readonly lost: readonly Rest[];
}

async function lookedAt(world: CheckedGraph, id: NodeId, repo: Repo): Promise<LookedAt> {
  await world.learnStanding([id]);
  const rests = world.rests(id).filter(({ content }) => content.size > 0);
  const { changed = [] } = world.standing(id) ?? {};
  const states = new Map(changed.map(({ place, state }) => [placeKey(place), state]));
  const same = rests.filter(({ place }) => !states.has(placeKey(place)));
  const others = rests.filter(({ place }) => states.has(placeKey(place)));
  const present = others.filter(({ place }) => states.get(placeKey(place)) === 'changed' && !place.lines);
  if (others.length === 0) return { same, now: [], lost: [] };
  const { restsNow } = await import('./record-rests.ts');
  const now = await restsNow(
    repo,
    present.map(({ place }) => place),
  );
  const known = new Set(now.map(({ place }) => placeKey(place)));
  return { same, now, lost: others.filter(({ place }) => !known.has(placeKey(place))) };
}

const placeKey = ({ path, symbol, lines }: Rest['place']): string => JSON.stringify([path, symbol, lines]);
