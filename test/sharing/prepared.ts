import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { leftOver, makeWorld, type World } from './world.ts';

interface Prepared {
  readonly made: unknown;
  /** Copies the prepared world to its first path, because its repositories contain absolute paths. */
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
export async function withPrepared<T>(
  key: string,
  prepare: (world: World) => Promise<T>,
  story: (made: T) => Promise<void>,
): Promise<void> {
  let one = prepared.get(key);
  if (!one) prepared.set(key, (one = await keep(prepare)));
  one.restore();
  try {
    await story(one.made as T);
  } finally {
    await one.remove();
  }
}

async function keep<T>(prepare: (world: World) => Promise<T>): Promise<Prepared> {
  const { world, first } = makeWorld();
  const { root } = world;
  const copy = `${root}.prepared`;
  const made = await prepare(world);
  await quiet(root);
  spawn('cp', '-a', root, copy);
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const env = { ...first.env };
  const remove = async (): Promise<void> => {
    await quiet(root);
    first.cleanup();
  };
  await remove();
  return {
    made,
    remove,
    restore: () => {
      spawn('cp', '-a', copy, root);
      for (const name of Object.keys(first.env)) delete first.env[name];
      Object.assign(first.env, env);
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
