import { story } from './stage.ts';

const BACK = { how: ['revert'], evidence: ['restored'] };

story('a commit is reverted: what was there before has its owners', (stage) => {
  stage.git('revert', '--no-edit', stage.of('one'));
  stage.judge();
});

story('a revert is reverted: the lines of the agents come back', (stage) => {
  stage.git('revert', '--no-edit', stage.of('two'));
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD');
  stage.judge(BACK);
});

story('a revert is reverted by an agent', (stage) => {
  stage.git('revert', '--no-edit', stage.of('two'));
  stage.begins();
  stage.repo.tick();
  stage.a.bash('git revert --no-edit HEAD');
  stage.judge(BACK);
});

story('an agent reverts a commit of a person that took out lines of agents', (stage) => {
  stage.git('rm', '-q', 'a.txt');
  stage.edit('g.txt', 'wheat is sold by weight @a\n', '');
  stage.commit('cut');
  stage.begins();
  stage.repo.tick();
  stage.b.bash('git revert --no-edit HEAD');
  stage.judge(BACK);
});

story('a person reverts a commit of a person that took out lines of agents', (stage) => {
  stage.git('rm', '-q', 'a.txt');
  stage.edit('g.txt', 'wheat is sold by weight @a\n', '');
  stage.edit('f.txt', 'the anchor has four arms by now @b', 'the anchor is gone @human');
  stage.commit('cut');
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD');
  stage.judge(BACK);
});

story('a person reverts what an agent did to the lines of a person', (stage) => {
  stage.a.edit('f.txt', 'salt is kept below the deck @human', 'salt is sold @a');
  stage.a.bash("sed -i '/tower leans/d' dir/h.txt && git commit -qam 'salt and tower'");
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD');
  stage.judge();
});

story('a range is reverted and comes back at once', (stage) => {
  stage.git('revert', '--no-edit', 'base..topic');
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD~3..HEAD');
  stage.judge(BACK);
});

story('-n, and a commit with a line of a person', (stage) => {
  stage.git('revert', '--no-edit', stage.of('two'));
  stage.begins();
  stage.git('revert', '-n', 'HEAD');
  stage.insert('b.txt', 'yeast is weighed', 'and never in ounces @human');
  stage.commit('yeast is back');
  stage.judge({ how: 'free' });
});

story('a conflict of a revert is solved by a person', (stage) => {
  stage.edit('f.txt', 'lanterns are lit by the timer @a', 'lanterns are lit by a boy @human');
  stage.commit('a boy');
  stage.begins();
  stage.stops(['revert', '--no-edit', stage.of('one')]);
  const text = stage.repo.read('f.txt');
  stage.repo.write('f.txt', text.replace(/<<<<<<<[^]*?>>>>>>>[^\n]*\n/, 'lanterns are not lit at all @human\n'));
  stage.git('add', '-A');
  stage.git('revert', '--continue');
  stage.judge();
});

story('a file is taken from an older commit by hand', (stage) => {
  stage.git('rm', '-q', 'a.txt');
  stage.commit('cut');
  stage.begins();
  stage.git('checkout', '-q', stage.of('one'), '--', 'a.txt');
  stage.commit('timers again');
  stage.judge({ how: 'free' });
});

story('a merge is reverted, and the revert too', (stage) => {
  stage.git('switch', '-q', 'main');
  stage.git('merge', '-q', '--no-edit', 'topic');
  stage.git('revert', '--no-edit', '-m', '1', 'HEAD');
  stage.begins();
  stage.git('revert', '--no-edit', 'HEAD');
  stage.judge(BACK);
});

story('a revert is rebased', (stage) => {
  stage.git('revert', '--no-edit', stage.of('two'));
  stage.git('revert', '--no-edit', 'HEAD');
  stage.begins();
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: ['rebase'], evidence: ['carried', 'restored'] });
});

story('a commit is reverted, the revert too, and all is rebased before anybody reads', (stage) => {
  const off = ['-c', 'core.hooksPath=/dev/null'];
  stage.git(...off, 'revert', '--no-edit', stage.of('three'));
  stage.git(...off, 'revert', '--no-edit', 'HEAD');
  stage.git(...off, 'rebase', '-q', 'main');
  stage.judge({ how: ['revert', 'rebase'], evidence: ['carried', 'restored'] });
});
