import { expect, test } from 'vitest';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import { isNodeId, nodeId, numberOf, sessionId, sessionPart, sessionPrefix, shortId } from '../../src/model/ids.ts';
import type { Note } from '../../src/model/model.ts';
import { goldenNotes } from './golden.ts';

// Sessions that begin under version 2 of the format have node ids with prefixes of 80 bits.

const versionOf = (bytes: Uint8Array): number => bytes[1]!;
const golden = new Map(goldenNotes().map((one) => [one.name, one]));

test('every note of version 1 is written as the bytes that it had', () => {
  const old = [...golden.values()].filter(({ bytes }) => versionOf(bytes) === 1);
  expect(old.length).toBeGreaterThan(5);
  for (const { bytes } of old) expect(Buffer.from(encodeNote(decodeNote(bytes)))).toEqual(Buffer.from(bytes));
});

test('a note with a long id has version 2, also where only an edge, a line or a parent has it', () => {
  const { note } = golden.get('small')!;
  const long = nodeId(`${sessionPrefix({ id: sessionId('s2'), digits: 20 })}-1`);
  const [graph] = note.graphs;
  const more: Note[] = [
    {
      ...note,
      graphs: [{ ...graph!, session: { ...graph!.session, digits: 20 }, nodes: [], edges: [] }],
      lines: new Map(),
    },
    {
      ...note,
      graphs: [{ ...graph!, edges: [{ from: long, to: graph!.nodes[0]!.id, kind: 'led_to', source: 'observed' }] }],
    },
    { ...note, graphs: [{ ...graph!, context: [{ ...graph!.nodes[0]!, id: long }] }] },
    { ...note, graphs: [{ ...graph!, nodes: [{ ...graph!.nodes[0]!, parent: long }, ...graph!.nodes.slice(1)] }] },
    {
      ...note,
      graphs: [{ ...graph!, nodes: [{ ...graph!.nodes[0]!, detail: { continues: long } }, ...graph!.nodes.slice(1)] }],
    },
    {
      ...note,
      graphs: [],
      lines: new Map([...note.lines].map(([path, [line]]) => [path, [{ ...line!, from: long }]])),
    },
  ];
  for (const one of more) {
    const bytes = encodeNote(one);
    expect(versionOf(bytes)).toBe(2);
    expect(encodeNote(decodeNote(bytes))).toEqual(bytes);
  }
  expect(versionOf(encodeNote(note))).toBe(1);
});

test('a note has one version: another one in its bytes is refused', () => {
  for (const name of ['small', 'long']) {
    const { bytes } = golden.get(name)!;
    const changed = Uint8Array.from(bytes);
    changed[1] = 3 - versionOf(bytes);
    expect(() => decodeNote(changed)).toThrow(/Blob is not a note/);
  }
});

test('a note of version 1 and one of version 2 join to one that has both sessions, with their ids', () => {
  const [small, long] = [golden.get('small')!.note, golden.get('long')!.note];
  const both = joinNotes(small, long);
  const ids = new Set(both.graphs.flatMap(({ nodes }) => nodes.map(({ id }) => id)));
  for (const { nodes } of [...small.graphs, ...long.graphs]) for (const { id } of nodes) expect(ids).toContain(id);
  expect(versionOf(encodeNote(both))).toBe(2);
  expect(encodeNote(joinNotes(long, small))).toEqual(encodeNote(both));
});

test('ids are taken apart at the dash, and people see eight digits', () => {
  const id = sessionId('s2');
  const [short, long] = [
    nodeId(`${sessionPrefix({ id })}-12`),
    nodeId(`${sessionPrefix({ id, digits: 20 })}-999999999`),
  ];
  expect([sessionPart(short), numberOf(short)]).toEqual([sessionPrefix({ id }), 12]);
  expect([sessionPart(long), numberOf(long)]).toEqual([sessionPrefix({ id, digits: 20 }), 999_999_999]);
  expect(sessionPart(long)).toHaveLength(20);
  expect(shortId(long)).toBe(`${sessionPart(short)}-999999999`);
  expect([shortId(short), shortId(sessionPart(long)), shortId('src/a.ts')]).toEqual([
    short,
    sessionPart(short),
    'src/a.ts',
  ]);
  for (const other of ['8f3a21c01234-1', '8f3a21c0123456789abcd-1', '8F3A21C0-1']) expect(isNodeId(other)).toBe(false);
});
