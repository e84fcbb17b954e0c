import type { Content } from '../find/content.ts';
import { commitJson, graphJson, isoTime, keyed, nodeJson, sessionJson, usageJson } from '../find/json.ts';
import type { StepOrigin } from '../why/origin.ts';
import type { SessionStory, SessionSummary } from '../history/sessions.ts';
import type { ShownNode } from './node.ts';
import type { ShownCommit } from './show.ts';

/** The name of the format of `git prov show --json`. Fields may be added, but never changed or removed. */
export const SHOW_SCHEMA = 'git-prov/show/1';
/** The name of the format of `git prov sessions --json`. */
export const SESSIONS_SCHEMA = 'git-prov/sessions/1';
/** The name of the format of `git prov sessions SESSION --json`. */
export const SESSION_SCHEMA = 'git-prov/session/1';

/** The output of `git prov show COMMIT --json`: the unchanged note, and who wrote the commit's added lines. */
export const commitShownJson = ({ commit, note, parts, files }: Omit<ShownCommit, 'trees'>): object => ({
  schema: SHOW_SCHEMA,
  kind: 'commit',
  commit: commitJson(commit),
  noted: note !== undefined,
  sessions: parts.map(({ short, session, steps, lines, usage }) => ({
    short,
    session: session ? sessionJson(session) : null,
    steps,
    lines,
    usage: usageJson(usage),
  })),
  files: files.map(({ path, added, agent, human, unsure, evidence }) => ({
    path,
    added,
    agent,
    human,
    unsure,
    evidence: keyed(evidence),
  })),
  carried: note?.carried.map(({ from, how }) => ({ from, how })) ?? [],
  graphs: note?.graphs.map(graphJson) ?? [],
  lines: keyed([...(note?.lines ?? [])].map(([path, list]) => [path, list])),
});

/** The output of `git prov show KIND:ID --json`. */
export const nodeShownJson = ({ node, origin, input, output, wrote, story }: ShownNode): object => ({
  schema: SHOW_SCHEMA,
  kind: 'node',
  ...(node.kind === 'patch' && { present: story.rewritten.get(String(node.detail?.['commit'])) ?? null }),
  node: nodeJson(node),
  session: origin.session ? sessionJson(origin.session) : null,
  goals: origin.goals.map(referredJson),
  decision: origin.decision ? referredJson(origin.decision) : null,
  input: contentJson(input),
  output: contentJson(output),
  wrote: wrote.map(({ commit, files }) => ({ commit: commitJson(commit), files })),
});

const contentJson = (content: Content | undefined): object | null =>
  content ? { hash: content.hash, text: content.text ?? null } : null;

const referredJson = ({ id, node }: StepOrigin['step']): object => (node ? nodeJson(node) : { id });

/** The output of `git prov show SESSION --json` and `git prov sessions SESSION --json`. */
export const storyJson = ({ summary, nodes, graphs, pending, children, landed, rewritten }: SessionStory): object => ({
  ...summaryJson(summary),
  children: children.map(summaryJson),
  landed: landed.map(({ commit, lines, reachable }) => ({ commit, lines, reachable })),
  rewritten: [...rewritten].map(([from, to]) => ({ from, to })),
  nodes: nodes.map((node) => ({ ...nodeJson(node), committed: !pending.has(node.id) })),
  edges: graphs.flatMap(({ edges }) => edges.map(({ from, to, kind, source }) => ({ from, to, kind, source }))),
});

/** One session of `git prov sessions --json`. */
export const summaryJson = (summary: SessionSummary): object => ({
  session: sessionJson(summary.session),
  first: summary.first === undefined ? null : isoTime(summary.first),
  last: summary.last === undefined ? null : isoTime(summary.last),
  steps: summary.steps,
  uncommitted: summary.uncommitted,
  commits: summary.commits,
  lines: summary.lines,
  usage: usageJson(summary.usage),
});
