import type { Node } from '../../model/model.ts';
import { isOid, type NodeId, type Oid } from '../../model/ids.ts';
import { push } from '../../model/multimap.ts';
import type { GraphSource } from '../index/graph-source.ts';
import { commitThing } from '../index/build/rows.ts';
import { inTime, notesOn, type History } from './history.ts';

/** A commit with a note, and the commits that the note was carried from. */
export interface Rewriting {
  readonly commit: Oid;
  /** Whether a branch, a tag or HEAD reaches it. */
  readonly reachable: boolean;
  readonly sources: readonly Oid[];
}

/** Most rewrites of one commit that are followed, and most graphs searched for it. */
const MAX_REWRITES = 64;
const MAX_GRAPHS = 50;
/** Most rewritten commits that are looked up. */
const MAX_COMMITS = 100;

/**
 * The present commit of each commit that was rewritten, over any rewrites between them. A commit may have been picked to several: the
 * first of these notes counts. One that is reachable itself was not replaced.
 */
export function presentOf(notes: readonly Rewriting[]): Map<string, Oid> {
  const later = new Map<Oid, Rewriting[]>();
  for (const note of notes) for (const from of note.sources) push(later, from, note);
  const kept = new Set(notes.flatMap(({ commit, reachable }) => (reachable ? [commit] : [])));
  const found = new Map<string, Oid>();
  for (const from of later.keys()) {
    if (kept.has(from)) continue;
    const seen = new Set<Oid>([from]);
    for (const at of seen) {
      const next = later.get(at) ?? [];
      const present = next.find(({ reachable }) => reachable);
      if (present) found.set(from, present.commit);
      if (present || seen.size > MAX_REWRITES) break;
      for (const { commit } of next) seen.add(commit);
    }
  }
  return found;
}

/** The present commits of those that nodes name and that no branch, tag or HEAD reaches any more. */
export async function presentCommitsOf(
  history: History,
  sources: readonly GraphSource[],
  nodes: Iterable<Node>,
): Promise<ReadonlyMap<string, Oid>> {
  const named = [...new Set([...nodes].flatMap((node) => commitOf(node) ?? []))].slice(0, MAX_COMMITS);
  if (named.length === 0) return new Map();
  const lost = (await inTime(history.repo, named)).flatMap(({ commit, reachable }) => (reachable ? [] : [commit]));
  const holding = new Set<Oid>();
  for (const source of sources)
    for (const commit of lost)
      for (const id of await patchesOf(source, commit))
        for (const one of await source.commitsWith(id)) holding.add(one);
  if (holding.size === 0) return new Map();
  const notes: Rewriting[] = [];
  for await (const { commit, reachable, note } of notesOn(history, [...holding]))
    notes.push({ commit, reachable, sources: note.carried.map(({ from }) => from) });
  const present = presentOf(notes);
  return new Map(lost.flatMap((commit) => (present.has(commit) ? [[commit, present.get(commit)!] as const] : [])));
}

/** The commit that a patch or a node for a commit was recorded with. */
export function commitOf({ kind, detail }: Pick<Node, 'kind' | 'detail'>): Oid | undefined {
  const commit = kind === 'patch' || kind === 'commit' ? detail?.['commit'] : undefined;
  return typeof commit === 'string' && isOid(commit) ? commit : undefined;
}

async function patchesOf(source: GraphSource, commit: Oid): Promise<ReadonlySet<NodeId>> {
  const graphs = await source.touching(commitThing(commit), MAX_GRAPHS);
  const all = graphs.flatMap(({ nodes }) => nodes);
  return new Set(all.flatMap((node) => (node.kind === 'patch' && commitOf(node) === commit ? [node.id] : [])));
}
