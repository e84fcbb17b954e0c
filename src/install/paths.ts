import { join } from 'node:path';
import { dataDir } from '../recorder/data-dir.ts';
import type { Repo } from '../git/repository/repo.ts';

/** The user's home and environment, which determine the paths of the user's files. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** Paths in the data folder. */
export const dataFiles = (place: Place) => {
  const dir = dataDir(place);
  return {
    /** The script that the agents' hooks run. */
    agent: join(dir, 'agent'),
    /** Two lines: the absolute paths of Node and of the bundle. */
    runtime: join(dir, 'runtime'),
    /** The common git dirs of enabled repositories, one in each line. */
    repositories: join(dir, 'repositories'),
    /** Exists when every repository of this user is recorded. */
    global: join(dir, 'global'),
    /** The changes in the agents' own settings. */
    journal: join(dir, 'installed.json'),
  };
};

/** The local state of a repository, shared by its linked work trees. If it exists, recording is enabled. */
export const provDir = (repo: Pick<Repo, 'commonDir'>): string => join(repo.commonDir, 'prov');

/** The paths in the state folder that `init` and `deinit` use. */
export const provFiles = (repo: Pick<Repo, 'commonDir'>) => {
  const dir = provDir(repo);
  return {
    journal: join(dir, 'installed.json'),
    /** Our hooks, where core.hooksPath had to be set. */
    hooks: join(dir, 'hooks'),
    /** Our hooks that git runs from its configuration. */
    configured: join(dir, 'configured'),
    /** The settings for these hooks. The repository's configuration includes this file. */
    gitConfig: join(dir, 'gitconfig'),
    /** The setting of core.hooksPath, included the same way. */
    redirect: join(dir, 'redirect'),
    /** Its time is that of the last hooks check. hooks/git and hooks/agent compare it. */
    checked: join(dir, 'checked'),
    /** Exists when our hooks run those of Git LFS. */
    lfs: join(dir, 'lfs'),
    /** Errors of hooks, one in each line, with their time. */
    faults: join(dir, 'faults.log'),
    /** Notices about hooks that another program displaced. Each is shown once. */
    notice: join(dir, 'notice'),
    spool: join(dir, 'spool'),
    spooled: join(dir, 'spool', 'new'),
    bad: join(dir, 'spool', 'bad'),
    /** Written by a git hook that failed. One line has the reason. */
    hookFailed: join(dir, 'hook-failed'),
    /** Keeps `init --global` from enabling this repository again. */
    disabled: join(dir, 'disabled'),
  };
};

/** A folder's path in the form for git's configuration and sh, on Windows too. */
export const configPath = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
