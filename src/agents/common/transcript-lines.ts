import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../../git/objects/regular-file.ts';
import { parseLine, readLines } from './jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import type { TranscriptFault } from './transcript-event.ts';

/** Bytes per read. Longer lines are skipped. */
const PART_BYTES = 8 * 1024 * 1024;
/** Bytes at the start of a file that identify its format. */
const FORMAT_BYTES = 64 * 1024;

/**
 * The records of a JSON-lines file, read in parts so that memory stays constant. Lines that are too long, incomplete or not
 * a JSON object are skipped and reported.
 * @param wants decides by its text whether a line is decoded
 */
export function* recordsIn(path: string, fault: TranscriptFault, wants: (line: string) => boolean): Generator<Payload> {
  let isTail = false;
  let number = 0;
  let offset = 0;
  for (;;) {
    const read = readLines(path, offset, PART_BYTES);
    if (!read) return fault('files that cannot be read', path);
    if (read.offset === offset) break;
    offset = read.offset;
    if (read.lines.length === 0) {
      if (!isTail) fault(`lines longer than ${PART_BYTES / 1024 / 1024} MiB`, path);
      isTail = true;
      continue;
    }
    // The last element is the empty text after the last newline.
    for (const line of isTail ? read.lines.slice(1, -1) : read.lines.slice(0, -1)) {
      number++;
      if (line.trim() === '' || !wants(line)) continue;
      const record = parseLine(line);
      if (record) yield record;
      else fault('lines that are no JSON', `${path}:${number}`);
    }
    isTail = false;
  }
  const rest = isTail ? '' : restOf(path, offset);
  if (rest === '') return;
  // A file may end without a newline.
  const record = parseLine(rest);
  if (!record) fault('files cut in the middle of a line', path);
  else if (wants(rest)) yield record;
}

// The text after the last newline. It fits into one part.
function restOf(path: string, offset: number): string {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.alloc(PART_BYTES);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, PART_BYTES, offset)).trim();
  } finally {
    closeSync(fd);
  }
}

/** The beginning of a file, which shows its format; empty when the file cannot be read. */
export function beginningOf(path: string): string {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    const bytes = Buffer.alloc(FORMAT_BYTES);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
