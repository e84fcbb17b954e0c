import { join } from 'node:path';
import { dataDir } from '../recorder/data-dir.ts';
import type { Repo } from '../git/repository/repo.ts';

/** Who installs: the user's home and environment, which say where the user's files are. */
export interface Place {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** What is in the data folder. */
export const dataFiles = (place: Place) => {
  const dir = dataDir(place);
  return {
    /** The script that the agents' hooks run. */
    agent: join(dir, 'agent'),
    /** Two lines: the absolute paths of Node and of the bundle. */
    runtime: join(dir, 'runtime'),
    /** The common git dirs that are enabled, one a line. */
    repositories: join(dir, 'repositories'),
    /** Exists when every repository of this user is recorded. */
    global: join(dir, 'global'),
    /** What was changed in the agents' own settings. */
    journal: join(dir, 'installed.json'),
  };
};

/** The local state of a repository, shared by its linked work trees. Its existence means: enabled. */
export const provDir = (repo: Pick<Repo, 'commonDir'>): string => join(repo.commonDir, 'prov');

/** What `init` and `deinit` use of the state folder. */
export const provFiles = (repo: Pick<Repo, 'commonDir'>) => {
  const dir = provDir(repo);
  return {
    journal: join(dir, 'installed.json'),
    /** Our hooks, where core.hooksPath had to be set. */
    hooks: join(dir, 'hooks'),
    /** Our hooks that git runs from its configuration. */
    configured: join(dir, 'configured'),
    /** The settings by which git does so; the repository's configuration includes this file. */
    gitConfig: join(dir, 'gitconfig'),
    /** The same for core.hooksPath. */
    redirect: join(dir, 'redirect'),
    /** As young as the last look at whether git runs our hooks; hooks/git and hooks/agent compare its time. */
    checked: join(dir, 'checked'),
    /** Exists when our hooks run those of Git LFS. */
    lfs: join(dir, 'lfs'),
    /** What hooks could not do, one line each with its time. */
    faults: join(dir, 'faults.log'),
    /** What is to be said once about hooks that another program displaced. */
    notice: join(dir, 'notice'),
    spool: join(dir, 'spool'),
    spooled: join(dir, 'spool', 'new'),
    bad: join(dir, 'spool', 'bad'),
    /** Left by a git hook that could not do its work; one line says why. */
    hookFailed: join(dir, 'hook-failed'),
    /** Keeps `init --global` from enabling this repository again. */
    disabled: join(dir, 'disabled'),
  };
};

/** A folder's path as git's configuration and sh want it, on Windows too. */
export const configPath = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
