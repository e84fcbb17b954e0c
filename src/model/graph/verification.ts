import { push } from '../multimap.ts';
import { contentMark } from '../checks/content.ts';
import { coverOf, type Covering, isCheckable, judgesEachFile } from '../checks/cover.ts';
import { afterPass, failedRun } from '../checks/selected/failures.ts';
import { compilesToo } from '../checks/compiled.ts';
import { CHECK_KINDS, type CheckKind } from '../checks/kind.ts';
import { besideIn, coveringBy } from './checks/node-checks.ts';
import { type NodeId, numberOf, type Oid, type RepoPath, sessionPart } from '../ids.ts';
import type { Edge, Graph, Node } from '../model.ts';

/** `not-applicable`: no check that followed covers such a file (prose, a licence, a generated file). */
export type Verification = 'passed' | 'stale' | 'failed' | 'none' | 'not-applicable';

/** The verification of several changes together. `partly`: they differ, and some check passed. */
export type CommonVerification = Verification | 'partly';

/** The common verification of changes; those that no check covers count only if there are no others. */
export function commonVerification(states: Iterable<Verification>): CommonVerification {
  const all = new Set(states);
  if (all.has('failed')) return 'failed';
  if (all.size > 1) all.delete('not-applicable');
  const [only, ...others] = all;
  if (others.length > 0 && (all.has('passed') || all.has('stale'))) return 'partly';
  return only ?? 'none';
}

/** The state of a change for one kind of check. */
export interface CheckState {
  readonly kind: CheckKind;
  readonly state: Exclude<Verification, 'none' | 'not-applicable'>;
  /** The verification node. */
  readonly by: NodeId;
  /** The check's words do not show whether it covers the file. */
  readonly likely?: true;
  /** Who reported the run, if it was not the session: `ci`, a person, a hook. */
  readonly told?: string;
  /** The words of this check in a command with several kinds of check, where they are known. */
  readonly words?: string;
}

/** The result of one kind of check in a linked verification. */
interface CheckRun extends Covering {
  readonly id: NodeId;
  readonly number: number;
  readonly passed: boolean;
  /** The contents that it ran on; undefined when they were not recorded. */
  readonly saw: ReadonlySet<unknown> | undefined;
  readonly at: number;
  /** Who reported it; see `CheckState`. */
  readonly told: string | undefined;
  /** Its command ran checks of other kinds too. */
  readonly isOfSeveral: boolean;
  /** The numbers of the changes for which it passed without running all that had failed. */
  readonly beside: ReadonlySet<number>;
}

/** The file that a reader asks about. */
export interface FileState {
  /** The id of its content. Undefined when it is not known. */
  readonly content?: Oid | undefined;
  /** Whether a commit after that of the change, or an uncommitted edit, changed the file. */
  readonly isLater?: boolean;
}

/** Returns how checks verified the change that a node made to a file. */
export interface Verifications {
  /** The common state of all kinds of check; see `worstOf`. */
  (commitment: NodeId, path: string, file?: FileState): Verification;
  /** The last check with a known result for each kind, strongest kind first. */
  readonly checks: (commitment: NodeId, path: string, file?: FileState) => readonly CheckState[];
  /** The last check of a kind that passed on this very content of a file. @param least the lowest rank that counts */
  readonly passedOn: (kind: CheckKind, path: string, content: Oid, least?: number) => NodeId | undefined;
  /** The last run of a kind on this very content of a file that others reported. */
  readonly reportedOn: (kind: CheckKind, path: string, content: Oid) => CheckState | undefined;
  /** All runs of a kind on this very content of a file, the highest rank and then the newest first. */
  readonly runsOn: (kind: CheckKind, path: string, content: Oid) => readonly NodeId[];
}

/** What is known about the note with the checks. */
export interface Surrounds {
  /** The note's commit and those that it was carried from. A change after the last of them is in none of them. */
  readonly commits?: ReadonlySet<string>;
  /** Whether a check ran on other code than that of the commit, because the commit was moved since. */
  readonly isElsewhere?: (check: NodeId) => boolean;
  /** The standing of a check as a number, 0 for a claim. One of a lower rank never changes what a higher one shows. */
  readonly rankOf?: (check: NodeId) => number;
}

/** Whether a run that others reported may replace the session's own; see `mayChangeEntry`. */
export const mayReplace = (reported: number, own: number): boolean => reported > 0 || own === 0;

