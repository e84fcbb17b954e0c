import type { Standing } from '../../model/knowledge/status.ts';
import type { Node } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import { isoTime } from '../find/json.ts';
import type { Evidence, RawSource } from './evidence.ts';
import type { EdgeHistory, Happened, NodeHistory } from './events.ts';
import { layerOf } from './layers.ts';
import type { Statement } from './statement.ts';
import type { Target } from './target.ts';
import type { Lineage, TracedNode } from './trace.ts';

/** The names of the formats. Fields may be added, but never changed or removed. */
export const TRACE_SCHEMA = 'git-prov/trace/1';
export const EVIDENCE_SCHEMA = 'git-prov/evidence/1';
export const RAW_SOURCES_SCHEMA = 'git-prov/raw-sources/1';
export const SEARCH_SCHEMA = 'git-prov/search/1';
export const LIST_SCHEMA = 'git-prov/list/1';
export const HISTORY_SCHEMA = 'git-prov/history/1';

/** The standing of a part, where standings are shown (docs/trust.md). */
export const marked = (mark: RecordStanding | undefined): object => (mark === undefined ? {} : { standing: mark });

/** The whole text of a node. */
export const wholeText = ({ summary, detail }: Node): string => text(detail?.['text']) ?? summary;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

// The fifth seed has a different name for the text of each kind.
const TEXTS: Readonly<Record<string, string>> = { episode: 'title', raw: 'blob', note: 'content' };

/** The recorded origin of a piece of knowledge, if any. */
export const sourceType = (node: Node | undefined): string | undefined =>
  text(node?.detail?.['source_type']) ?? text(node?.detail?.['source']);

/** The fifth seed's form: `memory`, `backward` with its `sources`, `forward` with its `derived` entries. */
export function traceJson({ target, backward, forward }: TracedNode): object {
  const [one] = backward ?? forward ?? [];
  const single = target.type === one?.node?.kind && (backward ?? forward)?.length === 1;
  return {
    schema: TRACE_SCHEMA,
    memory: memoryJson(target, single ? one : undefined),
    ...(backward && {
      backward: single
        ? {
            ...createdJson(backward[0]!),
            sources: backward[0]!.children.map((child) => entryJson(child, 'sources')),
            more: backward[0]!.more,
          }
        : { sources: backward.map((root) => entryJson(root, 'sources')) },
    }),
    ...(forward && {
      forward: single
        ? { derived: forward[0]!.children.map((child) => entryJson(child, 'derived')), more: forward[0]!.more }
        : { derived: forward.map((root) => entryJson(root, 'derived')) },
    }),
  };
}

const memoryJson = (target: Target, one: Lineage | undefined): object => ({
  type: target.type,
  id: target.id,
  statement: one?.node ? wholeText(one.node) : target.text,
  confidence: one?.standing?.confidence ?? null,
  status: one?.standing?.status ?? null,
  ...marked(one?.mark),
  ...(one?.standing && one.standing.confidenceHistory.length > 0 && { confidence_history: historyJson(one) }),
  ...(target.more && { more: true }),
});

const historyJson = ({ standing }: Lineage): object[] =>
  standing!.confidenceHistory.map(({ at, value, why }) => ({ at: isoTime(at), confidence: value, why }));

const createdJson = ({ node, session }: Lineage): object => ({
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

function entryJson(
  { id, node, link, confidence, standing, mark, repeated, children, more, session }: Lineage,
  below: 'sources' | 'derived',
): object {
  const type = node?.kind ?? null;
  return {
    type,
    id,
    ...(node && { [TEXTS[node.kind] ?? 'statement']: wholeText(node) }),
    layer: (type && layerOf(type)) ?? null,
    ...(node && {
      source_type: sourceType(node) ?? null,
      [node.kind === 'raw' ? 'captured_at' : 'created_at']: isoTime(node.at),
    }),
    ...derivation(node),
    status: standing?.status ?? null,
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
        confidence: rounded(confidence),
      },
    }),
    ...(repeated && { repeated }),
    ...(children.length > 0 && { [below]: children.map((child) => entryJson(child, below)) }),
    ...(more > 0 && { more }),
  };
}

const rounded = (share: number | undefined): number | null =>
  share === undefined ? null : Math.round(share * 1000) / 1000;

