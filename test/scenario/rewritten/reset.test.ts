import { expect } from 'vitest';
import { lines, story } from './stage.ts';

story('--soft, and all three commits are one', (stage) => {
  stage.git('reset', '-q', '--soft', 'base');
  stage.git('commit', '-qm', 'all at once');
  stage.judge({ how: 'free' });
});

story('--soft by an agent, and all three commits are one', (stage) => {
  stage.repo.tick();
  stage.b.bash('git reset -q --soft base && git commit -qm "all at once"');
  stage.judge({ how: 'free' });
});

story('--mixed, and the files are committed one by one', (stage) => {
  stage.git('reset', '-q', 'base');
  for (const path of ['a.txt', 'g.txt', 'b.txt', 'f.txt', 'dir/h.txt']) {
    stage.git('add', path);
    stage.git('commit', '-qm', path);
  }
  stage.judge({ how: 'free' });
});

story('--mixed, and a person changes lines before the commit', (stage) => {
  stage.git('reset', '-q', 'base');
  stage.edit('a.txt', 'a timer is set once @a', 'a timer is set by the clockmaker @human');
  stage.insert('b.txt', 'yeast is weighed', 'and never in ounces @human');
  stage.commit('all at once');
  stage.judge({ how: 'free' });
});

story('--hard, and a person starts over', (stage) => {
  stage.git('reset', '-q', '--hard', 'base');
  stage.insert('f.txt', 'lanterns are', 'and nobody knows by whom @human');
  stage.commit('anew');
  stage.judge();
});

story('--hard, and forward again', (stage) => {
  const { notes } = stage.state();
  stage.git('reset', '-q', '--hard', 'base');
  stage.git('reset', '-q', '--hard', 'ORIG_HEAD');
  stage.judge();
  expect(stage.state().notes).toEqual(notes);
});

story('--hard, and the lines are typed again by a person from memory', (stage) => {
  stage.git('reset', '-q', '--hard', 'base');
  stage.repo.write('t.txt', lines('a timer knows what the hour is @human', 'a timer needs no sleep @human'));
  stage.commit('timers');
  stage.judge();
});

story('--hard, and an agent continues from there', (stage) => {
  stage.git('reset', '-q', '--hard', 'topic~2');
  stage.b.edit('a.txt', 'a timer is set once @a', 'a timer is set in spring @b');
  stage.commit('spring');
  stage.judge();
});

story('--keep, with lines of an agent that are not committed', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\nor twice in leap years @a');
  stage.git('reset', '-q', '--keep', 'topic~1');
  stage.commit('leap years');
  stage.judge();
});

story('a branch is moved under the feet of the work tree', (stage) => {
  stage.git('update-ref', 'refs/heads/topic', 'base');
  stage.commit('all at once');
  stage.judge({ how: 'free' });
});

story('a commit is undone, its file taken apart, and committed in two halves', (stage) => {
  stage.git('reset', '-q', '--soft', 'topic~2');
  stage.git('commit', '-qm', 'two and three');
  const whole = stage.repo.read('f.txt');
  stage.git('reset', '-q', 'HEAD^');
  stage.edit('f.txt', 'terns do not follow boats @human\n', '');
  stage.git('commit', '-qam', 'first half');
  stage.repo.write('f.txt', whole);
  stage.commit('second half');
  stage.judge({ how: 'free' });
});
