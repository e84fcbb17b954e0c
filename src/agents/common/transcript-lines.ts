import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../../git/objects/regular-file.ts';
import { parseLine, readLines } from './jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import type { Fault } from './transcript-event.ts';

/** So much of a file is read at once, in bytes: a longer line is passed over. */
const PART = 8 * 1024 * 1024;
/** What a file is stands in so many bytes. */
const BEGINNING = 64 * 1024;

/**
 * The records of a file of JSON lines, one after the other, in memory that does not grow with it. Lines that are too long, are
 * no JSON object or have no end are passed over and told of.
 * @param wants lines of other kinds are not decoded
 */
export function* recordsIn(path: string, fault: Fault, wants: (line: string) => boolean): Generator<Payload> {
  let isTail = false;
  let number = 0;
  let offset = 0;
  for (;;) {
    const read = readLines(path, offset, PART);
    if (!read) return fault('files that cannot be read', path);
    if (read.offset === offset) break;
    offset = read.offset;
    if (read.lines.length === 0) {
      if (!isTail) fault(`lines longer than ${PART / 1024 / 1024} MiB`, path);
      isTail = true;
      continue;
    }
    // Behind the last newline stands nothing.
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
  const record = wants(rest) ? parseLine(rest) : undefined;
  if (record) yield record;
  else fault('files cut in the middle of a line', path);
}

// What stands behind the last newline, which is no more than a part.
function restOf(path: string, offset: number): string {
  const fd = openRegular(path);
  try {
    const bytes = Buffer.alloc(PART);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, PART, offset)).trim();
  } finally {
    closeSync(fd);
  }
}

/** The beginning of a file, by which it is told what it is; empty when it cannot be read. */
export function beginningOf(path: string): string {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    const bytes = Buffer.alloc(BEGINNING);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}
