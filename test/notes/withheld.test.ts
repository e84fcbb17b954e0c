import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oid } from '../../src/model/ids.ts';
import { clearWithheld, withhold, readWithheld, refuse } from '../../src/notes/withheld.ts';

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'git-prov-held-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const note = { commit: oid('a'.repeat(40)), why: 'secret', places: ['summary of 8f3a21c0-9'] } as const;

test('withheld notes are kept by remote, until they may be sent', () => {
  withhold(dir, 'origin', [note]);
  refuse(dir, 'fork', 3);
  expect(readWithheld(dir)).toEqual({ notes: { origin: [note] }, refused: { fork: 3 }, left: {} });
  withhold(dir, 'origin', []);
  expect(readWithheld(dir).notes).toEqual({});
  clearWithheld(dir);
  expect(readWithheld(dir)).toEqual({ notes: {}, refused: {}, left: {} });
});

test.each([
  '',
  'null',
  '[]',
  '{"notes":null}',
  '{"notes":{"a":null,"b":[null],"c":[{"commit":1}]},"refused":{"a":"x"}}',
  '{"notes":[1],"refused":"x","left":[]}',
])('a damaged file (%s) counts as empty, and is rewritten', (text) => {
  writeFileSync(join(dir, 'held.json'), text);
  expect(readWithheld(dir)).toEqual({ notes: {}, refused: {}, left: {} });
  withhold(dir, 'origin', [note]);
  expect(readWithheld(dir).notes).toEqual({ origin: [note] });
});
