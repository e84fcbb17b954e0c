import type { GraphSource } from '../index/graph-source.ts';
import { list } from '../knowledge/list.ts';
import type { Statement } from '../knowledge/statements.ts';
import { wholeText } from '../knowledge/entry-parts.ts';
import type { KnowledgeGraph } from '../knowledge/knowledge-graph.ts';

/** The kinds without sources that may come from others, and what they may come from (fifth seed, "Migration Strategy"). */
const MAY_COME_FROM: Readonly<Record<string, readonly string[]>> = {
  episode: ['raw'],
  note: ['raw', 'episode'],
  belief: ['episode', 'note', 'raw'],
};
/** An entry rarely comes from one that is much older. */
const MAX_AGE_MS = 30 * 86_400_000;
/** The share of the words of the shorter text that both have, at least. */
const MIN_LIKENESS = 0.5;
/** Fewer words than this say too little. */
const MIN_WORDS = 3;
const WORD = /[\p{L}\p{N}_]{4,}/gu;

/** A link that may be missing. */
export interface ProposedLink {
  readonly from: Statement;
  readonly to: Statement;
  /** The share of the words of the shorter text that both have, from 0 to 1. */
  readonly likeness: number;
}

/**
 * Proposes what entries without sources were derived from: an earlier entry of a fitting kind with like words. A guess, so
 * nothing is recorded until a person accepts it.
 * @returns the most alike first
 */
export async function proposeLinks(world: KnowledgeGraph, sources: readonly GraphSource[]): Promise<ProposedLink[]> {
  const all = new Map<string, Statement[]>();
  for (const kind of new Set([...Object.keys(MAY_COME_FROM), ...Object.values(MAY_COME_FROM).flat()]))
    all.set(
      kind,
      (await list(world, sources, { kind, provenance: true })).filter(
        ({ standing, recordStanding }) =>
          recordStanding !== 'claimed' && (standing.status === 'accepted' || standing.status === 'proposed'),
      ),
    );
  const found: ProposedLink[] = [];
  for (const [kind, origins] of Object.entries(MAY_COME_FROM))
    for (const from of all.get(kind) ?? []) {
      if (from.node.detail?.['source'] !== 'declared' || (from.sources?.length ?? 0) > 0) continue;
      for (const to of origins.flatMap((origin) => all.get(origin) ?? [])) {
        const age = from.node.at - to.node.at;
        const likeness = age > 0 && age <= MAX_AGE_MS ? likenessOf(wholeText(from.node), wholeText(to.node)) : 0;
        if (likeness >= MIN_LIKENESS) found.push({ from, to, likeness });
      }
    }
  return found.sort((a, b) => b.likeness - a.likeness || (a.from.node.id < b.from.node.id ? -1 : 1));
}

function likenessOf(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => new Set(text.toLowerCase().match(WORD) ?? [])) as [Set<string>, Set<string>];
  const [less, more] = x.size <= y.size ? [x, y] : [y, x];
  if (less.size < MIN_WORDS) return 0;
  return [...less].filter((word) => more.has(word)).length / less.size;
}
