import type { SessionId } from '../../model/ids.ts';
import { CONTEXT, QUESTION } from '../../model/knowledge/kinds.ts';
import { type Summarized, summarize } from '../../model/graph/summary.ts';
import { byNumber, unite } from '../find/complete-graphs.ts';
import type { History, LocalGraph } from '../history/history.ts';
import { frame, type Framed } from './layout.ts';
import { chooseItems } from './ranked-items.ts';
import { type HistoryKnowledge, readKnown } from './history-knowledge.ts';
import type { ContextSettings } from './settings.ts';

/** A request for context. */
export interface ContextRequest {
  /** The session that receives the context: its steps are summarised, and its own statements are quoted. */
  readonly session?: SessionId | undefined;
  /** All of that session's graphs, if they were read already; otherwise those in HEAD's history are used. */
  readonly graphs?: readonly LocalGraph[] | undefined;
  /** Files and folders, relative to the top; empty for all. */
  readonly paths: readonly string[];
  /** The changed files of the work tree, if no paths are requested. */
  readonly atHand?: readonly string[] | undefined;
  /** Only entries of at least this confidence now, from 0 to 1. */
  readonly minConfidence?: number | undefined;
  /** Bytes. */
  readonly budget: number;
  /** The agent still remembers its own work and these earlier messages. */
  readonly remembers?: ReadonlySet<string>;
}

/** What an agent receives about earlier work and decisions. */
export interface AgentContext extends Framed {
  readonly session: SessionId | undefined;
  readonly paths: readonly string[];
  readonly summary: Summarized | undefined;
}

/**
 * Collects what an agent should know, from the notes of HEAD's last commits and the sessions of this clone: a summary of its own
 * session (first seed, "Compaction Context"), and the statements that still hold. The same record gives the same result.
 */
export async function contextFor(
  history: History,
  request: ContextRequest,
  settings: ContextSettings,
): Promise<AgentContext> {
  return composeContext(await readKnown(history, settings.isReviewed), request, settings);
}

/** The same for data that was read already. */
export function composeContext(
  known: HistoryKnowledge,
  request: ContextRequest,
  settings: ContextSettings,
): AgentContext {
  const { session, paths, atHand, minConfidence, budget, remembers } = request;
  const items = chooseItems(known, { session, paths, atHand, minConfidence }, settings);
  const summary = session === undefined || remembers ? undefined : summaryOf(known, session, request.graphs);
  // The session's own decisions are in its summary.
  const summed = summary
    ? items.filter(({ kind, own, status }) => !own || kind !== 'decision' || status === 'rejected')
    : items;
  const fresh = remembers ? summed.filter(({ id, own }) => !own && !remembers.has(id)) : summed;
  return { ...frame(summary, fresh, budget, known.unread), session, paths, summary };
}

function summaryOf(
  known: HistoryKnowledge,
  session: SessionId,
  graphs: readonly LocalGraph[] | undefined,
): Summarized | undefined {
  const united = graphs && unite(graphs.filter((graph) => graph.session.id === session));
  const nodes = united
    ? united.flatMap((graph) => graph.nodes)
    : [...known.nodes.values()].filter((held) => held.session.id === session && held.trusted).map(({ node }) => node);
  const steps = nodes.filter(({ tool }) => tool !== CONTEXT && tool !== QUESTION).sort(byNumber);
  if (steps.length === 0) return undefined;
  return summarize(steps, united ? united.flatMap((graph) => graph.edges) : known.edges);
}
