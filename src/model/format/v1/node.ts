import type { Cbor, CborKey, CborMap } from '../cbor.ts';
import type { NodeId } from '../../ids.ts';
import { isLedgerStep } from '../../graph/ledger.ts';
import type { Node } from '../../model.ts';
import { codeOf, nameOf, nodeKinds } from '../codes.ts';
import { addExtra, asInt, asText, eachOf, extraOf, fail, FIELD_LIMITS, MAX_TIME_MS, within } from '../fields.ts';
import { idAfter, type NodeRefs } from '../refs.ts';
import type { CborReader } from '../reader.ts';
import { detailToCbor, FILES, readDetail, type NodeReading, type Writing } from './detail.ts';
import { addPlain, KEY, NODE } from './step.ts';

const ASCII = /^[\u0000-\u007f]*$/;

const NOTHING: CborMap = new Map();

/** Values that the next node of a list can leave out: the time and id of the previous node, and the last step. */
interface NodeWalk {
  at: number;
  /** Encodes an id that is not the next one. */
  refs: NodeRefs;
  id: NodeId | undefined;
  step: NodeId | undefined;
}

/**
 * Encodes a list of nodes.
 * @param at base for the time of the first node, in milliseconds since the epoch
 * @param first encoding of the first node's id
 */
export function nodesToCbor(
  nodes: readonly Node[],
  field: string,
  at: number,
  first: NodeRefs,
  writing: Writing,
): CborMap[] {
  const walk: NodeWalk = { at, refs: first, id: undefined, step: undefined };
  return eachOf(nodes, field, FIELD_LIMITS.nodes, (_, i) => {
    const map = nodeToCbor(nodes[i]!, walk, writing);
    pass(walk, nodes[i]!, writing.refs);
    return map;
  });
}

/** Decodes a list of nodes. */
export function readNodes(from: CborReader, field: string, at: number, first: NodeRefs, reading: NodeReading): Node[] {
  const walk: NodeWalk = { at, refs: first, id: undefined, step: undefined };
  return from.each(field, FIELD_LIMITS.nodes, readNext, walk, reading);
}

function readNext(from: CborReader, walk: NodeWalk, reading: NodeReading): Node {
  const node = readNode(from, walk, reading);
  pass(walk, node, reading.refs);
  return node;
}

function pass(walk: NodeWalk, node: Node, refs: NodeRefs): void {
  walk.at = node.at;
  walk.refs = refs;
  walk.id = idAfter(node.id);
  if (isLedgerStep(node)) walk.step = node.id;
}

function nodeToCbor(node: Node, walk: NodeWalk, writing: Writing): CborMap {
  const name = node.tool === undefined ? undefined : asText(node.tool, 'tool', FIELD_LIMITS.label);
  const tool = name === undefined ? undefined : writing.texts.place(name);
  const detail = node.detail === undefined ? NOTHING : within('detail', detailToCbor, node.detail, writing);
  const whole = asText(node.summary, 'summary', FIELD_LIMITS.summary);
  const summary = shortSummary(whole, name, onlyFile(detail, writing));
  const parent = usualParent(node, walk);
  const map = new Map<CborKey, Cbor>();
  if (node.id !== walk.id) map.set(KEY.id, walk.refs.write(node.id, 'id'));
  map.set(KEY.kind, codeOf(nodeKinds, node.kind, 'kind'));
  map.set(KEY.at, asInt(node.at, 'at', 0, MAX_TIME_MS) - walk.at);
  if (summary !== undefined) map.set(KEY.summary, summary);
  if (tool !== undefined) map.set(KEY.tool, tool);
  addPlain(map, node);
  if (node.parent !== parent)
    map.set(KEY.parent, node.parent === undefined ? null : writing.refs.write(node.parent, 'parent'));
  if (detail.size > 0) map.set(KEY.detail, detail);
  addExtra(map, node.extra, NODE);
  return map;
}

