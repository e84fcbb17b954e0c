import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Repo } from '../../git/repository/repo.ts';
import { cut } from '../../model/graph/decision.ts';
import { type NodeId, type RepoPath, sessionPrefix } from '../../model/ids.ts';
import type { Attribution, Graph } from '../../model/model.ts';
import { withThings } from '../../model/standing/things.ts';
import { attribute } from '../../lines/attribute.ts';
import { derive } from '../../lines/derive.ts';
import { matchLines } from '../../lines/diff.ts';
import { claimMoves, strandOf } from '../../lines/moves.ts';
import { HUMAN, type Owned, type Owner, UNSURE } from '../../lines/owner.ts';
import { isEnabled } from '../repo-state.ts';
import { RecordedContents } from '../worktree/recorded-contents.ts';
import { contextOf } from '../ledger/goals-in-force.ts';
import { chainSince, Graphs } from '../ledger/session-graphs.ts';
import { OwnerCache } from '../worktree/blob-owners.ts';
import { Explainer } from '../step/explainer.ts';
import { type ChangeAuthor, changeAuthorOf, activeStepsOf, otherwise, withoutStep } from '../step/change-author.ts';
import { WorkTreeTracker } from '../worktree/worktree-tracker.ts';
import { Sessions } from '../session/sessions.ts';
import { removedBySteps } from '../worktree/removed-lines.ts';
import { type SessionState, type WorkTreeState } from '../state/state.ts';
import { MIN_BLOCK_WEIGHT } from './committed-lines.ts';
import { loadState } from '../state/load-state.ts';
import { Spool } from '../spool/spool.ts';
import { localFiles, provDirOf } from '../../git/repository/local-files.ts';

/** Owners of uncommitted lines: like a note, but for the work tree. */
export interface WorkTreeNote {
  readonly graphs: readonly Graph[];
  readonly lines: ReadonlyMap<RepoPath, readonly Attribution[]>;
}

/**
 * The owners of all lines of a file in the work tree, from the drained events, with the graphs that their
 * steps will be in. Undefined where nothing is watched or the file has no lines.
 */
export async function ownersOfWorkTree(repo: Repo, path: RepoPath): Promise<WorkTreeNote | undefined> {
  if (!isEnabled(repo) || !repo.workTree || !existsSync(join(repo.workTree, path))) return undefined;
  const dir = provDirOf(repo);
  const state = loadState(dir);
  const workTree = state.workTrees[repo.gitDir];
  if (!workTree) return undefined;
  const files = new RecordedContents(repo);
  try {
    const tracker = new WorkTreeTracker(files, new OwnerCache(localFiles(dir).owners, state.memoBytes, state.memoHash));
    const blob = await files.store(path, repo.workTree);
    const lines = await files.lines(blob);
    if (!blob || !lines) return undefined;
    const known = tracker.knownOwners(path, blob, repo.gitDir, lines.length);
    const seen = await tracker.known(workTree, path);
    const before = known ? undefined : await tracker.owned(path, seen, repo.gitDir);
    const active = activeStepsOf(workTree, undefined, Date.now());
    const changeAuthor = changeAuthorOf(path, seen !== null, active);
    const author = authorSince(changeAuthor, new Spool(dir).names().length > 0);
    const derived = known ?? derive([{ lines, before, earlier: await tracker.earlier(path) }], author)[0]!;
    const explanation =
      changeAuthor.kind === 'background' &&
      (await new Explainer(files, tracker).of(changeAuthor.step, workTree, workTree));
    const others =
      changeAuthor.kind === 'background'
        ? otherwise(changeAuthor.step, withoutStep(active, changeAuthor.step))
        : undefined;
    const found =
      !known && explanation && others
        ? explanation.owners(path, before?.lines ?? [], { lines, owners: derived }, author, others(path, seen !== null))
        : derived;
    const owners = await withMoves(files, workTree, path, { lines, owners: found });
    const whole = { oldStart: 0, oldCount: 0, newStart: 1, newCount: lines.length };
    const attributions = attribute({ lines, owners }, undefined, [whole]);
    const graphs = graphsOf(new Sessions(state, dir), dir, attributions);
    return { graphs, lines: new Map([[path, attributions]]) };
  } finally {
    await files.close();
  }
}

// A block that steps removed in one place after they had written it in another was moved: it keeps its owner, as it will in the commit.
async function withMoves(
  files: RecordedContents,
  workTree: WorkTreeState,
  path: RepoPath,
  { lines, owners }: Owned,
): Promise<readonly Owner[]> {
  const removed = removedBySteps(workTree);
  if (removed.length === 0 || !owners.some(({ kind }) => kind === 'node')) return owners;
  const [committed] = await files.objects.info([`HEAD:${path}`]);
  const places = matchLines((await files.lines(committed?.oid ?? null)) ?? [], lines);
  const open = owners.map((owner, i) => (owner.kind === 'node' && places[i]! < 0 ? undefined : owner));
  claimMoves([{ lines, owners: open }], removed.map(strandOf), MIN_BLOCK_WEIGHT, true);
  return owners.map((owner, i) => open[i] ?? owner);
}

// The author of changes since the last snapshot. A call that is running is attributed when it ends. Events that wait, while another
// process records, may be about any of them.
function authorSince(changeAuthor: ChangeAuthor, hasWaiting: boolean): Owner {
  if (changeAuthor.kind === 'background') return { kind: 'node', node: changeAuthor.step.node, evidence: 'inferred' };
  return changeAuthor.kind === 'human' && !hasWaiting ? HUMAN : UNSURE;
}

function graphsOf(sessions: Sessions, dir: string, attributions: readonly Attribution[]): Graph[] {
  const nodes = new Set<NodeId>();
  for (const { node, from } of attributions) for (const id of [node, from]) if (id) nodes.add(id);
  const graphs = new Graphs(dir, sessions);
  const found: Graph[] = [];
  for (const session of sessions.owning(nodes)) {
    const prefix = `${sessionPrefix(session.session)}-`;
    const mine = new Set([...nodes].filter((id) => id.startsWith(prefix)));
    if (mine.size === 0) continue;
    if (session.nodes.length > 0) found.push(pending(session));
    found.push(...graphs.holding(session, mine).map((graph) => withThings(graph)));
  }
  return found;
}

// The graph that would be cut now.
function pending(state: SessionState): Graph {
  const { nodes, edges } = cut(state.cursor, state.nodes, state.edges);
  return withThings({
    session: state.session,
    nodes,
    edges,
    ...contextOf(state.context, nodes),
    explains: [],
    previous: null,
    chain: chainSince(state),
  });
}

/** What the sessions of this clone did that no commit contains yet, as the graphs that would be cut now. */
export const localGraphs = (repo: Repo): Graph[] =>
  isEnabled(repo)
    ? Object.values(loadState(provDirOf(repo)).sessions)
        .filter(({ nodes }) => nodes.length > 0)
        .map(pending)
    : [];