/** The fifth seed's form of the evidence for a belief. */
export function evidenceJson(evidence: Evidence): object {
  const { target, subject, episodes, notes, raws, others, against, direct } = evidence;
  return {
    schema: EVIDENCE_SCHEMA,
    [KEYS.has(target.type) ? target.type : 'subject']: {
      type: target.type,
      id: target.id,
      statement: subject?.node ? wholeText(subject.node) : target.text,
      confidence: subject?.standing?.confidence ?? null,
      status: subject?.standing?.status ?? null,
      ...marked(subject?.mark),
    },
    evidence: {
      episodes: episodes.map(({ id, node, standing, mark }) => ({
        id,
        ...marked(mark),
        objective: node ? wholeText(node) : null,
        outcome: node?.detail?.['outcome'] ?? null,
        status: standing?.status ?? null,
        lessons: [node?.detail?.['lessons'] ?? []].flat(),
        because: node?.detail?.['because'] ?? null,
      })),
      notes: notes.map(({ id, node, mark }) => ({
        id,
        ...marked(mark),
        content: node ? wholeText(node) : null,
        created_at: node ? isoTime(node.at) : null,
      })),
      raw_entries: raws.map(({ id, node, mark }) => ({
        id,
        ...marked(mark),
        blob: node ? wholeText(node) : null,
        captured_at: node ? isoTime(node.at) : null,
      })),
      others: others.map(({ id, node, link, confidence, mark }) => ({
        type: node?.kind ?? null,
        id,
        ...marked(mark),
        statement: node ? wholeText(node) : null,
        edge: link?.kind ?? null,
        source: link?.source ?? null,
        confidence: rounded(confidence),
      })),
      contradicting: against.map((one) => contradictingJson(one)),
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

const contradictingJson = ({ id, node, mark }: Lineage): object => ({
  type: node?.kind ?? null,
  id,
  ...marked(mark),
  statement: node ? wholeText(node) : null,
});

/** `git prov raw-sources --json`. */
export const rawSourcesJson = (target: Target, raws: readonly RawSource[]): object => ({
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

/** One node of a list or a search. */
export const statementJson = ({ node, session, standing, mark, confidence, sources }: Statement): object => ({
  type: node.kind,
  id: node.id,
  statement: wholeText(node),
  layer: layerOf(node.kind) ?? null,
  status: standing.status,
  ...marked(mark),
  superseded_by: standing.supersededBy ?? null,
  confidence: confidence ?? null,
  source_type: sourceType(node) ?? null,
  created_at: isoTime(node.at),
  session: session.id,
  agent: session.agent,
  ...(sources && {
    provenance: sources.map(({ id, node: one, mark: of }) => ({
      type: one?.kind ?? null,
      id,
      ...marked(of),
      statement: one ? wholeText(one) : null,
    })),
  }),
});

/** Every confidence that an entry had, oldest first. */
export const confidenceHistoryJson = ({ confidenceHistory }: Pick<Standing, 'confidenceHistory'>): object[] =>
  confidenceHistory.map(({ at, value, why }) => ({ at: isoTime(at), confidence: value, why }));

/** `git prov history NODE --json`. */
export const nodeHistoryJson = ({ node, standing, mark, events }: NodeHistory): object => ({
  schema: HISTORY_SCHEMA,
  node: { type: node.kind, id: node.id, statement: wholeText(node) },
  status: standing.status,
  ...marked(mark),
  superseded_by: standing.supersededBy ?? null,
  confidence: standing.confidence ?? null,
  confidence_history: confidenceHistoryJson(standing),
  events: events.map(eventJson),
});

/** `git prov history FROM EDGE TO --json`. */
export const edgeHistoryJson = ({ from, edge, to, holds, events }: EdgeHistory): object => ({
  schema: HISTORY_SCHEMA,
  edge: { from: from?.id ?? null, kind: edge, to: to?.id ?? null },
  holds,
  events: events.map(eventJson),
});

const eventJson = ({ event, goal, mark }: Happened): object => ({
  at: isoTime(event.at),
  event: event.event,
  node: event.node,
  by: event.by ?? null,
  agent: event.agent,
  session: event.session,
  goal: goal ? { id: goal.id, summary: goal.summary } : null,
  before: event.before ?? null,
  after: event.after ?? null,
  because: event.because ?? null,
  ...(event.edge !== undefined && { edge: event.edge }),
  ...(event.object !== undefined && { object: event.object }),
  counts: event.counts,
  ...marked(mark),
});
