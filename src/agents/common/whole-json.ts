import { statSync } from 'node:fs';
import { readRegular } from '../../git/objects/regular-file.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { parseLine } from './jsonl.ts';

/** A record that is larger is not read: it is written anew at every step, and would be read anew as often. */
const MAX_READ = 32 * 1024 * 1024;

let last: { readonly of: string; readonly value: Payload | undefined } | undefined;

/** The JSON object that is a whole file; undefined when it is none or cannot be read. It is decoded once for as long as it stays the same. */
export function readWhole(path: string): Payload | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_READ) return undefined;
  const of = `${path}\0${stat.size}\0${stat.mtimeMs}`;
  if (last?.of !== of) last = { of, value: parseLine(readRegular(path, MAX_READ) ?? '') };
  return last.value;
}
