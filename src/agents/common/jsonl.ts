import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../../git/objects/regular-file.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** Bytes per read. The next drain continues after them. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Complete lines of a file that an agent may still be writing. */
export interface Lines {
  readonly lines: readonly string[];
  /** The byte offset of the next read. */
  readonly offset: number;
}

/**
 * The complete lines after a byte offset. A file that became shorter was rewritten and is read from its start. An
 * unfinished last line is left for the next read, unless it is longer than one read. Returns undefined when the file cannot
 * be read.
 */
export function readLines(path: string, offset: number, most = MAX_READ_BYTES): Lines | undefined {
  let fd: number | undefined;
  try {
    fd = openRegular(path);
    const { size } = fstatSync(fd);
    const start = size < offset ? 0 : offset;
    const bytes = Buffer.alloc(Math.min(size - start, most));
    const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start));
    const end = read.lastIndexOf(10) + 1;
    if (end === 0 && read.length === most) return { lines: [], offset: start + most };
    return { lines: read.toString('utf8', 0, end).split('\n'), offset: start + end };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Parses a line as a JSON object; undefined for anything else. */
export function parseLine(line: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
