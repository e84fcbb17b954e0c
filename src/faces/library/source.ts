import type { GitReader } from '../../git/objects/port.ts';
import type { Oid, RepoPath } from '../../model/ids.ts';
import type { FileHistory } from '../../ask/blame/portable/file-history.ts';
import type { Traced } from '../../ask/blame/portable/trace.ts';
import type { Repository } from './types.ts';

/** A file at a commit. */
export interface FileAt {
  readonly commit: Oid;
  readonly path: RepoPath;
  /** The same path as bytes (latin1). */
  readonly bytes: string;
}

/** What differs between a repository that is read with git and one that is read without. */
export interface Source {
  readonly kind: Repository['reader'];
  readonly reader: GitReader;
  /** The commit that a revision names. @throws ProvError `usage` when it could be several */
  resolve(revision: string): Promise<Oid | undefined>;
  /** Where lines `start` to `start + count - 1` of a file come from. The file is there, and so are the lines. */
  trace(history: FileHistory, file: FileAt, start: number, count: number): Promise<Traced>;
  /** The last commit that changed the file, seen from its commit. */
  lastChange(history: FileHistory, file: FileAt): Promise<string | undefined>;
}
