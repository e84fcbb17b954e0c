import { textOf } from './cbor.ts';
import type { RepoPath } from '../ids.ts';
import { isTextPath, pathFromBytes, pathToBytes } from '../path.ts';
import { asText, fail } from './fields.ts';

/** Encodes a path, or text that may be a path: as text when its bytes are valid text of the format, otherwise as bytes. */
export function pathToCbor(path: RepoPath, field: string, most: number): string | Uint8Array {
  if (isTextPath(path) && textOf(path) === path) return asText(path, field, most);
  const bytes = pathToBytes(path);
  const again = pathFromBytes(bytes);
  if (bytes.length > most) return fail(field, `more than ${most} bytes`);
  return isTextPath(again) && textOf(again) === again ? again : new Uint8Array(bytes);
}

/** Decodes what `pathToCbor` wrote. Rejects bytes that should have been text. */
export function pathFromCbor(value: unknown, field: string, most: number): RepoPath {
  if (!(value instanceof Uint8Array)) return asText(value, field, most) as RepoPath;
  if (value.length > most) return fail(field, `more than ${most} bytes`);
  const path = pathFromBytes(value);
  return isTextPath(path) && textOf(path) === path ? fail(field, 'text that is written as bytes') : path;
}
