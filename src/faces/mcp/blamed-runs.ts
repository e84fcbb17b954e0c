import type { BlameLine } from '../../ask/blame/blame-answer.ts';

const SAME = [
  'commit',
  'author',
  'owner',
  'session',
  'node',
  'decision',
  'goal',
  'verification',
  'evidence',
  'confidence',
] as const;

/**
 * Merges adjacent lines with the same origin into runs, `from` to `to`. The lines' text is left out, because it is in the
 * file.
 */
export function runsOf(lines: readonly BlameLine[]): object[] {
  const runs: { from: number; to: number; first: BlameLine }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && SAME.every((key) => last.first[key] === line[key])) last.to = line.line;
    else runs.push({ from: line.line, to: line.line, first: line });
  }
  return runs.map(({ from, to, first }) =>
    Object.assign({ from, to }, Object.fromEntries(SAME.map((key) => [key, first[key]]))),
  );
}
