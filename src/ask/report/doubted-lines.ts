import type { LineRange } from '../../git/history/patch-parser.ts';
import type { GraphIndex } from '../../model/graph/graph-index.ts';
import type { NodeId, RepoPath } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { doubtsOf } from '../why/doubts.ts';
import { rangesOf } from './attention.ts';
import type { ReportedLines } from './sum.ts';
import { doubtInfo } from '../shapes/parts.ts';
import type { DoubtInfo } from '../shapes/shapes.ts';

/** A sentence in which an agent doubted lines of the range, or left a part of the work for later. */
export interface DoubtedLines {
  readonly doubt: DoubtInfo;
  readonly path: RepoPath;
  /** Ascending, with adjacent lines merged. */
  readonly ranges: readonly LineRange[];
}

/** The doubts about the lines of files, in the order of their sentences. */
export function doubtedLines(
  files: readonly { readonly path: RepoPath; readonly lines: readonly ReportedLines[] }[],
  lookup: GraphIndex,
): DoubtedLines[] {
  const known = new Map<NodeId, readonly Node[]>();
  const found: (Omit<DoubtedLines, 'doubt'> & { readonly doubt: Node })[] = [];
  for (const { path, lines } of files) {
    const doubted = new Map<Node, ReportedLines[]>();
    for (const line of lines) {
      const { node } = line.owner;
      if (!node) continue;
      const doubts = known.get(node) ?? doubtsOf(lookup, node);
      known.set(node, doubts);
      for (const doubt of doubts) doubted.set(doubt, [...(doubted.get(doubt) ?? []), line]);
    }
    for (const [doubt, mine] of doubted) found.push({ doubt, path, ranges: rangesOf(mine) });
  }
  found.sort((a, b) => a.doubt.at - b.doubt.at || (a.doubt.id < b.doubt.id ? -1 : a.doubt.id > b.doubt.id ? 1 : 0));
  return found.map(({ doubt, path, ranges }) => ({ doubt: doubtInfo(doubt), path, ranges }));
}
