import { CHECK_KINDS, type CheckedKind, type CheckKind, isCheckKind } from '../checks/kind.ts';
import { type NodeId, numberOf } from '../ids.ts';
import type { Edge, Graph, Node } from '../model.ts';
import { readCommand } from '../shell/parse/command.ts';

export type Verification = 'passed' | 'stale' | 'failed' | 'none';

/** The state of a change for one kind of check. */
export interface CheckState {
  readonly kind: CheckKind;
  readonly state: Exclude<Verification, 'none'>;
  /** The verification node. */
  readonly by: NodeId;
}

/** The result of one kind of check in a linked verification. */
interface Run {
  readonly id: NodeId;
  readonly number: number;
  readonly kind: CheckKind;
  readonly passed: boolean;
}

/** Returns how checks verified the change that a node made to a file. */
export interface Verifications {
  /** `failed` when the last check of any kind failed; otherwise the state of the strongest kind. */
  (commitment: NodeId, path: string): Verification;
  /** The last check with a known result for each kind, strongest kind first. */
  readonly checks: (commitment: NodeId, path: string) => readonly CheckState[];
}

/**
 * How the change that a node made to a file was verified, given the nodes and edges of all graphs of a session:
 *
 * - `passed`: the strongest kind of check passed after the change. The file is unchanged since, or its last change passed
 *   such a check too;
 * - `stale`: a check passed, but the file changed again afterwards;
 * - `failed`: the last check of some kind failed;
 * - `none`: no check followed, or none with a known result.
 */
export const verificationOf = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  commitment: NodeId,
  path: string,
): Verification => verifications(nodes, edges)(commitment, path);

/**
 * The same for many questions about one set of nodes.
 * @param commits for a note's nodes: its commit and those that it was carried from. A change after the last of them is in
 * none of them, so it does not make a check stale.
 */
export function verifications(
  nodes: readonly Node[],
  edges: readonly Edge[],
  commits: ReadonlySet<string> = new Set(),
): Verifications {
  const results = new Map<NodeId, readonly Run[]>();
  const changes = new Map<string, NodeId[]>();
  for (const node of nodes) {
    const runs = runsOf(node);
    if (runs.length > 0) results.set(node.id, runs);
    for (const path of changedBy(node)) push(changes, path, node.id);
  }
  const isIn = commits.size > 0 ? committedIn(commits, nodes, edges) : () => true;
  const runs = new Map<NodeId, Run[]>();
  for (const { kind, from, to } of edges)
    for (const run of (kind === 'verified_by' ? results.get(to) : undefined) ?? []) push(runs, from, run);
  // A linter that repairs its findings verifies its own changes.
  for (const [id, own] of results) for (const run of own) push(runs, id, run);

  const last = (id: NodeId): Map<CheckKind, Run> => {
    const found = new Map<CheckKind, Run>();
    for (const run of runs.get(id) ?? [])
      if (run.number >= (found.get(run.kind)?.number ?? 0)) found.set(run.kind, run);
    return found;
  };
  const checks = (commitment: NodeId, path: string): CheckState[] => {
    const prefix = prefixOf(commitment);
    const found = last(commitment);
    return CHECK_KINDS.flatMap((kind) => {
      const run = covers(kind, path) ? found.get(kind) : undefined;
      if (run === undefined) return [];
      if (!run.passed) return { kind, state: 'failed' as const, by: run.id };
      const later = (changes.get(path) ?? []).filter(
        (id) => prefixOf(id) === prefix && numberOf(id) > run.number && isIn(id),
      );
      const newest = later.length > 0 ? later.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a)) : undefined;
      const isFresh = newest === undefined || last(newest).get(kind)?.passed === true;
      return { kind, state: isFresh ? ('passed' as const) : ('stale' as const), by: run.id };
    });
  };
  const worst = (commitment: NodeId, path: string): Verification => {
    const states = checks(commitment, path).map(({ state }) => state);
    return states.includes('failed') ? 'failed' : (states[0] ?? 'none');
  };
  return Object.assign(worst, { checks });
}

