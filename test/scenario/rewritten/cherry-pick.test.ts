import { expect } from 'vitest';
import { story, type Stage } from './stage.ts';

const HOW = ['cherry-pick'];

const toMain = (stage: Stage): void => void stage.git('switch', '-q', 'main');
const MARKERS = /<<<<<<<[^]*?>>>>>>>[^\n]*\n/;

story('one', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', stage.of('two'));
  stage.judge({ how: HOW });
});

story('one, recorded by the hook before any read', (stage) => {
  toMain(stage);
  stage.a.prompt('still here').read('a.txt');
  stage.git('cherry-pick', stage.of('two'));
  stage.judge({ how: HOW, look: false });
});

story('a range', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', 'base..topic');
  stage.judge({ how: HOW });
});

story('a range in another order', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', stage.of('three'), stage.of('one'), stage.of('two'));
  stage.judge({ how: HOW });
});

story('by an agent in its shell', (stage) => {
  toMain(stage);
  stage.repo.tick();
  stage.b.bash('git cherry-pick base..topic');
  stage.judge({ how: HOW });
});

story('-x', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', '-x', stage.of('one'));
  stage.judge({ how: HOW });
});

story('-x, after the branch and its reflog were deleted', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', '-x', stage.of('one'));
  stage.git('branch', '-q', '-D', 'topic');
  stage.judge({ how: HOW });
});

story('-n, and a commit', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', '-n', stage.of('one'));
  stage.git('commit', '-qm', 'lanterns by timer');
  stage.judge({ how: [...HOW, 'content'] });
});

story('-n of two, with a line of a person and of an agent', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', '-n', stage.of('one'), stage.of('two'));
  stage.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  stage.a.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand time @a');
  stage.commit('lanterns and yeast');
  stage.judge({ how: [...HOW, 'content'] });
});

story('--no-commit of a part: the rest is put back', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', '-n', stage.of('one'));
  stage.git('checkout', '-q', 'HEAD', '--', 'f.txt');
  stage.git('commit', '-qm', 'timers');
  stage.judge({ how: [...HOW, 'content'] });
});

story('--ff makes no new commit', (stage) => {
  stage.git('switch', '-q', '-c', 'again', 'base');
  stage.git('cherry-pick', '--ff', stage.of('one'));
  expect(stage.repo.oid('HEAD')).toBe(stage.of('one'));
  stage.judge();
});

story('twice, onto two branches', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', stage.of('one'));
  stage.git('switch', '-q', '-c', 'release', 'base');
  stage.insert('dir/h.txt', 'the tower leans', 'it leans to the west @human');
  stage.commit('release');
  stage.git('cherry-pick', 'main');
  stage.judge({ how: HOW });
  stage.judge({ how: HOW, revision: 'main' });
});

story('of a merge, by its mainline', (stage) => {
  stage.git('switch', '-q', '-c', 'side', 'topic~1');
  stage.a.write('side.txt', 'this is on the side @a\n');
  stage.commit('side');
  stage.git('switch', '-q', 'topic');
  stage.git('merge', '-q', '--no-ff', '--no-edit', 'side');
  stage.begins();
  toMain(stage);
  stage.git('cherry-pick', '-m', '1', 'topic');
  stage.judge({ how: 'free' });
});

story('with the author reset and another message', (stage) => {
  toMain(stage);
  stage.git('cherry-pick', stage.of('two'));
  stage.git('commit', '-q', '--amend', '--reset-author', '-m', 'of yeast');
  stage.judge({ how: [...HOW, 'amend'] });
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
  stage.stops(['cherry-pick', stage.of('one')]);
  const text = stage.repo.read('f.txt');
  stage.repo.write('f.txt', text.replace(MARKERS, 'lanterns are lit at dusk @human\nand put out at sunrise @a\n'));
  stage.git('add', '-A');
  stage.git('cherry-pick', '--continue');
  stage.judge({ how: HOW });
});

story('a person solves a conflict and commits', (stage) => {
  conflicting(stage);
  stage.stops(['cherry-pick', stage.of('one')]);
  const text = stage.repo.read('f.txt');
  stage.repo.write('f.txt', text.replace(MARKERS, 'lanterns are lit at dusk @human\nand put out at sunrise @a\n'));
  stage.git('commit', '-qam', 'lanterns by timer');
  stage.judge({ how: HOW });
});

story('an agent solves a conflict', (stage) => {
  conflicting(stage);
  stage.repo.tick();
  stage.b.bash(`git cherry-pick ${stage.of('one')} ${stage.of('two')}`);
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.b.bash('git add -A && git cherry-pick --continue');
  expect(stage.repo.git('log', '-1', '--format=%s')).toBe('two');
  stage.judge({ how: HOW });
});

story('-X theirs', (stage) => {
  conflicting(stage);
  stage.git('cherry-pick', '-X', 'theirs', stage.of('one'));
  stage.judge({ how: HOW });
});

story('--skip', (stage) => {
  conflicting(stage);
  stage.stops(['cherry-pick', stage.of('one'), stage.of('two')]);
  stage.git('cherry-pick', '--skip');
  stage.judge({ how: HOW });
});

story('--abort changes nothing', (stage) => {
  conflicting(stage);
  stage.judge();
  const state = stage.state();
  stage.stops(['cherry-pick', stage.of('two'), stage.of('one')]);
  stage.git('cherry-pick', '--abort');
  stage.judge();
  expect(stage.state().head).toEqual(state.head);
  for (const [commit, note] of state.notes) expect(stage.state().notes.get(commit)).toBe(note);
});
