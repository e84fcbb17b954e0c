import { textOf, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import { LONG_DIGITS, sessionId, type SessionId } from '../../ids.ts';
import type { Session, Usage } from '../../model.ts';
import { addExtra, asInt, asMap, asText, extraOf, fail, FIELD_LIMITS } from '../fields.ts';

const SESSION: ReadonlySet<CborKey> = new Set(['id', 'agent', 'vendor', 'model', 'parent', 'digits']);
const USAGE: ReadonlySet<CborKey> = new Set(['input', 'output', 'cache_read', 'cache_write', 'cost']);

/** Encodes a session. */
export function sessionToCbor(session: Session): CborMap {
  const map = new Map<CborKey, Cbor>([
    ['id', asSession(session.id, 'id')],
    ['agent', asText(session.agent, 'agent', FIELD_LIMITS.label)],
  ]);
  if (session.vendor !== undefined) map.set('vendor', asText(session.vendor, 'vendor', FIELD_LIMITS.label));
  if (session.model !== undefined) map.set('model', asText(session.model, 'model', FIELD_LIMITS.label));
  if (session.parent !== undefined) map.set('parent', asSession(session.parent, 'parent'));
  if (session.digits !== undefined) map.set('digits', session.digits);
  addExtra(map, session.extra, SESSION);
  return map;
}

/** Decodes what `sessionToCbor` wrote. */
export function sessionFromCbor(value: unknown): Session {
  const map = asMap(value, 'map');
  const vendor = map.get('vendor');
  const model = map.get('model');
  const parent = map.get('parent');
  const digits = map.get('digits');
  if (digits !== undefined && digits !== LONG_DIGITS) return fail('digits', `not ${LONG_DIGITS}`);
  const extra = extraOf(map, SESSION);
  return {
    id: asSession(map.get('id'), 'id'),
    agent: asText(map.get('agent'), 'agent', FIELD_LIMITS.label),
    ...(vendor === undefined ? {} : { vendor: asText(vendor, 'vendor', FIELD_LIMITS.label) }),
    ...(model === undefined ? {} : { model: asText(model, 'model', FIELD_LIMITS.label) }),
    ...(parent === undefined ? {} : { parent: asSession(parent, 'parent') }),
    ...(digits === undefined ? {} : { digits: LONG_DIGITS }),
    ...(extra === undefined ? {} : { extra }),
  };
}

function asSession(value: unknown, field: string): SessionId {
  const text = asText(value, field, FIELD_LIMITS.session);
  try {
    return sessionId(textOf(text));
  } catch {
    return fail(field, 'not a session id');
  }
}

const asCount = (value: unknown, field: string): number => asInt(value, field, 0, Number.MAX_SAFE_INTEGER);

/** Encodes the token usage of a session. */
export function usageToCbor(usage: Usage): CborMap {
  const map = new Map<CborKey, Cbor>([
    ['input', asCount(usage.input, 'input')],
    ['output', asCount(usage.output, 'output')],
  ]);
  if (usage.cacheRead !== undefined) map.set('cache_read', asCount(usage.cacheRead, 'cache_read'));
  if (usage.cacheWrite !== undefined) map.set('cache_write', asCount(usage.cacheWrite, 'cache_write'));
  if (usage.cost !== undefined) map.set('cost', asCount(usage.cost, 'cost'));
  addExtra(map, usage.extra, USAGE);
  return map;
}

/** Decodes what `usageToCbor` wrote. */
export function usageFromCbor(value: unknown): Usage {
  const map = asMap(value, 'map');
  const cacheRead = map.get('cache_read');
  const cacheWrite = map.get('cache_write');
  const cost = map.get('cost');
  const extra = extraOf(map, USAGE);
  return {
    input: asCount(map.get('input'), 'input'),
    output: asCount(map.get('output'), 'output'),
    ...(cacheRead === undefined ? {} : { cacheRead: asCount(cacheRead, 'cache_read') }),
    ...(cacheWrite === undefined ? {} : { cacheWrite: asCount(cacheWrite, 'cache_write') }),
    ...(cost === undefined ? {} : { cost: asCount(cost, 'cost') }),
    ...(extra === undefined ? {} : { extra }),
  };
}
