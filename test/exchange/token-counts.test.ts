import { expect, test } from 'vitest';
import { TokenCounts } from '../../src/exchange/entire/token-counts.ts';
import type { TranscriptSession } from '../../src/exchange/transcripts/transcript-session.ts';

const used = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 });
const checkpoint = (start: string, input: number) => ({
  transcript_identifier_at_start: start,
  token_usage: { input_tokens: input, output_tokens: 0, cache_read_tokens: 0, cache_creation_tokens: 0 },
});

test('checkpoints that count from the same start add only what is new', () => {
  const counts = new TokenCounts();
  expect(counts.since('s', checkpoint('a', 10))?.input).toBe(10);
  expect(counts.since('s', checkpoint('a', 25))?.input).toBe(15);
  expect(counts.since('other', checkpoint('a', 25))?.input).toBe(25);
  expect(counts.since('s', checkpoint('b', 7))?.input).toBe(7);
  expect(counts.since('s', {})).toBeUndefined();
});

test('the agent’s own record is divided among the checkpoints by time, and each message counts once', () => {
  const counts = new TokenCounts();
  const usage = [
    { at: 1, id: 'm1', used: used(10) },
    { at: 2, id: 'm1', used: used(12) },
    { at: 3, id: 'm2', used: used(5) },
  ];
  const story = { usage } as unknown as TranscriptSession;
  expect(counts.until(story, 0)).toBeUndefined();
  expect(counts.until(story, 1)?.input).toBe(10);
  expect(counts.until(story, 9)?.input).toBe(7);
  expect(counts.until(story, 9)).toBeUndefined();
});
