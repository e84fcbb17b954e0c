import { CLAIMS_PER_LINE, isNormal, LAST_LINE } from '../attributions.ts';
import { type Cbor, type CborKey, type CborMap } from '../cbor.ts';
import type { RepoPath } from '../ids.ts';
import { compareCarried } from '../join.ts';
import type { Attribution, Carried, Graph, Note } from '../model.ts';
import { codeOf, evidenceKinds, nameOf } from './codes.ts';
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
} from './fields.ts';
import { graphIdOf } from './graph-id.ts';
import { graphFromCbor, graphToCbor, prefixOf } from './v1-graph.ts';
import { fullRefs, pathFromCbor, pathToCbor, sessionRefs, type NodeRefs } from './v1-node.ts';

const BODY: ReadonlySet<CborKey> = new Set(['graphs', 'lines', 'carried']);

/**
 * The body of a version 1 note.
 * @param note in normal form, see `normalise`
 * @throws ProvError `data` naming the field that the format has no place for
 */
export const bodyToCbor = (note: Note): CborMap =>
  naming(() => {
    const { graphs, lines, carried } = note;
    const map = new Map<CborKey, Cbor>();
    if (graphs.length > 0)
      map.set(
        'graphs',
        eachOf(graphs, 'graphs', FIELD_LIMITS.graphs, (_, i) => graphToCbor(graphs[i]!)),
      );
    if (lines.size > 0)
      map.set(
        'lines',
        within('lines', () => linesToCbor(lines, refsOf(graphs))),
      );
    if (carried.length > 0)
      map.set(
        'carried',
        eachOf(carried, 'carried', FIELD_LIMITS.carried, (_, i) => carriedToCbor(carried[i]!)),
      );
    addExtra(map, note.extra, BODY);
    return map;
  });

/**
 * The note of a version 1 body. A body that is not in normal form is refused, so that a note has one encoding.
 * @throws ProvError `data` naming the field that is wrong
 */
export const bodyFromCbor = (value: unknown): Note =>
  naming(() => {
    const map = asMap(value, 'body');
    const extra = extraOf(map, BODY);
    const graphs = graphsFromCbor(map.get('graphs'));
    return {
      graphs,
      lines: linesFromCbor(map.get('lines'), refsOf(graphs)),
      carried: carriedFromCbor(map.get('carried')),
      ...(extra === undefined ? {} : { extra }),
    };
  });

// Attributions name the nodes of the first graph's session, mostly the only one, by their numbers.
const refsOf = ([first]: readonly Graph[]): NodeRefs =>
  first === undefined ? fullRefs : sessionRefs(prefixOf(first.session));

// An empty part is left out of the body, never written as empty.
const filled = <T>(list: readonly T[], field: string): readonly T[] => (list.length > 0 ? list : fail(field, 'empty'));

function graphsFromCbor(value: unknown): Note['graphs'] {
  if (value === undefined) return [];
  const graphs = filled(eachOf(value, 'graphs', FIELD_LIMITS.graphs, graphFromCbor), 'graphs');
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
  const lines = new Map<RepoPath, readonly Attribution[]>();
  if (value === undefined) return lines;
  const map = asMap(value, 'lines');
  if (map.size === 0 || map.size > FIELD_LIMITS.paths) return fail('lines', `${map.size} paths`);
  return within('lines', () => {
    for (const [key, items] of map) {
      const path = pathFromCbor(key, 'path', FIELD_LIMITS.path);
      if (path === '') return fail('path', 'empty');
      const list = eachOf(items, shown(path), FIELD_LIMITS.attributions, (item) => attributionFromCbor(item, refs));
      if (!isNormal(filled(list, shown(path))))
        return fail(shown(path), `not sorted, overlapping, mergeable or more than ${CLAIMS_PER_LINE} for a line`);
      lines.set(path, list);
    }
    return lines;
  });
}

// A path as a part of an error message: it comes from a stranger.
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

function attributionFromCbor(value: unknown, refs: NodeRefs): Attribution {
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
