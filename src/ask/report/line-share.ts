import { HUMAN, ownersFrom, UNKNOWN } from '../blame/ownership.ts';
import { hidesPath } from '../../model/format/forgotten-path.ts';
import { addedLines, type CommitChange } from '../../git/history/commit-changes.ts';
import type { NodeId, RepoPath } from '../../model/ids.ts';
import { countingLines } from '../../model/standing/imported.ts';
import type { Note } from '../../model/model.ts';

/** The authors of the lines that a commit added to a file. */
export interface FileShare {
  readonly path: RepoPath;
  readonly added: number;
  readonly agent: number;
  readonly human: number;
  /** Lines with an unknown author according to the note. */
  readonly unsure: number;
  /** The number of agents' lines by evidence. */
  readonly evidence: ReadonlyMap<string, number>;
  /** The number of agents' lines by node. */
  readonly nodes: ReadonlyMap<NodeId, number>;
}

/** Counts the lines that a commit added, by file and owner. @param only restricts the count to these files */
export function sharesOf(change: CommitChange, note: Note, only?: ReadonlySet<string>): FileShare[] {
  const shares: FileShare[] = [];
  for (const [path, ranges] of addedLines(change)) {
    if (only && !only.has(path)) continue;
    const owners = ownersFrom(countingLines(note, path, change.commit), hidesPath(note.lines, path) ? UNKNOWN : HUMAN);
    const evidence = new Map<string, number>();
    const nodes = new Map<NodeId, number>();
    const counts = { agent: 0, human: 0, unknown: 0 };
    for (const [start, count] of ranges)
      for (const owned of owners(start, count)) {
        counts[owned.owner.owner] += owned.count;
        const { node, evidence: kind } = owned.owner;
        if (!node) continue;
        add(nodes, node, owned.count);
        if (kind) add(evidence, kind, owned.count);
      }
    const { agent, human, unknown } = counts;
    shares.push({ path, added: agent + human + unknown, agent, human, unsure: unknown, evidence, nodes });
  }
  return shares.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Sums of lines. */
export interface Total {
  readonly added: number;
  readonly agent: number;
  readonly human: number;
  readonly unsure: number;
}

/** The lines of all files together. */
export function totalOf(shares: readonly Total[]): Total {
  const sum = (field: keyof Total): number => shares.reduce((total, share) => total + share[field], 0);
  return { added: sum('added'), agent: sum('agent'), human: sum('human'), unsure: sum('unsure') };
}

/** Adds to a count. */
export const add = <K>(counts: Map<K, number>, key: K, more: number): void =>
  void counts.set(key, (counts.get(key) ?? 0) + more);
