import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestRepo } from '../helpers/repo.ts';
import { makeSite, type Site } from '../recorder/site.ts';
import { leftOver, makeWorld, type World } from './world.ts';

interface Prepared {
  readonly made: unknown;
  /** Copies what was prepared to its first paths, because repositories contain absolute paths. */
  restore(): void;
  remove(): Promise<void>;
}

const prepared = new Map<string, Prepared>();

/**
 * Runs a story in a world that is prepared once for all stories of a worker, and copied for each. A world with a recorded, signed and
 * pushed commit takes some forty programs; its copy takes one.
 * @param key names what `prepare` makes: two stories with one key begin in the same world
 * @param prepare makes the world; nothing of what it returns may change later
 */
export const withPrepared = <T>(
  key: string,
  prepare: (world: World) => Promise<T>,
  story: (made: T) => Promise<void>,
): Promise<void> =>
  withCopies(
    key,
    async () => {
      const { world, first } = await makeWorld();
      return { made: await prepare(world), repos: [first] };
    },
    story,
  );

/** The same for a repository with git prov installed. */
export const withPreparedSite = (
  key: string,
  prepare: (site: Site) => unknown,
  story: (site: Site) => Promise<void> | void,
): Promise<void> =>
  withCopies(
    key,
    async () => {
      const site = await makeSite();
      await prepare(site);
      return { made: site, repos: [site.repo] };
    },
    story,
  );

/**
 * The same for any repositories.
 * @param make makes them. Each of `repos` is in a folder of its own, which is copied
 */
export async function withCopies<T>(
  key: string,
  make: () => Promise<{ readonly made: T; readonly repos: readonly TestRepo[] }>,
  story: (made: T) => Promise<void> | void,
): Promise<void> {
  let one = prepared.get(key);
  if (!one) prepared.set(key, (one = await keep(make)));
  one.restore();
  try {
    await story(one.made as T);
  } finally {
    await one.remove();
  }
}

async function keep(
  make: () => Promise<{ readonly made: unknown; readonly repos: readonly TestRepo[] }>,
): Promise<Prepared> {
  const { made, repos } = await make();
  const kept = repos.map(({ dir, env }) => {
    const root = dirname(dir);
    return { root, copy: `${root}.prepared`, env: { ...env } };
  });
  for (const { root } of kept) await quiet(root);
  for (const { root, copy } of kept) {
    spawn('cp', '-a', root, copy);
    process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  }
  const remove = async (): Promise<void> => {
    for (const { root } of kept) await quiet(root);
    for (const repo of repos) repo.cleanup();
  };
  await remove();
  return {
    made,
    remove,
    restore: () => {
      for (const [i, { root, copy, env }] of kept.entries()) {
        spawn('cp', '-a', copy, root);
        const now = repos[i]!.env;
        for (const name of Object.keys(now)) delete now[name];
        Object.assign(now, env);
      }
    },
  };
}

/** The time in milliseconds that a program in the background has to end before its repository is removed. */
const PATIENCE_MS = 30_000;

// A program that still works in the background must not find the next story's repositories.
async function quiet(root: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (leftOver(`${root}/`).length > 0) {
    if (Date.now() > until) throw new Error(`It does not end: ${leftOver(`${root}/`).join(', ')}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

function spawn(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr.toString()}`);
}
