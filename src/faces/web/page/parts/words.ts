import type { Check, Node, OwnerKind, Session, Stale, Usage } from '../../contract.ts';

/** The plural of a noun. */
export const plural = (noun: string): string => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/**
 * Whether a decision states a reason. Without one, the decision only lists what the agent did. The same as in `src/model/node.ts`, from
 * which the page loads nothing.
 */
export const isReason = ({ detail }: Pick<Node, 'detail'>): boolean => detail?.['source'] !== 'consolidated';

/** The text of a decision, marked where it was rejected or retracted; undefined without a reason. */
export const statedWords = ({
  summary,
  status,
  detail,
}: Pick<Node, 'summary' | 'status' | 'detail'>): string | undefined =>
  !isReason({ detail }) ? undefined : summary === undefined || status === undefined ? summary : `${status}: ${summary}`;

/** The name of a detail of a node. Alternatives of a decision are ruled out; `rejected` is a verdict. */
export const detailWord = (name: string): string => (name === 'rejected' ? 'ruled out' : name.replaceAll('_', ' '));

/** The status of an entry or a link to mark: any but `accepted`, which most have. */
export const openStatus = ({ status }: { readonly status?: string | undefined }): string | undefined =>
  status === 'accepted' ? undefined : status;

/** A number with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural(noun)}`;

/** A share in whole per cent; what is not nothing is at least 1. */
export const percent = (part: number, all: number): string =>
  all === 0 ? '0 %' : part === 0 ? '0 %' : `${Math.max(1, Math.round((100 * part) / all))} %`;

/** The verification of lines, or of a whole commit. */
export type Verdict = Check | 'partly';

/** The signs of verifications: a shape for each, so that no colour is needed. */
export const CHECK_SIGNS: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  partly: '◐',
  stale: '~',
  failed: '✗',
  none: '·',
  'not-applicable': '–',
};
export const CHECK_WORDS: Readonly<Record<Verdict, string>> = {
  passed: 'verified',
  partly: 'partly verified',
  stale: 'stale',
  failed: 'check failed',
  none: 'never checked',
  'not-applicable': 'nothing to check',
};
export const OWNER_WORDS: Readonly<Record<OwnerKind, string>> = { agent: 'agent', human: 'person', unknown: 'unknown' };

/** The kinds of node, in words for people. */
const KINDS: Readonly<Record<string, string>> = {
  commitment: 'change',
  exploration: 'read',
  verification: 'check',
  human_gate: 'permission',
  patch: 'commit',
};
export const kindWord = (kind: string | undefined): string =>
  kind === undefined ? 'step' : (KINDS[kind] ?? kind.replaceAll('_', ' '));

const EDGES: Readonly<Record<string, string>> = {
  led_to: 'asked for',
  explored_via: 'informed',
  verified_by: 'checked by',
  committed_via: 'committed as',
  failed_with: 'failed with',
  decided_by: 'decided by',
  blocked_by: 'blocked by',
  resumed_after: 'resumed after',
  derived_from: 'derived from',
};
export const edgeWord = (kind: string): string => EDGES[kind] ?? kind.replaceAll('_', ' ');

/** The kinds of evidence, in words for people. */
const EVIDENCE: Readonly<Record<string, string>> = {
  exact: 'observed: the step wrote exactly this line',
  moved: 'observed, and moved since',
  reformatted: 'observed, and reformatted since',
  restored: 'brought back by a revert',
  carried: 'carried from an earlier commit',
  imported: 'imported from another tool',
  inferred: 'inferred from what the command does',
  likely: 'likely, but not certain',
  unsure: 'uncertain',
};
export const evidenceWords = (evidence: string | null): string =>
  evidence === null ? 'none' : (EVIDENCE[evidence] ?? evidence);

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A time for people, or nothing. */
export const timeWords = (time: string | null | undefined): string => asDate(time, DATE);
export const dayWords = (time: string | null | undefined): string => asDate(time, DAY);

function asDate(time: string | null | undefined, format: Intl.DateTimeFormat): string {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}

/** How long something took. */
export function tookWords(ms: number | undefined): string {
  if (ms === undefined) return '';
  if (ms < 1000) return `${ms} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** The digits of a session's prefix that people see. */
export const SHORT_DIGITS = 8;

export const sessionName = ({ agent, short }: Pick<Session, 'agent' | 'short'>): string =>
  `${agent || 'agent'} ${short.slice(0, SHORT_DIGITS)}`;
export const shortOid = (oid: string): string => oid.slice(0, 7);

/** Tokens and cost of a session. */
export function usageWords(usage: Usage | null): string {
  if (!usage) return 'not recorded';
  const tokens = `${compact(usage.input + usage.cacheRead + usage.cacheWrite)} in, ${compact(usage.output)} out`;
  return usage.costUsd === undefined ? `${tokens} (tokens)` : `$${usage.costUsd.toFixed(2)}, ${tokens} (tokens)`;
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });
const compact = (count: number): string => COMPACT.format(count);

/** Cuts a text to a number of characters. */
export const brief = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1).trimEnd()}…` : text;

/** What speaks against relying on an entry; empty where nothing does. */
export function staleWords({ stale_since: since, changed = [] }: Stale): string {
  if (changed.length === 0) return since === undefined ? '' : 'stale';
  const places = changed.map(({ place, state }) => `${place} ${state === 'missing' ? 'is missing' : 'changed'}`);
  return `stale: ${places.join(', ')}`;
}