function readNode(from: CborReader, walk: NodeWalk, reading: NodeReading): Node {
  let id: unknown;
  let parent: unknown;
  let summary: WrittenNode;
  let file: string | undefined;
  let others: Map<CborKey, Cbor> | undefined;
  const node: { -readonly [Key in keyof Node]: Node[Key] } = { id: '' as NodeId, kind: '', at: NaN, summary: '' };
  for (let left = from.map('node'); left > 0; left--) {
    const key = from.code();
    switch (key) {
      case KEY.id:
        id = from.scalar('id');
        break;
      case KEY.kind:
        node.kind = nameOf(nodeKinds, from.scalar('kind'), 'kind');
        break;
      case KEY.at:
        node.at = asInt(walk.at + asInt(from.scalar('at'), 'at', -MAX_TIME_MS, MAX_TIME_MS), 'at', 0, MAX_TIME_MS);
        break;
      case KEY.summary:
        summary = readWritten(from);
        break;
      case KEY.tool:
        node.tool = reading.texts.readText(from.scalar('tool'), 'tool');
        break;
      case KEY.call:
        node.call = from.text('call', FIELD_LIMITS.label);
        break;
      case KEY.duration:
        node.duration = asInt(from.scalar('duration'), 'duration', 0, Number.MAX_SAFE_INTEGER);
        break;
      case KEY.input:
        node.input = from.hash('input');
        break;
      case KEY.output:
        node.output = from.hash('output');
        break;
      case KEY.parent:
        parent = from.scalar('parent');
        break;
      case KEY.detail:
        ({ detail: node.detail, onlyFile: file } = within('detail', readDetail, from, reading));
        break;
      default:
        (others ??= new Map()).set(key < 0 ? (from.value() as CborKey) : key, from.value());
    }
  }
  if (node.kind === '') fail('kind', 'not there');
  if (Number.isNaN(node.at)) fail('at', 'not there');
  node.id = readId(id, walk);
  node.summary = readSummary(summary, node.tool, file);
  const before = readParent(parent, usualParent(node, walk), reading.refs);
  if (before !== undefined) node.parent = before;
  if (others) node.extra = extraOf(others, NODE)!;
  return node;
}

function readId(value: unknown, walk: NodeWalk): NodeId {
  if (value === undefined) return walk.id ?? fail('id', 'not there');
  const id = walk.refs.read(value, 'id');
  return id === walk.id ? fail('id', 'has to be left out') : id;
}

// A step's parent is usually the previous step in the list.
const usualParent = (node: Node, walk: NodeWalk): NodeId | undefined => (isLedgerStep(node) ? walk.step : undefined);

function readParent(value: unknown, usual: NodeId | undefined, refs: NodeRefs): NodeId | undefined {
  if (value === undefined) return usual;
  const parent = value === null ? undefined : refs.read(value, 'parent');
  return parent === usual ? fail('parent', 'has to be left out') : parent;
}

// The text of a detail's only file when it has its short form.
function onlyFile(detail: CborMap, { texts }: Writing): string | undefined {
  const files = detail.get(FILES);
  return Array.isArray(files) && files.length === 1 ? texts.textAt(files[0] as number) : undefined;
}

// "edit src/a.ts" can be derived from the tool Edit and its only file, so it is left out. Of "apply src/a.ts" only "apply"
// is written.
function shortSummary(whole: string, tool: string | undefined, file: string | undefined): Cbor | undefined {
  if (file === undefined || !whole.endsWith(` ${file}`)) return whole;
  const start = whole.slice(0, -1 - file.length);
  return tool !== undefined && start.length === tool.length && start === lower(tool) ? undefined : [start];
}

// A summary as it was written: all of it, or only its start.
const readWritten = (from: CborReader): WrittenNode =>
  from.isArray ? { start: from.each('summary', 1, readStart)[0] } : from.text('summary', FIELD_LIMITS.summary);

const readStart = (from: CborReader): string => from.text('', FIELD_LIMITS.summary);

type WrittenNode = string | { readonly start: string | undefined } | undefined;

function readSummary(written: WrittenNode, tool: string | undefined, file: string | undefined): string {
  if (typeof written === 'string')
    return file !== undefined && written.endsWith(` ${file}`) ? fail('summary', 'has to be shortened') : written;
  if (file === undefined) return fail('summary', 'not text');
  if (written === undefined)
    return tool === undefined ? fail('summary', 'not there, and no tool') : `${lower(tool)} ${file}`;
  const { start = fail('summary', 'empty') } = written;
  if (tool !== undefined && start === lower(tool)) return fail('summary', 'has to be left out');
  return asText(`${start} ${file}`, 'summary', FIELD_LIMITS.summary);
}

// Lowercases only A to Z, which gives the same result in every programming language.
const lower = (tool: string): string =>
  ASCII.test(tool) ? tool.toLowerCase() : tool.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
