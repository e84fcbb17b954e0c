import { git } from '../git/process.ts';
import { isZero } from '../graph/ids.ts';
import type { Arguments } from './arguments.ts';
import { parsePorcelain, utf8, type Bytes, type PorcelainLine } from './porcelain.ts';

/** Where git is run. */
export interface Place {
  /** The user's folder; paths on the command line are relative to it. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** What is blamed: the file as it finally is. */
export interface Final {
  /** The lines that are shown, in order, with their text as git shows it. */
  readonly texts: readonly PorcelainLine[];
  /** The path as bytes; undefined when no line is shown. */
  readonly path: Bytes | undefined;
  /** The commit; undefined for the work tree, or a file's content from elsewhere. */
  readonly revision: string | undefined;
}

/** The last second that a signed 32-bit number holds: as `--max-age`, no commit is young enough to be looked behind. */
const NO_HISTORY = '--max-age=2147483647';

/**
 * Reads the file that a command line names, as `git blame` finds it: revision, textconv, filters, `-L`, `--contents`. It
 * is blame itself, told to stop at the first commit, so all lines are blamed on the revision that is asked for.
 * @returns undefined when git refuses the command line
 */
export async function readFinal(
  args: Arguments,
  { cwd, env }: Place,
  input: Uint8Array | undefined,
): Promise<Final | undefined> {
  const { code, stdout } = await git(['blame', '--porcelain', NO_HISTORY, ...args.query], {
    cwd,
    env,
    ...(input ? { input } : {}),
    accept: [0, 1, 128, 129],
  });
  if (code !== 0) return undefined;
  const texts = parsePorcelain(stdout.toString('latin1')).lines;
  const first = texts[0];
  return { texts, path: first?.path, revision: first && !isZero(first.commit.oid) ? first.commit.oid : undefined };
}

/** The last commit that changed the file, as seen from its revision; undefined when git knows none. */
export async function findLastChange({ path, revision }: Final, { cwd, env }: Place): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const args = ['log', '-1', '--format=%H', revision ?? 'HEAD', '--', `:(top,literal)${utf8(path)}`];
  const { code, stdout } = await git(args, { cwd, env, accept: [0, 128] });
  return code === 0 ? stdout.toString('latin1').trim() || undefined : undefined;
}
