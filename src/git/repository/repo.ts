import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { ProvError } from '../../errors.ts';
import { refuseForeign, refuseOddFiles } from './private-dir.ts';
import { knowTop, PLACE_QUESTION } from '../process/ask-ahead.ts';
import { askOnce, isOwn } from '../process/ask-once.ts';
import { git, type RunOptions } from '../process/process.ts';
import { chooseAbbreviation } from './abbreviation.ts';
import { readSettingsAhead } from './git-settings.ts';

/** A repository as seen from one of its work trees (or from none, when bare). */
export interface Repo {
  /** Where git is run: the top of the work tree, or the git dir of a bare repository. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The git dir of this work tree, absolute. */
  readonly gitDir: string;
  /** The git dir that all linked work trees share, absolute. */
  readonly commonDir: string;
  /** The top of the work tree, real path; absent in a bare repository. */
  readonly workTree: string | undefined;
  readonly hash: 'sha1' | 'sha256';
  /** The folder where the command was started, relative to the work tree's top, with a `/` at its end, or empty. */
  readonly prefix: string;
}

/** Git's own variables that tie a process to one repository (`git rev-parse --local-env-vars`). */
const LOCAL_ENV = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
  'GIT_INTERNAL_SUPER_PREFIX',
];

/** A copy of `env` that makes git use the repository of its current folder. */
export function withoutLocalEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy = { ...env };
  for (const name of LOCAL_ENV) delete copy[name];
  return copy;
}

/**
 * Finds the repository that git would use in `cwd` with this environment.
 * @throws ProvError `git` outside a repository, `data` when our folder contains links or pipes, or another user made it
 */
export const openRepo = (cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<Repo> =>
  askOnce(env, `repository at ${cwd}`, () => find(cwd, env));

async function find(cwd: string, env: NodeJS.ProcessEnv): Promise<Repo> {
  const alsoAt = readSettingsAhead(cwd, env);
  const { code, stdout, stderr } = await git(PLACE_QUESTION, { cwd, env, accept: [0, 128] });
  const [gitDir = '', common = '', , inside = '', hash = 'sha1', prefix = '', top = ''] = stdout
    .toString('utf8')
    .split('\n');
  if (gitDir === '' || (code !== 0 && inside === 'true')) {
    throw refusal(cwd, stderr);
  }
  const workTree = inside === 'true' ? realpathSync(top) : undefined;
  const commonDir = realpathSync(isAbsolute(common) ? common : resolve(cwd, common));
  refuseForeign(commonDir);
  refuseOddFiles(commonDir);
  if (isOwn(env)) knowTop(cwd, workTree ?? gitDir);
  alsoAt(workTree ?? gitDir, (settings) => chooseAbbreviation(commonDir, settings.get('core.abbrev')));
  return {
    cwd: workTree ?? gitDir,
    env,
    gitDir,
    commonDir,
    workTree,
    hash: hash === 'sha256' ? 'sha256' : 'sha1',
    prefix,
  };
}

// Git refuses a repository of another user, and names the setting that allows it.
function refusal(cwd: string, stderr: string): ProvError {
  const [why = ''] = stderr.trim().split('\n');
  const [, command] = /^\s*(git config --global --add safe\.directory .+)$/m.exec(stderr) ?? [];
  if (command !== undefined)
    return new ProvError('git', `${cwd} belongs to another user, so git does not use it.`, {
      cause: why,
      hint: `If you trust its owner: ${command}`,
    });
  return new ProvError('git', `${cwd} is not in a git repository.`, {
    cause: stderr.trim(),
    hint: 'Go to a repository, or name one with -C DIR.',
  });
}

/** Options for running git in this repository. */
export const inRepo = (repo: Repo, more: Partial<RunOptions> = {}): RunOptions => ({
  cwd: repo.cwd,
  env: repo.env,
  ...more,
});
