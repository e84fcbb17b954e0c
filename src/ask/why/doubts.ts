import type { GraphIndex } from '../../model/graph/graph-index.ts';
import type { NodeId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { byNumber, ofKind } from '../find/complete-graphs.ts';

/** The agent's sentences that doubt a change, or leave a part of it for later, in their order. */
export const doubtsOf = (lookup: GraphIndex, change: NodeId): Node[] =>
  ofKind(lookup.from(change), 'exposes')
    .flatMap(({ to }) => lookup.node(to) ?? [])
    .filter(isDoubt)
    .sort(byNumber);

/** Whether a node quotes a doubt of the agent. A declared risk is not a doubt. */
export const isDoubt = ({ kind, detail }: Node): boolean =>
  kind === 'risk' && (detail?.['says'] === 'doubt' || detail?.['says'] === 'deferred');
