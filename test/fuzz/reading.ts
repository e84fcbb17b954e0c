import { expect } from 'vitest';
import type { TextStyle } from '../../src/faces/cli/render/fields.ts';
import { signsFor } from '../../src/faces/cli/render/blame/blame-words.ts';
import { jsonText } from '../../src/faces/cli/render/json-text.ts';
import { renderTrees } from '../../src/faces/cli/render/ask/tree.ts';
import { NoteLookup } from '../../src/ask/blame/note-lookup.ts';
import { ProvError } from '../../src/errors.ts';
import { decodeNote, encodeNote } from '../../src/model/format/note.ts';
import { oid } from '../../src/model/ids.ts';
import { checkInvariants } from '../../src/model/invariants.ts';
import { joinNotes } from '../../src/model/graph/join.ts';
import type { Note } from '../../src/model/model.ts';
import { decodeStatement, linesBySession } from '../../src/model/statement.ts';
import { summarize } from '../../src/model/graph/summary.ts';
import { commitNote } from '../../src/faces/library/commit-note.ts';
import { DeclaredEdges } from '../../src/model/knowledge/declared-edges.ts';
import { graphInfo } from '../../src/ask/shapes/parts.ts';
import { growTrees } from '../../src/ask/history/tree.ts';
import { namedElsewhere } from '../../src/trust/checks/lines.ts';
import { walkSteps } from '../../src/trust/checks/steps.ts';

const COMMIT = oid('3fa2c1d0'.repeat(5));
export const LOOK: TextStyle = { signs: signsFor({}), paint: (_, text) => text, columns: undefined, unicode: true };
/** Characters that could control a terminal, reorder text or be invisible. A newline and git's TAB are ours. */
const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/** A joiner that makes one picture of two. */
const JOINER = /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Checks that a text can be shown to a person, and is not far larger than its source. */
export function expectFit(text: string, madeOf: number): void {
  const found = RAW.exec(text.replaceAll(JOINER, ''));
  if (found)
    throw new Error(
      `A raw character U+${found[0].charCodeAt(0).toString(16)} is shown: ${JSON.stringify(text.slice(Math.max(0, found.index - 40), found.index + 10))}`,
    );
  if (text.length > 4000 + 1000 * madeOf) throw new Error(`${text.length} characters are shown of ${madeOf} bytes.`);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Does everything with a note that needs no repository, and checks the laws for all notes. */
export function useNote(bytes: Uint8Array, other: Note): void {
  const note = decodeNote(bytes);
  // Several notes in a blob are read as their join, so only the re-encoded note is in normal form.
  const one = encodeNote(structuredClone(note));
  const isAlone = one.length === bytes.length;
  if (isAlone) expect(hex(one)).toBe(hex(bytes));
  else expect(hex(encodeNote(decodeNote(one)))).toBe(hex(one));
  expect(hex(encodeNote(joinNotes(note, note)))).toBe(hex(one));
  checkJoin(note, other);
  lookAt(note, bytes.length);
}

function checkJoin(note: Note, other: Note): void {
  const both = written(() => joinNotes(note, other));
  expect(written(() => joinNotes(other, note))).toBe(both);
  if (both === undefined) return;
  expect(hex(encodeNote(decodeNote(Buffer.from(both, 'hex'))))).toBe(both);
  expect(written(() => joinNotes(joinNotes(note, other), note))).toBe(both);
}

// Together they may be too large for a single note.
function written(make: () => Note): string | undefined {
  try {
    return hex(encodeNote(make()));
  } catch (error) {
    if (error instanceof ProvError && error.kind === 'data') return undefined;
    throw error;
  }
}

/** The output of commands for a note, without the parts that need git. */
function lookAt(note: Note, size: number): void {
  const { graphs, lines } = note;
  const view = new NoteLookup(note, COMMIT);
  for (const path of lines.keys()) {
    const owners = view.owners(path, 1, 1000);
    expect(owners.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
    view.passedOn('test', path, COMMIT);
  }
  linesBySession(lines);
  const { statusOf } = new DeclaredEdges().add(graphs);
  for (const graph of graphs) {
    const { nodes, edges } = graph;
    for (const { id } of nodes) view.context(id);
    checkInvariants(nodes, edges);
    summarize(nodes, edges);
    walkSteps(graph);
    expectFit(jsonText(graphInfo(graph, statusOf), 2), size);
  }
  expectFit(renderTrees(growTrees(graphs, { ofNode: () => undefined, ofEdge: statusOf }), LOOK), size);
  expectFit(jsonText(commitNote(COMMIT, note)), size);
  for (const _ of namedElsewhere(COMMIT, note));
  const stated = (note.signatures ?? []).flatMap(({ payload }) => statementIn(payload));
  expect(stated.every(({ at }) => Number.isSafeInteger(at))).toBe(true);
}

function statementIn(payload: Uint8Array): ReturnType<typeof decodeStatement>[] {
  try {
    return [decodeStatement(payload)];
  } catch (error) {
    if (error instanceof ProvError && error.kind === 'data') return [];
    throw error;
  }
}
