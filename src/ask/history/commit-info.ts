import { ProvError } from '../../errors.ts';
import { git } from '../../git/process/process.ts';
import { recordLists } from '../../git/process/records.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, oid, type Oid } from '../../model/ids.ts';

/** The data shown for a commit. */
export interface CommitInfo {
  readonly oid: Oid;
  /** Shortened by git. */
  readonly short: string;
  readonly author: string;
  readonly email: string;
  /** The author's time, milliseconds since the epoch. */
  readonly time: number;
  readonly subject: string;
}

const FORMAT = ['%H', '%h', '%aN', '%aE', '%at', '%s'];
/** The same with an empty author, and no time. */
const BRIEF = ['%H', '%h', '', '', '', '%s'];

/** Options that make the output of `git log` independent of the user's configuration. */
const PLAIN = ['--no-color', '--no-show-signature', '--encoding=UTF-8', '--no-patch', '-z'];

/** The same as `listCommitLists`, one by one. */
export async function* listCommits(...asked: Parameters<typeof listCommitLists>): AsyncGenerator<CommitInfo> {
  for await (const list of listCommitLists(...asked)) yield* list;
}

/**
 * The commits that `git log` selects, those of a piece of its output together: for a long history that takes half the time.
 * @param args revisions and options for git, then `--` and paths
 * @param options `cwd`: the base folder for paths; `input`: for `--stdin`; `brief`: author and time are not needed
 */
export async function* listCommitLists(
  repo: Repo,
  args: readonly string[],
  { brief = false, ...options }: { readonly cwd?: string; readonly input?: string; readonly brief?: boolean } = {},
): AsyncGenerator<CommitInfo[]> {
  let fields: string[] = [];
  const all = ['log', ...PLAIN, `--format=${(brief ? BRIEF : FORMAT).join('%x00')}`, ...args];
  for await (const read of recordLists(all, { cwd: repo.cwd, env: repo.env, ...options })) {
    const known = fields.length > 0 ? [...fields, ...read] : read;
    const commits: CommitInfo[] = [];
    let at = 0;
    for (; at + FORMAT.length <= known.length; at += FORMAT.length) {
      commits.push({
        oid: oid(known[at]!),
        short: known[at + 1]!,
        author: known[at + 2]!,
        email: known[at + 3]!,
        time: brief ? NaN : Number(known[at + 4]) * 1000,
        subject: known[at + 5]!,
      });
    }
    fields = known.slice(at);
    if (commits.length > 0) yield commits;
  }
}

/** Reads one commit; undefined when it is missing. */
export async function readCommit(repo: Repo, commit: Oid): Promise<CommitInfo | undefined> {
  const [info] = await readCommits(repo, [commit]);
  return info;
}

/** The same for many commits, in order. Missing ones are left out. */
export async function readCommits(repo: Repo, commits: readonly Oid[]): Promise<CommitInfo[]> {
  if (commits.length === 0) return [];
  const found: CommitInfo[] = [];
  const input = `${commits.join('\n')}\n`;
  for await (const info of listCommits(repo, ['--no-walk=unsorted', '--ignore-missing', '--stdin'], { input }))
    found.push(info);
  return found;
}

/**
 * The commit that a revision names.
 * @param hint where to look for it, if it is not a plain mistake
 * @throws ProvError `data` when it does not exist, `usage` when it is ambiguous
 */
export async function commitNamed(repo: Repo, revision: string, hint = FIND_REVISION): Promise<Oid> {
  const commit = await resolveCommit(repo, revision);
  if (commit) return commit;
  throw new ProvError('data', `There is no revision ${JSON.stringify(revision)} here.`, { hint });
}

const FIND_REVISION = 'Name a branch, a tag or a commit; git fetch may bring it.';

/** The commit that a revision names; undefined when it does not exist. @throws ProvError `usage` when it is ambiguous */
export async function resolveCommit(repo: Repo, revision: string): Promise<Oid | undefined> {
  if (revision === '' || revision.startsWith('-') || /[\0\n]/.test(revision)) return undefined;
  const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${revision}^{commit}`];
  const { code, stdout, stderr } = await git(args, inRepo(repo, { accept: [0, 1, 128] }));
  if (/is ambiguous/.test(stderr))
    throw new ProvError('usage', `${JSON.stringify(revision)} could be several objects.`, {
      hint: 'Use a longer prefix of its id.',
    });
  // Git 2.30 to 2.43 repeat `--end-of-options` before the answer. For a range git prints both ends, and fails.
  return code === 0 ? stdout.toString('latin1').trim().split('\n').find(isOid) : undefined;
}
