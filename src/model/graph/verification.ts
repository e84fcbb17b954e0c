import { type NodeId, numberOf } from '../ids.ts';
import type { Edge, Graph, Node } from '../model.ts';

export type Verification = 'passed' | 'stale' | 'failed' | 'none';

interface Run {
  readonly number: number;
  readonly passed: boolean;
}

/**
 * How the change that a node made to a file was verified, over the nodes and edges of a session's graphs together:
 *
 * - `passed`: a verification that followed it passed, and the file is as it was then; or the file was changed again
 *   since, and the last of those changes passed one;
 * - `stale`: it passed, and the file was changed again after;
 * - `failed`: the last verification that followed it failed;
 * - `none`: nothing verified it, or nothing whose result is known.
 */
export const verificationOf = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  commitment: NodeId,
  path: string,
): Verification => verifications(nodes, edges)(commitment, path);

/**
 * The same for many questions over one set of nodes.
 * @param commits where the nodes are a note's: its commit, and those that it was carried from. A change that came after
 * the last of them is in none of them, so it makes nothing stale there.
 */
export function verifications(
  nodes: readonly Node[],
  edges: readonly Edge[],
  commits: ReadonlySet<string> = new Set(),
): (commitment: NodeId, path: string) => Verification {
  const results = new Map<NodeId, Run>();
  const changes = new Map<string, NodeId[]>();
  for (const node of nodes) {
    const passed = passedOf(node);
    if (passed !== undefined) results.set(node.id, { number: numberOf(node.id), passed });
    for (const path of changedBy(node)) push(changes, path, node.id);
  }
  const isIn = commits.size > 0 ? committedIn(commits, nodes, edges) : () => true;
  const runs = new Map<NodeId, Run[]>();
  for (const { kind, from, to } of edges) {
    const run = kind === 'verified_by' ? results.get(to) : undefined;
    if (run) push(runs, from, run);
  }
  // A linter that mends what it finds verifies its own changes.
  for (const [id, run] of results) push(runs, id, run);

  const last = (id: NodeId): Run | undefined =>
    runs.get(id)?.reduce((latest, run) => (run.number > latest.number ? run : latest));
  return (commitment, path) => {
    const run = last(commitment);
    if (run === undefined) return 'none';
    if (!run.passed) return 'failed';
    const prefix = prefixOf(commitment);
    const later = (changes.get(path) ?? []).filter(
      (id) => prefixOf(id) === prefix && numberOf(id) > run.number && isIn(id),
    );
    if (later.length === 0) return 'passed';
    const newest = later.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a));
    return last(newest)?.passed ? 'passed' : 'stale';
  };
}

/** Whether a verification passed; undefined for another node, and where that is not known. */
export function passedOf({ kind, detail }: Node): boolean | undefined {
  const passed = kind === 'verification' ? detail?.['passed'] : undefined;
  return typeof passed === 'boolean' ? passed : undefined;
}

/**
 * The number from which on a graph tells how earlier nodes of its session were verified; undefined when it tells of none.
 * Of the changes that wait for a verification the oldest stop waiting first (see `infer.ts`), so it tells of all from that
 * number on.
 */
export function verifiesFrom({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): number | undefined {
  const [first] = nodes;
  if (!first) return undefined;
  const results = new Set(nodes.filter((node) => passedOf(node) !== undefined).map(({ id }) => id));
  const earlier = edges
    .filter(({ kind, from, to }) => kind === 'verified_by' && results.has(to) && prefixOf(from) === prefixOf(first.id))
    .map(({ from }) => numberOf(from))
    .filter((number) => number < numberOf(first.id));
  return earlier.length > 0 ? Math.min(...earlier) : undefined;
}

// A command that changes and commits is recorded after its commit.
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

// A patch names files too, but commits what others changed.
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
