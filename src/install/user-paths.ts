import { join } from 'node:path';
import { dataDir } from '../recorder/data-dir.ts';

/** The user's home and environment, which determine the paths of the user's files. */
export interface UserPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** Paths in the data folder. */
export const dataFiles = (place: UserPlace) => {
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

/** A folder's path in the form for git's configuration and sh, on Windows too. */
export const configPath = (path: string): string => (process.platform === 'win32' ? path.replaceAll('\\', '/') : path);
