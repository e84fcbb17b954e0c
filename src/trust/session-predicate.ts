import { isoTime } from '../ask/shapes/parts.ts';
import type { UsageInfo } from '../ask/shapes/shapes.ts';
import type { SessionStory } from '../ask/history/session-answer.ts';
import type { Settings } from '../git/repository/git-settings.ts';
import type { Oid } from '../model/ids.ts';
import type { Usage } from '../model/model.ts';
import { verifications } from '../model/graph/verification.ts';

/** The type of our statements about a session; docs/attestation.md explains its fields. */
export const SESSION_PREDICATE_TYPE = 'urn:git-prov:predicate:session-provenance:v1';

/** What a session cost, in millionths of a US dollar. */
export interface Cost {
  readonly millionths: number;
  /** The agent reported it, or it is tokens by the prices in the user's configuration. */
  readonly source: 'agent' | 'price table';
}

/** The prices of a model's tokens in the configuration, in US dollars for a million. */
const PRICES = {
  input: 'inputprice',
  output: 'outputprice',
  cacheRead: 'cachereadprice',
  cacheWrite: 'cachewriteprice',
} as const;

/**
 * The cost of a session: as its agent reported it, otherwise computed from `prov.MODEL.inputPrice`, `outputPrice`,
 * `cacheReadPrice` and `cacheWritePrice`.
 * @returns undefined without either, or where a kind of token that was used has no price
 */
export function costOf(usage: Usage | undefined, model: string | undefined, settings: Settings): Cost | undefined {
  if (!usage) return undefined;
  if (usage.cost !== undefined) return { millionths: usage.cost, source: 'agent' };
  if (model === undefined) return undefined;
  let millionths = 0;
  for (const [kind, key] of Object.entries(PRICES) as [keyof typeof PRICES, string][]) {
    const tokens = usage[kind] ?? 0;
    const setting = settings.get(`prov.${model}.${key}`);
    const price = setting === undefined || setting.trim() === '' ? Number.NaN : Number(setting);
    if (tokens > 0 && !(price >= 0 && Number.isFinite(price))) return undefined;
    if (tokens > 0) millionths += tokens * price;
  }
  return { millionths: Math.round(millionths), source: 'price table' };
}

/** The predicate about a session: what it changed, how far checks cover it, its tokens and its cost. */
export function sessionPredicate(
  { summary, graphs, nodes, children, landed }: SessionStory,
  settings: Settings,
): object {
  const { session, first, last, steps, usage } = summary;
  const all = graphs.flatMap((graph) => graph.nodes);
  const stateOf = verifications(
    all,
    graphs.flatMap((graph) => graph.edges),
  );
  const files = new Map<string, number>();
  const coverage = { changes: 0, passed: 0, stale: 0, failed: 0, none: 0, 'not-applicable': 0 };
  for (const { id, kind, detail } of nodes) {
    const changed = kind === 'patch' || kind === 'verification' ? [] : pathsIn(detail?.['files']);
    if (kind !== 'commitment' && kind !== 'execution' && kind !== 'error') continue;
    for (const path of changed) {
      files.set(path, (files.get(path) ?? 0) + 1);
      coverage.changes++;
      coverage[stateOf(id, path)]++;
    }
  }
  const cost = costOf(usageOf(usage), session.model ?? undefined, settings);
  return {
    session: {
      id: session.id,
      agent: session.agent,
      vendor: session.vendor,
      model: session.model,
      parent: session.parent,
    },
    first,
    last,
    steps,
    subAgents: children.map((child) => ({ id: child.session.id, agent: child.session.agent, steps: child.steps })),
    commits: landed.map(({ commit, lines, reachable }) => ({ commit, lines, reachable })),
    files: [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, changes]) => ({ path, changes })),
    coverage,
    usage: usage
      ? {
          input: usage.input,
          output: usage.output,
          cacheRead: usage.cacheRead,
          cacheWrite: usage.cacheWrite,
        }
      : null,
    cost: cost ? { usdMillionths: cost.millionths, source: cost.source } : null,
  };
}

const usageOf = (usage: UsageInfo | null): Usage | undefined => {
  if (!usage) return undefined;
  const { costUsd, ...tokens } = usage;
  return { ...tokens, ...(costUsd !== undefined && { cost: Math.round(costUsd * 1e6) }) };
};

const pathsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The statement about a session: its subjects are the commits that it has a part in. */
export const stateSession = (commits: readonly Oid[], predicate: object, at: number): object => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: commits.map((commit) => ({ name: `git:${commit}`, digest: { gitCommit: commit } })),
  predicateType: SESSION_PREDICATE_TYPE,
  predicate: { attestedAt: isoTime(at), ...predicate },
});

/** The id of the session that a statement is about; undefined for any other statement. */
export function attestedSession(value: unknown): { readonly id: string; readonly predicate: object } | undefined {
  const { predicateType, predicate } = (value ?? {}) as {
    predicateType?: unknown;
    predicate?: { session?: { id?: unknown } };
  };
  const id = predicate?.session?.id;
  return predicateType === SESSION_PREDICATE_TYPE && typeof id === 'string' && id.length <= 256
    ? { id, predicate: predicate! }
    : undefined;
}

/** A predicate without the cost that depends on the reader's prices. */
export const withoutPrices = (predicate: object): object => {
  const { cost, ...rest } = predicate as { cost?: { source?: unknown } };
  return cost?.source === 'agent' ? predicate : rest;
};
