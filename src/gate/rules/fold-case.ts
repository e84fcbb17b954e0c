import type { AttributeFiles } from '../../git/repository/given-attributes.ts';
import type { RepoPath } from '../../model/ids.ts';
import { patternOf } from './attribute-lines.ts';

/**
 * A name without its case: two names with the same folded name are the same file where file systems have no case, such as
 * `SRC/a.js` and `src/a.js`. It follows Unicode, and not only ASCII as git does, because macOS does: it folds the long s (U+017F) to
 * an s, and both forms of an accent to the same letter.
 */
export const foldCase = <T extends string>(name: T): T =>
  name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC') as T;

/**
 * Files with attributes as a file system without case would have them: with folded folders and patterns. Files of one folded folder
 * become one. Git has to match them with `core.ignoreCase`, because patterns in the notation of C are not folded here.
 */
export function foldedFiles(files: AttributeFiles): AttributeFiles {
  const folded = new Map<RepoPath, Uint8Array>();
  for (const [path, bytes] of files) {
    const name = foldCase(path);
    folded.set(name, Buffer.concat([folded.get(name) ?? Buffer.alloc(0), foldedPatterns(bytes), NEWLINE]));
  }
  return folded;
}

const NEWLINE = Buffer.from('\n');

// Line by line: lines that are not UTF-8 are not changed.
const foldedPatterns = (bytes: Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .split('\n')
      .map((line) => foldedLine(Buffer.from(line, 'latin1')).toString('latin1'))
      .join('\n'),
    'latin1',
  );

function foldedLine(bytes: Buffer): Buffer {
  const line = bytes.toString('utf8');
  const pattern = patternOf(line);
  if (pattern.startsWith('[attr]') || pattern.includes('\\') || !Buffer.from(line, 'utf8').equals(bytes)) return bytes;
  const at = line.indexOf(pattern);
  return Buffer.from(line.slice(0, at) + foldCase(pattern) + line.slice(at + pattern.length), 'utf8');
}
