import { type NodeId, numberOf, sessionPart } from '../../ids.ts';
import type { Node, Note } from '../../model.ts';

/**
 * Returns whether a check ran on other code than that of a note's commit. This is so when the commit was carried from others (by
 * a rebase, a cherry-pick …), and the code around them differs (`same` lists those where it does not). A check belongs to the
 * session's last commit before it and the next one after it.
 */
export function checksElsewhere(
  nodes: readonly Node[],
  commit: string | undefined,
  { carried = [], same = [] }: Partial<Pick<Note, 'carried' | 'same'>>,
): (check: NodeId) => boolean {
  // A revert adds to the history that it reverts, so nothing is moved.
  const moved = new Set<string>(carried.filter(({ how }) => how !== 'revert').map(({ from }) => from));
  for (const one of same) moved.delete(one);
  if (moved.size === 0) return () => false;
  const here = new Set<string>([...same, ...(commit === undefined ? [] : [commit])]);
  const patches = new Map<string, { readonly at: number; readonly commit: string }[]>();
  for (const { id, kind, detail } of nodes) {
    const of = kind === 'patch' ? detail?.['commit'] : undefined;
    if (typeof of !== 'string') continue;
    const list = patches.get(sessionPart(id)) ?? [];
    patches.set(sessionPart(id), [...list, { at: numberOf(id), commit: of }]);
  }
  return (check) => {
    const all = patches.get(sessionPart(check)) ?? [];
    const at = numberOf(check);
    const before = all.filter((patch) => patch.at < at).sort((a, b) => b.at - a.at)[0];
    const after = all.filter((patch) => patch.at > at).sort((a, b) => a.at - b.at)[0];
    return ![before, after].some((patch) => patch !== undefined && here.has(patch.commit));
  };
}
