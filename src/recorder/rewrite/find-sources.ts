import type { CommitObject } from '../../git/history/commit-objects.ts';
import { records } from '../../git/process/records.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { isOid, type Oid } from '../../model/ids.ts';
import type { RewriteKind, SourceCommit } from './source-commit.ts';
import { commitsIn } from '../../git/history/rev-list.ts';

/** A commit with unknown sources, and the data on how it was made. */
export interface RewrittenCommit {
  readonly commit: CommitObject;
  /** Its source commits from git's post-rewrite hook, in order. */
  readonly pairs?: readonly Oid[] | undefined;
  /** The reflog's data: the operation, HEAD before it, and the rebase that it was part of. */
  readonly reflog?:
    | {
        readonly message: string;
        readonly old?: Oid | undefined;
        readonly rebase?: { readonly from: Oid; readonly onto: Oid } | undefined;
      }
    | undefined;
}

/** Reflog messages of the last commit of a squash. */
const SQUASHED = /^rebase\b[^:]*\((?:squash|fixup|continue|edit|reword)\)/;
/** The reflog message of an amended commit. */
const AMENDED = 'commit (amend)';
/** Commits that are examined for a rebase, and for commits of the same author and time. */
const MAX_REBASED_COMMITS = 2000;
const MAX_TWIN_COMMITS = 20_000;
/** Commits that a message may name as squashed. */
const MAX_NAMED_COMMITS = 500;

/**
 * Finds the source commits from git's own records: the pairs of post-rewrite, the reflog, the names in commit
 * messages and, for copies, the author and author time, which git keeps. The best source comes first. A constant
 * number of git processes.
 * @returns the sources by commit; a commit that was made from no other has no entry
 */
export async function findSources(repo: Repo, made: readonly RewrittenCommit[]): Promise<Map<Oid, SourceCommit[]>> {
  const rebased = await rebasedCommits(repo, made);
  const twins = await findTwins(
    repo,
    made.filter((one) => mayBeCopy(one) && !one.pairs),
  );
  const found = new Map<Oid, SourceCommit[]>();
  for (const one of made) {
    const sources = [...reportedSources(one), ...(twins.get(one.commit.oid) ?? [])];
    if (one.reflog?.rebase || (one.pairs?.length ?? 0) > 0)
      sources.push(...rebased.map((commit): SourceCommit => ({ commit, how: 'rebase', main: false })));
    const distinct = unique(sources, one.commit.oid);
    if (distinct.length > 0) found.set(one.commit.oid, distinct);
  }
  return found;
}

// Sources that post-rewrite, the reflog or the message names outright.
function reportedSources({ commit, pairs, reflog }: RewrittenCommit): SourceCommit[] {
  const sources: SourceCommit[] = [];
  const main = (how: RewriteKind, ...commits: readonly Oid[]): void => {
    for (const one of commits) sources.push({ commit: one, how, main: true });
  };
  const { message = '', old } = reflog ?? {};
  const isAmended = message.startsWith(AMENDED);
  if (pairs)
    main(pairs.length > 1 && SQUASHED.test(message) ? 'squash' : isAmended ? 'amend' : 'rebase', ...pairs.toReversed());
  if (old && isAmended) main('amend', old);
  if (old && /^(?:rebase|pull)\b[^:]*\((?:squash|fixup)\)/.test(message)) main('squash', old);
  main('cherry-pick', ...named(commit.message, /\(cherry picked from commit ([0-9a-f]{40,64})\)/g).toReversed());
  main('revert', ...named(commit.message, /\bThis reverts commit ([0-9a-f]{40,64})/g));
  if (/^Squashed commit of the following:/m.test(commit.message))
    main('squash', ...named(commit.message, /^commit ([0-9a-f]{40,64})$/gm));
  return sources;
}

const named = (message: string, pattern: RegExp): Oid[] =>
  [...message.matchAll(pattern)]
    .slice(0, MAX_NAMED_COMMITS)
    .map(([, id]) => id!)
    .filter(isOid);

