import type { NodeId, Oid } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import type { LocalGraph } from './history.ts';
import { importedNodes } from '../../model/standing/imported.ts';
import { edgeInfo, nodeInfo } from '../shapes/parts.ts';
import type { EdgeInfo, NodeInfo, SessionCommit, SessionSummary } from '../shapes/shapes.ts';

/** The name of the format of `git prov sessions --json`. Fields may be added, but never changed or removed. */
export const SESSIONS_SCHEMA = 'git-prov/sessions/1';
/** The name of the format of `git prov sessions SESSION --json`. */
export const SESSION_SCHEMA = 'git-prov/session/1';

/** A step of a session. */
export interface SessionStep extends NodeInfo {
  /** Whether a commit has taken it up. */
  readonly committed: boolean;
  /** Only for a step that another tool recorded. */
  readonly imported?: true;
}

/** All data about one session. */
export interface SessionAnswer extends SessionSummary {
  /** Its sub-agents, and theirs. */
  readonly children: readonly SessionSummary[];
  /** The newest first. */
  readonly landed: readonly SessionCommit[];
  /** Commits that were rewritten, with their present commits, as far as notes say. */
  readonly rewritten: readonly { readonly from: string; readonly to: string }[];
  /** In the order of the session. */
  readonly nodes: readonly SessionStep[];
  readonly edges: readonly EdgeInfo[];
}

/** All data about one session: the material of answers. */
export interface SessionStory {
  readonly summary: SessionSummary;
  /** Its own graphs and those of its sub-agents, without what they repeat. */
  readonly graphs: readonly LocalGraph[];
  /** Its own nodes, in order. */
  readonly nodes: readonly Node[];
  /** The nodes that no commit has taken up yet. */
  readonly pending: ReadonlySet<NodeId>;
  /** Its sub-agents, and theirs. */
  readonly children: readonly SessionSummary[];
  /** The newest first. */
  readonly landed: readonly SessionCommit[];
  /** The present commit of each commit that was rewritten, as far as notes say. */
  readonly rewritten: ReadonlyMap<string, Oid>;
}

/** The answer to `git prov sessions SESSION` and `git prov show SESSION`. */
export function sessionAnswer({
  summary,
  nodes,
  graphs,
  pending,
  children,
  landed,
  rewritten,
}: SessionStory): SessionAnswer {
  const imported = importedNodes({ graphs });
  return {
    ...summary,
    children,
    landed: landed.map(({ commit, lines, claimed, reachable }) => ({
      commit,
      lines,
      ...(claimed !== undefined && { claimed }),
      reachable,
    })),
    rewritten: [...rewritten].map(([from, to]) => ({ from, to })),
    nodes: nodes.map((node) => ({
      ...nodeInfo(node),
      committed: !pending.has(node.id),
      ...(imported.has(node.id) && { imported: true as const }),
    })),
    edges: graphs.flatMap(({ edges }: LocalGraph) => edges.map((edge) => edgeInfo(edge))),
  };
}
