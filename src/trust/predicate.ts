import { graphIdOf } from '../model/format/note.ts';
import { sessionPrefix, type Oid } from '../model/ids.ts';
import type { Attribution, Node } from '../model/model.ts';
import type { CommitInfo } from '../ask/history/commit-info.ts';
import { isoTime } from '../ask/shapes/parts.ts';
import type { NotedWork } from '../ask/show/commit-work.ts';

/** The type of our statements about a commit; docs/attestation.md explains its fields. */
export const PREDICATE_TYPE = 'urn:git-prov:predicate:commit-provenance:v1';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** An in-toto statement about one commit. */
export interface CommitStatement {
  readonly _type: typeof STATEMENT_TYPE;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly gitCommit: string } }[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: Readonly<Record<string, unknown>>;
}

/**
 * The statement about a commit.
 * @param at its time in milliseconds since the epoch; absent for an unsigned statement, which is the same at any time
 */
export const stateCommit = (commit: Oid, predicate: object, at?: number): CommitStatement => ({
  _type: STATEMENT_TYPE,
  subject: [{ name: `git:${commit}`, digest: { gitCommit: commit } }],
  predicateType: PREDICATE_TYPE,
  predicate: { ...(at !== undefined && { attestedAt: isoTime(at) }), ...predicate },
});

/** Checks a statement about a commit, and returns it. @returns the reason when it cannot be one of ours */
export function readCommitStatement(value: unknown): CommitStatement | string {
  const { _type, subject, predicateType, predicate } = (value ?? {}) as Partial<CommitStatement>;
  if (_type !== STATEMENT_TYPE) return 'It is not an in-toto statement of version 1.';
  if (predicateType !== PREDICATE_TYPE) return 'Its predicate is not one of git prov.';
  if (!Array.isArray(subject) || subject.length !== 1 || typeof subject[0]?.digest?.gitCommit !== 'string')
    return 'It is not about one commit.';
  if (typeof predicate !== 'object' || predicate === null) return 'It has no predicate.';
  return value as CommitStatement;
}

/** When it says that it was made, in milliseconds since the epoch; 0 where it does not say. */
export function attestedAt({ predicate }: CommitStatement): number {
  const at = typeof predicate['attestedAt'] === 'string' ? Date.parse(predicate['attestedAt']) : Number.NaN;
  return Number.isNaN(at) ? 0 : at;
}

/**
 * The predicate about a commit: the full content of its note, for programs without support for notes. It does not depend on its author
 * or time.
 * @param tree of the commit
 */
export function predicateOf({ commit, note, parts, files }: NotedWork, tree: Oid): object {
  const nodes = new Map<string, Node>();
  for (const { nodes: own, context = [] } of note.graphs)
    for (const node of [...own, ...context]) if (!nodes.has(node.id)) nodes.set(node.id, node);
  const ordered = [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ofKind = (kind: string): Node[] => ordered.filter((node) => node.kind === kind);
  const sessions = parts.map(({ short, session, steps, lines }) => ({
    id: session?.id ?? null,
    short,
    agent: session?.agent ?? null,
    vendor: session?.vendor ?? null,
    model: session?.model ?? null,
    parent: session?.parent ?? null,
    steps,
    lines,
    graphs: note.graphs
      .filter((graph) => sessionPrefix(graph.session) === short)
      .map((graph) => ({
        id: graphIdOf(graph),
        previous: graph.previous,
        start: graph.chain.start,
        head: graph.chain.head,
      })),
  }));
  return {
    commit: { ...authorOf(commit), tree },
    agents: distinct(sessions.map(({ agent }) => agent)),
    models: distinct(sessions.map(({ model }) => model)),
    sessions,
    goals: ofKind('goal').map((node) => ({ step: node.id, text: node.detail?.['text'] ?? node.summary })),
    decisions: ofKind('decision').map(({ id, summary, detail = {} }) => ({
      step: id,
      text: summary,
      source: detail['source'] ?? null,
      because: detail['because'] ?? null,
      rejected: detail['rejected'] ?? [],
    })),
    verifications: ofKind('verification').map(({ id, at, summary, detail = {} }) => ({
      step: id,
      at: isoTime(at),
      what: summary,
      passed: detail['passed'] ?? null,
    })),
    files: files.map(({ path, added, agent, human, unsure }) => ({
      path,
      added,
      agent,
      human,
      unsure,
      lines: (note.lines.get(path) ?? []).map(runOf),
    })),
    carried: note.carried.map(({ from, how }) => ({ from, how })),
  };
}

const runOf = ({ start, count, node, evidence, from }: Attribution): object => {
  const run = { start, count, step: node, evidence };
  return from ? { ...run, from } : run;
};

const authorOf = ({ author, email, time }: CommitInfo): object => ({ author, email, time: isoTime(time) });

const distinct = (names: readonly (string | null)[]): string[] =>
  [...new Set(names.filter((name) => name !== null))].sort();

/**
 * Where two predicates say different things.
 * @returns the way to the first field that differs (`files[0].lines`), undefined when they agree
 */
export function firstDifference(a: unknown, b: unknown, way = ''): string | undefined {
  if (a === b) return undefined;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return way;
  if (Array.isArray(a) && a.length !== (b as unknown as unknown[]).length) return way;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (way === '' && key === 'attestedAt') continue;
    const step = Array.isArray(a) ? `${way}[${key}]` : way === '' ? key : `${way}.${key}`;
    const found = firstDifference(a[key], b[key], step);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
