import { expect } from 'vitest';
import { lines, story } from './stage.ts';

const HOW = ['rebase'];
const SQUASH = ['rebase', 'squash', 'fixup'];
const count = (stage: { repo: { git(...args: string[]): string } }): string =>
  stage.repo.git('rev-list', '--count', 'main..HEAD');

story('squash of three', (stage) => {
  stage.gitWith(stage.todo('pick one', 'squash two', 'squash three'), 'rebase', '-q', '-i', 'main');
  expect(count(stage)).toBe('1');
  stage.judge({ how: SQUASH });
});

story('squash of three in place', (stage) => {
  stage.gitWith(stage.todo('pick one', 'squash two', 'squash three'), 'rebase', '-q', '-i', 'base');
  expect(stage.repo.git('rev-list', '--count', 'base..HEAD')).toBe('1');
  stage.judge({ how: SQUASH });
});

story('squash by an agent in its shell', (stage) => {
  const { GIT_SEQUENCE_EDITOR: editor } = stage.todo('pick one', 'squash two', 'pick three');
  stage.repo.tick();
  stage.a.bash(`GIT_SEQUENCE_EDITOR="${editor!}" git rebase -q -i main`);
  expect(count(stage)).toBe('2');
  stage.judge({ how: SQUASH });
});

story('fixup of the middle one, and pick', (stage) => {
  stage.gitWith(stage.todo('pick one', 'fixup two', 'pick three'), 'rebase', '-q', '-i', 'main');
  expect(count(stage)).toBe('2');
  stage.judge({ how: SQUASH });
});

story('fixup that rewrites an agent line of the commit before', (stage) => {
  stage.b.edit('a.txt', 'a timer is set once @a', 'a timer is set in spring @b');
  stage.insert('a.txt', 'a timer never', 'a timer may break @human');
  stage.commit('four');
  stage.begins();
  stage.gitWith(stage.todo('pick one', 'fixup four', 'pick two', 'pick three'), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: SQUASH });
});

story('squash of a commit with one that takes its lines back', (stage) => {
  stage.git('rm', '-q', 'a.txt');
  stage.commit('no timers');
  stage.begins();
  stage.gitWith(stage.todo('pick one', 'squash no timers', 'pick two', 'pick three'), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: SQUASH });
});

story('drop', (stage) => {
  stage.gitWith(stage.todo('pick one', 'drop two', 'pick three'), 'rebase', '-q', '-i', 'main');
  expect(count(stage)).toBe('2');
  stage.judge({ how: HOW });
});

story('drop of the first, in place', (stage) => {
  stage.gitWith(stage.todo('pick two', 'pick three'), 'rebase', '-q', '-i', 'base');
  stage.judge({ how: HOW });
});

story('reorder', (stage) => {
  stage.gitWith(stage.todo('pick three', 'pick one', 'pick two'), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: HOW });
});

story('reword', (stage) => {
  const env = { ...stage.todo('pick one', 'reword two', 'pick three'), GIT_EDITOR: "sed -i '1s/$/ of them/'" };
  stage.gitWith(env, 'rebase', '-q', '-i', 'base');
  expect(stage.repo.git('log', '-1', '--format=%s', 'HEAD~1')).toBe('two of them');
  stage.judge({ how: [...HOW, 'amend'] });
});

story('edit, with a line of a person', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo('pick one', 'edit two', 'pick three'));
  stage.insert('b.txt', 'yeast is weighed', 'and never in ounces @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.git('rebase', '--continue');
  stage.judge({ how: [...HOW, 'amend'] });
});

story('edit, with a line of an agent', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo('pick one', 'edit two', 'pick three'));
  stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: [...HOW, 'amend'] });
});

story('edit and split into two', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo('edit one', 'pick two', 'pick three'));
  stage.git('reset', '-q', 'HEAD^');
  stage.git('add', 'a.txt');
  stage.git('commit', '-qm', 'the timers');
  stage.git('commit', '-qam', 'the lanterns');
  stage.git('rebase', '--continue');
  expect(count(stage)).toBe('4');
  stage.judge({ how: [...HOW, 'content', 'split'] });
});

story('a file is split over two commits, line by line', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo('edit one', 'pick two', 'pick three'));
  stage.git('reset', '-q', 'HEAD^');
  const whole = stage.repo.read('a.txt');
  stage.repo.write('a.txt', lines('a timer knows the hour @a'));
  stage.git('add', 'a.txt', 'f.txt');
  stage.git('commit', '-qm', 'the first timer');
  stage.repo.write('a.txt', whole);
  stage.git('add', 'a.txt');
  stage.git('commit', '-qam', 'the other timers');
  stage.git('rebase', '--continue');
  stage.judge({ how: [...HOW, 'content', 'split'] });
});

story('a commit of a person is put in between', (stage) => {
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo('pick one', 'break', 'pick two', 'pick three'));
  stage.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  stage.commit('between');
  stage.git('rebase', '--continue');
  expect(count(stage)).toBe('4');
  stage.judge({ how: HOW });
});

story('commits of one agent are squashed into one of another', (stage) => {
  stage.a.bash("printf 'lists are short @a\\n' > l.txt && git add -A && git commit -qm lists");
  stage.repo.tick();
  stage.b.bash("printf 'lists are long @b\\n' >> l.txt && git add -A && git commit -qm longer");
  stage.begins();
  const list = ['pick one', 'pick two', 'pick three', 'pick lists', 'squash longer'];
  stage.gitWith(stage.todo(...list), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: SQUASH });
});

story('reorder with conflicts that a person solves', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set in autumn @a');
  stage.commit('four');
  stage.b.edit('a.txt', 'a timer is set in autumn @a', 'a timer is set in spring @b');
  stage.commit('five');
  stage.begins();
  const list = ['pick one', 'pick five', 'pick four', 'pick two', 'pick three'];
  stage.stops(['rebase', '-q', '-i', 'main'], stage.todo(...list));
  for (const month of ['May', 'June']) {
    const text = lines('a timer knows the hour @a', `a timer is set in ${month} @human`, 'a timer never sleeps @a');
    stage.repo.write('a.txt', text);
    stage.git('add', '-A');
    if (month === 'May') stage.stops(['rebase', '--continue']);
    else stage.git('rebase', '--continue');
  }
  expect(count(stage)).toBe('5');
  stage.judge({ how: HOW });
});
