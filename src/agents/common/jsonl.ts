import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegular } from '../../git/objects/regular-file.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';

/** No more than this is read at once; the next drain goes on behind it. */
const MAX_READ = 32 * 1024 * 1024;

/** Whole lines of a file that an agent is writing still. */
export interface Lines {
  readonly lines: readonly string[];
  /** Where to go on reading. */
  readonly offset: number;
}

/**
 * The whole lines behind a byte offset; those of the whole file when it has become shorter: then it was written anew. An
 * unfinished last line is left for the next time, unless it is longer than what is read at once. Undefined when the file
 * cannot be read.
 */
export function readLines(path: string, offset: number, most = MAX_READ): Lines | undefined {
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

/** A line as a JSON object; undefined when it is none. */
export function parseLine(line: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
