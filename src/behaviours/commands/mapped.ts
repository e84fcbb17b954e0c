import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { git } from '../../git/process/process.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';

/** The setting that gives a name a command. */
const SETTING = 'prov.run.';

/** The commands that the user's git configuration gives to names. */
export interface Mapped {
  readonly commands: ReadonlyMap<string, string>;
  /** Names with a command that does not count, because it comes from a file of the repository. */
  readonly refused: readonly string[];
}

/**
 * Reads `prov.run.NAME` of git's configuration: of the system, the user and `.git/config`, and of files that these include. A file in
 * a work tree of this repository does not count, also when the user includes it: anyone who can push could change it.
 */
export async function mappedCommands(repo: Repo): Promise<Mapped> {
  const args = ['config', '--show-origin', '-z', '--get-regexp', `^${SETTING.replaceAll('.', '\\.')}`];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 1] }));
  const parts = stdout.toString('utf8').split('\0');
  const commands = new Map<string, string>();
  const refused = new Set<string>();
  const inside = parts.length > 1 ? await workTrees(repo) : [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [origin = '', entry = ''] = [parts[i], parts[i + 1]];
    const end = entry.indexOf('\n');
    const name = entry.slice(SETTING.length, end < 0 ? undefined : end);
    const command = end < 0 ? '' : entry.slice(end + 1).trim();
    if (!isUsers(origin, repo, inside)) refused.add(name);
    else if (command === '') commands.delete(name);
    else commands.set(name, command);
  }
  return { commands, refused: [...refused] };
}

// `file:PATH` and `command line:` are the user's. The path of an included file may be that of a link.
function isUsers(origin: string, { cwd, commonDir, gitDir }: Repo, inside: readonly string[]): boolean {
  if (origin.startsWith('command line:')) return true;
  if (!origin.startsWith('file:')) return false;
  try {
    const path = realpathSync(resolve(cwd, origin.slice('file:'.length)));
    if ([commonDir, realpathSync(gitDir)].some((dir) => isIn(dir, path))) return true;
    return !inside.some((dir) => isIn(dir, path));
  } catch {
    return false;
  }
}

const isIn = (dir: string, path: string): boolean => path.startsWith(dir.endsWith(sep) ? dir : `${dir}${sep}`);

// Those of this repository, without links in their names.
async function workTrees(repo: Repo): Promise<string[]> {
  const { stdout } = await git(['worktree', 'list', '--porcelain'], inRepo(repo));
  const listed = stdout.toString('utf8').match(/^worktree .*$/gm) ?? [];
  return [repo.workTree, ...listed.map((line) => line.slice('worktree '.length))].flatMap((dir) => {
    try {
      return dir === undefined ? [] : [realpathSync(dir)];
    } catch {
      return []; // it is not mounted, or was removed
    }
  });
}
