import { ProvError } from '../../errors.ts';
import type { NodeId } from '../../model/ids.ts';
import type { SessionNode } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import { isSaid } from '../index/build/rows.ts';
import type { GraphSource as Asked, Match, Wanted } from '../index/graph-source.ts';
import { wordsOf, MAX_WORDS_PER_SEARCH } from '../index/build/search-words.ts';
import { nodesAbout, type WantedPath } from '../find/about-path.ts';
import { stateAll, type Statement } from './statements.ts';
import type { KnowledgeGraph } from './knowledge-graph.ts';

export interface SearchQuery extends Wanted, WantedPath {
  readonly text: string;
  readonly minConfidence?: number | undefined;
  readonly provenance: boolean;
  readonly limit: number;
}

/** Best-matching statements that are ranked together. */
const MAX_RANKED_STATEMENTS = 100;
/** Statements that no longer hold rank behind current ones, regardless of their match. */
const PAST: ReadonlySet<string> = new Set(['superseded', 'retracted', 'rejected']);

/**
 * Finds nodes with all words of a text. In statements every word may be a prefix, elsewhere only the last one. Statements rank before
 * steps, current ones before past ones; then by match, then the newest first. Nodes that are only claimed come after all
 * others.
 * @throws ProvError `usage` for a text without words, or with too many
 */
export async function search(
  world: KnowledgeGraph,
  sources: readonly Asked[],
  query: SearchQuery,
): Promise<Statement[]> {
  const words = [...new Set(wordsOf(query.text))];
  if (words.length === 0)
    throw new ProvError('usage', 'There is no word to search for.', { hint: 'Use letters or digits.' });
  if (words.length > MAX_WORDS_PER_SEARCH)
    throw new ProvError('usage', `Too many search words (at most ${MAX_WORDS_PER_SEARCH}).`, {
      hint: 'Use fewer words.',
    });
  const last = wordsOf(query.text).at(-1)!; // the last word, even if it occurred before
  const ordered = [...words.filter((word) => word !== last), last];
  const about = await nodesAbout(world, sources, query);
  const seen = new Set<NodeId>();
  const considered = Math.max(MAX_RANKED_STATEMENTS, query.limit);
  const said: Match[] = [];
  const done: Match[] = [];
  for (const source of sources) {
    let [statements, steps] = [0, 0];
    for await (const match of source.matching(ordered, query)) {
      if (seen.has(match.node.id) || about?.has(match.node.id) === false) continue;
      const isStep = !isSaid(match.node.kind) || match.node.kind === 'event';
      if (isStep && query.minConfidence !== undefined) continue; // steps have no confidence
      seen.add(match.node.id);
      (isStep ? done : said).push(match);
      if (isStep ? ++steps + statements >= query.limit : ++statements >= considered) break;
    }
  }
  const stated = (await stateAll(world, said, false)).filter(
    ({ confidence = 1 }) => query.minConfidence === undefined || confidence >= query.minConfidence,
  );
  const scores = new Map(said.map(({ node, score }) => [node.id, score]));
  stated.sort((a, b) => past(a) - past(b) || scores.get(a.node.id)! - scores.get(b.node.id)! || byTime(a.node, b.node));
  done.sort((a, b) => byTime(a.node, b.node));
  const ranked = [
    ...stated.map(({ node, session, recordStanding }) => ({ node, session, standing: recordStanding })),
    ...done,
  ];
  const chosen = [...ranked.filter((one) => !isClaimed(one)), ...ranked.filter(isClaimed)];
  return stateAll(world, chosen.slice(0, query.limit), query.provenance);
}

const isClaimed = (one: SessionNode): boolean => one.standing === 'claimed';

const past = ({ standing }: Statement): number => (PAST.has(standing.status) ? 1 : 0);

const byTime = (a: Node, b: Node): number => b.at - a.at || (a.id < b.id ? -1 : 1);
