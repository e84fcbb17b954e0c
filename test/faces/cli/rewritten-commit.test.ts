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
        // Without the heading, which names the commit, and without its present id.
        prov(repo, ...words)
          .split('\n')
          .slice(1)
          .join('\n')
          .replace(/ commit \w{7}, now \w{7}/g, ''),
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

test('trace shows the present id of an amended commit beside the recorded one', () =>
  withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'claude');
    agent.prompt('Count further');
    agent.write('a.txt', 'one\ntwo\n');
    agent.bash('git add -A && git commit -qm "Count to two"');
    agent.stop();
    const made = repo.oid('HEAD');
    prov(repo, 'add', 'claim', 'It counts', '--supports', 'commit:HEAD');
    expect(prov(repo, 'trace', 'a.txt:2')).not.toMatch(/\bnow \w{7}/);
    for (const subject of ['again', 'and again']) {
      repo.git('commit', '-q', '--amend', '-m', subject);
      prov(repo, 'status');
    }
    const [old, now] = [made.slice(0, 7), repo.oid('HEAD').slice(0, 7)];
    expect(prov(repo, 'trace', 'a.txt:2')).toContain(`"Count to two" commit ${old}, now ${now} committed_via`);
    expect(prov(repo, 'trace', 'commit:HEAD')).toContain(`"commit ${made.slice(0, 8)}", now ${now}\n`);
    const { forward } = JSON.parse(prov(repo, 'trace', 'a.txt:2', '--json')) as {
      forward: { derived: { derived: { type: string; id: string }[] }[] };
    };
    const patch = forward.derived[0]?.derived.find(({ type }) => type === 'patch');
    expect(patch).toMatchObject({ commit: made, present: repo.oid('HEAD') });
    expect(prov(repo, 'show', `patch:${patch!.id}`)).toMatch(new RegExp(`commit +${old} +now ${now}`));
    expect(prov(repo, 'show', `patch:${patch!.id}`, '--trace')).toContain(`commit ${old}, now ${now}`);
  }));
