import { textOf } from './cbor.ts';
import type { RepoPath } from '../ids.ts';
import { isTextPath, pathFromBytes, pathToBytes } from '../path.ts';
import { asText, fail } from './fields.ts';

/** A path, or text that may be one: text where its bytes are text in the format's sense, otherwise the bytes. */
export function pathToCbor(path: RepoPath, field: string, most: number): string | Uint8Array {
  if (isTextPath(path) && textOf(path) === path) return asText(path, field, most);
  const bytes = pathToBytes(path);
  const again = pathFromBytes(bytes);
  if (bytes.length > most) return fail(field, `more than ${most} bytes`);
  return isTextPath(again) && textOf(again) === again ? again : new Uint8Array(bytes);
}

/** The inverse of `pathToCbor`; bytes that could have been text are refused. */
export function pathFromCbor(value: unknown, field: string, most: number): RepoPath {
  if (!(value instanceof Uint8Array)) return asText(value, field, most) as RepoPath;
  if (value.length > most) return fail(field, `more than ${most} bytes`);
  const path = pathFromBytes(value);
  return isTextPath(path) && textOf(path) === path ? fail(field, 'text that is written as bytes') : path;
}
