import { expect } from 'vitest';
import { judged } from './verdict.ts';
import { story } from './stage.ts';

story('a file is renamed and the commit amended', (stage) => {
  stage.git('mv', 'g.txt', 'bakery.txt');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge({ how: ['amend'] });
});

story('a new file is renamed within its commit', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'base'], stage.todo('edit one', 'pick two', 'pick three'));
  stage.git('mv', 'a.txt', 'timers.txt');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.git('rebase', '--continue');
  stage.judge({ how: ['amend', 'rebase'] });
});

story('a new file is renamed and changed by a person within its commit', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'base'], stage.todo('edit one', 'pick two', 'pick three'));
  stage.git('mv', 'a.txt', 'timers.txt');
  stage.insert('timers.txt', 'a timer is set', 'a timer may be late @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.git('rebase', '--continue');
  stage.judge({ how: ['amend', 'rebase'] });
});

story('rebase onto a branch that has renamed the files', (stage) => {
  stage.on('main', () => {
    stage.git('mv', 'f.txt', 'harbour.txt');
    stage.git('mv', 'g.txt', 'bakery.txt');
    stage.commit('renamed');
  });
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: ['rebase'] });
});

story('rebase onto a branch that has renamed the folder', (stage) => {
  stage.a.write('dir/new.txt', 'a folder may move away @a\n');
  stage.b.edit('dir/h.txt', 'clocks are wound on Monday @human', 'clocks wind themselves @b');
  stage.commit('four');
  stage.on('main', () => {
    stage.git('mv', 'dir', 'lib');
    stage.commit('renamed');
  });
  stage.git('-c', 'merge.directoryRenames=true', 'rebase', '-q', 'main');
  stage.judge({ how: ['rebase'] });
});

story('cherry-pick onto a branch that has renamed the files', (stage) => {
  stage.git('switch', '-q', 'main');
  stage.git('mv', 'f.txt', 'harbour.txt');
  stage.git('mv', 'g.txt', 'bakery.txt');
  stage.commit('renamed');
  stage.begins();
  stage.git('cherry-pick', 'base..topic');
  stage.judge({ how: ['cherry-pick'] });
});

story('squash of a commit and a rename of its file', (stage) => {
  stage.git('mv', 'a.txt', 'timers.txt');
  stage.insert('timers.txt', 'a timer is set', 'a timer may be late @human');
  stage.commit('renamed');
  stage.begins();
  const list = ['pick one', 'squash renamed', 'pick two', 'pick three'];
  stage.gitWith(stage.todo(...list), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: ['squash', 'rebase'] });
});

story('merge --squash of a branch that renamed what it wrote', (stage) => {
  stage.repo.tick();
  stage.b.bash('git mv a.txt timers.txt && git mv b.txt yeast.txt && git commit -qm renamed');
  stage.begins();
  stage.git('switch', '-q', 'main');
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-qm', 'all at once');
  stage.judge({ how: ['squash', 'merge', 'content'] });
});

story('two files change their names with each other', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'base'], stage.todo('pick one', 'edit two', 'pick three'));
  for (const [from, to] of [
    ['a.txt', 'x.txt'],
    ['b.txt', 'a.txt'],
    ['x.txt', 'b.txt'],
  ] as const)
    stage.git('mv', from, to);
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.git('rebase', '--continue');
  stage.judge({ how: 'free' });
});

story('a person moves lines of an agent to another file and amends', (stage) => {
  stage.edit('g.txt', 'wheat is sold by weight @a\n', '');
  stage.insert('dir/h.txt', 'the tower leans', 'wheat is sold by weight @a');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge({ how: ['amend'], evidence: ['carried', 'moved'] });
});

story('the revert of a revert, after the file was renamed', (stage) => {
  stage.git('revert', '--no-edit', stage.of('three'));
  stage.git('mv', 'g.txt', 'bakery.txt');
  stage.commit('renamed');
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD~1');
  stage.judge({ how: ['revert'], evidence: ['restored'] });
});

story('pop of a stash after the file was renamed: a short line may be missed, but gets no wrong owner', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\nor twice in leap years @a');
  stage.git('stash', '-q');
  stage.git('mv', 'a.txt', 'timers.txt');
  stage.commit('renamed');
  stage.git('stash', 'pop', '-q');
  stage.commit('four');
  expect(judged({ repo: stage.repo, before: stage.before }).faults.wrong).toBeUndefined();
});
