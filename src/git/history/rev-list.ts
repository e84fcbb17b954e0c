import { ProvError } from '../../errors.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { git } from '../process/process.ts';
import { records } from '../process/records.ts';
import { inRepo, type Repo } from '../repository/repo.ts';

/** The flags of `git rev-list` that are used here. */
type Flag =
  | '--all'
  | '--branches'
  | '--first-parent'
  | '--ignore-missing'
  | '--in-commit-order'
  | '--max-parents=0'
  | '--missing=allow-any'
  | '--no-merges'
  | '--no-walk=sorted'
  | '--no-walk=unsorted'
  | '--reflog'
  | '--remotes'
  | '--tags'
  | '--walk-reflogs'
  | `--max-count=${number}`
  | `--skip=${number}`;

/** Which commits are listed, in git's words. */
export interface CommitWalk {
  /** Before the revisions. */
  readonly flags?: readonly Flag[];
  /** Revisions and ranges that a user may have typed. An unknown one is an error. */
  readonly revisions?: readonly string[];
  /** Any number of ids or revisions. With `--ignore-missing` unknown ids are left out. */
  readonly from?: Iterable<string>;
  /** The same; what they reach is left out. */
  readonly not?: Iterable<string>;
  /** Refs whose commits are left out. */
  readonly notRefs?: readonly Flag[];
  /** Only commits that change one of these pathspecs. Without ids. */
  readonly paths?: readonly string[];
  /** Whether `git replace` changes the history for this walk; by default it does. */
  readonly replace?: false;
  /** The environment of git, if it is not the repository's. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * The commits that `git rev-list` lists, in its order, no faster than the caller takes them.
 * @throws ProvError `git` for an unknown revision or a broken history
 */
export async function* revList(repo: Repo, walk: CommitWalk): AsyncGenerator<Oid> {
  for await (const line of linesOf(repo, walk, [])) if (isOid(line)) yield line;
}

/** All commits of a walk, as `revList` lists them. @throws ProvError as `revList` */
export async function commitsIn(repo: Repo, walk: CommitWalk): Promise<Oid[]> {
  const found: Oid[] = [];
  for await (const id of revList(repo, walk)) found.push(id);
  return found;
}

/** Like `revList`, but an unknown revision or a broken history ends the list early instead of throwing. */
export async function revListIfKnown(repo: Repo, walk: CommitWalk): Promise<Oid[]> {
  const { args, input } = commandOf(walk, []);
  const { stdout } = await git(args, inRepo(repo, { input, accept: [0, 1, 128], ...(walk.env && { env: walk.env }) }));
  return stdout.toString('latin1').split('\n').filter(isOid);
}

/** How many commits a walk has; 0 for an unknown revision. */
export async function countCommits(repo: Repo, walk: CommitWalk): Promise<number> {
  const { args, input } = commandOf(walk, ['--count']);
  const { stdout } = await git(args, inRepo(repo, { input, accept: [0, 1, 128] }));
  return Number(stdout.toString('latin1'));
}

/** An object that a walk reaches, with its path if it is a tree or a blob. */
export interface ReachedObject {
  readonly oid: Oid;
  /** Undefined for a commit. The path of a root tree is empty. */
  readonly path: string | undefined;
}

/** The commits of a walk with their trees and blobs. @throws ProvError as `revList` */
export async function* reachedObjects(repo: Repo, walk: CommitWalk): AsyncGenerator<ReachedObject> {
  for await (const line of linesOf(repo, walk, ['--objects'])) {
    const space = line.indexOf(' ');
    const id = space < 0 ? line : line.slice(0, space);
    if (isOid(id)) yield { oid: id, path: space < 0 ? undefined : line.slice(space + 1) };
  }
}

/** Whether all objects that a commit reaches are here, or at the remote of a partial clone. */
export async function isComplete(repo: Repo, tip: Oid): Promise<boolean> {
  const args = ['rev-list', '--objects', '--quiet', '--missing=allow-promisor', '--end-of-options', tip];
  return (await git(args, inRepo(repo, { accept: [0, 1, 128] }))).code === 0;
}

/** Refuses a word that git would take for an option. @throws ProvError `usage` */
export function checkRevisions(revisions: readonly string[]): void {
  const wrong = revisions.find((one) => one.startsWith('-'));
  if (wrong !== undefined)
    throw new ProvError('usage', `${JSON.stringify(wrong)} is not a revision.`, {
      hint: 'Use for example main~5..main.',
    });
}

function linesOf(repo: Repo, walk: CommitWalk, more: readonly string[]): AsyncGenerator<string> {
  const { args, input } = commandOf(walk, more);
  return records(args, { cwd: repo.cwd, env: walk.env ?? repo.env, input, end: '\n' });
}

function commandOf(
  { flags = [], revisions, from, not, notRefs = [], paths = [], replace }: CommitWalk,
  more: readonly string[],
): { args: string[]; input: string } {
  const typed = revisions ? ['--end-of-options', ...revisions] : [];
  const without = notRefs.length > 0 ? ['--not', ...notRefs] : [];
  const ids = from || not ? ['--stdin'] : [];
  const args = [
    'rev-list',
    ...more,
    ...flags,
    ...ids,
    ...without,
    ...typed,
    ...(ids.length > 0 ? [] : ['--', ...paths]),
  ];
  const lines = [...(from ?? []), ...[...(not ?? [])].map((id) => `^${id}`)];
  return {
    args: replace === false ? ['--no-replace-objects', ...args] : args,
    input: lines.map((line) => `${line}\n`).join(''),
  };
}
