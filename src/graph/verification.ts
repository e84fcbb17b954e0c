import type { NodeId } from './ids.ts';
import type { Edge, Node } from './model.ts';

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

/** The same for many questions over one set of nodes. */
export function verifications(
  nodes: readonly Node[],
  edges: readonly Edge[],
): (commitment: NodeId, path: string) => Verification {
  const results = new Map<NodeId, Run>();
  const changes = new Map<string, NodeId[]>();
  for (const node of nodes) {
    const passed = node.detail?.['passed'];
    if (node.kind === 'verification' && typeof passed === 'boolean')
      results.set(node.id, { number: numberOf(node.id), passed });
    for (const path of changedBy(node)) push(changes, path, node.id);
  }
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
    const later = (changes.get(path) ?? []).filter((id) => prefixOf(id) === prefix && numberOf(id) > run.number);
    if (later.length === 0) return 'passed';
    const newest = later.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a));
    return last(newest)?.passed ? 'passed' : 'stale';
  };
}

// A patch names files too, but commits what others changed.
function changedBy(node: Node): readonly string[] {
  const files = node.kind === 'patch' ? undefined : node.detail?.['files'];
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

const numberOf = (id: NodeId): number => Number(id.slice(id.lastIndexOf('-') + 1));
const prefixOf = (id: NodeId): string => id.slice(0, id.lastIndexOf('-'));

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
