import { contextOf } from '../blame/rationale.ts';
import { verificationsIn } from '../blame/note-lookup.ts';
import type { CommitChange } from '../../git/history/commit-changes.ts';
import type { NodeId } from '../../model/ids.ts';
import { isReason } from '../../model/node.ts';
import { indexGraphs } from '../../model/graph/graph-index.ts';
import type { Verification } from '../../model/graph/verification.ts';
import { isBlind } from '../../model/graph/blind-edit.ts';
import type { Note } from '../../model/model.ts';
import { unite } from '../find/complete-graphs.ts';
import { sharesOf, totalOf, type Total } from '../report/line-share.ts';

/** A commit in numbers of lines, for one line of text. */
export interface CommitSummary {
  readonly added: Total;
  /** The number of decisions behind the agents' lines. */
  readonly decisions: number;
  /** The agents' lines by verification. */
  readonly verification: Readonly<Record<Verification, number>>;
  /** The agents' lines of blind edits. */
  readonly blind: number;
}

/** Counts the lines of a commit from its note alone; reads nothing. */
export function summarise(change: CommitChange, note: Note): CommitSummary {
  const shares = sharesOf(change, note);
  const lookup = indexGraphs(unite(note.graphs));
  const verify = verificationsIn(note, lookup, change.commit);
  const contents = new Map(change.parents[0]?.files.map(({ path, newBlob }) => [path, newBlob]));
  const decisions = new Set<NodeId>();
  const verification = { passed: 0, stale: 0, failed: 0, none: 0, 'not-applicable': 0 };
  let blind = 0;
  for (const { path, nodes } of shares)
    for (const [id, count] of nodes) {
      verification[verify(id, path, { content: contents.get(path) })] += count;
      const { step, decision } = contextOf(lookup, id);
      if (decision?.node && isReason(decision.node)) decisions.add(decision.id);
      if (step.node && isBlind(step.node, path)) blind += count;
    }
  return { added: totalOf(shares), decisions: decisions.size, verification, blind };
}
