import { consolidate } from './decision.ts';
import type { NodeId } from '../ids.ts';
import { isTurnGoal } from '../knowledge/kinds.ts';
import { enumerate, oneLine } from '../one-line.ts';
import type { Edge, Node } from '../model.ts';

const MAX_FILES = 10;
const SHORT_OID_DIGITS = 8;

/** One line of a session's summary. */
export interface SummaryEntry {
  readonly at: number;
  readonly text: string;
}

/** A session's summary in lines, newest last. */
export interface Summarized {
  /** The number of nodes that were summarised. */
  readonly nodes: number;
  readonly goals: readonly SummaryEntry[];
  /** Decisions and the results of verifications. */
  readonly decisions: readonly SummaryEntry[];
  readonly patches: readonly SummaryEntry[];
}

/** Summarises a session by goals, decisions and patches, like the first seed's "Compaction Context". */
export const summarize = (nodes: readonly Node[], edges: readonly Edge[]): Summarized => ({
  nodes: nodes.length,
  goals: nodes.filter(isTurnGoal).map(({ at, summary }) => ({ at, text: oneLine(summary) })),
  decisions: [...decided(nodes), ...undecided(nodes, edges), ...verified(nodes)].sort((a, b) => a.at - b.at),
  patches: nodes.filter(({ kind }) => kind === 'patch').map((node) => ({ at: node.at, text: patchLine(node) })),
});

const decided = (nodes: readonly Node[]): SummaryEntry[] =>
  nodes.filter(({ kind }) => kind === 'decision').map(({ at, summary }) => ({ at, text: oneLine(summary, 240) }));

// Before a cut, commitments have no decision yet. They are summarised in the same form.
function undecided(nodes: readonly Node[], edges: readonly Edge[]): SummaryEntry[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const done = new Set<NodeId>();
  const informed = new Map<NodeId, string[]>();
  for (const { kind, from, to } of edges) {
    if (kind === 'decided_by') done.add(from);
    const exploration = kind === 'explored_via' ? byId.get(from) : undefined;
    if (exploration) informed.set(to, [...(informed.get(to) ?? []), exploration.summary]);
  }
  return nodes
    .filter(({ id, kind }) => kind === 'commitment' && !done.has(id))
    .map(({ id, at, summary }) => ({ at, text: consolidate(informed.get(id) ?? [], [summary]) }));
}

// The last run of a command counts.
function verified(nodes: readonly Node[]): SummaryEntry[] {
  const runs = new Map<string, SummaryEntry>();
  for (const { kind, at, summary, detail } of nodes) {
    const passed = detail?.['passed'];
    if (kind !== 'verification' || typeof passed !== 'boolean') continue;
    const result = passed ? 'passed' : 'failed';
    const command = oneLine(summary).replace(/ (?:passed|failed)$/, '');
    runs.set(command, { at, text: `Run ${command} → ${result}` });
  }
  return [...runs.values()];
}

function patchLine({ summary, detail }: Node): string {
  const commit = detail?.['commit'];
  const files = detail?.['files'];
  const name = typeof commit === 'string' ? commit.slice(0, SHORT_OID_DIGITS) : oneLine(summary);
  const list = Array.isArray(files)
    ? enumerate(
        files.map((file) => oneLine(String(file))),
        MAX_FILES,
      )
    : '';
  return list === '' ? `Change ${name}` : `Change ${name}: ${list}`;
}
