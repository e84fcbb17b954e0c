import { matchLines } from '../../lines/diff.ts';
import { isBinary, splitLines } from '../../lines/text.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import type { Oid } from '../../model/ids.ts';
import type { CurrentLines } from './drafts.ts';
import type { ForgeComment } from './entry.ts';

/** Bytes of a file. Lines in larger ones are not followed. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/**
 * Follows the lines of comments to another commit, by a diff of the file in both.
 * @returns their lines there; undefined for a missing file or line, and for lines that were separated
 */
export async function followLines(
  objects: ObjectReader,
  comments: readonly ForgeComment[],
  commit: Oid,
): Promise<(comment: ForgeComment) => CurrentLines | undefined> {
  const placed = comments.flatMap((comment) =>
    comment.place?.lines ? [{ comment, path: comment.place.path, lines: comment.place.lines }] : [],
  );
  const names = [...new Set(placed.flatMap(({ path, lines }) => [`${lines.commit}:${path}`, `${commit}:${path}`]))];
  const infos = await objects.info(names);
  const blobs = new Map(names.map((name, i) => [name, infos[i]?.type === 'blob' ? infos[i].oid : undefined]));
  const found = new Map<ForgeComment, CurrentLines>();
  const matches = new Map<string, Int32Array | undefined>();
  for (const { comment, path, lines } of placed) {
    const [then, now] = [blobs.get(`${lines.commit}:${path}`), blobs.get(`${commit}:${path}`)];
    if (!then || !now) continue;
    const pair = `${then} ${now}`;
    if (!matches.has(pair)) matches.set(pair, await matched(objects, then, now));
    const match = matches.get(pair);
    const there = match && linesIn(match, lines);
    if (there) found.set(comment, there);
  }
  return (comment) => found.get(comment);
}

async function matched(objects: ObjectReader, then: Oid, now: Oid): Promise<Int32Array | undefined> {
  const [before, after] = await objects.read([then, now], { limit: MAX_FILE_BYTES });
  if (!before || !after || !('bytes' in before) || !('bytes' in after)) return undefined;
  if (isBinary(before.bytes) || isBinary(after.bytes)) return undefined;
  return matchLines(splitLines(before.bytes), splitLines(after.bytes));
}

// All lines must be there, next to each other.
function linesIn(match: Int32Array, { start, end }: CurrentLines): CurrentLines | undefined {
  const first = match.indexOf(start - 1);
  if (first < 0) return undefined;
  for (let i = 0; i <= end - start; i++) if (match[first + i] !== start - 1 + i) return undefined;
  return { start: first + 1, end: first + 1 + end - start };
}