function unique(sources: readonly SourceCommit[], self: Oid): SourceCommit[] {
  const seen = new Set<Oid>([self]);
  return sources
    .toSorted((a, b) => Number(b.main) - Number(a.main))
    .filter(({ commit }) => !seen.has(commit) && seen.add(commit));
}

// The commits that rebases replayed: any of their lines may be in any of the new commits.
async function rebasedCommits(repo: Repo, made: readonly RewrittenCommit[]): Promise<Oid[]> {
  const starts = made.flatMap(({ reflog }) => reflog?.rebase ?? []);
  const tips = new Set([...starts.map(({ from }) => from), ...made.flatMap(({ pairs }) => pairs ?? [])]);
  if (tips.size === 0 || starts.length === 0) return [];
  const flags = ['--ignore-missing', `--max-count=${MAX_REBASED_COMMITS}`, '--no-merges'] as const;
  return commitsIn(repo, { flags, from: tips, not: new Set(starts.map(({ onto }) => onto)) });
}

// Git sets the author and time afresh for new work, and keeps them for a copy.
function mayBeCopy({ commit, reflog }: RewrittenCommit): boolean {
  const { message = '', old } = reflog ?? {};
  if (commit.parents.length > 1 || (old && message.startsWith(AMENDED))) return false;
  return (
    commit.authoredAt !== commit.committedAt || /^(?:cherry-pick|am|commit \(cherry-pick\)|rebase|pull)/.test(message)
  );
}

// Commits of the same author and time, those of the same subject first.
async function findTwins(repo: Repo, made: readonly RewrittenCommit[]): Promise<Map<Oid, SourceCommit[]>> {
  const found = new Map<Oid, SourceCommit[]>();
  if (made.length === 0) return found;
  const wanted = new Map<string, RewrittenCommit[]>();
  for (const one of made) {
    const key = `${one.commit.author} ${one.commit.authoredAt}`;
    wanted.set(key, [...(wanted.get(key) ?? []), one]);
  }
  const since = Math.min(...made.map(({ commit }) => commit.authoredAt)) - 1;
  const format = '--format=%H%x01%an <%ae> %at%x01%s';
  const args = [
    'log',
    '--all',
    '--reflog',
    '-z',
    `--max-count=${MAX_TWIN_COMMITS}`,
    `--since=${since}`,
    '--no-show-signature',
  ];
  const options = { cwd: repo.cwd, env: repo.env };
  for await (const record of records([...args, '--encoding=UTF-8', format, '--'], options)) {
    const [id = '', key = '', subject = ''] = record.split('\u0001');
    if (!isOid(id)) continue;
    for (const { commit, reflog } of wanted.get(utf8ToLatin(key)) ?? []) {
      if (id === commit.oid) continue;
      const same = subjectOf(commit.message) === subject;
      const how = howOf(reflog?.message ?? '');
      const list = found.get(commit.oid) ?? [];
      found.set(commit.oid, list);
      // Another commit of the same author in the same second may be unrelated. Where the reflog reports a copy, the original counts
      // without a note too: its lines have an unknown writer. (Our hook keeps no pairs of a rebase where nothing is recorded yet.)
      // Beside a source with a note, it was made from that one here.
      list[same ? 'unshift' : 'push']({
        commit: id,
        how,
        main: same,
        twin: true,
        ...(how === 'content' && { unproven: true }),
        ...(same && how !== 'content' && { needsNoNote: true, onlyAlone: how !== 'cherry-pick' }),
      });
    }
  }
  return found;
}

// Like git's %s: the lines up to the first empty one, joined.
const subjectOf = (message: string): string =>
  message
    .trimStart()
    .split(/\n[ \t]*\n/, 1)[0]!
    .split('\n')
    .map((line) => line.trimEnd())
    .join(' ')
    .trimEnd();

const utf8ToLatin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function howOf(message: string): RewriteKind {
  if (/^am\b/.test(message)) return 'am';
  if (/^(?:rebase|pull)/.test(message)) return 'rebase';
  return /cherry-pick/.test(message) ? 'cherry-pick' : 'content';
}
