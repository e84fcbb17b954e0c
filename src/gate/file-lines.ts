import { ObjectReader } from '../git/objects/objects.ts';
import type { Repo } from '../git/repository/repo.ts';
import { splitLines } from '../lines/text.ts';
import type { RepoPath } from '../model/ids.ts';
import type { Finding } from './findings.ts';

type FindingPlace = Pick<Finding, 'path' | 'blob' | 'hasLines'>;

/** Gives the lines of files at the end of the range, without their ends. */
export type LinesOf = (files: readonly FindingPlace[]) => Promise<ReadonlyMap<RepoPath, readonly string[]>>;

/** Reads files as lines. @returns a function that reads files; one that cannot be read has no lines */
export function fileLines(repo: Repo): LinesOf {
  return async (files) => {
    const readable = [
      ...new Map(files.filter(({ blob, hasLines }) => blob && hasLines).map((file) => [file.path, file])).values(),
    ];
    const lines = new Map<RepoPath, readonly string[]>();
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

/**
 * The text that a finding is about. A whole file has one line: the id of its content. A waiver can then name it.
 * @param lines what `LinesOf` gave
 */
export function textOf(
  { path, blob, hasLines }: FindingPlace,
  lines: ReadonlyMap<RepoPath, readonly string[]>,
): readonly string[] {
  if (hasLines) return lines.get(path) ?? [];
  return blob ? [blob] : [];
}
