import type { GitReader } from '../../git/objects/port.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { FileHistory } from '../../ask/blame/portable/file-history.ts';
import type { TracedOrigins } from '../../ask/blame/portable/trace-lines.ts';
import type { Repository } from './types.ts';

/** A file at a commit. */
export interface FileAt {
  readonly commit: Oid;
  readonly path: RepoPath;
  /** The same path as bytes (latin1). */
  readonly bytes: string;
}

/** The differences between reading with git and without git. */
export interface LibrarySource {
  readonly kind: Repository['reader'];
  readonly reader: GitReader;
  /** The commit that a revision names. @throws ProvError `usage` when it is ambiguous */
  resolve(revision: string): Promise<Oid | undefined>;
  /** The origins of the lines `start` to `start + count - 1` of a file. The file and the lines must exist. */
  trace(history: FileHistory, file: FileAt, start: number, count: number): Promise<TracedOrigins>;
  /** Those of some commits that a branch, a tag or HEAD reaches. */
  reached(commits: readonly Oid[]): Promise<ReadonlySet<Oid>>;
  /** The last commit, up to the given one, that changed the file. */
  lastChange(history: FileHistory, file: FileAt): Promise<string | undefined>;
}
