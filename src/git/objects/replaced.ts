import { isOid, type Oid } from '../../model/ids.ts';
import { git } from '../process/process.ts';
import { inRepo, type Repo } from '../repository/repo.ts';
import { mayHaveRefs } from '../repository/refs-here.ts';

const FOLDER = 'refs/replace';

/** The objects in whose place git shows other ones (`git replace`). Their ids stay, so nothing that names them is about what git shows. */
export async function replacedObjects(repo: Repo): Promise<Set<Oid>> {
  if (repo.env['GIT_NO_REPLACE_OBJECTS'] !== undefined || !mayHaveRefs(repo, FOLDER)) return new Set();
  const { stdout } = await git(['for-each-ref', '--format=%(refname)', `${FOLDER}/`], inRepo(repo));
  const names = stdout.toString('latin1').split('\n');
  return new Set(names.map((name) => name.slice(FOLDER.length + 1)).filter(isOid));
}
