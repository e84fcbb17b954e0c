import type { NodeId } from './ids.ts';
import { languageOf } from './checks/languages.ts';
import type { Edge, EdgeKind, Node } from './model.ts';

/** A violated structural invariant. It is a warning for people, never an error. */
export type Violation =
  | { readonly kind: 'cycle'; readonly nodes: readonly NodeId[] }
  | { readonly kind: 'contradiction'; readonly caused: Edge; readonly prevents: Edge }
  | { readonly kind: 'extends_external'; readonly edge: Edge; /** As a person says it. */ readonly language: string }
  | { readonly kind: 'dispute'; readonly edge: Edge };

/** The kinds of edge with structural invariants. */
export const BOUND_KINDS: ReadonlySet<string> = new Set<EdgeKind>(['caused', 'prevents', 'extends', 'contradicts']);

// Languages with multiple inheritance. In other languages a local type cannot extend a whole package.
const MULTIPLE_INHERITANCE = new Set([
  'python',
  'c++',
  'cpp',
  'perl',
  'raku',
  'eiffel',
  'common lisp',
  'lisp',
  'ocaml',
  'tcl',
]);
// By extension, C looks like C++, and the others have no types.
const UNJUDGED = new Set(['c', 'css', 'docker', 'r', 'shell', 'terraform', 'yaml']);

/**
 * Checks the structural invariants: `caused` has no cycle; nothing both causes and prevents the same thing at overlapping
 * times; a local node does not `extends` an `external` in a language without multiple inheritance (third seed); and no two
 * claims contradict each other. Edges to unknown nodes are skipped. Never throws.
 * @param edges without those of entries that do not hold any more
 */
export function checkInvariants(nodes: readonly Node[], edges: readonly Edge[]): Violation[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return [...cycles(edges), ...contradictions(byId, edges), ...externals(byId, edges), ...disputes(byId, edges)];
}

// Depth-first search without recursion. Each edge back to a node on the current path closes one cycle.
function cycles(edges: readonly Edge[]): Violation[] {
  const next = new Map<NodeId, NodeId[]>();
  for (const { kind, from, to } of edges) if (kind === 'caused') next.set(from, [...(next.get(from) ?? []), to]);
  const found: Violation[] = [];
  const state = new Map<NodeId, 'open' | 'done'>();
  for (const start of next.keys()) {
    const way: { id: NodeId; rest: NodeId[] }[] = [];
    const enter = (id: NodeId): void => {
      state.set(id, 'open');
      way.push({ id, rest: [...new Set(next.get(id) ?? [])] });
    };
    if (!state.has(start)) enter(start);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const to = top.rest.shift();
      if (to === undefined) state.set(way.pop()!.id, 'done');
      else if (!state.has(to)) enter(to);
      else if (state.get(to) === 'open') {
        const ids = way.map(({ id }) => id);
        found.push({ kind: 'cycle', nodes: ids.slice(ids.indexOf(to)) });
      }
    }
  }
  return found;
}

// Edges have no time of their own: they hold as long as the thing at their start exists. One thing may appear as two nodes
// with the same kind and name. They contradict only where their times overlap.
function contradictions(byId: ReadonlyMap<NodeId, Node>, edges: readonly Edge[]): Violation[] {
  const caused = new Map<string, Edge[]>();
  const key = ({ from, to }: Edge): string => `${thing(byId, from)}\n${thing(byId, to)}`;
  for (const edge of edges) if (edge.kind === 'caused') caused.set(key(edge), [...(caused.get(key(edge)) ?? []), edge]);
  return edges
    .filter(({ kind }) => kind === 'prevents')
    .flatMap((prevents) =>
      (caused.get(key(prevents)) ?? [])
        .filter((cause) => cause.from === prevents.from || overlap(byId.get(cause.from), byId.get(prevents.from)))
        .map((cause): Violation => ({ kind: 'contradiction', caused: cause, prevents })),
    );
}

function thing(byId: ReadonlyMap<NodeId, Node>, id: NodeId): string {
  const node = byId.get(id);
  return node ? `${node.kind} ${node.summary}` : id;
}

function overlap(a: Node | undefined, b: Node | undefined): boolean {
  if (!a || !b) return false;
  return a.at <= endOf(b) && b.at <= endOf(a);
}

const endOf = (node: Node): number => node.at + (node.duration ?? 0);

function externals(byId: ReadonlyMap<NodeId, Node>, edges: readonly Edge[]): Violation[] {
  return edges.flatMap((edge): Violation[] => {
    const from = byId.get(edge.from);
    const language = from && languageIn(from);
    if (edge.kind !== 'extends' || byId.get(edge.to)?.kind !== 'external' || from?.kind === 'external') return [];
    // Without a known language the edge cannot be judged.
    if (language === undefined || MULTIPLE_INHERITANCE.has(language.name.toLowerCase())) return [];
    return [{ kind: 'extends_external', edge, language: language.words }];
  });
}

function languageIn({ detail }: Node): { readonly name: string; readonly words: string } | undefined {
  const { language, files } = detail ?? {};
  if (typeof language === 'string') return { name: language, words: language };
  const [path] = Array.isArray(files) ? (files as unknown[]) : [];
  const found = typeof path === 'string' ? languageOf(path) : undefined;
  return found === undefined || UNJUDGED.has(found) ? undefined : { name: found, words: `the language of ${path}` };
}

// Each pair of claims once.
function disputes(byId: ReadonlyMap<NodeId, Node>, edges: readonly Edge[]): Violation[] {
  const isClaim = (id: NodeId): boolean => byId.get(id)?.kind === 'claim';
  const pairs = new Map<string, Edge>();
  for (const edge of edges)
    if (edge.kind === 'contradicts' && isClaim(edge.from) && isClaim(edge.to)) {
      const pair = [edge.from, edge.to].sort().join(' ');
      if (!pairs.has(pair)) pairs.set(pair, edge);
    }
  return [...pairs.values()].map((edge) => ({ kind: 'dispute', edge }));
}
