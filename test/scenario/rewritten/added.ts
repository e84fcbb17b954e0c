import type { TestRepo } from '../../helpers/repo.ts';

/**
 * The lines that a commit added, by path and number: for a merge, those that it added against every parent. A parser of
 * `git diff-tree -U0` of its own, which shares nothing with ours.
 */
export function addedBy(repo: TestRepo, commit: string): Map<string, Map<number, string>> {
  const [, ...parents] = repo.git('rev-list', '--parents', '-1', commit).split(' ');
  const [first, ...others] = (parents.length > 0 ? parents : [undefined]).map((parent) =>
    addedTo(repo, commit, parent),
  );
  for (const [path, rows] of first!)
    for (const line of rows.keys()) if (!others.every((other) => other.get(path)?.has(line))) rows.delete(line);
  return first!;
}

function addedTo(repo: TestRepo, commit: string, parent: string | undefined): Map<string, Map<number, string>> {
  const flags = ['-c', 'core.quotePath=false', 'diff-tree', '-r', '-M', '-p', '-U0', '--no-commit-id', '--root'];
  const out = repo.gitRaw([...flags, ...(parent ? [parent] : []), commit]).toString('utf8');
  const added = new Map<string, Map<number, string>>();
  let rows = new Map<number, string>();
  let [next, left] = [0, 0];
  for (const row of out.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (hunk) [next, left] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    else if (left > 0 && row.startsWith('+')) {
      rows.set(next++, row.slice(1));
      left--;
    } else if (left === 0 && row.startsWith('+++ ')) {
      rows = new Map();
      added.set(row.slice('+++ b/'.length).replace(/\t$/, ''), rows);
    }
  }
  return added;
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