/** The results of a step's checks, by kind. Older writers recorded no kinds, so they are derived from the summary. */
export function checkedBy(node: Node): readonly CheckedKind[] {
  const { check, results, passed } = node.detail ?? {};
  const named = [check ?? []].flat();
  if (named.length === 0 && node.kind !== 'verification') return [];
  const kinds = named.length > 0 ? named : kindsInWords(node.summary);
  return kinds.flatMap((kind, i) =>
    isCheckKind(kind) ? { kind, result: resultOf(Array.isArray(results) ? results[i] : passed) } : [],
  );
}

const resultOf = (passed: unknown): CheckedKind['result'] =>
  typeof passed === 'boolean' ? (passed ? 'passed' : 'failed') : 'unknown';

function kindsInWords(summary: string): readonly CheckKind[] {
  const { runs = [] } = readCommand(summary.replace(/ (?:passed|failed)$/, ''));
  return runs.length > 0 ? [...new Set(runs.map(({ kind }) => kind))] : ['test'];
}

// Prose, licences and pictures. No test runs them and no compiler reads them, but a linter or formatter may.
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|README|CONTRIBUTING)[^/]*$|\.(?:md|mdx|markdown|rst|adoc|png|jpe?g|gif|svg|ico|pdf)$/i;

/** Whether a check of this kind can verify a file. */
export const covers = (kind: CheckKind, path: string): boolean =>
  kind === 'lint' || kind === 'format' || !PROSE.test(path);

const runsOf = (node: Node): Run[] =>
  checkedBy(node).flatMap(({ kind, result }) =>
    result === 'unknown' ? [] : { id: node.id, number: numberOf(node.id), kind, passed: result === 'passed' },
  );

/** Whether a verification passed; undefined for other nodes and for an unknown result. */
export function passedOf({ kind, detail }: Node): boolean | undefined {
  const passed = kind === 'verification' ? detail?.['passed'] : undefined;
  return typeof passed === 'boolean' ? passed : undefined;
}

/**
 * The lowest number of an earlier node that this graph verifies; undefined when it verifies none. Waiting changes are
 * dropped oldest first (see `infer.ts`), so the graph has the verifications of all nodes from that number on.
 */
export function verifiesFrom({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): number | undefined {
  const [first] = nodes;
  if (!first) return undefined;
  const results = new Set(nodes.filter((node) => runsOf(node).length > 0).map(({ id }) => id));
  const earlier = edges
    .filter(({ kind, from, to }) => kind === 'verified_by' && results.has(to) && prefixOf(from) === prefixOf(first.id))
    .map(({ from }) => numberOf(from))
    .filter((number) => number < numberOf(first.id));
  return earlier.length > 0 ? Math.min(...earlier) : undefined;
}

// Whether a node's change was committed. A command that changes and commits is recorded after its commit.
function committedIn(
  commits: ReadonlySet<string>,
  nodes: readonly Node[],
  edges: readonly Edge[],
): (id: NodeId) => boolean {
  const patches = new Set<NodeId>();
  const last = new Map<string, number>();
  for (const { id, kind, detail } of nodes) {
    if (kind !== 'patch' || !commits.has(String(detail?.['commit']))) continue;
    patches.add(id);
    last.set(prefixOf(id), Math.max(last.get(prefixOf(id)) ?? 0, numberOf(id)));
  }
  const committed = new Set<NodeId>();
  for (const { kind, from, to } of edges) if (kind === 'committed_via' && patches.has(to)) committed.add(from);
  return (id) => {
    const end = last.get(prefixOf(id));
    return end === undefined || numberOf(id) < end || committed.has(id);
  };
}

// A patch has files too, but it only commits changes that other steps made.
function changedBy(node: Node): readonly string[] {
  const files = node.kind === 'patch' ? undefined : node.detail?.['files'];
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

const prefixOf = (id: NodeId): string => id.slice(0, id.lastIndexOf('-'));

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
