import type { RepoPath } from './ids.ts';
import { sequenceLength } from './format/scan.ts';

/** UTF-16 units converted in one call, because they are passed as its arguments. */
const CHUNK = 4096;

/**
 * Decodes a path. Git's paths are bytes; in the program a path is a string. Bytes that are valid UTF-8 are decoded; any
 * other byte becomes a lone surrogate U+DC80 to U+DCFF (Python's "surrogateescape"), so that nothing is lost.
 */
export function pathFromBytes(bytes: Uint8Array): RepoPath {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(buffer)) return text as RepoPath;
  // Unit by unit, because a hostile path may be long and invalid everywhere.
  const units = new Uint16Array(buffer.length);
  let count = 0;
  for (let i = 0; i < buffer.length;) {
    const size = sequenceLength(buffer, i, buffer.length);
    const code = size === 0 ? 0xdc00 + buffer[i]! : codePoint(buffer, i, size);
    if (code < 0x10000) units[count++] = code;
    else {
      units[count++] = 0xd7c0 + (code >> 10);
      units[count++] = 0xdc00 + (code & 0x3ff);
    }
    i += size || 1;
  }
  return decodeUnits(units.subarray(0, count)) as RepoPath;
}

/** The bytes of a path in git. The inverse of `pathFromBytes`. */
export function pathToBytes(path: RepoPath): Buffer {
  if (!/[\udc80-\udcff]/.test(path)) return Buffer.from(path, 'utf8');
  const bytes = Buffer.alloc(path.length * 3);
  let count = 0;
  for (let i = 0; i < path.length; i++) {
    const code = path.codePointAt(i)!;
    if (code < 0x80 || (code >= 0xdc80 && code <= 0xdcff)) bytes[count++] = code < 0x80 ? code : code - 0xdc00;
    else count += bytes.write(String.fromCodePoint(code), count, 'utf8');
    if (code > 0xffff) i++;
  }
  return bytes.subarray(0, count);
}

/** Whether the path's bytes are UTF-8. */
export const isTextPath = (path: RepoPath): boolean => path.isWellFormed();

// Decodes the character of a well-formed sequence of `size` bytes.
function codePoint(bytes: Buffer, i: number, size: number): number {
  if (size === 1) return bytes[i]!;
  let code = bytes[i]! & (0x7f >> size);
  for (let k = 1; k < size; k++) code = (code << 6) | (bytes[i + k]! & 0x3f);
  return code;
}

const decodeUnits = (units: Uint16Array): string => {
  let out = '';
  for (let at = 0; at < units.length; at += CHUNK) out += String.fromCharCode(...units.subarray(at, at + CHUNK));
  return out;
};
