import type { Cbor, CborKey, CborMap } from '../cbor.ts';
import type { Node } from '../model.ts';
import { codeOf, nodeKinds } from './codes.ts';
import { addExtra, asInt, asText, FIELD_LIMITS, hashBytes, LAST_TIME, within } from './fields.ts';
import { fullRefs } from './refs.ts';
import { fullDetail } from './v1-detail.ts';

/** The keys of a node's map, in version 1. */
export const KEY = {
  id: 0,
  kind: 1,
  at: 2,
  summary: 3,
  tool: 4,
  call: 5,
  duration: 6,
  input: 7,
  output: 8,
  parent: 9,
  detail: 10,
} as const;
export const NODE: ReadonlySet<CborKey> = new Set(Object.values(KEY));

/** The map of a node in full, which needs no graph to be read: what the ledger takes its hashes of. */
export function fullNode(node: Node): CborMap {
  const map = new Map<CborKey, Cbor>([
    [KEY.id, fullRefs.write(node.id, 'id')],
    [KEY.kind, codeOf(nodeKinds, node.kind, 'kind')],
    [KEY.at, asInt(node.at, 'at', 0, LAST_TIME)],
    [KEY.summary, asText(node.summary, 'summary', FIELD_LIMITS.summary)],
  ]);
  if (node.tool !== undefined) map.set(KEY.tool, asText(node.tool, 'tool', FIELD_LIMITS.label));
  addPlain(map, node);
  if (node.parent !== undefined) map.set(KEY.parent, fullRefs.write(node.parent, 'parent'));
  const detail = within('detail', () => fullDetail(node.detail ?? {}));
  if (detail.size > 0) map.set(KEY.detail, detail);
  addExtra(map, node.extra, NODE);
  return map;
}

/** Adds the fields that are written the same in full and in a graph. */
export function addPlain(map: Map<CborKey, Cbor>, { call, duration, input, output }: Node): void {
  if (call !== undefined) map.set(KEY.call, asText(call, 'call', FIELD_LIMITS.label));
  if (duration !== undefined) map.set(KEY.duration, asInt(duration, 'duration', 0, Number.MAX_SAFE_INTEGER));
  if (input !== undefined) map.set(KEY.input, hashBytes(input, 'input'));
  if (output !== undefined) map.set(KEY.output, hashBytes(output, 'output'));
}
