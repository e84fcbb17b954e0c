import {
  type NodeId,
  nodeId,
  type Oid,
  type RepoPath,
  type SessionId,
  sessionPrefix,
} from '../../../../src/model/ids.ts';
import type { Edge, Graph, Node, Note } from '../../../../src/model/model.ts';

/** A text that would run, load or turn something wherever it is not escaped. */
export const NASTY =
  '"><img src=x onerror=alert(1)><script>alert(1)</script><style>body{display:none}</style>{{7*7}}${7*7}</script>]]>\u202egnp.exe\u2066';

const HASH = '0'.repeat(64);
const AT = Date.UTC(2026, 0, 1);

function graph(session: SessionId, commit: Oid, nodes: readonly Node[], edges: readonly Edge[]): Graph {
  return {
    session: { id: session, agent: '<b>agent</b>', vendor: NASTY.slice(0, 60), model: '<i>model</i>' },
    nodes,
    edges,
    explains: [commit],
    previous: null,
    chain: { start: HASH, head: HASH },
    usage: { input: 1, output: 2 },
  };
}

/** A note with hostile texts only, and a circle of causes. */
export function hostileNote(commit: Oid, path: string): Note {
  const session = '<script>alert(1)</script>' as SessionId;
  const id = (number: number): NodeId => nodeId(`${sessionPrefix({ id: session })}-${number}`);
  const kinds = ['goal', 'exploration', 'commitment', 'verification', 'decision', '<b>kind</b>', 'belief', 'patch'];
  const nodes = kinds.map((kind, at): Node => ({
    id: id(at + 1),
    kind: kind as Node['kind'],
    at: AT + at * 1000,
    summary: `${kind === 'belief' ? 'round and round ' : ''}${NASTY}`,
    tool: '<u>tool</u>',
    call: NASTY.slice(0, 40),
    duration: 7,
    detail: {
      files: [path, '../../etc/passwd'],
      because: NASTY,
      rejected: [NASTY],
      commit,
      passed: false,
      url: 'https://evil.example/',
    },
  }));
  const edge = (from: number, to: number, kind: string): Edge => ({
    from: id(from),
    to: id(to),
    kind,
    source: 'declared',
  });
  const edges = [
    edge(1, 2, 'led_to'),
    edge(2, 3, 'explored_via'),
    edge(3, 4, 'verified_by'),
    edge(3, 5, 'decided_by'),
    edge(5, 6, '<b>edge</b>'),
    edge(6, 7, 'caused'),
    edge(7, 6, 'caused'),
    edge(7, 7, 'caused'),
    edge(3, 8, 'committed_via'),
  ];
  return {
    graphs: [graph(session, commit, nodes, edges)],
    lines: new Map([[path as RepoPath, [{ start: 1, count: 1, node: id(3), evidence: 'exact' as const }]]]),
    carried: [],
  };
}

/** A note with very many nodes in one connected graph. */
export function crowdedNote(commit: Oid, count: number, name: string): Note {
  const session = `crowd ${name}` as SessionId;
  const prefix = sessionPrefix({ id: session });
  const nodes = Array.from({ length: count }, (_, at): Node => ({
    id: nodeId(`${prefix}-${at + 1}`),
    kind: at % 3 === 0 ? 'commitment' : 'exploration',
    at: AT + at,
    summary: `step ${at}`,
  }));
  const edges = nodes
    .slice(1)
    .map((node, at): Edge => ({ from: nodes[at]!.id, to: node.id, kind: 'led_to', source: 'observed' }));
  return { graphs: [graph(session, commit, nodes, edges)], lines: new Map(), carried: [] };
}
