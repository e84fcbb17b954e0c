import { never } from '../../errors.ts';
import { readStep, type ToolStep } from './classify.ts';
import type { Cursor, Pending, Recent, UncommittedStep, Unverified } from './cursor.ts';
import { blindDetail, blindFiles, seenAfterPrompt, seenAfterTool } from './blind-edit.ts';
import { textHash } from '../reasons/names.ts';
import { closeGroup, joinGroup } from './decision.ts';
import { latest, link, type Draft } from './graph-builder.ts';
import { answer, ask } from './question.ts';
import { openGate, resume, settleGates, closeGates, neverRan } from './permissions.ts';
import { nodeId, type NodeId, type RepoPath } from '../ids.ts';
import { logChange, addKnowledge } from '../knowledge/append.ts';
import { CONTEXT, originOf, QUESTION } from '../knowledge/kinds.ts';
import { chainOf } from './ledger.ts';
import type { Edge, Node, NodeKind } from '../model.ts';
import { commandDetail, nodeOf, toolSummary } from '../node.ts';
import { calledIn } from '../reasons/explain.ts';
import { namesIn } from '../reasons/names.ts';
import { hear } from '../reasons/talk.ts';
import type { CommandVerdict } from '../shell/verdict.ts';
import type { Step } from '../step.ts';
import { faultyDetail } from './checks/faulty.ts';
import { verify } from './checks/verify.ts';
import { awaitTests, settle } from './checks/waiting.ts';

export type { Cursor } from './cursor.ts';
export { startCursor } from './cursor.ts';

// Limits for sessions that never commit or never test, in entries of each list. They also limit the edges.
const MAX_PENDING = 200;
const MAX_PENDING_OLD = 16;
const MAX_UNVERIFIED = 256;
const MAX_UNCOMMITTED = 4096;
const MAX_RECENT_STEPS = 48;

