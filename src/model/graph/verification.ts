import { type NodeId, numberOf } from '../ids.ts';
import type { Edge, Graph, Node } from '../model.ts';
import { CHECK_KINDS, type CheckKind, checkKind, isCheckKind } from '../shell/check-kinds.ts';

export type Verification = 'passed' | 'stale' | 'failed' | 'none';

/** What the latest check of one kind says about a change. */
export interface Check {
  readonly kind: CheckKind;
  readonly verdict: 'passed' | 'stale' | 'failed';
  /** The check. */
  readonly run: NodeId;
}

/** How the changes that nodes made to files were checked. */
export interface Checked {
  /**
   * The worst of the latest checks of each kind:
   *
   * - `failed`: the latest check of some kind failed;
   * - `passed`: none failed, one passed, and the file is as it was then; or it was changed again since, and the last of those
   *   changes passed a check of that kind;
   * - `stale`: checks passed, and the file was changed again after each;
   * - `none`: nothing checked it, or nothing with a known result.
   */
  verification(commitment: NodeId, path: string): Verification;
  /** The latest check of each kind, the strongest kind first; `checks` in the same order decide `verification`. */
  checks(commitment: NodeId, path: string): readonly Check[];
}

interface Run {
  readonly id: NodeId;
  readonly number: number;
  readonly passed: boolean;
  readonly kinds: readonly CheckKind[];
}

/** How a change to one file was checked, see `Checked`. */
export const verificationOf = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  commitment: NodeId,
  path: string,
): Verification => verifications(nodes, edges)(commitment, path);

/** The same for many questions over one set of nodes. @param commits see `checksIn` */
export const verifications = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  commits?: ReadonlySet<string>,
): Checked['verification'] => checksIn(nodes, edges, commits).verification;

/**
 * Reads the checks of a session's graphs together.
 * @param commits where the nodes are a note's: its commit, and those that it was carried from. A change that came after
 * the last of them is in none of them, so it makes nothing stale there.
 */
export function checksIn(
  nodes: readonly Node[],
  edges: readonly Edge[],
  commits: ReadonlySet<string> = new Set(),
): Checked {
  const results = new Map<NodeId, Run>();
  const changes = new Map<string, NodeId[]>();
  for (const node of nodes) {
    const passed = passedOf(node);
    if (passed !== undefined)
      results.set(node.id, { id: node.id, number: numberOf(node.id), passed, kinds: kindsOf(node) });
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

  const last = (id: NodeId, kind: CheckKind): Run | undefined =>
    runs
      .get(id)
      ?.filter(({ kinds }) => kinds.includes(kind))
      .reduce<Run | undefined>((latest, run) => (latest && latest.number > run.number ? latest : run), undefined);
  const verdictOf = (commitment: NodeId, path: string, kind: CheckKind, run: Run): Check['verdict'] => {
    if (!run.passed) return 'failed';
    const prefix = prefixOf(commitment);
    const later = (changes.get(path) ?? []).filter(
      (id) => prefixOf(id) === prefix && numberOf(id) > run.number && isIn(id),
    );
    if (later.length === 0) return 'passed';
    const newest = later.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a));
    return last(newest, kind)?.passed ? 'passed' : 'stale';
  };
  const checks = (commitment: NodeId, path: string): readonly Check[] =>
    CHECK_KINDS.flatMap((kind) => {
      const run = covers(kind, path) ? last(commitment, kind) : undefined;
      return run ? [{ kind, verdict: verdictOf(commitment, path, kind, run), run: run.id }] : [];
    });
  return { checks, verification: (commitment, path) => worst(checks(commitment, path)) };
}

function worst(checks: readonly Check[]): Verification {
  const is = (verdict: Check['verdict']): boolean => checks.some((check) => check.verdict === verdict);
  return is('failed') ? 'failed' : is('passed') ? 'passed' : is('stale') ? 'stale' : 'none';
}

// Prose, licences and pictures: no test runs them and no compiler reads them. A linter or formatter may.
const PROSE =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|AUTHORS|CHANGELOG|CHANGES|README|CONTRIBUTING)[^/]*$|\.(?:md|mdx|markdown|rst|adoc|txt|png|jpe?g|gif|svg|ico|pdf)$/i;

/** Whether a check of this kind can say anything about a file. */
export const covers = (kind: CheckKind, path: string): boolean =>
  kind === 'lint' || kind === 'format' || !PROSE.test(path);

// Notes of earlier versions name no kind: the summary begins with the check's words.
function kindsOf({ summary, detail }: Node): readonly CheckKind[] {
  const named = [detail?.['check']].flat().filter(isCheckKind);
  return named.length > 0 ? named : [checkKind(summary.replace(/ (?:passed|failed)$/, ''))];
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
