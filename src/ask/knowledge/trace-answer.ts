import { commitOf } from '../history/present-commits.ts';
import { isoTime } from '../shapes/parts.ts';
import type { Status } from '../../model/knowledge/status.ts';
import type { TaskState } from '../../model/knowledge/task-state.ts';
import type { Node } from '../../model/model.ts';
import { marked, sourceType, type Stale, staleness, wholeText, type Marked } from './entry-parts.ts';
import type { Evidence, RawSource } from './evidence.ts';
import { confidencesOf, type ConfidenceAnswer } from './history-answer.ts';
import { layerOf } from './layers.ts';
import type { Target } from './target.ts';
import type { Lineage, TracedNode } from './trace.ts';

/** The names of the formats. Fields may be added, but never changed or removed. */
export const TRACE_SCHEMA = 'git-prov/trace/1';
export const EVIDENCE_SCHEMA = 'git-prov/evidence/1';
export const RAW_SOURCES_SCHEMA = 'git-prov/raw-sources/1';

/** The traced thing. */
export interface MemoryAnswer extends Marked, Stale {
  readonly type: string;
  readonly id: string;
  readonly statement: string;
  readonly confidence: number | null;
  readonly status: Status | null;
  readonly state?: TaskState;
  readonly confidence_history?: readonly ConfidenceAnswer[];
  /** It has more nodes than those that were followed. */
  readonly more?: true;
}

/** The answer to `git prov trace`, in the fifth seed's form: entries have `sources` backward, and `derived` forward. */
export interface TraceAnswer {
  readonly schema: typeof TRACE_SCHEMA;
  readonly memory: MemoryAnswer;
  readonly backward?: object;
  readonly forward?: object;
  /** Violated structural invariants at the shown nodes, as sentences; absent without any. */
  readonly warnings?: readonly string[];
}

/** The answer to `git prov raw-sources`. */
export interface RawSourcesAnswer {
  readonly schema: typeof RAW_SOURCES_SCHEMA;
  readonly of: { readonly type: string; readonly id: string };
  readonly raw_sources: readonly string[];
  readonly entries: readonly (Marked & {
    readonly id: string;
    readonly blob: string;
    readonly captured_at: string | null;
  })[];
}

// The fifth seed has a different name for the text of each kind.
const TEXTS: Readonly<Record<string, string>> = { episode: 'title', raw: 'blob', note: 'content' };

