import { createHash } from 'node:crypto';
import type { NodeId, Oid } from '../../model/ids.ts';
import { isLedgerStep } from '../../model/graph/ledger.ts';
import type { Graph, Node, Scalar, Session, Usage } from '../../model/model.ts';
import { asOne } from '../../ask/history/continuations.ts';
import { graphKey } from '../../ask/find/complete-graphs.ts';
import { outcomeOf } from '../../ask/history/replay.ts';

/** The schema of the OpenTelemetry semantic conventions that define the GenAI attributes used here. */
const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.37.0';
/** Vendors with a different name in the conventions. */
const PROVIDERS: ReadonlyMap<string, string> = new Map([['google', 'gcp.gemini']]);
/** SPAN_KIND_INTERNAL and SPAN_KIND_CLIENT of OTLP. */
const SPAN_KIND_INTERNAL = 1;
const SPAN_KIND_CLIENT = 3;
const STATUS_ERROR = 2;

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly object[];
  readonly events?: readonly object[];
  readonly failed?: boolean;
}

/**
 * Exports graphs as OpenTelemetry traces, each once even if several notes contain it. A session and its sub-agents form a trace. The
 * work of a session for a commit is an `invoke_agent` span; its tool calls are inside it.
 */
export class Traces {
  readonly #emitted = new Set<string>();

  /**
   * The traces of a note's graphs, as the `resourceSpans` of OTLP/JSON.
   * @returns undefined when all graphs were exported before, or the note has no graphs
   */
  of(graphs: readonly Graph[], commit: Oid): object | undefined {
    const fresh = graphs.filter((graph) => this.#isNew(graphKey(graph)));
    const parents = parentsIn(graphs);
    const all = fresh.map((graph) => resourceOf(graph, commit, parents)).filter((one) => one !== undefined);
    return all.length > 0 ? { resourceSpans: all } : undefined;
  }

  #isNew(key: string): boolean {
    if (this.#emitted.has(key)) return false;
    this.#emitted.add(key);
    return true;
  }
}

// The span that started each session, by the session's first step: the call that started it, or else the span around that call.
function parentsIn(graphs: readonly Graph[]): Map<NodeId, string> {
  const places = new Map<NodeId, string>();
  for (const graph of graphs)
    for (const node of graph.nodes) places.set(node.id, isCall(node) ? spanOf(node.id) : graphSpan(graph));
  const parents = new Map<NodeId, string>();
  for (const { from, to, kind } of graphs.flatMap(({ edges }) => edges)) {
    const place = kind === 'spawned' ? places.get(from) : undefined;
    if (place !== undefined) parents.set(to, place);
  }
  return parents;
}

function resourceOf(graph: Graph, commit: Oid, parents: ReadonlyMap<NodeId, string>): object | undefined {
  const { session, usage } = graph;
  const steps = [...asOne([graph]).nodes.values()].filter(isLedgerStep);
  const first = steps[0];
  if (!first) return undefined;
  const traceId = hex(`git-prov trace ${rootOf(session)}`, 32);
  const id = graphSpan(graph);
  const parent = parents.get(first.id);
  const timed = steps.some(isTimed) ? steps.filter(isTimed) : steps;
  const calls = steps.filter(isCall);
  const others = steps.filter((node) => !isCall(node) && node.kind !== 'goal');
  const invocation: Span = {
    traceId,
    spanId: id,
    ...(parent !== undefined && { parentSpanId: parent }),
    name: `invoke_agent ${session.agent}`,
    kind: SPAN_KIND_INTERNAL,
    start: timed.reduce((least, node) => Math.min(least, startOf(node)), Number.POSITIVE_INFINITY),
    end: timed.reduce((most, { at }) => Math.max(most, at), 0),
    attributes: [
      ...common('invoke_agent', session),
      ...usageOf(usage),
      ...attributes({ 'git_prov.commit': commit, 'git_prov.explains': graph.explains }),
    ],
    events: others.map(eventOf),
  };
  const spans = [
    invocation,
    ...steps.flatMap((node, i) =>
      node.kind === 'goal' ? [chatOf(node, timedAfter(steps, i), session, traceId, id)] : [],
    ),
    ...calls.map((node) => callOf(node, session, traceId, id)),
  ];
  return {
    resource: { attributes: attributes({ 'service.name': session.agent }) },
    scopeSpans: [{ scope: { name: 'git-prov' }, spans: spans.map(spanJson) }],
    schemaUrl: SCHEMA_URL,
  };
}

// The id of a sub-agent, also of a nested one, starts with the id of the session that a person talked to.
const rootOf = ({ id, parent }: Session): string => (parent === undefined ? id : parent.split('/', 1)[0]!);

// The time of a patch is its commit's, which a rebase or a person may set.
const isTimed = ({ kind }: Node): boolean => kind !== 'patch';
const isCall = ({ tool, kind }: Node): boolean => tool !== undefined && kind !== 'human_gate';
const graphSpan = (graph: Graph): string => hex(`git-prov graph ${graphKey(graph)}`, 16);
const spanOf = (id: NodeId): string => hex(`git-prov step ${id}`, 16);
const hex = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits);
const startOf = ({ at, duration = 0 }: Node): number => at - duration;

