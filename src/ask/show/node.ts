import { ProvError } from '../../errors.ts';
import type { NodeId, Oid, RepoPath, SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { readCommits, type CommitInfo } from '../history/commits.ts';
import { contentOf, type Content } from '../find/content.ts';
import { beginOf, withEnd } from '../history/continuations.ts';
import { indexLocalGraphs } from '../find/complete-graphs.ts';
import { readable, type History, type Sourced } from '../history/history.ts';
import { originOf, type StepOrigin } from '../why/origin.ts';
import { tellSession, type SessionStory } from '../history/sessions.ts';
import { showSession } from './show.ts';
import type { Branch } from '../history/tree.ts';

/** Lines of a node at a commit. */
export interface Wrote {
  readonly commit: CommitInfo;
  readonly files: readonly { readonly path: RepoPath; readonly lines: number }[];
}

/** A node with its origins and results. */
export interface ShownNode {
  readonly node: Node;
  readonly origin: StepOrigin;
  /** The input and output of the step; undefined when no hash was recorded. */
  readonly input: Content | undefined;
  readonly output: Content | undefined;
  /** Newest first. */
  readonly wrote: readonly Wrote[];
  /** The node with its results. */
  readonly tree: Branch;
  readonly story: Pick<SessionStory, 'rewritten'>;
}

/** Shows a step, a goal, a decision of a session. */
export async function showNode(history: Sourced, id: NodeId, session: SessionId): Promise<ShownNode> {
  const { story, trees } = await showSession(history, session);
  const found = story.nodes.find((one) => one.id === id);
  const tree = branchOf(trees, id) ?? branchOf(trees, found && beginOf(found));
  if (!found || !tree) throw new ProvError('bug', `The node ${id} is not in its session.`);
  const { parent } = story.summary.session;
  const above = parent && (await tellSession(history, parent)); // the goal of a sub-agent belongs to its parent session
  const lookup = indexLocalGraphs([...story.graphs, ...(above?.graphs ?? [])]);
  const node = withEnd(
    found,
    story.nodes.find((one) => beginOf(one) === id),
  );
  return {
    node,
    origin: originOf(lookup, id),
    input: await contentOf(history, node.input),
    output: await contentOf(history, node.output),
    wrote: await wroteBy(history, id, story),
    tree,
    story,
  };
}

function branchOf(trees: readonly Branch[], id: NodeId | undefined): Branch | undefined {
  const left = [...trees];
  for (let at = left.pop(); at; at = left.pop()) {
    if (at.node.id === id && !at.named) return at;
    for (const child of at.children) left.push(child);
  }
  return undefined;
}

async function wroteBy(history: History, id: NodeId, { landed }: SessionStory): Promise<Wrote[]> {
  const files = new Map<Oid, Wrote['files']>();
  const commits = landed.filter(({ lines, reachable }) => lines > 0 && reachable).map(({ commit }) => commit);
  for await (const [commit, found] of history.notes.each(commits)) {
    const counted = [...(readable(history, found)?.lines ?? [])].map(([path, list]) => ({
      path,
      lines: list.reduce((sum, { node, count }) => sum + (node === id ? count : 0), 0),
    }));
    const wrote = counted.filter(({ lines }) => lines > 0);
    if (wrote.length > 0) files.set(commit, wrote);
  }
  const infos = await readCommits(
    history.repo,
    commits.filter((oid) => files.has(oid)),
  );
  return infos.map((commit) => ({ commit, files: files.get(commit.oid)! }));
}
