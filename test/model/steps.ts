import { oid, sessionId, type NodeId, type RepoPath } from '../../src/model/ids.ts';
import { append, startCursor, type Cursor } from '../../src/model/graph/infer.ts';
import type { Edge, Node, Session } from '../../src/model/model.ts';
import type { Step } from '../../src/model/step.ts';

export type ToolStep = Extract<Step, { type: 'tool' }>;

export const session: Session = { id: sessionId('8f3a21c0-1111-4222-8333-444455556666'), agent: 'claude-code' };
export const paths = (...names: string[]): RepoPath[] => names as RepoPath[];

export const prompt = (text: string): Step => ({ at: 0, type: 'prompt', text });

export const tool = (
  name: string,
  action: ToolStep['action'],
  summary: string,
  more: Partial<ToolStep> = {},
): ToolStep => ({
  at: 0,
  type: 'tool',
  tool: name,
  action,
  summary,
  outcome: 'ok',
  changed: [],
  paths: [],
  ...more,
});

export const read = (path: string, more: Partial<ToolStep> = {}): ToolStep =>
  tool('Read', 'read', path, { paths: paths(path), ...more });
export const grep = (pattern: string): ToolStep => tool('Grep', 'read', pattern);
export const edit = (path: string, more: Partial<ToolStep> = {}): ToolStep =>
  tool('Edit', 'edit', path, { paths: paths(path), changed: paths(path), ...more });
export const bash = (command: string, more: Partial<ToolStep> = {}): ToolStep =>
  tool('Bash', 'shell', command, { command, ...more });
export const commit = (files: string[], id = '3fa2c1d0'.repeat(5)): Step => ({
  at: 0,
  type: 'commit',
  oid: oid(id),
  summary: 'Fix add()',
  files: paths(...files),
});
export const gate = (name: string, summary: string, call?: string): Step => ({
  at: 0,
  type: 'gate',
  tool: name,
  summary,
  ...(call !== undefined && { call }),
});
export const decide = (text: string): Step => ({
  at: 0,
  type: 'knowledge',
  kind: 'decision',
  text,
  links: [],
  because: 'it is simpler',
  ruledOut: ['a cache'],
});

export interface Told {
  readonly cursor: Cursor;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** Appends the steps one second apart. */
export function tell(steps: readonly Step[], from: Cursor = startCursor(session)): Told {
  let cursor = from;
  const nodes: Node[] = [];
  const edges: Edge[] = [];
  for (const [i, step] of steps.entries()) {
    const added = append(cursor, { ...step, at: 1_700_000_000_000 + i * 1000 });
    cursor = added.cursor;
    nodes.push(...added.nodes);
    edges.push(...added.edges);
  }
  return { cursor, nodes, edges };
}

const number = (id: NodeId): string => id.slice(id.lastIndexOf('-') + 1);

/** Edges as "1 led_to 2". */
export const lines = (edges: readonly Edge[]): string[] =>
  edges.map(({ from, kind, to }) => `${number(from)} ${kind} ${number(to)}`);
/** Nodes as "1 goal: Fix it". */
export const list = (nodes: readonly Node[]): string[] =>
  nodes.map(({ id, kind, summary }) => `${number(id)} ${kind}: ${summary}`);
