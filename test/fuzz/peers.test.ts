import { expect, test } from 'vitest';
import { parseLine } from '../../src/agents/common/jsonl.ts';
import { oid } from '../../src/model/ids.ts';
import { agentNoteRecord } from '../../src/exchange/agentnote/agentnote.ts';
import { clip } from '../../src/exchange/clamp-ranges.ts';
import type { ForeignRecord } from '../../src/exchange/foreign.ts';
import { gitAiRecord } from '../../src/exchange/git-ai/git-ai.ts';
import { qwenRecord } from '../../src/exchange/qwen/qwen.ts';
import { WarningCounts } from '../../src/exchange/warning-counts.ts';
import { fuzz, TIMEOUT } from './campaign.ts';
import type { Dice } from './dice.ts';
import { mutateBytes } from './mutate-bytes.ts';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
const broken = (samples: readonly Uint8Array[]) => (dice: Dice) => mutateBytes(dice.pick(samples), samples, dice);
const commit = oid('a'.repeat(40));

// For any record, the sessions named exist in it, and the line ranges are valid.
function isSound(record: ForeignRecord | undefined): boolean {
  for (const ranges of record?.files.values() ?? []) {
    for (const { start, end, by } of ranges) {
      expect(start >= 1 && end >= start).toBe(true);
      expect(typeof by !== 'number' || record!.sessions[by] !== undefined).toBe(true);
    }
    const { lines } = clip(
      [
        [1, 3],
        [7, 2],
      ],
      ranges,
    );
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(5);
  }
  return record !== undefined;
}

test('any notes of git-ai are read to a sound result', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'notes of git-ai',
      few: 1000,
      share: 0.1,
      input: broken([
        bytesOf(
          'src/a.ts\n  s_1f2e3d4c5b6a79::t_00aa11bb22cc33 3-9,14\n  h_9a8b7c6d5e4f30 10-13\n"docs/my file.md"\n  0123456 1-2\n---\n' +
            '{"schema_version":"authorship/3.0.0","prompts":{"0123456":{"agent_id":{"tool":"cursor","id":"c","model":"m"},"messages":[{"type":"user","text":"Do it","timestamp":1}]}},"sessions":{"s_1f2e3d4c5b6a79":{"agent_id":{"tool":"claude","id":"u"}}}}\n',
        ),
        bytesOf('---\n{}'),
      ]),
      run: (bytes) => isSound(gitAiRecord({ commit, bytes: Buffer.from(bytes) }, new WarningCounts())),
    }),
  ).resolves.toBeGreaterThan(0),
);

test('any notes of Agent Note are read to a sound result', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'notes of Agent Note',
      few: 1000,
      share: 0.1,
      input: broken([
        bytesOf(
          '{"v":1,"agent":"claude","session_id":"u","model":"m","interactions":[{"prompt":"Do it","response":"Done","timestamp":"2026-01-01T00:00:00Z"}],"files":[{"path":"a","by_ai":true,"generated":false}],"attribution":{"ai_ratio":100,"method":"line","lines":{"ai_added":2,"total_added":2}}}',
        ),
      ]),
      run: (bytes) => {
        const note = parseLine(Buffer.from(bytes).toString('utf8'));
        return note !== undefined && isSound(agentNoteRecord(commit, note, new WarningCounts()));
      },
    }),
  ).resolves.toBeGreaterThan(0),
);

test('any notes of Qwen Code are read to a sound result', { timeout: TIMEOUT }, () =>
  expect(
    fuzz({
      name: 'notes of Qwen Code',
      few: 1000,
      share: 0.1,
      input: broken([
        bytesOf(
          '{"version":1,"generator":"m","files":{"a":{"aiChars":29,"humanChars":51,"percent":36,"surface":"cli"}},"summary":{"aiPercent":36},"promptCount":1}',
        ),
      ]),
      run: (bytes) => {
        const note = parseLine(Buffer.from(bytes).toString('utf8'));
        return note !== undefined && isSound(qwenRecord(commit, note, new WarningCounts()));
      },
    }),
  ).resolves.toBeGreaterThan(0),
);
