import type { Oid, RepoPath } from '../../model/ids.ts';
import { isOid } from '../../model/ids.ts';
import { isTextPath, pathFromBytes } from '../../model/path.ts';
import type { LineRange } from './patch-parser.ts';
import { git } from '../process/process.ts';
import { unquote } from '../paths/quote.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

/** Where a line came to be. */
export interface LineOrigin {
  readonly commit: Oid;
  readonly path: RepoPath;
  /** From 1. */
  readonly line: number;
}

/**
 * Asks `git blame` where lines of a file at a revision came to be.
 * @returns the origin by line (from 1); lines without a known origin are left out
 */
export async function annotate(
  repo: Repo,
  revision: Oid,
  path: RepoPath,
  ranges: readonly LineRange[],
): Promise<Map<number, LineOrigin>> {
  if (ranges.length === 0) return new Map();
  const wanted = ranges.flatMap(([start, count]) => ['-L', `${start},+${count}`]);
  // A path of bytes that are not UTF-8 cannot be an argument of ours: such a file is passed over.
  if (!isTextPath(path)) return new Map();
  const args = ['-c', 'blame.ignoreRevsFile=', 'blame', '--porcelain', ...wanted, revision, '--', path];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] }));
  return parse(stdout);
}

function parse(bytes: Buffer): Map<number, LineOrigin> {
  const origins = new Map<number, LineOrigin>();
  const paths = new Map<string, RepoPath>();
  let now = { commit: '', line: 0, final: 0 };
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at) < 0 ? bytes.length : bytes.indexOf(10, at);
    const row = bytes.subarray(at, end);
    at = end + 1;
    if (row[0] === 9) {
      const path = paths.get(now.commit);
      if (isOid(now.commit) && path) origins.set(now.final, { commit: now.commit, path, line: now.line });
      continue;
    }
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(row.toString('latin1'));
    if (head) now = { commit: head[1]!, line: Number(head[2]), final: Number(head[3]) };
    else if (row.toString('latin1', 0, 9) === 'filename ')
      paths.set(now.commit, pathFromBytes(Buffer.from(unquote(row.toString('latin1', 9)), 'latin1')));
  }
  return origins;
}
