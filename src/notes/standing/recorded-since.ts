import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';

/** Graphs that a clone recorded after a mark. */
export interface RecordedSince {
  readonly graphs: readonly string[];
  /** The commits with notes that it wrote. */
  readonly commits: readonly string[];
  /** The mark for the next call. */
  readonly mark: string;
  /** Whether these are all graphs: there was no mark, or the memory was replaced since. */
  readonly isWhole: boolean;
}

/** Bytes before the mark that must be unchanged. */
const TAIL_BYTES = 256;

/**
 * Reads the ids of graphs from the file `recorded`, which only grows, and from the folder of older versions. If the bytes
 * before the mark have changed, everything is read again.
 */
export function graphsSince(file: string, folder: string, mark: string): RecordedSince {
  const older = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const [at, tail, olderThen] = mark.split(' ');
  const fd = existsSync(file) ? openSync(file, 'r') : undefined;
  try {
    const size = fd === undefined ? 0 : fstatSync(fd).size;
    const from = Number(at);
    const isKnown = mark !== '' && from <= size && tail === tailOf(fd, from) && olderThen === String(older);
    const start = isKnown ? from : 0;
    const text = bytesOf(fd, start, size).toString('latin1');
    const end = text.lastIndexOf('\n') + 1; // a line without an end is still being written
    const lines = text.slice(0, end).split('\n');
    const graphs = lines.flatMap((line) => (line.startsWith('g ') ? [line.slice(2)] : []));
    const commits = lines.flatMap((line) => (line.startsWith('n ') ? (line.split(' ', 2)[1] ?? []) : []));
    if (!isKnown && older > 0) graphs.push(...readdirSync(folder));
    return { graphs, commits, mark: `${start + end} ${tailOf(fd, start + end)} ${older}`, isWhole: !isKnown };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

const tailOf = (fd: number | undefined, end: number): string =>
  createHash('sha256')
    .update(bytesOf(fd, Math.max(0, end - TAIL_BYTES), end))
    .digest('hex');

function bytesOf(fd: number | undefined, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  return fd === undefined ? bytes : bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
}
