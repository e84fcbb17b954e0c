import { MAX_CLAIMS_PER_LINE, isNormal, LAST_LINE } from '../../attributions.ts';
import { decodeScanned, encode, encodedList, encodedMap, type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import type { RepoPath } from '../../ids.ts';
import { compareCarried, compareOids } from '../../graph/join.ts';
import type { Attribution, Carried, Graph, Note } from '../../model.ts';
import { codeOf, evidenceKinds, nameOf } from '../codes.ts';
import {
  addExtra,
  asInt,
  asList,
  asMap,
  asName,
  asOid,
  eachOf,
  extraOf,
  fail,
  FIELD_LIMITS,
  naming,
  oidBytes,
  within,
} from '../fields.ts';
import { graphBytes, graphIdOf, keepBytes } from '../graph-id.ts';
import { pathFromCbor, pathToCbor } from '../paths.ts';
import { signaturesBytes, signaturesFromCbor } from './signatures.ts';
import { fullRefs, type NodeRefs } from '../refs.ts';
import { type GraphPlace, readGraph, refsOf } from './graph.ts';
import { placesIn } from './places.ts';

const BODY: ReadonlySet<CborKey> = new Set(['commit', 'graphs', 'lines', 'carried', 'same', 'signatures']);

/**
 * The bytes of a version 1 body. Graphs keep the bytes that they were decoded from, see `graphBytes`.
 * @param note in normal form, see `normalise`
 * @throws ProvError `data` that names a field that the format cannot hold
 */
export const encodeBody = (note: Note): Uint8Array =>
  naming(() => {
    const { commit, graphs, lines, carried, same = [], signatures = [] } = note;
    const extra = new Map<CborKey, Cbor>();
    addExtra(extra, note.extra, BODY);
    const map = new Map<CborKey, Uint8Array>();
    for (const [key, value] of extra) map.set(key, encode(value));
    if (commit !== undefined) map.set('commit', encode(oidBytes(commit, 'commit')));
    if (graphs.length > 0) {
      const items = eachOf(graphs, 'graphs', FIELD_LIMITS.graphs, (_, i) => graphBytes(graphs[i]!));
      map.set('graphs', encodedList(items));
    }
    if (lines.size > 0) {
      const paths = within('lines', linesToCbor, lines, lineRefs(graphs));
      map.set('lines', encode(paths));
    }
    if (carried.length > 0) {
      const entries = eachOf(carried, 'carried', FIELD_LIMITS.carried, (_, i) => carriedToCbor(carried[i]!));
      map.set('carried', encode(entries));
    }
    if (same.length > 0) {
      const entries = eachOf(same, 'same', FIELD_LIMITS.carried, (_, i) => oidBytes(same[i]!, 'same'));
      map.set('same', encode(entries));
    }
    if (signatures.length > 0) map.set('signatures', signaturesBytes(signatures));
    return encodedMap(map);
  });

/**
 * Decodes a version 1 body. Rejects a body that is not in normal form, so that a note has only one encoding.
 * @param bytes scanned bytes
 * @param at offset of the body
 * @throws ProvError `data` that names the invalid field
 */
export const readBody = (bytes: Uint8Array, at: number): Note => naming(bodyAt, bytes, at);

function bodyAt(bytes: Uint8Array, at: number): Note {
  const { places, rest } = placesIn(bytes, at);
  const map = asMap(decodeScanned(rest), 'body');
  const extra = extraOf(map, BODY);
  const graphs = readGraphs(map.get('graphs'), bytes, places);
  const signatures = signaturesFromCbor(map.get('signatures'));
  const commit = map.get('commit');
  const same = sameFromCbor(map.get('same'));
  return {
    ...(commit === undefined ? {} : { commit: asOid(commit, 'commit') }),
    graphs,
    lines: linesFromCbor(map.get('lines'), lineRefs(graphs)),
    carried: carriedFromCbor(map.get('carried')),
    ...(same === undefined ? {} : { same }),
    ...(signatures === undefined ? {} : { signatures }),
    ...(extra === undefined ? {} : { extra }),
  };
}

// Attributions encode node ids like the first graph, which is usually the only one.
const lineRefs = ([first]: readonly Graph[]): NodeRefs => (first === undefined ? fullRefs : refsOf(first));

// An empty part must be left out, never written as empty.
const filled = <T>(list: readonly T[], field: string): readonly T[] => (list.length > 0 ? list : fail(field, 'empty'));

const graphAt = (item: unknown, i: number, bytes: Uint8Array, places: readonly GraphPlace[]): Graph =>
  readGraph(item, bytes, places[i]!);

function readGraphs(value: unknown, bytes: Uint8Array, places: readonly GraphPlace[]): Note['graphs'] {
  if (value === undefined) return [];
  const graphs = filled(eachOf(value, 'graphs', FIELD_LIMITS.graphs, graphAt, bytes, places), 'graphs');
  for (const [i, { start, end }] of places.entries()) keepBytes(graphs[i]!, new Uint8Array(bytes.subarray(start, end)));
  for (let i = 1; i < graphs.length; i++)
    if (graphIdOf(graphs[i - 1]!) >= graphIdOf(graphs[i]!)) return fail(`graphs[${i}]`, 'not in the order of the ids');
  return graphs;
}

function linesToCbor(lines: Note['lines'], refs: NodeRefs): CborMap {
  if (lines.size > FIELD_LIMITS.paths) return fail('paths', `more than ${FIELD_LIMITS.paths}`);
  const map = new Map<CborKey, Cbor>();
  for (const [path, list] of lines) {
    const key = pathToCbor(path, 'path', FIELD_LIMITS.path);
    if (key.length === 0) return fail('path', 'empty');
    map.set(
      key,
      eachOf(list, shown(path), FIELD_LIMITS.attributions, (_, i) => attributionToCbor(list[i]!, refs)),
    );
  }
  return map;
}

function linesFromCbor(value: unknown, refs: NodeRefs): Note['lines'] {
  if (value === undefined) return new Map();
  const map = asMap(value, 'lines');
  if (map.size === 0 || map.size > FIELD_LIMITS.paths) return fail('lines', `${map.size} paths`);
  return within('lines', linesIn, map, refs);
}

function linesIn(map: CborMap, refs: NodeRefs): Note['lines'] {
  const lines = new Map<RepoPath, readonly Attribution[]>();
  for (const [key, items] of map) {
    const path = pathFromCbor(key, 'path', FIELD_LIMITS.path);
    if (path === '') return fail('path', 'empty');
    const name = shown(path);
    const list = eachOf(items, name, FIELD_LIMITS.attributions, attributionFromCbor, refs);
    if (!isNormal(filled(list, name)))
      return fail(name, `not sorted, overlapping, mergeable or more than ${MAX_CLAIMS_PER_LINE} for a line`);
    lines.set(path, list);
  }
  return lines;
}

// A path shortened and quoted for an error message, because it is not trusted.
const shown = (path: string): string => `[${JSON.stringify(path.slice(0, 80))}]`;

function attributionToCbor(attribution: Attribution, refs: NodeRefs): Cbor {
  const { start, count, node, evidence, from } = attribution;
  checkRange(start, count);
  const value = [
    start,
    count,
    node === null ? null : refs.write(node, 'node'),
    codeOf(evidenceKinds, evidence, 'evidence'),
  ];
  if (from !== undefined) value.push(refs.write(from, 'from'));
  return value;
}

function attributionFromCbor(value: unknown, _: number, refs: NodeRefs): Attribution {
  const parts = asList(value, 'attribution', 5);
  if (parts.length < 4) return fail('attribution', 'not an array of four or five');
  const start = asInt(parts[0], 'start', 1, LAST_LINE);
  const count = asInt(parts[1], 'count', 1, LAST_LINE);
  checkRange(start, count);
  return {
    start,
    count,
    node: parts[2] === null ? null : refs.read(parts[2], 'node'),
    evidence: nameOf(evidenceKinds, parts[3], 'evidence') as Attribution['evidence'],
    ...(parts.length < 5 ? {} : { from: refs.read(parts[4], 'from') }),
  };
}

function checkRange(start: number, count: number): void {
  asInt(start, 'start', 1, LAST_LINE);
  asInt(count, 'count', 1, LAST_LINE - start + 1);
}

const carriedToCbor = ({ from, how }: Carried): Cbor => [oidBytes(from, 'from'), asName(how, 'how')];

function carriedFromCbor(value: unknown): Note['carried'] {
  if (value === undefined) return [];
  const carried = eachOf(value, 'carried', FIELD_LIMITS.carried, (item): Carried => {
    const parts = asList(item, 'entry', 2);
    return { from: asOid(parts[0], 'from'), how: asName(parts[1], 'how') };
  });
  for (let i = 1; i < carried.length; i++)
    if (compareCarried(carried[i - 1]!, carried[i]!) >= 0) return fail(`carried[${i}]`, 'not in order');
  return filled(carried, 'carried');
}

function sameFromCbor(value: unknown): Note['same'] {
  if (value === undefined) return undefined;
  const same = eachOf(value, 'same', FIELD_LIMITS.carried, (item) => asOid(item, 'same'));
  for (let i = 1; i < same.length; i++)
    if (compareOids(same[i - 1]!, same[i]!) >= 0) return fail(`same[${i}]`, 'not in order');
  return filled(same, 'same');
}
