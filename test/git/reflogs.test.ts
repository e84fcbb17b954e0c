import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitDirs, headLogs, logSize, refLog, tablesOf } from '../../src/git/history/reflogs.ts';
import { HAS_REFTABLES } from '../helpers/git-version.ts';
import { makeRepo, type TestRepo, withRepo } from '../helpers/repo.ts';

const git = (repo: TestRepo): string => join(repo.dir, '.git');

// Possible content of reflogs: a first commit, moves, messages with blanks and other scripts, an orphan, a linked work tree.
function history(refs: 'files' | 'reftable'): TestRepo {
  const repo = makeRepo({ refs, files: { a: '1' } });
  repo.env['GIT_COMMITTER_NAME'] = 'Åsa <x> Öberg';
  repo.commit('zweite  Zeile:\tä 日本');
  repo.git('commit', '-q', '--amend', '--allow-empty', '--allow-empty-message', '-m', '');
  repo.git('worktree', 'add', '-q', '../linked é', '-b', 'topic');
  repo.git('-C', '../linked é', 'commit', '-q', '--allow-empty', '-m', 'linked');
  repo.git('checkout', '-q', '--detach', 'HEAD~1');
  repo.git('checkout', '-q', '--orphan', 'anew');
  repo.commit('root again');
  repo.git('reset', '-q', '--soft', 'main');
  repo.git('update-ref', '--create-reflog', '-m', 'noted', 'refs/notes/provenance', 'HEAD');
  repo.git('update-ref', '-m', 'noted again', 'refs/notes/provenance', 'topic');
  return repo;
}

const textsOf = (repo: TestRepo): Record<string, string> => {
  const logs = headLogs(git(repo), gitDirs(git(repo)));
  return Object.fromEntries(logs.map(({ gitDir, bytes }) => [gitDir.slice(git(repo).length), bytes.toString()]));
};

describe.runIf(HAS_REFTABLES)('reflogs in reftables (git 2.45)', () => {
  test('are read like the files of another repository with the same history', () => {
    const [files, tables] = [history('files'), history('reftable')];
    expect(textsOf(tables)).toEqual(textsOf(files));
    expect(Object.keys(textsOf(tables))).toHaveLength(2);
    expect(refLog(git(tables), 'refs/notes/provenance')).toEqual(refLog(git(files), 'refs/notes/provenance'));
    expect(refLog(git(tables), 'refs/notes/provenance')!.toString()).toContain('\tnoted again\n');
    expect(refLog(git(tables), 'refs/notes/none')).toBeUndefined();
    for (const repo of [files, tables]) repo.cleanup();
  });

  test('have a mark that changes with every entry, and only then', () =>
    withRepo({ refs: 'reftable', files: { a: '1' } }, (repo) => {
      const before = tablesOf(git(repo));
      expect(before).toBeTruthy();
      repo.git('log');
      repo.git('status');
      expect(tablesOf(git(repo))).toBe(before);
      repo.commit('second');
      expect(tablesOf(git(repo))).not.toBe(before);
    }));

  test('omit a branch without a commit, and the others are read', () => {
    const repo = history('reftable');
    repo.git('checkout', '-q', '--orphan', 'empty');
    expect(Object.keys(textsOf(repo))).toEqual(['/worktrees/linked-é']);
    repo.cleanup();
  });
});

test('reflogs in files are returned unchanged, and missing ones are left out', () =>
  withRepo({ refs: 'files', files: { a: '1' } }, (repo) => {
    expect(tablesOf(git(repo))).toBeUndefined();
    const [log] = headLogs(git(repo), [git(repo), join(git(repo), 'worktrees/gone')]);
    expect(log).toEqual({ gitDir: git(repo), bytes: Buffer.from(repo.read('.git/logs/HEAD')), tables: undefined });
    expect(logSize(git(repo))).toBe(log!.bytes.length);
    expect(logSize(join(git(repo), 'worktrees/gone'))).toBe(0);
    expect(headLogs(git(repo), [join(git(repo), 'worktrees/gone')])).toEqual([]);
  }));