/** `failed` when the last check of any kind failed; otherwise the state of the strongest kind. @param path of the file */
export function worstOf(checks: readonly CheckState[], path: string): Verification {
  if (checks.some(({ state }) => state === 'failed')) return 'failed';
  return checks[0]?.state ?? (isCheckable(path) ? 'none' : 'not-applicable');
}

/**
 * How the change that a node made to a file was verified, given the nodes and edges of all graphs of a session:
 *
 * - `passed`: the strongest kind of check passed after the change, on the present content of the file;
 * - `stale`: a check passed, but not on this content: the file was changed afterwards, or the commit was moved to other code;
 * - `failed`: the last check of some kind failed;
 * - `none`: no check followed, or none with a known result.
 *
 * Where a check's contents are not recorded, it counts as long as no later step or commit changed the file, or the last one of
 * these passed such a check too.
 */
export const verificationOf = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  commitment: NodeId,
  path: string,
): Verification => verifications(nodes, edges)(commitment, path);

/** The same for many questions about one set of nodes. */
export function verifications(
  nodes: readonly Node[],
  edges: readonly Edge[],
  { commits = new Set(), isElsewhere = () => false, rankOf = () => 0 }: Surrounds = {},
): Verifications {
  const results = new Map<NodeId, readonly CheckRun[]>();
  const changes = new Map<string, NodeId[]>();
  for (const node of nodes) {
    const runs = runsOf(node);
    if (runs.length > 0) results.set(node.id, runs);
    for (const path of changedBy(node)) push(changes, path, node.id);
  }
  const isIn = commits.size > 0 ? committedIn(commits, nodes, edges) : () => true;
  const runs = new Map<NodeId, CheckRun[]>();
  for (const { kind, from, to } of edges)
    for (const run of (kind === 'verified_by' ? results.get(to) : undefined) ?? []) push(runs, from, run);
  // A linter that repairs its findings verifies its own changes.
  for (const [id, own] of results) for (const run of own) push(runs, id, run);

  // A later run that compiles the code outdates a compiler's fault.
  const showsItCompiles = (later: CheckRun, { id, number }: CheckRun): boolean =>
    later.passed &&
    later.number > number &&
    compilesToo(later.words, later.scope !== undefined) &&
    rankOf(later.id) >= rankOf(id);
  const last = (id: NodeId, path: string): Map<CheckKind, CheckRun> => {
    const found = new Map<CheckKind, CheckRun>();
    const all = (runs.get(id) ?? []).filter((run) => concerns(run, path));
    for (const run of all.toSorted((x, y) => x.number - y.number))
      if (!(found.get(run.kind)?.passed === false && run.beside.has(numberOf(id)))) found.set(run.kind, run);
    for (const [kind, run] of found)
      if (isOfCompiler(run) && all.some((later) => showsItCompiles(later, run))) found.delete(kind);
    return found;
  };
  const ranOn = (kind: CheckKind, path: string, content: Oid): CheckRun[] => {
    const mark = contentMark(path as RepoPath, content);
    return [...results.values()].flatMap((own) =>
      own.filter((run) => run.kind === kind && run.saw?.has(mark) && concerns(run, path)),
    );
  };
  const ranked = (all: readonly CheckRun[]): readonly CheckRun[] =>
    all.toSorted((x, y) => rankOf(y.id) - rankOf(x.id) || y.at - x.at);
  const passedOn = (kind: CheckKind, path: string, content: Oid, least = 0): NodeId | undefined =>
    ranOn(kind, path, content).findLast(
      ({ id, passed, told }) => passed && told === undefined && rankOf(id) >= least && !isElsewhere(id),
    )?.id;
  const reportedOn = (kind: CheckKind, path: string, content: Oid): CheckState | undefined => {
    const last = ranked(ranOn(kind, path, content)).find(({ told }) => told !== undefined);
    return last && { kind, state: last.passed ? 'passed' : 'failed', by: last.id, told: last.told! };
  };
  // Whether a run that others reported ran all that had failed.
  const answers = ({ state, by }: CheckState, failed: CheckRun, path: string): boolean =>
    state === 'failed' ||
    judgesEachFile(failed) ||
    results.get(by)!.some((one) => coverOf(one, path) !== 'no' && afterPass(failedRun(failed), one) === undefined);
  const runsOn = (kind: CheckKind, path: string, content: Oid): readonly NodeId[] =>
    ranked(ranOn(kind, path, content)).flatMap(({ id, told }) => (told !== undefined || !isElsewhere(id) ? [id] : []));
  // Without recorded contents, the order of the steps decides.
  const isFresh = (run: CheckRun, path: string): boolean => {
    const prefix = sessionPart(run.id);
    const later = (changes.get(path) ?? []).filter(
      (id) => sessionPart(id) === prefix && numberOf(id) > run.number && isIn(id),
    );
    const newest = later.length > 0 ? later.reduce((a, b) => (numberOf(b) > numberOf(a) ? b : a)) : undefined;
    return newest === undefined || last(newest, path).get(run.kind)?.passed === true;
  };
  const checks = (commitment: NodeId, path: string, { content, isLater }: FileState = {}): CheckState[] => {
    const found = last(commitment, path);
    return CHECK_KINDS.flatMap((kind): CheckState[] => {
      const run = found.get(kind);
      const reported = content && reportedOn(kind, path, content);
      if (run === undefined) return reported ? [reported] : [];
      const isNewer = reported && results.get(reported.by)![0]!.at > run.at;
      if (isNewer && mayReplace(rankOf(reported.by), rankOf(run.id)) && (run.passed || answers(reported, run, path)))
        return [reported];
      const likely = coverOf(run, path) === 'likely' && { likely: true as const };
      const words = wordsOfOne(run);
      if (!run.passed) return [{ kind, state: 'failed', by: run.id, ...likely, ...words }];
      const seen = content && passedOn(kind, path, content, rankOf(run.id));
      if (seen) {
        const same = results.get(seen)!.findLast((one) => one.kind === kind && coverOf(one, path) !== 'no');
        return [{ kind, state: 'passed', by: seen, ...likely, ...(same && wordsOfOne(same)) }];
      }
      const isProven = run.saw !== undefined && content !== undefined;
      const holds = !isProven && !isLater && !isElsewhere(run.id) && isFresh(run, path);
      return [{ kind, state: holds ? 'passed' : 'stale', by: run.id, ...likely, ...words }];
    });
  };
  const worst = (commitment: NodeId, path: string, file?: FileState): Verification =>
    worstOf(checks(commitment, path, file), path);
  return Object.assign(worst, { checks, passedOn, reportedOn, runsOn });
}