/** The fifth seed's form: `memory`, `backward` with its `sources`, `forward` with its `derived` entries. */
export function traceAnswer({ target, backward, forward, warnings, present }: TracedNode): TraceAnswer {
  const [one] = backward ?? forward ?? [];
  const single = target.type === one?.node?.kind && (backward ?? forward)?.length === 1;
  return {
    schema: TRACE_SCHEMA,
    memory: memoryAnswer(target, single ? one : undefined),
    ...(backward && {
      backward: single
        ? {
            ...createdFields(backward[0]!),
            sources: backward[0]!.children.map((child) => entryFields(child, 'sources', present)),
            more: backward[0]!.more,
          }
        : { sources: backward.map((root) => entryFields(root, 'sources', present)) },
    }),
    ...(forward && {
      forward: single
        ? {
            derived: forward[0]!.children.map((child) => entryFields(child, 'derived', present)),
            more: forward[0]!.more,
          }
        : { derived: forward.map((root) => entryFields(root, 'derived', present)) },
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}

const memoryAnswer = (target: Target, one: Lineage | undefined): MemoryAnswer => ({
  type: target.type,
  id: target.id,
  statement: one?.node ? wholeText(one.node) : target.text,
  confidence: one?.standing?.confidence ?? null,
  status: one?.standing?.status ?? null,
  ...(one?.standing?.state && { state: one.standing.state }),
  ...(one?.standing && staleness(one.standing)),
  ...marked(one?.mark),
  ...(one?.standing &&
    one.standing.confidenceHistory.length > 0 && { confidence_history: confidencesOf(one.standing) }),
  ...(target.more && { more: true as const }),
});

const createdFields = ({ node, session }: Lineage): object => ({
  source_type: sourceType(node) ?? null,
  created_at: node ? isoTime(node.at) : null,
  ...derivation(node),
  session: session?.id ?? null,
});

const derivation = (node: Node | undefined): object => {
  const { created_via: via, promotion_context: context, consolidation_id: id } = node?.detail ?? {};
  return {
    ...(via !== undefined && { created_via: via }),
    ...(context !== undefined && { promotion_context: context }),
    ...(id !== undefined && { consolidation_id: id }),
  };
};

function entryFields(
  { id, node, link, touched, confidence, standing, mark, repeated, children, more, session }: Lineage,
  below: 'sources' | 'derived',
  present: TracedNode['present'],
): object {
  const type = node?.kind ?? null;
  const recorded = node && commitOf(node);
  return {
    type,
    id,
    ...(node && { [TEXTS[node.kind] ?? 'statement']: wholeText(node) }),
    layer: (type && layerOf(type)) ?? null,
    ...(node && {
      source_type: sourceType(node) ?? null,
      [node.kind === 'raw' ? 'captured_at' : 'created_at']: isoTime(node.at),
    }),
    ...(recorded !== undefined && { commit: recorded, present: present?.get(recorded) ?? null }),
    ...derivation(node),
    status: standing?.status ?? null,
    ...(standing?.state && { state: standing.state }),
    ...(standing && staleness(standing)),
    ...marked(mark),
    confidence: standing?.confidence ?? null,
    session: session?.id ?? null,
    ...(link && {
      edge: {
        from: link.from,
        kind: link.kind,
        to: link.to,
        source: link.source,
        at: isoTime(link.at),
        touched_at: isoTime(touched ?? link.at),
        confidence: rounded(confidence),
        status: link.status ?? null,
      },
    }),
    ...(repeated && { repeated }),
    ...(children.length > 0 && { [below]: children.map((child) => entryFields(child, below, present)) }),
    ...(more > 0 && { more }),
  };
}

const rounded = (share: number | undefined): number | null =>
  share === undefined ? null : Math.round(share * 1000) / 1000;

/** The fifth seed's form of the evidence for a belief. */
export function evidenceAnswer(evidence: Evidence): object {
  const { target, subject, episodes, notes, raws, others, against, direct } = evidence;
  return {
    schema: EVIDENCE_SCHEMA,
    [KEYS.has(target.type) ? target.type : 'subject']: {
      type: target.type,
      id: target.id,
      statement: subject?.node ? wholeText(subject.node) : target.text,
      confidence: subject?.standing?.confidence ?? null,
      status: subject?.standing?.status ?? null,
      ...(subject?.standing && staleness(subject.standing)),
      ...marked(subject?.mark),
    },
    evidence: {
      episodes: episodes.map(({ id, node, standing, mark, link }) => ({
        id,
        edge_status: link?.status ?? null,
        ...(standing && staleness(standing)),
        ...marked(mark),
        objective: node ? wholeText(node) : null,
        outcome: node?.detail?.['outcome'] ?? null,
        status: standing?.status ?? null,
        lessons: [node?.detail?.['lessons'] ?? []].flat(),
        because: node?.detail?.['because'] ?? null,
      })),
      notes: notes.map(({ id, node, mark, link }) => ({
        id,
        edge_status: link?.status ?? null,
        ...marked(mark),
        content: node ? wholeText(node) : null,
        created_at: node ? isoTime(node.at) : null,
      })),
      raw_entries: raws.map(({ id, node, mark, link }) => ({
        id,
        edge_status: link?.status ?? null,
        ...marked(mark),
        blob: node ? wholeText(node) : null,
        captured_at: node ? isoTime(node.at) : null,
      })),
      others: others.map(({ id, node, link, confidence, standing, mark }) => ({
        type: node?.kind ?? null,
        id,
        ...(standing && staleness(standing)),
        ...marked(mark),
        statement: node ? wholeText(node) : null,
        edge: link?.kind ?? null,
        edge_status: link?.status ?? null,
        source: link?.source ?? null,
        confidence: rounded(confidence),
      })),
      contradicting: against.map((one) => contradicting(one)),
    },
    total_evidence_count: episodes.length + notes.length + raws.length + others.length,
    direct_episodes: direct,
    source_raw_entries: raws.length,
  };
}

const KEYS = new Set([
  'belief',
  'claim',
  'decision',
  'memory',
  'note',
  'risk',
  'constraint',
  'task',
  'episode',
  'value',
  'drive',
  'relationship',
]);

const contradicting = ({ id, node, standing, mark, link }: Lineage): object => ({
  type: node?.kind ?? null,
  id,
  edge_status: link?.status ?? null,
  ...(standing && staleness(standing)),
  ...marked(mark),
  statement: node ? wholeText(node) : null,
});

/** `git prov raw-sources --json`. */
export const rawSourcesAnswer = (target: Target, raws: readonly RawSource[]): RawSourcesAnswer => ({
  schema: RAW_SOURCES_SCHEMA,
  of: { type: target.type, id: target.id },
  raw_sources: raws.map(({ node }) => `raw:${node.id}`),
  entries: raws.map(({ node, mark }) => ({
    id: node.id,
    ...marked(mark),
    blob: wholeText(node),
    captured_at: isoTime(node.at),
  })),
});
