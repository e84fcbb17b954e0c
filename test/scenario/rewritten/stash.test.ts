import { story, type Stage } from './stage.ts';

const MARKERS = /<<<<<<<[^]*?>>>>>>>[^\n]*\n/;

/** Work of two agents and a person, none of it committed. */
function work(stage: Stage): void {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\nor twice in leap years @a');
  stage.b.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand a little sugar @b');
  stage.insert('b.txt', 'yeast is weighed', 'and never in ounces @human');
}

story('push and pop', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  stage.git('stash', 'pop', '-q');
  stage.commit('four');
  stage.judge();
});

story('push, a rebase, and pop', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  stage.git('rebase', '-q', 'main');
  stage.git('stash', 'pop', '-q');
  stage.commit('four');
  stage.judge({ how: ['rebase'] });
});

story('push with a pathspec, and the rest is committed', (stage) => {
  work(stage);
  stage.git('stash', 'push', '-q', '--', 'a.txt');
  stage.commit('yeast');
  stage.git('stash', 'pop', '-q');
  stage.commit('timers');
  stage.judge();
});

story('push -u of new files', (stage) => {
  stage.b.bash("printf 'a new file of the shell @b\\n' > new.txt");
  work(stage);
  stage.git('stash', 'push', '-q', '-u');
  stage.insert('a.txt', 'a timer knows', 'but not the day @human');
  stage.commit('meanwhile');
  stage.git('stash', 'pop', '-q');
  stage.commit('four');
  stage.judge();
});

story('--keep-index: what is staged is committed first', (stage) => {
  work(stage);
  stage.git('add', 'b.txt');
  stage.git('stash', 'push', '-q', '--keep-index');
  stage.git('commit', '-qm', 'yeast');
  stage.git('checkout', '-q', 'stash@{0}', '--', 'a.txt');
  stage.commit('timers');
  stage.judge();
});

story('stash branch', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  stage.insert('a.txt', 'a timer knows', 'but not the day @human');
  stage.commit('meanwhile');
  stage.git('stash', 'branch', 'rescued');
  stage.commit('four');
  stage.judge();
});

story('apply on another branch, and again here', (stage) => {
  stage.a.edit('f.txt', 'ropes are coiled by hand @human', 'ropes are coiled by a machine @a');
  stage.git('stash', '-q');
  stage.git('switch', '-q', 'main');
  stage.git('stash', 'apply', '-q');
  stage.commit('ropes on main');
  stage.judge();
  stage.git('switch', '-q', 'topic');
  stage.begins();
  stage.git('stash', 'pop', '-q');
  stage.commit('ropes on topic');
  stage.judge({ how: 'free' });
});

story('pop with a conflict that a person solves', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  stage.insert('a.txt', 'a timer is set', 'by whoever comes first @human');
  stage.commit('meanwhile');
  stage.stops(['stash', 'pop']);
  const text = stage.repo.read('a.txt');
  stage.repo.write('a.txt', text.replace(MARKERS, 'by whoever comes first @human\nor twice in leap years @a\n'));
  stage.commit('four');
  stage.judge();
});

story('pop with a conflict that an agent solves', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  stage.insert('a.txt', 'a timer is set', 'by whoever comes first @human');
  stage.commit('meanwhile');
  stage.repo.tick();
  stage.b.bash('git stash pop');
  const conflict = MARKERS.exec(stage.repo.read('a.txt'))![0];
  stage.b.edit('a.txt', conflict, 'by whoever comes first @human\nand by nobody in leap years @b\n');
  stage.commit('four');
  stage.judge();
});

story('dropped, and found again by its id', (stage) => {
  work(stage);
  stage.git('stash', '-q');
  const stash = stage.repo.oid('stash');
  stage.git('stash', 'drop', '-q');
  stage.insert('dir/h.txt', 'the tower leans', 'it leans to the west @human');
  stage.commit('meanwhile');
  stage.git('stash', 'apply', '-q', stash);
  stage.commit('four');
  stage.judge();
});

story('work on a branch is stashed by an agent, and popped after a reset', (stage) => {
  work(stage);
  stage.repo.tick();
  stage.a.bash('git stash -q');
  stage.git('reset', '-q', '--hard', 'topic~1');
  stage.git('stash', 'pop', '-q');
  stage.commit('four');
  stage.judge();
});
