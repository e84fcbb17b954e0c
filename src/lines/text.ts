// Text of blobs as lines. Each byte is one character (latin1), so nothing is lost and nothing is decoded.

/** How much of a blob is examined to tell text from binary (git's buffer_is_binary). */
const BINARY_PROBE_BYTES = 8000;

/** Whether git would call these bytes binary: a NUL among the first 8,000. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, BINARY_PROBE_BYTES).includes(0);

/**
 * The lines of a blob without their "\n"; the last line may lack it. A "\r" stays: it is content to git.
 * An empty blob has no lines.
 */
export function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The line without white space, to compare lines regardless of formatting. */
export const squeeze = (line: string): string => line.replace(/[ \t\r\v\f]+/g, '');

// Letters, digits and bytes of other scripts.
const weighs = (c: number): boolean =>
  (c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c >= 128;

/** The weight of a line: its letters, digits and bytes of other scripts (git blame -M counts the same way). */
export function weight(line: string): number {
  let count = 0;
  for (let i = 0; i < line.length; i++) if (weighs(line.charCodeAt(i))) count++;
  return count;
}

/** A line with less weight (`}`, `or`) is in many texts: alone it does not show its author. */
export const MIN_LINE_WEIGHT = 4;

/** Whether a line has that weight. It is read only as far as that takes, which counts where there are millions. */
export function weighsEnough(line: string): boolean {
  let count = 0;
  for (let i = 0; i < line.length; i++) if (weighs(line.charCodeAt(i)) && ++count >= MIN_LINE_WEIGHT) return true;
  return false;
}

/** The sum of the weights of `lines[from]` to `lines[to - 1]`. */
export function weightOf(lines: readonly string[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += weight(lines[i]!);
  return sum;
}

/** Dice's coefficient over pairs of neighbouring characters, without white space: 0 is nothing in common, 1 is equal. */
export function similarity(a: string, b: string): number {
  const left = squeeze(a).slice(0, 500);
  const right = squeeze(b).slice(0, 500);
  if (left === right) return 1;
  if (left.length < 2 || right.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < left.length; i++) {
    const pair = left.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i + 1 < right.length; i++) {
    const pair = right.slice(i, i + 2);
    const left1 = pairs.get(pair) ?? 0;
    if (left1 > 0) {
      pairs.set(pair, left1 - 1);
      shared++;
    }
  }
  return (2 * shared) / (left.length + right.length - 2);
}
