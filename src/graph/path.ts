import type { RepoPath } from './ids.ts';

/**
 * Git's paths are bytes. In the program a path is a string: decoded as UTF-8 where the bytes are UTF-8, otherwise
 * with each offending byte as a lone surrogate U+DC80 to U+DCFF (Python's "surrogateescape"), so that nothing is lost.
 */
export function pathFromBytes(bytes: Uint8Array): RepoPath {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (!text.includes('\ufffd') || Buffer.from(text, 'utf8').equals(buffer)) return text as RepoPath;
  let out = '';
  for (let i = 0; i < buffer.length;) {
    const size = sequenceLength(buffer, i);
    out += size ? buffer.toString('utf8', i, i + size) : String.fromCharCode(0xdc00 + buffer[i]!);
    i += size || 1;
  }
  return out as RepoPath;
}

/** The bytes that git knows the path by. The inverse of `pathFromBytes`. */
export function pathToBytes(path: RepoPath): Buffer {
  if (!/[\udc80-\udcff]/.test(path)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.length === 1 ? char.charCodeAt(0) : 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(char, 'utf8'));
  }
  return Buffer.concat(parts);
}

/** Whether the path's bytes are UTF-8. */
export const isTextPath = (path: RepoPath): boolean => path.isWellFormed();

// The length of the well-formed UTF-8 sequence at `i`, or 0.
function sequenceLength(bytes: Buffer, i: number): number {
  const head = bytes[i]!;
  const size =
    head < 0x80
      ? 1
      : head >= 0xc2 && head < 0xe0
        ? 2
        : head >= 0xe0 && head < 0xf0
          ? 3
          : head >= 0xf0 && head < 0xf5
            ? 4
            : 0;
  if (size === 0 || i + size > bytes.length) return 0;
  return bytes.toString('utf8', i, i + size).includes('\ufffd') ? 0 : size;
}
