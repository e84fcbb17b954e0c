import { findLastChange } from '../../ask/blame/final-text.ts';
import { parsePorcelain } from '../../ask/blame/porcelain.ts';
import type { FileHistory } from '../../ask/blame/portable/file-history.ts';
import { lastChangeOf, trace, type TracedPlace, type TracedOrigins } from '../../ask/blame/portable/trace-lines.ts';
import { ProvError } from '../../errors.ts';
import { binaryReader } from '../../git/objects/port.ts';
import { presentCommits, unreachableCommits } from '../../git/history/reachable.ts';
import { git } from '../../git/process/process.ts';
import { inRepo, openRepo, withoutLocalEnv, type Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import { isTextPath } from '../../model/path.ts';
import { resolveCommit } from '../../ask/history/commit-info.ts';
import { repositoryOf } from './repository.ts';
import type { FileAt, LibrarySource } from './library-source.ts';
import type { OpenOptions, Repository } from './types.ts';

/** Opens a repository with the git binary. @throws ProvError `git` without git or without a repository */
export async function openWithGit({ dir, env, remotes = true }: OpenOptions): Promise<Repository> {
  return repositoryOf(await openBinary(dir, withoutPlace({ ...(env ?? process.env) })), remotes);
}

// `dir` alone selects the repository. In a hook, git's variables may name another one. Settings in the environment are
// kept.
function withoutPlace(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const plain = withoutLocalEnv(env);
  for (const name of ['GIT_CONFIG_COUNT', 'GIT_CONFIG_PARAMETERS']) if (env[name]) plain[name] = env[name];
  return plain;
}

async function openBinary(dir: string, env: NodeJS.ProcessEnv): Promise<LibrarySource> {
  const repo = await openRepo(dir, env);
  return {
    kind: 'git',
    reader: binaryReader(repo),
    resolve: (revision) => resolveCommit(repo, revision),
    reached: async (commits) => {
      const there = await presentCommits(repo, commits);
      const lost = await unreachableCommits(repo, [...there]);
      return new Set([...there].filter((commit) => !lost.has(commit)));
    },
    trace: (history, file, start, count) =>
      isTextPath(file.path)
        ? blame(repo, history, file, start, count)
        : trace(history, file.commit, file.bytes, numbers(start, count)), // git cannot take such a path as an argument
    lastChange: (history, { commit, path, bytes }) =>
      isTextPath(path)
        ? findLastChange({ path: bytes, revision: commit, texts: [], warnings: '' }, repo)
        : lastChangeOf(history, commit, bytes),
  };
}

const numbers = (start: number, count: number): number[] => Array.from({ length: count }, (_, i) => start + i);

/** Independent of the user's configuration, because notes refer to lines in the sense of git's default blame. */
const SETTINGS = ['-c', 'diff.algorithm=default', '-c', 'diff.indentHeuristic=true', '-c', 'blame.showRoot=false'];
const OPTIONS = ['--porcelain', '--no-textconv', '--no-progress', '--ignore-revs-file='];

async function blame(
  repo: Repo,
  history: FileHistory,
  file: FileAt,
  start: number,
  count: number,
): Promise<TracedOrigins> {
  const args = [...SETTINGS, 'blame', ...OPTIONS, `-L${start},+${count}`, file.commit, '--', file.path];
  const { code, stdout, stderr } = await git(args, inRepo(repo, { accept: [0, 1, 128, 129] }));
  if (code !== 0) {
    const why = (stderr.trim().split('\n')[0] ?? '').replace(/^(?:fatal|error|usage): /, '');
    throw new ProvError('data', `git could not blame ${JSON.stringify(file.path)}: ${why}.`, { hint: 'Run git fsck.' });
  }
  const places = new Map<number, TracedPlace[]>();
  const cut = new Map<string, boolean>();
  for (const { commit, path, origLine, line } of parsePorcelain(stdout.toString('latin1')).lines) {
    const oid = commit.oid as Oid;
    // Git marks commits where it stopped: those without parents, and those with missing parents.
    if (!cut.has(oid)) cut.set(oid, commit.headers.has('boundary') && (await history.commit(oid)).cut);
    places.set(line, [{ commit: oid, path, line: origLine, cut: cut.get(oid)! }]);
  }
  return places;
}
