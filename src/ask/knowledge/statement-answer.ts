import { isoTime } from '../shapes/parts.ts';
import type { EdgeStatus } from '../../model/knowledge/edge-status.ts';
import type { Status } from '../../model/knowledge/status.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import { marked, sourceType, type Stale, staleness, wholeText, type Marked } from './entry-parts.ts';
import type { Layer } from '../../model/model.ts';
import { layerOf } from './layers.ts';
import { isUndeclared, type Statement } from './statements.ts';

/** The names of the formats. Fields may be added, but never changed or removed. */
export const SEARCH_SCHEMA = 'git-prov/search/1';
export const LIST_SCHEMA = 'git-prov/list/1';

/** The answer to `git prov list`. */
export interface ListAnswer {
  readonly schema: typeof LIST_SCHEMA;
  readonly kind: string;
  readonly items: readonly StatementAnswer[];
}

/** The answer to `git prov search`. */
export interface SearchAnswer {
  readonly schema: typeof SEARCH_SCHEMA;
  readonly results: readonly StatementAnswer[];
}

/** One node of a list or a search. */
export interface StatementAnswer extends Marked, Stale {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly layer: Layer | null;
  readonly status: Status;
  /** False for a statement that nobody declared or accepted, such as a decision in an agent's words. Its status says that it holds. */
  readonly declared?: false;
  /** Of a task or a declared goal that is neither rejected, superseded nor retracted. */
  readonly state?: TaskState;
  readonly superseded_by: string | null;
  /** From 0 to 1; null if no confidence was stated. */
  readonly confidence: number | null;
  readonly source_type: string | null;
  readonly created_at: string | null;
  readonly session: string;
  readonly agent: string;
  /** The sources that it was derived from; only when requested. */
  readonly provenance?: readonly StatementSourceAnswer[];
}

/** One source of a node. Only its id is known when no note here contains it. */
export interface StatementSourceAnswer extends Marked {
  readonly type: string | null;
  readonly id: string;
  readonly statement: string | null;
  /** The status of the link to it; null for an edge that was not declared. */
  readonly edge_status: EdgeStatus | null;
}

/** One node of a list or a search, in the fifth seed's words. */
export const statementAnswer = (statement: Statement): StatementAnswer =>
  answerFor(statement, layerOf(statement.node.kind));

const answerFor = (
  { node, session, standing, mark, confidence, sources }: Statement,
  layer: Layer | undefined,
): StatementAnswer => ({
  type: node.kind,
  id: node.id,
  statement: wholeText(node),
  layer: layer ?? null,
  status: standing.status,
  ...(layer !== 'execution' &&
    layer !== 'code' &&
    !standing.state &&
    isUndeclared({ node, standing }) && { declared: false }),
  ...(standing.state && { state: standing.state }),
  ...staleness(standing),
  ...marked(mark),
  superseded_by: standing.supersededBy ?? null,
  confidence: confidence ?? null,
  source_type: sourceType(node) ?? null,
  created_at: isoTime(node.at),
  session: session.id,
  agent: session.agent,
  ...(sources && {
    provenance: sources.map(({ id, node: one, mark: of, linkStatus }) => ({
      type: one?.kind ?? null,
      id,
      ...marked(of),
      statement: one ? wholeText(one) : null,
      edge_status: linkStatus ?? null,
    })),
  }),
});
