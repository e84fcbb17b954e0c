import { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import { splitLines } from '../lines/text.ts';
import type { RepoPath } from '../model/ids.ts';
import type { Finding } from './findings.ts';

/** Gives the lines of files at the end of the range, without their ends. */
export type LinesOf = (
  files: readonly Pick<Finding, 'path' | 'blob' | 'hasLines'>[],
) => Promise<ReadonlyMap<RepoPath, readonly string[]>>;

/**
 * Reads files as lines. A binary file or submodule has one line: the id of its content. A waiver can then name it.
 * @returns a function that reads files; one that cannot be read has no lines
 */
export function fileLines(repo: Repo): LinesOf {
  return async (files) => {
    const wanted = [...new Map(files.map((file) => [file.path, file])).values()];
    const lines = new Map<RepoPath, readonly string[]>();
    const readable = wanted.filter(({ blob, hasLines }) => blob !== undefined && hasLines);
    for (const { path, blob, hasLines } of wanted) if (!hasLines && blob) lines.set(path, [blob]);
    if (readable.length === 0) return lines;
    const objects = new ObjectReader(repo);
    try {
      const found = await objects.read(readable.map(({ blob }) => blob!));
      for (const [i, { path }] of readable.entries()) {
        const object = found[i];
        if (object && 'bytes' in object) lines.set(path, splitLines(object.bytes));
      }
    } finally {
      await objects.close();
    }
    return lines;
  };
}
