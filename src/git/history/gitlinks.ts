import { type Oid, oid, type RepoPath } from '../../model/ids.ts';
import { pathFromBytes } from '../../model/path.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

/** A submodule that differs between two commits, with its new commit. */
export interface GitlinkChange {
  readonly path: RepoPath;
  readonly oid: Oid;
}

/**
 * The submodules that were added or changed between two commits. `diffTrees` leaves them out, because they have no lines.
 * @param base undefined: compared with nothing
 */
export async function gitlinkChanges(repo: Repo, base: Oid | undefined, head: Oid): Promise<GitlinkChange[]> {
  const compared = base
    ? ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--ignore-submodules=none', base, head]
    : ['ls-tree', '-r', '-z', '--full-tree', head];
  const { stdout } = await git(compared, inRepo(repo));
  const fields = stdout.toString('latin1').split('\0');
  const found: GitlinkChange[] = [];
  if (!base) {
    for (const field of fields) {
      const [, id, path] = /^160000 commit ([0-9a-f]+)\t(.*)$/s.exec(field) ?? [];
      if (id !== undefined) found.push({ path: pathOf(path!), oid: oid(id) });
    }
    return found;
  }
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, id] = /^:[0-7]{6} 160000 [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(fields[at]!) ?? [];
    if (id !== undefined) found.push({ path: pathOf(fields[at + 1]!), oid: oid(id) });
  }
  return found;
}

const pathOf = (text: string): RepoPath => pathFromBytes(Buffer.from(text, 'latin1'));
