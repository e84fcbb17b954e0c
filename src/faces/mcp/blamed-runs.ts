/** One line of `git prov blame --json`. */
export interface BlamedLine {
  readonly line: number;
  readonly commit: string;
  readonly author: string;
  readonly owner: string;
  readonly session: string | null;
  readonly node: string | null;
  readonly decision: string | null;
  readonly goal: string | null;
  readonly verification: string;
  readonly evidence: string | null;
  readonly confidence: number | null;
}

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
export function runsOf(lines: readonly BlamedLine[]): object[] {
  const runs: { from: number; to: number; first: BlamedLine }[] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && SAME.every((key) => last.first[key] === line[key])) last.to = line.line;
    else runs.push({ from: line.line, to: line.line, first: line });
  }
  return runs.map(({ from, to, first }) =>
    Object.assign({ from, to }, Object.fromEntries(SAME.map((key) => [key, first[key]]))),
  );
}
