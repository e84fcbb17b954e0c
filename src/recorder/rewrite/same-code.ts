import type { CommitChange } from '../../git/history/commit-changes.ts';
import { ProvError } from '../../errors.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import { isTestable } from '../../model/checks/cover.ts';

/** Compares trees. */
export interface Trees {
  /** Compares pairs in one process; `differences` then has them cached. */
  prepare(pairs: readonly (readonly [Oid, Oid])[]): Promise<void>;
  differences(a: Oid, b: Oid): Promise<readonly { readonly path: RepoPath }[] | undefined>;
}

/** A rewritten commit, and the commits that it was made from. */
interface Rewritten {
  readonly target: CommitChange;
  readonly sources: readonly CommitChange[];
}

/** Reads the differences that `sameCode` needs, for many commits at once. Missing ones are left out. */
export async function prepareSameCode(rewritten: readonly Rewritten[], trees: Trees): Promise<void> {
  const pairs = rewritten.flatMap(({ target, sources }) => sources.flatMap((source) => pairsOf(source, target)));
  try {
    if (pairs.length > 0) await trees.prepare(pairs);
  } catch (error) {
    if (!(error instanceof ProvError)) throw error;
  }
}

/**
 * The sources whose checks still count in the rewritten commit: their code is the same, or they stood on the same code. All else
 * that differs is a change of the commit itself, which is compared file by file. Files that no test can cover are ignored.
 */
export async function sameCode({ target, sources }: Rewritten, trees: Trees): Promise<Set<Oid>> {
  const same = new Set<Oid>();
  for (const source of sources)
    for (const pair of pairsOf(source, target)) if (await haveSameCode(pair, trees)) same.add(source.commit);
  // A squash contains a chain of commits, the first of which stood on the same code.
  for (let more = true; more;) {
    const size = same.size;
    for (const { commit, parents } of sources)
      if (parents.some(({ parent }) => parent && same.has(parent))) same.add(commit);
    more = same.size > size;
  }
  return same;
}

function pairsOf(source: CommitChange, target: CommitChange): (readonly [Oid, Oid])[] {
  const [from, to] = [source.parents[0], target.parents[0]];
  const bases = from?.tree && to?.tree ? [[from.tree, to.tree] as const] : [];
  return [[source.tree, target.tree], ...bases];
}

async function haveSameCode([a, b]: readonly [Oid, Oid], trees: Trees): Promise<boolean> {
  try {
    const differences = await trees.differences(a, b);
    return differences?.every(({ path }) => !isTestable(path)) ?? false;
  } catch (error) {
    if (error instanceof ProvError) return false;
    throw error;
  }
}
