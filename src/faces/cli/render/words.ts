import { wordsBy } from '../../../model/node.ts';
import { shortId, shortSession, type SessionId } from '../../../model/ids.ts';
import type { DoubtInfo, NodeInfo, Overruled, SessionInfo, UsageInfo } from '../../../ask/shapes/shapes.ts';
import { span, type Span } from './fields.ts';
import { term } from './term.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** Milliseconds since the epoch, or a time of an answer: ISO 8601, or null for an invalid time. */
export type Time = number | string | null;

const dateOf = (time: Time): Date => new Date(time ?? Number.NaN);

/** A day in the user's zone: `2026-01-31`. */
export function day(time: Time): string {
  const at = dateOf(time);
  return Number.isNaN(at.getTime())
    ? '?'
    : `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** A time of day in the user's zone: `14:05`, or with seconds. */
export function clock(time: Time, seconds = false): string {
  const at = dateOf(time);
  if (Number.isNaN(at.getTime())) return '?';
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ''}`;
}

/** A moment in the user's zone: `2026-01-31 14:05`. */
export const moment = (time: Time): string => `${day(time)} ${clock(time)}`;

/** `1 step`, `2 steps`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** The kind of a node for people: `Human gate`. */
export const kindName = (kind: string): string => {
  const words = term(kind, 30).replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/** The text of a decision. The user's words are marked as theirs, and so is a decision that a person rejected. */
export function stated(
  node: Pick<NodeInfo, 'summary' | 'detail' | 'status'>,
  status: Overruled | undefined = node.status,
): string {
  const summary = wordsBy(node) === 'user' ? `user: ${node.summary}` : node.summary;
  return status === undefined ? summary : `${status}: ${summary}`;
}

/** A count of tokens: `950`, `12k`, `1.2M`. */
export function short(count: number): string {
  if (!Number.isFinite(count)) return '?';
  if (count < 1000) return String(count);
  if (count < 999_500) return `${count < 9950 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** Token usage in words. Cached input is read too, and can be a large part, so it counts as input. */
export function usageWords({ input, output, cacheRead, cacheWrite, costUsd }: UsageInfo): string {
  const tokens = `${short(input + cacheRead + cacheWrite)} in, ${short(output)} out tokens`;
  return costUsd === undefined ? tokens : `${tokens} (${dollars(costUsd)})`;
}

/** US dollars: `$0.0042`, `$12.30`. */
export const dollars = (cost: number): string => (Number.isFinite(cost) ? `$${cost.toFixed(cost < 0.1 ? 4 : 2)}` : '?');

/** The reference of something: `[goal:8f3a21c0-4]`. */
export const reference = (kind: string, id: string): Span => span(`[${term(kind, 30)}:${term(shortId(id))}]`, 'quiet');

/** A session in a few words: agent, model, and its starter. */
/** The mark of a session that is only claimed. */
export const CLAIMED: Span = span('(claimed)', 'quiet');

export function sessionSpans(session: SessionInfo | null, id: string): Span[] {
  if (!session) return [span('an agent', 'agent'), reference('session', id)];
  const { agent, model, parent } = session;
  return [
    span(`${term(agent, 40)}${parent && !model ? ',' : ''}`, 'agent'),
    ...(model ? [span(`(${term(model, 60)})${parent ? ',' : ''}`)] : []),
    ...(parent ? [span(`sub-agent of ${shortSession(parent as SessionId)}`)] : []),
    reference('session', id),
  ];
}

/** The texts of a list in a node's `detail`. */
export function textsOf({ detail }: Pick<NodeInfo, 'detail'>, name: string): string[] {
  const list = detail?.[name];
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [];
}

/** A text in a node's `detail`. */
export function textOf({ detail }: Pick<NodeInfo, 'detail'>, name: string): string | undefined {
  const text = detail?.[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

const MINUTE_MS = 60_000;

/** The time since an event, in words. @param ms milliseconds */
export function ago(ms: number): string {
  if (ms < MINUTE_MS) return 'just now';
  if (ms < 60 * MINUTE_MS) return `${counted(Math.round(ms / MINUTE_MS), 'minute')} ago`;
  if (ms < 48 * 60 * MINUTE_MS) return `${counted(Math.round(ms / (60 * MINUTE_MS)), 'hour')} ago`;
  return `${counted(Math.round(ms / (24 * 60 * MINUTE_MS)), 'day')} ago`;
}

/** A path in the user's terms: `~` for the home folder. */
export const underHome = (path: string, home: string): string =>
  path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;

/** What a doubt of the agent is called: `doubt`, or `deferred` for work that it left for later. */
export const doubtLabel = ({ says }: DoubtInfo): string => (says === 'deferred' ? 'deferred' : 'doubt');

/** The place of words in a conversation, by its name in the note. */
export const PLACES: Readonly<Record<string, string>> = {
  prompt: "in the user's words",
  plan: "in the agent's plan",
  thinking: "in the agent's thoughts",
  message: "in the agent's commit message",
  request: "in the agent's pull request",
};

/** Where the agent said something: `in the agent's words`, `in the agent's commit message`. */
export const placeWord = ({ place }: DoubtInfo): string =>
  (place !== null && Object.hasOwn(PLACES, place) && PLACES[place]) || "in the agent's words";

/** Kinds that the graph names but notes do not hold as entries, and the command that lists them. */
const LISTED_BY: Readonly<Record<string, string>> = {
  agent: 'git prov agents',
  commit: 'git prov log',
  file: 'git ls-files',
};

/**
 * The text of an empty list.
 * @param chosen whether options left out a part, so that the kind may have other entries
 */
export const noneOf = (kind: string, chosen: boolean): string =>
  Object.hasOwn(LISTED_BY, kind)
    ? `Notes hold no entry for ${kind === 'agent' ? 'an' : 'a'} ${kind}: see ${LISTED_BY[kind]}.\n`
    : chosen
      ? `No ${term(kind, 30)} here fits these options.\n`
      : `There is no ${term(kind, 30)} here.\n`;