/** The additions of a step, and the next cursor. */
export interface Appended {
  readonly cursor: Cursor;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/**
 * Appends one step of a session: its ledger node first, then the edges that follow from the session's state (first seed's
 * edge table). Pure: the given cursor does not change. An edge may lead to a node of an earlier graph of the session.
 */
export function append(cursor: Cursor, step: Step): Appended {
  const draft: Draft = { ...cursor, edges: [], references: [] };
  const id = nodeId(`${draft.prefix}-${draft.next++}`);
  if (draft.last === null && draft.spawnedBy !== null) link(draft, draft.spawnedBy, id, 'spawned', 'observed');
  const node = { ...inferStep(draft, id, step), ...(cursor.last !== null && { parent: cursor.last }) };
  hang(draft, node, step);
  draft.last = id;
  draft.chain = chainOf(draft.session.id, [node], draft.chain.head, draft.chain.parentHash);
  const { edges, references, ...after } = draft;
  return { cursor: after, nodes: [node, ...references], edges };
}

// Every step hangs on an edge of the graph: its goal led to a step that nothing else explains. A request gets its edge from its call,
// and so does not explain it.
function hang(draft: Draft, { id, kind }: Node, { type }: Step): void {
  const { goal, edges, references } = draft;
  if (goal === null || goal === id || kind === 'human_gate') return;
  // A link from an entry to what it is about explains that, and not the entry.
  const things = new Set(references.map((one) => one.id));
  const isEntry = type === 'knowledge' || type === 'change';
  const isExplained = edges.some(
    ({ kind: edge, from, to }) =>
      to === id || (from === id && edge !== 'blocked_by' && (!isEntry || (originOf(edge) === 'to' && !things.has(to)))),
  );
  if (isExplained) return;
  link(draft, goal, id, 'led_to', type === 'tool' ? 'observed' : 'inferred');
}

function inferStep(draft: Draft, id: NodeId, step: Step): Node {
  switch (step.type) {
    case 'prompt':
      draft.talk = hear(draft.talk, [{ place: 'prompt', text: step.wordless ? '' : step.text }], true);
      if (draft.seen) draft.seen = seenAfterPrompt(draft.seen, step.wordless ? undefined : step.text);
      return startTurn(draft, nodeOf(id, 'goal', step));
    case 'tool':
      return inferTool(draft, id, step);
    case 'gate':
      return openGate(draft, nodeOf(id, 'human_gate', step), step);
    case 'commit':
      resume(draft);
      return commit(draft, nodeOf(id, 'patch', step), step);
    case 'subagent':
      resume(draft);
      draft.action = id;
      delete draft.seen; // the sub-agent may report what it read
      return nodeOf(id, 'execution', step);
    case 'knowledge':
      resume(draft);
      if (step.kind === 'decision') {
        draft.declared = id;
        draft.groups = closeGroup(draft.groups);
        answer(draft, id, `${step.text} ${step.because ?? ''}`);
      }
      return addKnowledge(draft, id, step);
    case 'change':
      return logChange(draft, id, step);
    case 'compaction':
      return nodeOf(id, 'episode', step);
    case 'model':
      return nodeOf(id, 'execution', step);
    case 'raw':
      return nodeOf(id, 'raw', step);
    default:
      return never(step);
  }
}

function startTurn(draft: Draft, node: Node): Node {
  closeGates(draft);
  if (draft.goal !== null) link(draft, draft.goal, node.id, 'led_to', 'inferred');
  Object.assign(draft, { goal: node.id, action: node.id, declared: null, patches: [] });
  delete draft.asked;
  draft.pending = draft.pending.slice(-MAX_PENDING_OLD);
  draft.groups = closeGroup(draft.groups);
  return node;
}

function inferTool(draft: Draft, id: NodeId, step: ToolStep): Node {
  const { kind, verdict } = readStep(step);
  // When no change could be observed, a successful file tool is taken to have changed the files that it names.
  const believed = step.action === 'edit' && kind === 'commitment' && step.changed.length === 0;
  const files = believed ? step.paths : step.changed;
  const blind = believed ? [] : blindFiles(draft.seen, step, verdict);
  if (draft.seen) draft.seen = seenAfterTool(draft.seen, step);
  const known = commandDetail(step, kind, verdict, files, draft.patches.length > 0);
  const waiting = [...draft.unverified.flatMap((change) => change.files ?? []), ...files];
  const detail = { ...known, ...faultyDetail(step, verdict, known, waiting), ...blindDetail(blind, files.length) };
  const node = nodeOf(id, kind, step, toolSummary(step, kind, verdict, detail), detail);
  const isBlocked = neverRan(step, settleGates(draft, id, step));
  resume(draft);
  listen(draft, step);
  const passed = kind === 'verification' ? detail['passed'] : undefined;
  const informed = linkAction(draft, node, kind, step, files, isBlocked);
  const beside = verify(draft, node, step, verdict?.runs);
  if (kind === 'commitment' || files.length > 0) register(draft, node, files, step, informed, verdict);
  // Every session receives the context, so it does not explain a particular change.
  ask(draft, step);
  if (kind === 'exploration' && step.tool !== CONTEXT && step.tool !== QUESTION)
    remember(draft, { id, goal: draft.goal, summary: node.summary, paths: step.paths.map(textHash) });
  if (passed === true) draft.groups = closeGroup(draft.groups);
  if (!isBlocked) draft.action = id; // what did not run causes no later error
  draft.patches = [];
  return beside.length > 0 ? { ...node, detail: { ...detail, beside } } : node;
}

// Adds the edges for an action's kind. Returns the explorations that informed it.
function linkAction(
  draft: Draft,
  node: Node,
  kind: NodeKind,
  step: ToolStep,
  files: readonly RepoPath[],
  isBlocked: boolean,
): readonly Pending[] {
  const { goal, pending } = draft;
  switch (kind) {
    case 'exploration':
      if (goal !== null) link(draft, goal, node.id, 'led_to', 'observed');
      return [];
    case 'commitment': {
      const touched = new Set<number | string>(files.map(textHash));
      for (const { id, paths } of pending)
        link(draft, id, node.id, 'explored_via', paths.some((path) => touched.has(path)) ? 'observed' : 'inferred');
      // Beside the first seed's rule: reading a file informs its change, whichever change comes first.
      const again = (draft.used ?? []).filter(({ paths }) => paths.some((path) => touched.has(path)));
      for (const { id } of again) link(draft, id, node.id, 'explored_via', 'observed');
      const reread = new Set(again.map(({ id }) => id));
      draft.used = [...(draft.used ?? []).filter(({ id }) => !reread.has(id)), ...pending.filter(hasPaths)].slice(
        -MAX_PENDING_OLD,
      );
      // Explorations of an earlier turn inform the change too, but belong to another goal.
      if (goal !== null && !pending.some((exploration) => exploration.goal === goal))
        link(draft, goal, node.id, 'led_to', 'observed');
      draft.pending = [];
      return pending;
    }
    case 'verification':
      return [];
    case 'error':
      // Nothing before a call made it fail when it never ran.
      if (isBlocked) {
        if (goal !== null) link(draft, goal, node.id, 'led_to', 'observed');
      } else if (draft.action !== null) link(draft, draft.action, node.id, 'failed_with', 'inferred');
      return [];
    default:
      // A command that changed files (npm install) belongs to this goal like a commitment. It does not consume
      // explorations.
      if (goal !== null && files.length > 0)
        link(draft, goal, node.id, 'led_to', step.outcome === 'ok' ? 'observed' : 'inferred');
      return [];
  }
}

const hasPaths = ({ paths }: Pending): boolean => paths.length > 0;

function register(
  draft: Draft,
  node: Node,
  files: readonly RepoPath[],
  step: ToolStep,
  informed: readonly Pending[],
  verdict: CommandVerdict | undefined,
): void {
  if (node.kind !== 'verification')
    draft.unverified = latest<Unverified>(settle(draft.unverified), { id: node.id, files }, MAX_UNVERIFIED);
  let left = files;
  // One command may change files and commit them. Then its commit was recorded first.
  for (const patch of verdict?.commits ? draft.patches : []) {
    const committed = new Set(patch.files);
    if (files.some((file) => committed.has(file))) link(draft, node.id, patch.id, 'committed_via', 'observed');
    left = left.filter((file) => !committed.has(file));
  }
  if (left.length > 0)
    draft.uncommitted = latest<UncommittedStep>(draft.uncommitted, { id: node.id, files: left }, MAX_UNCOMMITTED);
  const place = { call: step.call ?? null, at: draft.talk.next - 1, turn: draft.talk.turn, paths: files };
  draft.recent = latest<Recent>(draft.recent ?? [], { id: node.id, ...place }, MAX_RECENT_STEPS);
  if (draft.declared !== null) link(draft, node.id, draft.declared, 'decided_by', 'declared');
  else
    draft.groups = joinGroup(
      draft.groups,
      {
        id: node.id,
        time: node.at,
        ...place,
        names: step.names ?? namesIn(''),
        did: verdict && !node.summary.startsWith('run ') ? `run ${node.summary}` : node.summary,
      },
      informed.map(({ summary }) => summary),
    );
}

function commit(draft: Draft, node: Node, { files, writers = [] }: Extract<Step, { type: 'commit' }>): Node {
  const committed = new Set(files);
  const changes = new Set<NodeId>();
  const left: UncommittedStep[] = [];
  for (const change of draft.uncommitted) {
    const rest = change.files.filter((file) => !committed.has(file));
    if (rest.length < change.files.length) changes.add(change.id);
    if (rest.length > 0) left.push(rest.length < change.files.length ? { ...change, files: rest } : change);
  }
  for (const writer of writers) changes.add(writer);
  for (const change of changes) link(draft, change, node.id, 'committed_via', 'observed');
  draft.uncommitted = left;
  draft.unverified = awaitTests(draft.unverified);
  draft.patches = [...draft.patches, { id: node.id, files }];
  draft.groups = closeGroup(draft.groups);
  return node;
}

function remember(draft: Draft, exploration: Pending): void {
  draft.pending = latest(draft.pending, exploration, MAX_PENDING);
}

// Words that came with a call precede it. The transcript already contains both, except for calls that a script makes.
function listen(draft: Draft, { call, narration }: ToolStep): void {
  if (call !== undefined && calledIn(draft.talk.calls, call)) return;
  const words = narration === undefined ? [] : [{ place: 'words', text: narration } as const];
  draft.talk = hear(draft.talk, [...words, { call: call ?? '' }]);
}
