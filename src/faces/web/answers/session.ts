import { ProvError } from '../../../errors.ts';
import { outcomeOf, replay, type Played } from '../../../ask/history/replay.ts';
import { isoTime, nodeInfo } from '../../../ask/shapes/parts.ts';
import { readSessionStory } from '../../../ask/history/sessions.ts';
import { sessionAnswer } from '../../../ask/history/session-answer.ts';
import { changesOf } from '../../../git/history/commit-changes.ts';
import { snapshotText, snapshotsOf } from '../../../ask/history/snapshots.ts';
import type { Oid, RepoPath, SessionId } from '../../../model/ids.ts';
import { isOverruled } from '../../../model/knowledge/status.ts';
import type { Node } from '../../../model/model.ts';
import type { NodeInfo } from '../../../ask/shapes/shapes.ts';
import type { CliContext } from '../../cli/context.ts';
import { sessionIn } from '../../cli/reading/session-named.ts';
import { withSources } from '../../cli/reading/with-graph.ts';
import { historyOf } from '../../cli/reading/reading-context.ts';
import type { Commit, PlayedStep, SessionStory, SnapshotLines } from '../contract.ts';
import { commitsOf } from './git.ts';
import { query } from './command.ts';
import { statusesIn, type Statuses } from './statuses.ts';

/** Steps that a page shows. */
const MAX_STEPS = 5000;
const MAX_COMMITS = 200;
const MAX_FILES = 500;
/** Lines of a snapshot that a page shows, and characters of a line. */
const MAX_LINES = 1500;
const MAX_LINE = 4000;

/** A session: `git prov sessions SESSION --json`, with its steps and its sub-agents' in the order of `git prov replay`. */
export const sessionOf = (ctx: CliContext, named: string): Promise<SessionStory> =>
  query(ctx, async (read) => {
    const history = historyOf(read);
    const story = await withSources(read, history, async (sourced) =>
      readSessionStory(sourced, await sessionIn(sourced, named)),
    );
    if (!story) throw new ProvError('data', 'No note contains the session any more.', { hint: 'Reload the page.' });
    const { nodes: _, edges: __, ...answer } = sessionAnswer(story);
    const played = replay(story.summary.session.id as SessionId, story.graphs);
    const statuses = await statusesIn(
      read,
      [...story.graphs.flatMap((graph) => graph.nodes), ...played.map(({ node }) => node)],
      story.graphs.flatMap((graph) => graph.edges),
    );
    // A link gives a change its reason only while it counts.
    const decisions = new Map(
      story.graphs
        .flatMap((graph) => graph.edges)
        .flatMap((edge) =>
          edge.kind === 'decided_by' && (statuses.ofEdge(edge) ?? 'accepted') === 'accepted'
            ? [[edge.from, edge.to]]
            : [],
        ),
    );
    const steps = new Set(played.map(({ node }) => node.id as string));
    const deciding = new Set(decisions.values());
    const others = story.graphs.flatMap((graph) => graph.nodes).filter(({ id }) => !steps.has(id) || deciding.has(id));
    const ids = answer.landed.slice(0, MAX_COMMITS).map(({ commit }) => commit as Oid);
    const [commits, changes] = await Promise.all([
      commitsOf(read.repo, ids),
      changesOf(read.repo, ids).catch(() => new Map()),
    ]);
    const filesOf = (oid: string): string[] => {
      const parents: readonly { readonly files: readonly { readonly path: string }[] }[] =
        changes.get(oid as Oid)?.parents ?? [];
      return [...new Set(parents.flatMap(({ files }) => files.map(({ path }) => path)))].slice(0, MAX_FILES);
    };
    return {
      ...answer,
      played: played.slice(0, MAX_STEPS).map((one) => stepOf(one, story.pending, decisions, statuses)),
      others: Object.fromEntries(others.slice(0, MAX_STEPS).map((node) => [node.id, markedNode(node, statuses)])),
      commits_by_id: Object.fromEntries(
        commits.map((commit): [string, Commit & { files: string[] }] => [
          commit.oid,
          { ...commit, files: filesOf(commit.oid) },
        ]),
      ),
      snapshots: Object.fromEntries(snapshotsOf(read.repo, played)),
      left: Math.max(0, played.length - MAX_STEPS),
    };
  });

/** The text of a file after a step, from a snapshot of this clone. */
export const snapshotOf = (ctx: CliContext, path: string, blob: string): Promise<SnapshotLines> =>
  query(ctx, async ({ repo }) => {
    const found = await snapshotText(repo, path as RepoPath, blob);
    if (!found)
      throw new ProvError('data', 'This snapshot is not kept any more.', { hint: 'Look at the committed file.' });
    const lines = found.lines.slice(0, MAX_LINES).map((line) => line.replace(/\n$/, '').slice(0, MAX_LINE));
    const runs: { from: number; to: number; node: string | null }[] = [];
    for (const [at, node] of found.nodes.slice(0, lines.length).entries()) {
      const last = runs.at(-1);
      if (last && last.node === node) last.to = at + 1;
      else runs.push({ from: at + 1, to: at + 1, node });
    }
    return { lines, runs, left: found.lines.length - lines.length };
  });

// A node, marked where it was rejected or retracted.
function markedNode(node: Node, { ofNode }: Statuses): NodeInfo {
  const status = ofNode(node.id);
  return { ...nodeInfo(node), ...(isOverruled(status) && { status }) };
}

function stepOf(
  { node, session, depth, started }: Played,
  pending: ReadonlySet<string>,
  decisions: ReadonlyMap<string, string>,
  statuses: Statuses,
): PlayedStep {
  const files = node.detail?.['files'];
  return {
    ...markedNode(node, statuses),
    session: session.id,
    depth,
    started: isoTime(started),
    outcome: outcomeOf(node) ?? null,
    committed: !pending.has(node.id),
    decision: decisions.get(node.id) ?? null,
    files: Array.isArray(files) ? files.map(String) : [],
  };
}
