import { addedLines, type CommitChange, type LineRange } from '../../git/history/commit-changes.ts';
import { claimsHash } from '../../model/lines-hash.ts';
import { graphIdOf } from '../../model/format/note.ts';
import { type NodeId, type Oid, sessionPart } from '../../model/ids.ts';
import { importedFrom, importedNodes } from '../../model/standing/imported.ts';
import type { Graph, Note } from '../../model/model.ts';
import { isPatchOf, commitSummary } from '../../model/patch.ts';
import { isForgottenPath } from '../../model/format/forgotten-path.ts';
import type { VerifyFinding } from '../finding.ts';

/** A step that a note names but its graphs lack. Another note may have it. */
export interface NamedStep {
  readonly commit: Oid;
  readonly step: NodeId;
}

/**
 * Checks a note's lines: its commit must have added them, and they must be the lines that each session's ledger records for
 * it.
 * @param change the commit's changes; undefined when the commit is missing
 * @returns the first fault, otherwise a gap or a warning
 */
export function checkLines(commit: Oid, note: Note, change: CommitChange | undefined): VerifyFinding | undefined {
  const claims = checkClaims(commit, note);
  if (claims?.kind === 'fault' || note.lines.size === 0) return claims;
  const field = 'lines';
  if (!change)
    return claims ?? { kind: 'gap', commit, field, what: 'The commit is not here, and its lines were not checked.' };
  const added = addedLines(change);
  for (const [path, list] of note.lines) {
    if (isForgottenPath(path) && !added.has(path)) continue; // no file has this name
    const ranges = added.get(path) ?? [];
    for (const { start, count } of list) {
      const line = firstOutside(ranges, start, count);
      if (line !== undefined)
        return {
          kind: 'fault',
          commit,
          field,
          what: `Line ${line} of ${JSON.stringify(path)} was not added by the commit.`,
        };
    }
  }
  return claims;
}

/** Most steps to search one by one: most notes name one or two. */
const MAX_LINEAR_STEPS = 4;

/** The steps that a note names but its graphs lack. */
export function* namedElsewhere(commit: Oid, { lines, graphs }: Note): Generator<NamedStep> {
  const steps = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node, from } of list) {
      if (node) steps.add(node);
      if (from) steps.add(from);
    }
  const own =
    steps.size > MAX_LINEAR_STEPS ? new Set(graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id))) : undefined;
  for (const step of steps) if (own ? !own.has(step) : !holds(graphs, step)) yield { commit, step };
}

function holds(graphs: Note['graphs'], step: NodeId): boolean {
  for (const { nodes } of graphs) for (const { id } of nodes) if (id === step) return true;
  return false;
}

// The step that names the commit has a hash over the session's lines in it. One note may contain both imported and recorded graphs of a
// session: each refers to its own steps.
function checkClaims(commit: Oid, note: Note): VerifyFinding | undefined {
  const { graphs, lines } = note;
  let imported: ReadonlySet<NodeId> | undefined;
  let warning: VerifyFinding | undefined;
  for (const graph of graphs) {
    const patches = graph.nodes.filter((node) => isPatchOf(node, commit));
    if (patches.length === 0) continue;
    if (graphs.length > 1) imported ??= importedNodes(note);
    const own = importedFrom(graph) === undefined ? undefined : new Set(graph.nodes.map(({ id }) => id));
    const { session } = graph;
    // Computed once, because a hostile graph may have very many such steps.
    const claims = claimsHash(lines, session, (step) => own?.has(step) ?? !imported?.has(step));
    const wrong = patches.find(({ detail }) => detail!['lines'] !== claims);
    if (!wrong) continue;
    const about = { commit, session: session.id, field: 'lines' } as const;
    if (own && graphs.some((one) => one !== graph && isImportOf(one, own))) {
      const what = 'The session was imported twice, with other lines each time: which is right is not known.';
      warning ??= { kind: 'warning', ...about, what };
      continue;
    }
    if (patches.every(({ detail, summary }) => !detail?.['lines'] && summary === commitSummary(commit))) {
      const what =
        'An earlier version recorded this session without words (prov.capture = hashes) and without a hash of its lines.';
      warning ??= { kind: 'gap', ...about, graph: graphIdOf(graph), step: wrong.id, what };
      continue;
    }
    const what = 'The lines that the note attributes to the session differ from those in its ledger.';
    return { kind: 'fault', ...about, graph: graphIdOf(graph), step: wrong.id, what };
  }
  return missingSession(commit, note) ?? warning;
}

// For lines carried from another commit's note, the step is in that commit's graphs. Notes by older writers do not name their commit,
// and lack the step if a session did nothing since the previous commit.
function missingSession(commit: Oid, note: Note): VerifyFinding | undefined {
  if (note.commit === undefined || note.carried.length > 0) return undefined;
  const sessions = sessionsNamed(commit, note);
  for (const list of note.lines.values())
    for (const { node } of list)
      if (node && !sessions.has(sessionPart(node)))
        return {
          kind: 'fault',
          commit,
          step: node,
          field: 'lines',
          what: 'The note attributes lines to a session without a step that names the commit.',
        };
  return undefined;
}

/** The sessions with a step that names the note's commit, by the first digits of their steps' ids. */
export function sessionsNamed(commit: Oid, { graphs }: Note): Set<string> {
  const sessions = new Set<string>();
  for (const { nodes } of graphs)
    for (const node of nodes) if (isPatchOf(node, commit)) sessions.add(sessionPart(node.id));
  return sessions;
}

// Whether a graph contains the same steps: clones imported the session at different times, or from different tools.
const isImportOf = (graph: Graph, steps: ReadonlySet<NodeId>): boolean =>
  importedFrom(graph) !== undefined && graph.nodes.some(({ id }) => steps.has(id));

// The first line of a range that is outside all of the given ranges, which ascend.
function firstOutside(ranges: readonly LineRange[], start: number, count: number): number | undefined {
  let line = start;
  for (const [from, many] of ranges) if (from <= line && line < from + many) line = from + many;
  return line < start + count ? line : undefined;
}
