import type { Oid } from '../../model/ids.ts';
import type { FileFacts } from '../facts.ts';
import { grammarOf } from '../languages/all.ts';
import { type Content, keyOf } from '../store/code-store.ts';
import type { TreeFiles } from '../tree-files.ts';
import { NameFile, writeNames } from './name-file.ts';

/** The file of names lacks no more contents than these after the database was written. */
const MAX_LATE = 50;
/** The file begins again when it has so many times the contents of the tree. */
const MAX_OLD = 4;

/** A content with its paths. */
export interface PlacedContent extends Content {
  readonly oid: Oid;
  readonly paths: readonly string[];
}

/** The contents of a tree in known languages that the file of names lacks. */
export function lateIn({ oids }: Pick<TreeFiles, 'oids'>, file: Pick<NameFile, 'has'> | undefined): PlacedContent[] {
  const late = new Map<string, PlacedContent & { readonly paths: string[] }>();
  for (const [path, oid] of oids) {
    const grammar = grammarOf(path)?.file;
    if (grammar === undefined || file?.has({ oid, grammar })) continue;
    const key = keyOf({ oid, grammar });
    const same = late.get(key);
    if (same) same.paths.push(path);
    else late.set(key, { oid, grammar, paths: [path] });
  }
  return [...late.values()];
}

/**
 * Writes the file of names again where it is missing, or lacks many contents of a tree.
 * @param isDoubted whether to look for damage in all of it
 * @param factsOf what is known of a content
 */
export function refreshNames(
  dir: string,
  files: Pick<TreeFiles, 'oids'>,
  isDoubted: boolean,
  factsOf: (content: Content) => FileFacts | undefined,
): void {
  const kept = NameFile.open(dir);
  try {
    const late = lateIn(files, kept);
    const isWhole = kept !== undefined && (!isDoubted || kept.isWhole());
    if (isWhole && late.length <= MAX_LATE) return;
    const isOld = !isWhole || kept.size > MAX_OLD * files.oids.size;
    writeNames(dir, isOld ? undefined : kept, isOld ? lateIn(files, undefined) : late, factsOf);
  } catch {
    // The disk is full, for example. The database answers.
  } finally {
    kept?.close();
  }
}
