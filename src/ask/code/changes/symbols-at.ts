import { grammarOf } from '../../../code/languages/all.ts';
import { Outlines } from '../../../code/outlines.ts';
import { MAX_FILE_BYTES } from '../../../code/parse/parser.ts';
import { type CodeSymbol, symbolId, symbolsIn, symbolsOfLines } from '../../../code/symbols.ts';
import type { LineRange } from '../../../git/history/patch-parser.ts';
import { ObjectReader } from '../../../git/objects/objects.ts';
import type { Oid } from '../../../model/ids.ts';
import type { History } from '../../history/history.ts';

/** A file of a commit. */
export interface FileAt {
  readonly commit: Oid;
  readonly path: string;
}

/** Lines of a file of a commit. */
export interface LinesAt extends FileAt {
  readonly ranges: readonly LineRange[];
}

/** Files that are parsed for names. */
const MAX_NAMED_FILES = 50;
/** Lines of a file that are searched for names. */
const MAX_NAMED_LINES = 10_000;
/** Limit of names for each file. */
const MAX_NAMES = 10;

/** The ids of the functions and types around lines, in the order of the given files. */
export async function symbolNames(
  history: Pick<History, 'repo' | 'objects'>,
  files: readonly LinesAt[],
): Promise<readonly (readonly string[])[]> {
  const symbols = await symbolsAt(history, files.slice(0, MAX_NAMED_FILES));
  return files.map(({ ranges }, i) =>
    [...symbolsOfLines(symbols[i] ?? [], ranges, MAX_NAMED_LINES)].slice(0, MAX_NAMES).map(symbolId),
  );
}

/**
 * The functions and types of files of commits. All files are read by one process of git.
 * @returns in the same order; nothing for a file that is missing, or that is not parsed
 */
export async function symbolsAt(
  { repo, objects }: Pick<History, 'repo' | 'objects'>,
  files: readonly FileAt[],
): Promise<readonly (readonly CodeSymbol[])[]> {
  const parsed = files.filter(({ path }) => grammarOf(path) && !/[\0\n]/.test(path));
  if (parsed.length === 0) return files.map(() => []);
  const reader = objects ?? new ObjectReader(repo);
  try {
    const found = await reader.read(
      parsed.map(({ commit, path }) => `${commit}:${path}`),
      { limit: MAX_FILE_BYTES },
    );
    const outlines = new Outlines(repo);
    const symbols = new Map<FileAt, readonly CodeSymbol[]>();
    for (const [i, file] of parsed.entries()) {
      const object = found[i];
      if (!object || 'tooLarge' in object || object.type !== 'blob') continue;
      const facts = await outlines.of(file.path, object.bytes);
      if (facts) symbols.set(file, symbolsIn(file.path, facts));
    }
    return files.map((file) => symbols.get(file) ?? []);
  } finally {
    if (reader !== objects) await reader.close();
  }
}
