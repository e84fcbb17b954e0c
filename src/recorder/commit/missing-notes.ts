import { recentQuestion } from '../../git/process/ask-ahead.ts';
import { git } from '../../git/process/process.ts';
import { gitDirs, headLogs } from '../../git/history/reflogs.ts';
import { inRepo, type Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import { provDirOf } from '../../git/repository/local-files.ts';
import { isDamaged, type NoteReader } from '../../notes/notes.ts';
import { Recorded } from '../../notes/standing/recorded.ts';
import type { CaptureHealth } from '../health.ts';
import { fetchedAmong } from '../worktree/head/branch-tips.ts';
import { revListIfKnown } from '../../git/history/rev-list.ts';

/** Why a commit has no note. */
export type Reason =
  /** Nothing was recorded here at that time. */
  | 'before'
  /** It was fetched, or came with the clone. */
  | 'elsewhere'
  /** It was not fetched, and no reflog shows how it was made: too long ago, in a removed work tree, or by a tool that writes none. */
  | 'untraced'
  /** It was rewritten here from a commit without a note. */
  | 'rewritten'
  /** Its note is made and could not be written yet. */
  | 'outgoing'
  /** Its note exists and cannot be read. */
  | 'damaged'
  /** Its note belongs to another commit. */
  | 'stray'
  /** This clone wrote its note, which is not there any more. */
  | 'removed'
  /** It was made here while recording was on, and neither a hook nor a reflog reported it in time. */
  | 'missed';

/** A commit without a readable note. */
export interface MissingNote {
  readonly commit: Oid;
  readonly subject: string;
  readonly reason: Reason;
}

/** The commits without a note among the last commits of HEAD, and why. */
export interface Coverage {
  readonly looked: number;
  readonly unnoted: readonly MissingNote[];
}

/**
 * Examines the last `count` commits of HEAD's history.
 * @param health of this repository; absent where nothing is recorded
 */
export async function coverage(
  repo: Repo,
  notes: Pick<NoteReader, 'read'>,
  health: CaptureHealth | undefined,
  count: number,
): Promise<Coverage> {
  const { stdout } = await git(recentQuestion(count), inRepo(repo, { accept: [0, 128] })); // 128: there is no commit yet
  const commits = stdout
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [id = ''] = entry.split(' ', 1);
      return isOid(id) ? [{ commit: id, subject: entry.slice(id.length + 1) }] : [];
    });
  const found = await notes.read(commits.map(({ commit }) => commit));
  const made = madeHere(repo.commonDir);
  const unnoted: MissingNote[] = [];
  for (const { commit, subject } of commits) {
    const note = found.get(commit);
    if (note && !isDamaged(note)) continue;
    unnoted.push({
      commit,
      subject,
      reason: note ? (note.stray ? 'stray' : 'damaged') : reasonOf(commit, made.commits.get(commit), health),
    });
  }
  const filtered = unnoted.some(({ reason }) => reason === 'elsewhere') ? await madeIn(repo, made.filtered) : NONE;
  const recorded = new Recorded(provDirOf(repo));
  const all = unnoted.map((one) => orFiltered(orRemoved(one, recorded), filtered));
  return { looked: commits.length, unnoted: await orUntraced(repo, all) };
}

function reasonOf(commit: Oid, made: CommitOrigin | undefined, health: CaptureHealth | undefined): Reason {
  if (!health) return made ? 'before' : 'elsewhere';
  if (health.outgoing.includes(commit)) return 'outgoing';
  if (!made) return 'elsewhere';
  if (FILTERS.test(made.message)) return 'rewritten'; // its reflog time is the commit's own
  // Reflogs have a resolution of one second: a commit without a note in the second of `init` was made before it.
  if (health.since !== undefined && made.at <= Math.floor(health.since / 1000)) return 'before';
  return REWRITES.test(made.message) ? 'rewritten' : 'missed';
}

const orFiltered = (one: MissingNote, filtered: ReadonlySet<string>): MissingNote =>
  one.reason === 'elsewhere' && filtered.has(one.commit) ? { ...one, reason: 'rewritten' } : one;

const orRemoved = (one: MissingNote, recorded: Recorded): MissingNote =>
  EXPLAINED.has(one.reason) || !recorded.commit(one.commit) ? one : { ...one, reason: 'removed' };

/** The last commits of HEAD are among so many of the youngest. */
const MAX_EXAMINED = 1000;

async function orUntraced(repo: Repo, unnoted: readonly MissingNote[]): Promise<MissingNote[]> {
  const ids = unnoted.flatMap(({ commit, reason }) => (reason === 'elsewhere' ? [commit] : []));
  const fetched = await fetchedAmong(repo, { oids: [] }, ids, MAX_EXAMINED);
  return unnoted.map((one) =>
    one.reason !== 'elsewhere' || fetched.has(one.commit) ? one : { ...one, reason: 'untraced' },
  );
}

/** Reasons that hold although this clone once wrote a note. */
const EXPLAINED: ReadonlySet<Reason> = new Set(['outgoing', 'damaged', 'stray']);

/** How a commit came to be in this clone. */
interface CommitOrigin {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly message: string;
}

/** Messages in a reflog for a commit that was made from another one. */
const REWRITES = /^(?:commit \((?:amend|cherry-pick)\)|rebase|pull|cherry-pick|am\b|filter-branch)/;

/** Messages in a reflog for an entry that only moved to an existing commit. */
const GOES =
  /^(?:checkout:|reset:|clone:|pull[^:]*: Fast-forward|merge [^:]*: Fast-forward|(?:rebase|pull)[^:]*\((?:start|finish|abort)\)|branch:|update)/;

/** `git filter-branch` makes many commits, and the reflog records the last one only. */
const FILTERS = /^filter-branch/;
/** Runs of filter-branch that are examined, the latest first. */
const MAX_RUNS = 8;
/** Commits that are examined of each run. */
const MAX_COMMITS_PER_RUN = 1000;
const NONE: ReadonlySet<string> = new Set();

interface MadeHere {
  readonly commits: ReadonlyMap<string, CommitOrigin>;
  /** Old and new tips of branches with all commits rewritten. */
  readonly filtered: readonly (readonly [old: string, next: string])[];
}

// How each commit was made in this clone, by the reflogs of HEAD of all work trees.
function madeHere(commonDir: string): MadeHere {
  const commits = new Map<string, CommitOrigin>();
  const filtered: [string, string][] = [];
  for (const { bytes } of headLogs(commonDir, gitDirs(commonDir))) {
    for (const line of bytes.toString('utf8').split('\n')) {
      const [, old, next, time, message = ''] = /^([0-9a-f]+) ([0-9a-f]+) .*> (\d+) [+-]\d{4}\t?(.*)$/.exec(line) ?? [];
      if (!old || !next || old === next || GOES.test(message) || commits.has(next)) continue;
      commits.set(next, { at: Number(time), message });
      if (FILTERS.test(message)) filtered.push([old, next]);
    }
  }
  return { commits, filtered: filtered.slice(-MAX_RUNS) };
}

async function madeIn(repo: Repo, filtered: MadeHere['filtered']): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [old, next] of filtered) {
    const walk = { flags: [`--max-count=${MAX_COMMITS_PER_RUN}`], from: [next], not: [old] } as const;
    for (const id of await revListIfKnown(repo, walk)) found.add(id); // one of them may be deleted
  }
  return found;
}
