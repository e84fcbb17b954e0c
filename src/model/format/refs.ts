import type { Cbor } from './cbor.ts';
import { isNodeId, type NodeId, numberOf, sessionPart } from '../ids.ts';
import { asInt, fail } from './fields.ts';

const LAST_NUMBER = 999_999_999;

/** Encodes node ids: as numbers when the prefix is known from the context, otherwise as text. */
export interface NodeRefs {
  write(id: NodeId, field: string): Cbor;
  read(value: unknown, field: string): NodeId;
}

// A cache of two ids, because a step's parent is usually the step written before it.
let last = '00000000-0' as NodeId;
let before = last;

/** A node id as text. */
export function textOfId(id: NodeId, field: string): string {
  if (id === last || id === before) return id;
  if (!isNodeId(id)) return fail(field, 'not a node id');
  before = last;
  return (last = id);
}

/** Node ids as text. */
export const fullRefs: NodeRefs = {
  write: textOfId,
  read: (value, field) => (typeof value === 'string' && isNodeId(value) ? value : fail(field, 'not a node id')),
};

/**
 * Encodes the ids of one session as numbers.
 * @param prefix prefix of that session's ids
 * @param base subtracted from each number
 */
export const sessionRefs = (prefix: string, base: number): NodeRefs => new SessionRefs(`${prefix}-`, base);

class SessionRefs implements NodeRefs {
  readonly #own: string;
  readonly #base: number;
  readonly #ids = new Map<number, NodeId>();

  constructor(own: string, base: number) {
    this.#own = own;
    this.#base = base;
  }

  write(id: NodeId, field: string): Cbor {
    const text = fullRefs.write(id, field);
    return id.startsWith(this.#own) ? numberOf(id) - this.#base : text;
  }

  read(value: unknown, field: string): NodeId {
    if (typeof value !== 'number') {
      const id = fullRefs.read(value, field);
      return id.startsWith(this.#own) ? fail(field, `${id} has to be written as its number`) : id;
    }
    let id = this.#ids.get(value);
    if (id === undefined) {
      id = `${this.#own}${asInt(value + this.#base, field, 0, LAST_NUMBER)}` as NodeId;
      this.#ids.set(value, id);
    }
    return id;
  }
}

/** The base of a session's numbers: the first node's number when it belongs to the session, otherwise 0. */
export const baseOf = (prefix: string, first: NodeId | undefined): number =>
  first?.startsWith(`${prefix}-`) ? numberOf(first) : 0;

/** The id with the next number; undefined after the last. */
export function idAfter(id: NodeId): NodeId | undefined {
  const number = numberOf(id) + 1;
  return number > LAST_NUMBER ? undefined : (`${sessionPart(id)}-${number}` as NodeId);
}
