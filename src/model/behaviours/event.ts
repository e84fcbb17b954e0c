import type { NodeId } from '../ids.ts';
import { BEHAVIOUR, CHANGES, isEntry } from '../knowledge/kinds.ts';
import { changeOf, subjectOf } from '../knowledge/status.ts';
import type { Node, Session } from '../model.ts';
import { passedOf } from '../graph/verification.ts';

/**
 * The types of events that behaviours can wait for: an entry was recorded, superseded or changed; files changed; or a check failed.
 */
export const EVENT_TYPES = ['created', 'superseded', 'changed', 'failed', ...CHANGES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Files of one event, at most. */
const MAX_FILES = 500;

/** An event from a ledger, a note or the history. */
export interface FoundEvent {
  readonly type: EventType;
  /** The step that records it, or the commit. */
  readonly id: string;
  /** The node that it is about: often the step itself. */
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** 0 for what people and agents did. What a behaviour did is one deeper than what it reacted to. */
  readonly depth: number;
  /** Of a link: its kind and its other end. Of `superseded`: the new entry. */
  readonly edge?: string;
  readonly object?: NodeId;
  /** The behaviour that did it, itself or by its command. */
  readonly by?: string;
  /** Of `changed`: the files. */
  readonly files?: readonly string[];
}

/** An event in the log of this clone. */
export interface LogEvent extends FoundEvent {
  /** Its place in the log; later events have higher numbers. */
  readonly n: number;
}

/**
 * The event that a step records; undefined for a step that no behaviour can wait for.
 * @param isLive whether it was recorded in this clone: only then failed checks and edits count, because others are long past
 */
export function eventOf(node: Node, { agent }: Pick<Session, 'agent'>, isLive: boolean): FoundEvent | undefined {
  const { id, kind, at, detail = {} } = node;
  const by = agent === BEHAVIOUR ? detail['behaviour'] : undefined;
  const depth = agent === BEHAVIOUR ? numberIn(detail['depth']) : 0;
  const base = { id, subject: id, at, depth, ...(typeof by === 'string' && { by }) };
  if (isEntry(node)) return { ...base, type: 'created' };
  const change = changeOf(node);
  const subject = change && subjectOf(node);
  if (change && subject) {
    const { edge, object } = detail;
    return {
      ...base,
      type: change,
      subject,
      ...(typeof edge === 'string' && { edge }),
      ...(typeof object === 'string' && { object: object as NodeId }),
    };
  }
  if (!isLive) return undefined;
  if (passedOf(node) === false) return { ...base, type: 'failed' };
  const files = kind === 'commitment' ? textsIn(detail['files']) : [];
  return files.length > 0 ? { ...base, type: 'changed', files: files.slice(0, MAX_FILES) } : undefined;
}

const numberIn = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
