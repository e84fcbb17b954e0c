import { git } from '../git/process.ts';
import { gitDirs, headLogs } from '../git/reflogs.ts';
import { inRepo, type Repo } from '../git/repo.ts';
import { isOid, type Oid } from '../graph/ids.ts';
import { isDamaged, type NoteReader } from '../store/notes.ts';
import type { CaptureHealth } from './health.ts';

/** Why a commit has no note. */
export type Reason =
  /** Nothing was recorded here then. */
  | 'before'
  /** No reflog of this clone tells that it was made here. */
  | 'elsewhere'
  /** It was made anew here from a commit of which nothing is known. */
  | 'rewritten'
  /** Its note is made and could not be written yet. */
  | 'outgoing'
  /** Its note is there and cannot be read. */
  | 'damaged'
  /** It was made here meanwhile, and neither hook nor reflog told in time. */
  | 'missed';

/** A commit that has no note that can be read. */
export interface Unnoted {
  readonly commit: Oid;
  readonly subject: string;
  readonly reason: Reason;
}

/** Which of the last commits of HEAD have no note, and why. */
export interface Coverage {
  readonly looked: number;
  readonly unnoted: readonly Unnoted[];
}

/**
 * Looks at the last `count` commits that HEAD leads to.
 * @param health of this repository; absent where nothing is recorded
 */
export async function coverage(
  repo: Repo,
  notes: NoteReader,
  health: CaptureHealth | undefined,
  count: number,
): Promise<Coverage> {
  const args = ['log', `-${count}`, '-z', '--no-show-signature', '--format=%H %s', 'HEAD', '--'];
  const { stdout } = await git(args, inRepo(repo, { accept: [0, 128] })); // 128: there is no commit yet
  const commits = stdout
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [id = ''] = entry.split(' ', 1);
      return isOid(id) ? [{ commit: id, subject: entry.slice(id.length + 1) }] : [];
    });
  const found = await notes.read(commits.map(({ commit }) => commit));
  const made = madeHere(repo.commonDir);
  const unnoted: Unnoted[] = [];
  for (const { commit, subject } of commits) {
    const note = found.get(commit);
    if (note && !isDamaged(note)) continue;
    unnoted.push({ commit, subject, reason: note ? 'damaged' : reasonOf(commit, made.get(commit), health) });
  }
  return { looked: commits.length, unnoted };
}

function reasonOf(commit: Oid, made: Made | undefined, health: CaptureHealth | undefined): Reason {
  if (!health) return 'before';
  if (health.outgoing.includes(commit)) return 'outgoing';
  if (!made) return 'elsewhere';
  // A reflog tells seconds only: a commit of the second of `init` that has no note was made before it.
  if (health.since !== undefined && made.at <= Math.floor(health.since / 1000)) return 'before';
  return REWRITES.test(made.message) ? 'rewritten' : 'missed';
}

/** How a commit came to be in this clone. */
interface Made {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly message: string;
}

/** What a reflog says of a commit that was made from another one. */
const REWRITES = /^(?:commit \((?:amend|cherry-pick)\)|rebase|pull|cherry-pick|am\b)/;

/** What a reflog says of an entry that only went to a commit which was there. */
const GOES =
  /^(?:checkout:|reset:|clone:|pull[^:]*: Fast-forward|merge [^:]*: Fast-forward|(?:rebase|pull)[^:]*\((?:start|finish|abort)\)|branch:|update)/;

// How each commit was made in this clone, by the reflogs of HEAD of all work trees.
function madeHere(commonDir: string): Map<string, Made> {
  const found = new Map<string, Made>();
  for (const { bytes } of headLogs(commonDir, gitDirs(commonDir))) {
    for (const line of bytes.toString('utf8').split('\n')) {
      const [, old, next, time, message = ''] = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}\t?(.*)$/.exec(line) ?? [];
      if (next && old !== next && !GOES.test(message) && !found.has(next))
        found.set(next, { at: Number(time), message });
    }
  }
  return found;
}