const timedAfter = (steps: readonly Node[], i: number): Node | undefined => steps.slice(i + 1).find(isTimed);

// The span for the answer to a prompt: the model's work up to the first resulting step.
function chatOf(node: Node, next: Node | undefined, session: Session, traceId: string, parentSpanId: string): Span {
  return {
    traceId,
    spanId: spanOf(node.id),
    parentSpanId,
    name: session.model === undefined ? 'chat' : `chat ${session.model}`,
    kind: SPAN_KIND_CLIENT,
    start: node.at,
    end: Math.max(node.at, next ? startOf(next) : node.at),
    attributes: [...common('chat', session), ...own(node)],
  };
}

function callOf(node: Node, session: Session, traceId: string, parentSpanId: string): Span {
  const outcome = outcomeOf(node);
  return {
    traceId,
    spanId: spanOf(node.id),
    parentSpanId,
    name: `execute_tool ${node.tool}`,
    kind: SPAN_KIND_INTERNAL,
    start: startOf(node),
    end: node.at,
    attributes: [
      ...attributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': node.tool,
        'gen_ai.tool.call.id': node.call,
        'gen_ai.conversation.id': session.id,
        'git_prov.outcome': outcome,
      }),
      ...own(node),
    ],
    failed: outcome === 'failed' || outcome === 'interrupted' || outcome === 'refused',
  };
}

const common = (operation: string, { agent, id, vendor, model, parent }: Session): object[] =>
  attributes({
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': PROVIDERS.get(vendor ?? '') ?? vendor ?? 'unknown',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': id,
    'gen_ai.request.model': model,
    'git_prov.session.parent': parent,
  });

const usageOf = (usage: Usage | undefined): object[] =>
  attributes({
    'gen_ai.usage.input_tokens': usage?.input,
    'gen_ai.usage.output_tokens': usage?.output,
    'git_prov.usage.cache_read_tokens': usage?.cacheRead,
    'git_prov.usage.cache_write_tokens': usage?.cacheWrite,
  });

// Our data about a step, under our own attribute names.
const own = ({ id, kind, summary, input, output, detail = {} }: Node): object[] =>
  attributes({
    'git_prov.step.id': id,
    'git_prov.step.kind': kind,
    'git_prov.step.summary': summary,
    'git_prov.step.input_hash': input,
    'git_prov.step.output_hash': output,
    ...Object.fromEntries(Object.entries(detail).map(([key, value]) => [`git_prov.detail.${key}`, value])),
  });

const eventOf = (node: Node): object => ({
  timeUnixNano: nanoseconds(node.at),
  name: `git_prov.${node.kind}`,
  attributes: own(node),
});

const spanJson = ({ start, end, failed, ...span }: Span): object => ({
  ...span,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  ...(failed && { status: { code: STATUS_ERROR } }),
});

// fixed64: as a decimal string, and never negative.
const nanoseconds = (ms: number): string => String(BigInt(Math.max(0, Math.trunc(ms))) * 1_000_000n);

type SpanSource = Scalar | readonly Scalar[] | undefined;

const attributes = (values: Readonly<Record<string, SpanSource>>): object[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value) }],
  );

function anyValue(value: NonNullable<SpanSource>): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value.toWellFormed() };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.filter((one) => one !== null).map(anyValue) } };
  }
}