// A linter that failed says nothing about a file that it does not name.
const concerns = (run: CheckRun, path: string): boolean =>
  coverOf(run, path) !== 'no' && (run.faulty === undefined || run.faulty.includes(path));

const isOfCompiler = ({ kind, passed, unbuilt }: CheckRun): boolean =>
  !passed && (kind === 'build' || kind === 'types' || unbuilt === true);

const wordsOfOne = ({ isOfSeveral, words }: CheckRun): Pick<CheckState, 'words'> =>
  isOfSeveral && words !== '' ? { words } : {};

function runsOf(node: Node): CheckRun[] {
  const { id, at, detail } = node;
  const reporter = typeof detail?.['told'] === 'string' ? detail['told'] : undefined;
  const saw = Array.isArray(detail?.['saw']) ? new Set(detail['saw']) : undefined;
  const all = coveringBy(node);
  const isOfSeveral = new Set(all.map(({ kind }) => kind)).size > 1;
  return all.flatMap(({ result, ...check }) =>
    result === 'unknown'
      ? []
      : [
          Object.assign(check, {
            id,
            number: numberOf(id),
            passed: result === 'passed',
            saw,
            at,
            told: reporter,
            isOfSeveral,
            beside: besideIn(node, check.kind),
          }),
        ],
  );
}

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
  const isEarlier = (id: NodeId): boolean =>
    sessionPart(id) === sessionPart(first.id) && numberOf(id) < numberOf(first.id);
  const earlier = edges.filter(({ kind, from }) => kind === 'verified_by' && isEarlier(from));
  if (earlier.length === 0) return undefined; // it is asked after each turn, and reading the runs of all nodes takes long
  const results = new Set(nodes.filter((node) => runsOf(node).length > 0).map(({ id }) => id));
  const numbers = earlier.filter(({ to }) => results.has(to)).map(({ from }) => numberOf(from));
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
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
    last.set(sessionPart(id), Math.max(last.get(sessionPart(id)) ?? 0, numberOf(id)));
  }
  const committed = new Set<NodeId>();
  for (const { kind, from, to } of edges) if (kind === 'committed_via' && patches.has(to)) committed.add(from);
  return (id) => {
    const end = last.get(sessionPart(id));
    return end === undefined || numberOf(id) < end || committed.has(id);
  };
}

// A patch has files too, but it only commits changes that other steps made.
function changedBy(node: Node): readonly string[] {
  const files = node.kind === 'patch' ? undefined : node.detail?.['files'];
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}
