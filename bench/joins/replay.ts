import { posix } from 'node:path';
import { partsOf } from '../../src/model/checks/parts.ts';
import { readOutput } from '../../src/model/checks/output.ts';
import { append, type Cursor, startCursor } from '../../src/model/graph/infer.ts';
import type { NodeId, Oid, RepoPath, SessionId } from '../../src/model/ids.ts';
import type { Edge, Node } from '../../src/model/model.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';
import type { CommandVerdict } from '../../src/model/shell/verdict.ts';
import type { CheckedCode, Step } from '../../src/model/step.ts';
import { toRepoPath } from '../../src/recorder/spool/event-paths.ts';
import { checkedParts } from '../../src/recorder/step/checked/parts.ts';
import { taskKindsIn } from '../../src/recorder/step/checked/task-kinds.ts';
import type { RecordedContents } from '../../src/recorder/worktree/recorded-contents.ts';
import type { Session, Told, Tree } from './sessions.ts';

/** A call with the files that it changed, as far as its words show. */
export interface Action {
  readonly told: Extract<Told, { type: 'call' }>;
  readonly changed: readonly RepoPath[];
  readonly verdict: CommandVerdict | undefined;
}

/** The edges `verified_by` of a session, as pairs of calls. */
export interface Replayed {
  readonly actions: readonly Action[];
  readonly joins: ReadonlyMap<string, ReadonlySet<string>>;
}

const OID = '0'.repeat(40) as Oid;

/**
 * Records a session as its hooks would have: each call becomes steps, in order. There is no work tree, so a command changed the files
 * that its words name, and the project's manifests are those of its last commit.
 */
export async function replay({ session, told }: Session, tree: Tree): Promise<Replayed> {
  const top = topOf(told, tree);
  let cursor: Cursor = startCursor({ id: session as SessionId, agent: 'agent', vendor: 'vendor' });
  const callOf = new Map<NodeId, string>();
  const edges: Edge[] = [];
  const actions: Action[] = [];
  const add = (step: Step): void => {
    const made = append(cursor, step);
    cursor = made.cursor;
    edges.push(...made.edges);
    for (const node of made.nodes as readonly Node[])
      if (step.type === 'tool' && step.call) callOf.set(node.id, step.call);
  };
  for (const one of told) {
    if (one.type === 'prompt') {
      add({ type: 'prompt', at: one.at, text: one.text });
      continue;
    }
    const { body, key, at } = one;
    const { call, outcome, output, task } = body;
    const cwd = slashed(one.cwd ?? top);
    const verdict = verdictOf(one, cwd, top, tree);
    const changed = changedBy(one, verdict, top, cwd);
    actions.push({ told: one, changed, verdict });
    // The commit's hook runs before the call ends.
    if (verdict?.commits && outcome === 'ok') {
      const files = cursor.uncommitted.flatMap((change) => change.files);
      if (files.length > 0) add({ type: 'commit', at, oid: OID, summary: '', files });
    }
    const checked = await checkedIn(cursor, verdict, changed, { tree: OID, top, cwd }, tree);
    const step: Extract<Step, { type: 'tool' }> = {
      type: 'tool',
      at,
      tool: call.tool,
      action: call.action,
      summary: call.summary,
      outcome,
      changed,
      paths: call.paths.flatMap((path) => toRepoPath(slashed(path), top, cwd) ?? []),
      call: key,
      ...(call.command !== undefined && { command: call.command }),
      ...(verdict?.byTask && { verdict }),
      ...(task !== undefined && { behind: true }),
      ...(call.action === 'shell' && output !== '' && { printed: readOutput(output) }),
      ...(checked && { checked }),
    };
    for (const part of partsOf(step)) add(part);
  }
  const joins = new Map<string, Set<string>>();
  for (const { kind, from, to } of edges) {
    const [edit, check] = [callOf.get(from), callOf.get(to)];
    if (kind !== 'verified_by' || !edit || !check) continue;
    joins.set(edit, (joins.get(edit) ?? new Set()).add(check));
  }
  return { actions, joins };
}

function verdictOf(
  { body: { call } }: Extract<Told, { type: 'call' }>,
  cwd: string,
  top: string,
  tree: Tree,
): CommandVerdict | undefined {
  if (call.action !== 'shell' || call.command === undefined) return undefined;
  const inside = toRepoPath(cwd, top) ?? (cwd === top ? '' : undefined);
  return readCommand(
    commandOf(call.command, top),
    false,
    inside === undefined ? undefined : taskKindsIn(posix.join(tree.top, inside)),
  );
}

function changedBy(
  { body: { call, outcome, edits = [] } }: Extract<Told, { type: 'call' }>,
  verdict: CommandVerdict | undefined,
  top: string,
  cwd: string,
): RepoPath[] {
  const written = verdict?.writes.kind === 'paths' && outcome === 'ok' ? verdict.writes.paths : [];
  const named = call.action === 'edit' && outcome === 'ok' ? call.paths : [];
  const all = [...written, ...named, ...edits.map(({ path }) => path)];
  return [...new Set(all.flatMap((path) => toRepoPath(slashed(path), top, cwd) ?? []))];
}

async function checkedIn(
  cursor: Cursor,
  verdict: CommandVerdict | undefined,
  own: readonly RepoPath[],
  around: { readonly tree: Oid; readonly top: string; readonly cwd: string },
  tree: Tree,
): Promise<CheckedCode | undefined> {
  const runs = (verdict?.runs ?? []).filter(({ stashed }) => !stashed);
  const changed = [...cursor.uncommitted, ...cursor.unverified].flatMap((change) => change.files ?? []);
  const paths = [...new Set([...changed, ...own])];
  if (runs.length === 0 || paths.length === 0) return undefined;
  const files = {
    objects: {
      info: async (names: readonly string[]) =>
        names.map((name) => (tree.paths.has(name.slice(OID.length + 1)) ? { type: 'blob' } : undefined)),
    },
    blobAt: async (_: Oid, path: string) => (tree.paths.has(path) ? path : null),
    lines: async (path: string | null) => (path === null ? undefined : tree.text(path)),
  };
  return { saw: [], ...(await checkedParts(runs, paths, around, files as unknown as RecordedContents)) };
}

// The folder that makes the paths of most edits known to the project.
function topOf(told: readonly Told[], { paths }: Tree): string {
  const votes = new Map<string, number>();
  for (const one of told) {
    if (one.type !== 'call') continue;
    for (const path of one.body.call.paths) {
      const parts = slashed(path).split('/');
      for (let i = 2; i < parts.length; i++)
        if (paths.has(parts.slice(i).join('/'))) {
          const top = parts.slice(0, i).join('/');
          votes.set(top, (votes.get(top) ?? 0) + 1);
        }
    }
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  const first = told.flatMap((one) => (one.type === 'call' && one.cwd ? [one.cwd] : []))[0];
  return best?.[0] ?? slashed(first ?? '/');
}

const commandOf = (command: string, top: string): string =>
  top.includes(':') ? command.replace(/\b([A-Za-z]):[\\/]/g, '/$1:/') : command;

// Sessions on Windows name files with drives and backslashes.
const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/^([A-Za-z]):/, '/$1:');
