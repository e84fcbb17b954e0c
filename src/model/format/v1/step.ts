import { type Cbor, type CborKey, type CborMap, write, writeEntries } from '../cbor.ts';
import type { Extra, Node } from '../../model.ts';
import type { CborWriter } from '../writer.ts';
import { codeOf, nodeKinds } from '../codes.ts';
import {
  addExtra,
  asInt,
  asText,
  FIELD_LIMITS,
  hashBytes,
  MAX_TIME_MS,
  within,
  writeHash,
  writeText,
} from '../fields.ts';
import { textOfId } from '../refs.ts';
import { namesIn, writeDetail } from './detail.ts';

/** The keys of a node's map in version 1. */
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

/** Writes a node in full, independent of its graph. The ledger hashes this form. */
export function writeFullNode(to: CborWriter, node: Node): void {
  const { tool, call, duration, input, output, parent, detail } = node;
  const extra = node.extra && extraEntries(node.extra);
  const names = detail && within('detail', namesIn, detail);
  const isDetailed = names !== undefined && names.length > 0;
  const known = is(tool) + is(call) + is(duration) + is(input) + is(output) + is(parent);
  to.map(4 + known + (isDetailed ? 1 : 0) + (extra?.size ?? 0));
  to.integer(KEY.id);
  to.text(textOfId(node.id, 'id'));
  to.integer(KEY.kind);
  write(to, codeOf(nodeKinds, node.kind, 'kind'));
  to.integer(KEY.at);
  to.integer(asInt(node.at, 'at', 0, MAX_TIME_MS));
  to.integer(KEY.summary);
  writeText(to, node.summary, 'summary', FIELD_LIMITS.summary);
  if (tool !== undefined) {
    to.integer(KEY.tool);
    writeText(to, tool, 'tool', FIELD_LIMITS.label);
  }
  if (call !== undefined) {
    to.integer(KEY.call);
    writeText(to, call, 'call', FIELD_LIMITS.label);
  }
  if (duration !== undefined) {
    to.integer(KEY.duration);
    to.integer(asInt(duration, 'duration', 0, Number.MAX_SAFE_INTEGER));
  }
  if (input !== undefined) {
    to.integer(KEY.input);
    writeHash(to, input, 'input');
  }
  if (output !== undefined) {
    to.integer(KEY.output);
    writeHash(to, output, 'output');
  }
  if (parent !== undefined) {
    to.integer(KEY.parent);
    to.text(textOfId(parent, 'parent'));
  }
  if (isDetailed) {
    to.integer(KEY.detail);
    within('detail', writeDetail, to, detail!, names);
  }
  if (extra) writeEntries(to, extra); // known fields come first, in key order
}

const is = (value: unknown): number => (value === undefined ? 0 : 1);

function extraEntries(extra: Extra): CborMap {
  const map = new Map<CborKey, Cbor>();
  addExtra(map, extra, NODE);
  return map;
}

/** Adds the fields that have the same encoding in full and within a graph. */
export function addPlain(map: Map<CborKey, Cbor>, { call, duration, input, output }: Node): void {
  if (call !== undefined) map.set(KEY.call, asText(call, 'call', FIELD_LIMITS.label));
  if (duration !== undefined) map.set(KEY.duration, asInt(duration, 'duration', 0, Number.MAX_SAFE_INTEGER));
  if (input !== undefined) map.set(KEY.input, hashBytes(input, 'input'));
  if (output !== undefined) map.set(KEY.output, hashBytes(output, 'output'));
}
