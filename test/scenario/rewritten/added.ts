import type { TestRepo } from '../../helpers/repo.ts';

type Added = Map<string, Map<number, string>>;

/** A commit adds the same lines whenever it is asked about. */
const asked = new WeakMap<TestRepo, Map<string, Added>>();

/**
 * The lines that a commit added, by path and number: for a merge, those that it added against every parent. A parser of
 * `git diff-tree -U0` of its own, which shares nothing with ours.
 */
export function addedBy(repo: TestRepo, commit: string): Added {
  askFor(repo, [commit]);
  return asked.get(repo)!.get(commit)!;
}

/** Reads what all of these commits added with one start of git, for later calls of `addedBy`. */
export function askFor(repo: TestRepo, commits: Iterable<string>): void {
  const known = asked.get(repo) ?? new Map<string, Added>();
  asked.set(repo, known);
  const unknown = [...new Set(commits)].filter((commit) => !known.has(commit));
  if (unknown.length === 0) return;
  for (const [commit, [first, ...others]] of addedTo(repo, unknown)) {
    for (const [path, rows] of first!)
      for (const line of rows.keys()) if (!others.every((other) => other.get(path)?.has(line))) rows.delete(line);
    known.set(commit, first!);
  }
}

// The same against each parent. Git writes a line with the commit before each of these differences.
function addedTo(repo: TestRepo, commits: readonly string[]): Map<string, Added[]> {
  const flags = ['-c', 'core.quotePath=false', 'diff-tree', '--stdin', '--root', '-m', '-p', '-U0', '-M', '--always'];
  const out = repo.gitRaw(flags, commits.map((commit) => `${commit}\n`).join('')).toString('utf8');
  const all = new Map(commits.map((commit): [string, Added[]] => [commit, []]));
  let added: Added = new Map();
  let rows = new Map<number, string>();
  let [next, left] = [0, 0];
  for (const row of out.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(row);
    const [, commit] = /^([0-9a-f]{40,64})(?: |$)/.exec(row) ?? [];
    if (commit !== undefined && all.has(commit)) all.get(commit)!.push((added = new Map()));
    else if (hunk) [next, left] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    else if (left > 0 && row.startsWith('+')) {
      rows.set(next++, row.slice(1));
      left--;
    } else if (left === 0 && row.startsWith('+++ ')) {
      rows = new Map();
      added.set(row.slice('+++ b/'.length).replace(/\t$/, ''), rows);
    }
  }
  for (const [commit, differences] of all)
    if (differences.length === 0) throw new Error(`git diff-tree printed nothing about ${commit}`);
  return all;
}

/**
 * The texts, without the blanks around them, of the lines that commits added against their first parent: of these
 * commits, or of all that refs and reflogs know.
 */
export function additions(repo: TestRepo, ...commits: string[]): Map<string, Set<string>> {
  const which = commits.length > 0 ? ['--no-walk', ...commits] : ['--exclude=refs/notes/*', '--all', '--reflog'];
  const out = repo.git(
    'log',
    '-p',
    '-U0',
    '-m',
    '--first-parent',
    '--no-notes',
    '--root',
    '--format=commit %H',
    ...which,
  );
  const found = new Map<string, Set<string>>();
  let texts = new Set<string>();
  for (const row of out.split('\n')) {
    const [, commit] = /^commit ([0-9a-f]{40,64})$/.exec(row) ?? [];
    if (commit) found.set(commit, (texts = found.get(commit) ?? new Set()));
    else if (row.startsWith('+') && !row.startsWith('+++ ')) texts.add(row.slice(1).trim());
  }
  return found;
}
