import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EventLog, type Sources } from '../../src/behaviours/log/event-log.ts';
import type { FoundEvent } from '../../src/model/behaviours/event.ts';

const SOURCES: Sources = { ledgers: {}, notes: '', seen: {}, heads: [] };
const event = (id: string): FoundEvent => ({ type: 'created', id, subject: id, at: 1, depth: 0 });
const idsIn = (dir: string): string[] => new EventLog(dir).since(0).map(({ n, id }) => `${n} ${id}`);

test.each([
  ['in the middle of a line', '{"n":2,"type":"crea'],
  ['after a line', `${JSON.stringify({ n: 2, ...event('lost') })}\n`],
])('a batch that was cut off %s does not count, and the next one follows the last complete batch', (_, rest) => {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-log-'));
  try {
    new EventLog(dir).append([event('a')], SOURCES);
    appendFileSync(join(dir, 'events.jsonl'), rest);
    expect(idsIn(dir)).toEqual(['1 a']);
    new EventLog(dir).append([event('b')], SOURCES);
    expect(idsIn(dir)).toEqual(['1 a', '2 b']);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
