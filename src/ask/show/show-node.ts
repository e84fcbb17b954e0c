import { ProvError } from '../../errors.ts';
import type { LineRange } from '../../git/history/patch-parser.ts';
import type { NodeId, Oid, SessionId } from '../../model/ids.ts';
import type { Node } from '../../model/model.ts';
import { push } from '../../model/multimap.ts';
import type { LinesAt } from '../code/changes/symbols-at.ts';
import { readCommits } from '../history/commit-info.ts';
import { contentOf } from '../find/stored-content.ts';
import { beginOf, withEnd } from '../history/continuations.ts';
import { indexLocalGraphs } from '../find/complete-graphs.ts';
import { readable, type History, type Sourced } from '../history/history.ts';
import { namedCommit, nodeInfo } from '../shapes/parts.ts';
import { originAnswer, originOf } from '../why/origin.ts';
import type { SessionStory } from '../history/session-answer.ts';
import { readSessionStory } from '../history/sessions.ts';
import { growTrees, type Branch } from '../history/tree.ts';
import { treeStatuses } from './tree-statuses.ts';
import { SHOW_SCHEMA, type ShownNode, type Wrote, type WroteFile } from './show-answer.ts';
import { readStory, type Drawn } from './show.ts';

/** A node's answer, with the node and the present commits of those that were rewritten. */
export interface DrawnNode extends Drawn<ShownNode>, Pick<SessionStory, 'rewritten'> {
  readonly node: Node;
}

/** Shows a step, a goal, a decision of a session. */
export async function showNode(history: Sourced, id: NodeId, session: SessionId): Promise<DrawnNode> {
  const story = await readStory(history, session);
  const trees = growTrees(story.graphs, await treeStatuses(story.graphs, history.sources));
  const found = story.nodes.find((one) => one.id === id);
  const tree = branchOf(trees, id) ?? branchOf(trees, found && beginOf(found));
  if (!found || !tree) throw new ProvError('bug', `The node ${id} is not in its session.`);
  const { parent } = story.summary.session;
  const above = parent === null ? undefined : await readSessionStory(history, parent as SessionId); // the goal of a sub-agent belongs to its parent session
  const lookup = indexLocalGraphs([...story.graphs, ...(above?.graphs ?? [])]);
  const node = withEnd(
    found,
    story.nodes.find((one) => beginOf(one) === id),
  );
  const { session: owner, goals, decision } = originAnswer(originOf(lookup, id));
  const answer: ShownNode = {
    schema: SHOW_SCHEMA,
    kind: 'node',
    node: nodeInfo(node),
    session: owner,
    goals,
    decision,
    input: await contentOf(history, node.input),
    output: await contentOf(history, node.output),
    wrote: await wroteBy(history, id, story),
    ...(node.kind === 'patch' && { present: story.rewritten.get(String(node.detail?.['commit'])) ?? null }),
  };
  return { answer, trees: [tree], node, rewritten: story.rewritten };
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
  const commits = landed.filter(({ lines, reachable }) => lines > 0 && reachable).map(({ commit }) => commit as Oid);
  const found: LinesAt[] = [];
  for await (const [commit, read] of history.notes.each(commits))
    for (const [path, list] of readable(history, read)?.lines ?? []) {
      const ranges = list.flatMap(({ node, start, count }): LineRange[] => (node === id ? [[start, count]] : []));
      if (ranges.length > 0) found.push({ commit, path, ranges });
    }
  if (found.length === 0) return [];
  // Loaded only where it is needed: most of `show` knows nothing of code.
  const { symbolNames } = await import('../code/changes/symbols-at.ts');
  const names = await symbolNames(history, found);
  const files = new Map<string, WroteFile[]>();
  for (const [i, { commit, path, ranges }] of found.entries()) {
    const lines = ranges.reduce((sum, [, count]) => sum + count, 0);
    push(files, commit, { path, lines, symbols: names[i]! });
  }
  const infos = await readCommits(
    history.repo,
    commits.filter((oid) => files.has(oid)),
  );
  return infos.map((commit) => ({ commit: namedCommit(commit), files: files.get(commit.oid)! }));
}
