import { expect } from 'vitest';
import { story, type Stage } from './stage.ts';

const SQUASH = ['squash', 'merge', 'content'];
const MARKERS = /<<<<<<<[^]*?>>>>>>>[^\n]*\n/;
const toMain = (stage: Stage): void => void stage.git('switch', '-q', 'main');

story('fast-forward', (stage) => {
  stage.git('switch', '-q', '-c', 'other', 'base');
  const { notes } = stage.state();
  stage.git('merge', '-q', '--ff-only', 'topic');
  stage.judge();
  expect(stage.state().notes).toEqual(notes);
});

story('true', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--no-edit', 'topic');
  stage.judge();
});

story('true, by an agent in its shell', (stage) => {
  stage.repo.tick();
  stage.a.bash('git switch -q main && git merge -q --no-edit topic');
  stage.judge();
});

story('--no-commit, with a line of a person and of an agent', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--no-ff', '--no-commit', 'topic');
  stage.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
  stage.commit('both, and more');
  stage.judge();
});

/** On `main` a person has changed the line that agent a changes in `one`. */
function conflicting(stage: Stage): void {
  toMain(stage);
  stage.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit at eight @human');
  stage.commit('eight');
  stage.begins();
}

story('a person solves a conflict', (stage) => {
  conflicting(stage);
  stage.stops(['merge', '--no-edit', 'topic']);
  const text = stage.repo.read('f.txt');
  stage.repo.write('f.txt', text.replace(MARKERS, 'lanterns are lit at dusk @human\nand put out at sunrise @a\n'));
  stage.git('commit', '-qam', 'merged');
  stage.judge();
});

story('an agent solves a conflict', (stage) => {
  conflicting(stage);
  stage.repo.tick();
  stage.b.bash('git merge --no-edit topic');
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.b.bash('git commit -qam merged');
  stage.judge();
});

story('an agent solves a conflict of a person, who commits', (stage) => {
  conflicting(stage);
  stage.stops(['merge', '--no-edit', 'topic']);
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.git('commit', '-qam', 'merged');
  stage.judge();
});

story('-X theirs', (stage) => {
  conflicting(stage);
  stage.git('merge', '-q', '--no-edit', '-X', 'theirs', 'topic');
  stage.judge();
});

story('-s ours keeps nothing of the agents', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--no-edit', '-s', 'ours', 'topic');
  stage.judge();
});

story('of three branches', (stage) => {
  stage.git('switch', '-q', '-c', 'side', 'base');
  stage.a.write('side.txt', 'this is on the side @a\n');
  stage.commit('side');
  stage.begins();
  toMain(stage);
  stage.git('merge', '-q', '--no-edit', 'topic', 'side');
  stage.judge();
});

story('a branch with a commit that was cherry-picked before', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', stage.of('two'));
  stage.git('merge', '-q', '--no-edit', 'topic');
  stage.judge({ how: ['cherry-pick'] });
});

story('--squash', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-q', '--no-edit');
  stage.judge({ how: SQUASH });
});

story('--squash, recorded by the hooks before any read', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.a.prompt('still here');
  stage.git('commit', '-q', '--no-edit');
  stage.judge({ how: SQUASH, look: false });
});

story('--squash with a message of its own', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-qm', 'everything at once');
  stage.judge({ how: SQUASH });
});

story('--squash by an agent in its shell', (stage) => {
  stage.repo.tick();
  stage.a.bash('git switch -q main && git merge -q --squash topic && git commit -qm "everything at once"');
  stage.judge({ how: SQUASH });
});

story('--squash with edits of a person and of an agent before the commit', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.edit('a.txt', 'a timer is set once @a', 'a timer is set by the clockmaker @human');
  stage.insert('b.txt', 'yeast is weighed', 'and never in ounces @human');
  stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
  stage.commit('everything at once');
  stage.judge({ how: SQUASH });
});

story('--squash with a conflict that a person solves', (stage) => {
  conflicting(stage);
  stage.stops(['merge', '--squash', 'topic']);
  const text = stage.repo.read('f.txt');
  stage.repo.write('f.txt', text.replace(MARKERS, 'lanterns are lit at dusk @human\nand put out at sunrise @a\n'));
  stage.commit('everything at once');
  stage.judge({ how: SQUASH });
});

story('--squash with a conflict that an agent solves', (stage) => {
  conflicting(stage);
  stage.stops(['merge', '--squash', 'topic']);
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.commit('everything at once');
  stage.judge({ how: SQUASH });
});

story('--squash, and the branch is deleted', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-qm', 'everything at once');
  stage.git('branch', '-q', '-D', 'topic');
  stage.judge({ how: SQUASH });
});

story('--squash twice, with a new commit on the branch in between', (stage) => {
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-qm', 'everything at once');
  stage.git('switch', '-q', 'topic');
  stage.a.edit('a.txt', 'a timer never sleeps @a', 'a timer never sleeps @a\na timer never dreams @a');
  stage.commit('four');
  stage.git('merge', '-q', '--no-edit', '-X', 'ours', 'main');
  stage.begins();
  toMain(stage);
  stage.git('merge', '-q', '--squash', 'topic');
  stage.git('commit', '-qm', 'and again');
  stage.judge({ how: 'free' }); // one short line: too little to be looked for, and the owner of the blob is known
});
