import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { removeFolder } from '../helpers/remove-folder.ts';
import type { RepoOptions } from '../helpers/repo.ts';
import { waitForAll } from '../helpers/at-work.ts';
import { makeSite, settled, type Site } from '../recorder/site.ts';

interface Prepared {
  readonly site: Site;
  /** Its environment, which a story may change. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * For the tests of a file that begin in the same way: makes a site, prepares it once, and restores it before each story, at the same
 * path and with the times of its files.
 * @returns runs a story
 */
export function preparedSite(
  prepare: (site: Site) => void,
  options?: RepoOptions,
): (story: (site: Site) => Promise<void> | void) => Promise<void> {
  let made: Promise<Prepared> | undefined;
  const make = async (): Promise<Prepared> => {
    const site = await makeSite(options);
    prepare(site);
    if (existsSync(join(site.prov, 'looks'))) settled(site.prov);
    waitForAll(site.repo.home);
    const env = { ...site.repo.env };
    copyFolder(dirname(site.repo.dir), saved(site));
    return { site, env };
  };
  afterAll(async () => {
    if (made) for (const dir of [dirname((await made).site.repo.dir), saved((await made).site)]) removeFolder(dir);
  });
  return async (story) => {
    const { site, env } = await (made ??= make());
    const { repo } = site;
    waitForAll(site.repo.home);
    removeFolder(dirname(repo.dir));
    copyFolder(saved(site), dirname(repo.dir));
    for (const name of Object.keys(repo.env)) delete repo.env[name];
    Object.assign(repo.env, env);
    await story(site);
  };
}

const saved = ({ repo }: Site): string => `${dirname(repo.dir)}.saved`;

/** Copies a folder with its times, and with its hard links, which snapshots are. Node's `cpSync` takes longer than a process of `cp`. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to]);
  if (status !== 0) throw new Error(stderr.toString());
}
