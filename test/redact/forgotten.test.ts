import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { nodeId, sessionId } from '../../src/model/ids.ts';
import type { Graph, Node, Note } from '../../src/model/model.ts';
import { FORGOTTEN_FILE, ForgottenTexts, isRevived } from '../../src/redact/forgotten.ts';

const dir = mkdtempSync(join(tmpdir(), 'git-prov-forgotten-'));
afterAll(() => rmSync(dir, { recursive: true }));
const file = join(dir, FORGOTTEN_FILE);
const keep = (texts: string[], fields: string[] = []): ForgottenTexts => {
  writeFileSync(file, new ForgottenTexts(dir).with(texts, fields));
  return new ForgottenTexts(dir);
};

test('a forgotten text is recognised anywhere, and no other text is', () => {
  const text = fc.string({ minLength: 4, maxLength: 12, unit: 'binary' });
  fc.assert(
    fc.property(
      text,
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      text,
      (needle, before, after, other) => {
        rmSync(file, { force: true });
        const forgotten = keep([needle]);
        expect(forgotten.isIn(before + needle + after)).toBe(true);
        expect(forgotten.isIn(other)).toBe(other.includes(needle));
        expect(forgotten.isIn(before + after)).toBe((before + after).includes(needle));
      },
    ),
    { numRuns: 200 },
  );
});

test('nothing readable of it is kept; more texts can be added, and each is kept once', () => {
  rmSync(file, { force: true });
  expect(new ForgottenTexts(dir).isEmpty).toBe(true);
  const both = keep(['one secret'], ['in 6f6e6520736563726574 only']);
  expect([both.isEmpty, both.isIn('in 6f6e6520736563726574 only'), both.isIn('6f6e6520736563726574')]).toEqual([
    false,
    true,
    false,
  ]);
  expect(keep(['two secrets', 'one secret']).isIn('here is one secret')).toBe(true);
  const { texts, fields } = JSON.parse(readFileSync(file, 'utf8')) as { texts: object[]; fields: object[] };
  expect([texts.length, fields.length]).toEqual([2, 1]);
  expect(readFileSync(file, 'utf8')).not.toMatch(/secret|6f6e65/);
});

test('another repository does not know it, and a damaged file counts as empty', () => {
  const other = mkdtempSync(join(tmpdir(), 'git-prov-forgotten-'));
  writeFileSync(join(other, FORGOTTEN_FILE), readFileSync(keep(['one secret']) && file));
  expect(new ForgottenTexts(other).isIn('one secret')).toBe(false);
  for (const bad of [
    '',
    '{}',
    'null',
    '{"texts":[{}],"fields":[]}',
    '{"texts":[{"length":0,"sum":0,"hmac":""}],"fields":[]}',
  ]) {
    writeFileSync(join(other, FORGOTTEN_FILE), bad);
    expect(new ForgottenTexts(other).isEmpty).toBe(true);
  }
  rmSync(other, { recursive: true });
});

const S = sessionId('s');
const node = (number: number, summary: string): Node => ({
  id: nodeId(`0a0a0a0a-${number}`),
  kind: 'goal',
  at: 1,
  summary,
});
const graph = (start: string, ...nodes: Node[]): Graph => ({
  session: { id: S, agent: 'x' },
  nodes,
  edges: [],
  explains: [],
  previous: null,
  chain: { start: start.repeat(64), head: 'f'.repeat(64) },
});
const note = (...graphs: Graph[]): Note => ({ graphs, lines: new Map(), carried: [] });

test('a note with both the original and the forgotten form of a step is recognised, in either order; other notes are not', () => {
  const [was, is] = [graph('0', node(1, 'say it')), graph('0', node(1, 'say [forgotten]'))];
  expect([isRevived(note(was, is)), isRevived(note(is, was))]).toEqual([true, true]);
  expect([isRevived(note(was)), isRevived(note(is)), isRevived(note(is, is))]).toEqual([false, false, false]);
  // The next step has the same words, after a different start.
  expect(isRevived(note(graph('1', node(2, 'go on')), graph('2', node(2, 'go on'))))).toBe(true);
  expect(isRevived(note(was, graph('1', node(2, 'go on'))))).toBe(false);
  // A copy of the goal in a later graph.
  const later = { ...graph('1', node(2, 'go on')), context: [node(1, 'say it')] };
  expect([isRevived(note(is, later)), isRevived(note(was, later))]).toEqual([true, false]);
});
