import { statSync } from 'node:fs';
import { readRegular } from '../../git/objects/regular-file.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { parseLine } from './jsonl.ts';

/** Size limit in bytes. The agent rewrites the file at every step, and each version has to be read whole. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

let last: { readonly of: string; readonly value: Payload | undefined } | undefined;

/**
 * Parses a whole file as a JSON object; undefined when it cannot be read or is something else. Decodes it again only after
 * it changed.
 */
export function readWhole(path: string): Payload | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_READ_BYTES) return undefined;
  const of = `${path}\0${stat.size}\0${stat.mtimeMs}`;
  if (last?.of !== of) last = { of, value: parseLine(readRegular(path, MAX_READ_BYTES) ?? '') };
  return last.value;
}
