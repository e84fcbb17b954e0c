import { expect } from 'vitest';
import { story } from './stage.ts';
import { judged } from './verdict.ts';

story('a rebase', (stage) => {
  const there = stage.clone('there');
  there.git('rebase', '-q', 'main');
  there.judge({ how: ['rebase'] });
});

story('a rebase, recorded by the hooks before any read', (stage) => {
  const there = stage.clone('there');
  there.git('rebase', '-q', 'main');
  there.judge({ how: ['rebase'], look: false });
});

story('an amended message, three times', (stage) => {
  const there = stage.clone('there');
  for (const message of ['three, again', 'three, once more', 'three, at last'])
    there.git('commit', '-q', '--amend', '-m', message);
  there.judge({ how: ['amend'] });
});

story('an amended commit with lines of a person', (stage) => {
  const there = stage.clone('there');
  there.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  there.edit('f.txt', 'the anchor has four arms by now @b', 'the anchor is gone @human');
  there.git('commit', '-qa', '--amend', '--no-edit');
  there.judge({ how: ['amend'] });
});

story('an agent of the clone rebases and continues to work', (stage) => {
  const there = stage.clone('there');
  there.a.start().prompt('rebase and go on');
  there.repo.tick();
  there.a.bash('git rebase -q main');
  there.a.edit('a.txt', 'a timer is set once @a', 'a timer is set by a clone @c');
  there.commit('four');
  there.judge({ how: ['rebase'] });
});

story('cherry-picks', (stage) => {
  const there = stage.clone('there');
  there.git('switch', '-q', 'main');
  there.git('cherry-pick', 'base..origin/topic');
  there.judge({ how: ['cherry-pick'] });
});

story('a cherry-pick without a commit', (stage) => {
  const there = stage.clone('there');
  there.git('switch', '-q', 'main');
  there.git('cherry-pick', '-n', stage.of('one'));
  there.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  there.commit('lanterns by timer');
  there.judge({ how: ['cherry-pick', 'content'] });
});

story('a squash merge', (stage) => {
  const there = stage.clone('there');
  there.git('switch', '-q', 'main');
  there.git('merge', '-q', '--squash', 'origin/topic');
  there.git('commit', '-qm', 'all at once');
  there.judge({ how: ['squash', 'merge', 'content'] });
});

story('a squash of three', (stage) => {
  const there = stage.clone('there');
  there.gitWith(stage.todo('pick one', 'squash two', 'fixup three'), 'rebase', '-q', '-i', 'main');
  there.judge({ how: ['squash', 'fixup', 'rebase'] });
});

story('a revert of a revert', (stage) => {
  const there = stage.clone('there');
  there.git('revert', '--no-edit', stage.of('two'));
  there.git('revert', '--no-edit', 'HEAD');
  there.judge({ how: ['revert'], evidence: ['restored'] });
});

story('reset --soft and one commit of all', (stage) => {
  const there = stage.clone('there');
  there.git('reset', '-q', '--soft', 'base');
  there.git('commit', '-qm', 'all at once');
  there.judge({ how: 'free' });
});

story('a partial clone without blobs: a rebase', (stage) => {
  const there = stage.clone('there', '--filter=blob:none');
  there.git('rebase', '-q', 'main');
  there.judge({ how: ['rebase'] });
});

story('a partial clone without blobs: an amended message', (stage) => {
  const there = stage.clone('there', '--filter=blob:none');
  there.git('commit', '-q', '--amend', '-m', 'three, again');
  there.judge({ how: ['amend'] });
});

story('a shallow clone: the last commit is amended', (stage) => {
  const there = stage.clone('there', '--depth', '2', '--no-single-branch');
  there.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  there.git('commit', '-qa', '--amend', '--no-edit');
  there.judge({ how: ['amend'] });
});

story('a shallow clone: the last commit is picked', (stage) => {
  const there = stage.clone('there', '--depth', '2', '--no-single-branch');
  there.git('switch', '-q', 'main');
  there.git('cherry-pick', 'topic');
  there.judge({ how: ['cherry-pick'] });
});

story('a shallow clone of one commit: nothing is wrong when it is amended', (stage) => {
  const there = stage.clone('there', '--depth', '1', '--no-single-branch');
  there.git('commit', '-q', '--amend', '-m', 'three, again');
  const { faults } = judged({ repo: there.repo, before: there.before, how: 'free' });
  expect(faults.wrong).toBeUndefined();
});
