import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

/** How a commit of an agent is rewritten, and which commit the test asks about then. */
const WAYS: readonly (readonly [name: string, rewrite: (repo: TestRepo) => void])[] = [
  ['amended', (repo) => void repo.git('commit', '-q', '--amend', '-m', 'again')],
  [
    'rebased',
    (repo) => {
      repo.git('switch', '-qc', 'other', 'HEAD~1');
      repo.write('other.txt', 'from elsewhere\n');
      repo.commit('other');
      repo.git('rebase', '-q', 'other', 'main');
    },
  ],
  [
    'squashed',
    (repo) => {
      repo.write('more.txt', 'by hand\n');
      repo.commit('more');
      repo.git('reset', '-q', '--soft', 'HEAD~2');
      repo.git('commit', '-qm', 'both');
    },
  ],
];

test.each(WAYS)('trace, evidence and history print the same for a commit that was %s', (name, rewrite) =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'claude');
    agent.prompt('Count further');
    agent.write('a.txt', 'one\ntwo\n');
    agent.bash('git add -A && git commit -qm "Count to two"');
    agent.stop();
    const ask = (): string[] =>
      [
        ['trace', 'commit:HEAD'],
        ['trace', 'HEAD'],
        ['evidence', 'commit:HEAD'],
      ].map((words) =>
        // Without the heading, which names the commit.
        prov(repo, ...words)
          .split('\n')
          .slice(1)
          .join('\n'),
      );
    const before = ask();
    expect(before[0]).toContain('Count further');
    rewrite(repo);
    // A squash of this clone adds a patch to the session.
    const after = ask();
    expect(after[0]).toContain('Count further');
    expect(name === 'squashed' ? before : after).toEqual(before);
  }),
);

test('an amended commit is shown with its present subject and id, and its patch with the recorded ones', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'claude');
    agent.prompt('Count further');
    agent.write('a.txt', 'one\ntwo\n');
    agent.bash('git add -A && git commit -qm "Count to two"');
    agent.stop();
    const made = repo.oid('HEAD').slice(0, 7);
    expect(prov(repo, 'show', 'HEAD')).toMatch(new RegExp(`commit ${made} \\(1 file\\)(?!, now)`));
    repo.git('commit', '-q', '--amend', '-m', 'again');
    expect(prov(repo, 'trace', 'commit:HEAD')).toMatch(/^Lineage for commit:[0-9a-f]+ "again"\n/);
    expect(prov(repo, 'show', 'HEAD')).toContain(`commit ${made} (1 file), now ${repo.oid('HEAD').slice(0, 7)}`);
  }));
