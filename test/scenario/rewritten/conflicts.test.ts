import { expect } from 'vitest';
import { story, type Stage } from './stage.ts';

// Conflicts of a rebase. Those of a merge, a cherry-pick, a revert and a stash are tested with these commands.

const HOW = ['rebase'];

/** On `main` a person has changed the line that agent a changes in `one`. */
function conflicting(stage: Stage): void {
  stage.on('main', () => {
    stage.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit at eight @human');
    stage.commit('eight');
  });
}

const MARKERS = /<<<<<<<[^]*?>>>>>>>[^\n]*\n/;
const solve = (stage: Stage, ...fresh: string[]): void =>
  stage.repo.write('f.txt', stage.repo.read('f.txt').replace(MARKERS, fresh.map((line) => `${line}\n`).join('')));

story('a person solves a conflict by words of their own', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', 'main']);
  solve(stage, 'lanterns are lit when it is dark @human', 'and put out at sunrise @a');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: HOW });
});

story('a person solves a conflict of the apply backend', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', '--apply', 'main']);
  solve(stage, 'lanterns are lit when it is dark @human', 'and put out at sunrise @a');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: HOW });
});

story('a person takes both sides of a conflict', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', 'main']);
  solve(stage, 'lanterns are lit at eight @human', 'lanterns are lit by the timer @a', 'and put out at sunrise @a');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: HOW });
});

story('an agent solves a conflict of its own rebase', (stage) => {
  conflicting(stage);
  stage.repo.tick();
  stage.b.bash('git rebase -q main');
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.b.bash('git add -A && git rebase --continue');
  stage.judge({ how: HOW });
});

story('an agent resolves a conflict of a person, who continues the rebase', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', 'main']);
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: HOW });
});

story('an agent takes one side of a conflict by git', (stage) => {
  conflicting(stage);
  stage.repo.tick();
  stage.b.bash('git rebase -q main');
  stage.b.bash('git checkout -q --theirs f.txt && git add -A && git rebase --continue');
  expect(stage.repo.read('f.txt')).toContain('by the timer @a');
  stage.judge({ how: HOW });
});

story('an agent solves a conflict in its shell', (stage) => {
  conflicting(stage);
  stage.repo.tick();
  stage.b.bash('git rebase -q main');
  stage.b.bash(
    "sed -i -e '/^<<<<<<</,/^=======/d' -e '/^>>>>>>>/d' -e 's/^lanterns are lit by.*/lanterns are lit by shell @b/' f.txt",
  );
  stage.b.bash('git add -A && git rebase --continue');
  expect(stage.repo.read('f.txt')).toContain('by shell @b');
  stage.judge({ how: HOW });
});

story('a person takes one side of a conflict by git', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', 'main']);
  stage.git('checkout', '-q', '--ours', 'f.txt');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  expect(stage.repo.read('f.txt')).toContain('at eight @human');
  stage.judge({ how: HOW });
});

story('-X ours: what the branch below says', (stage) => {
  conflicting(stage);
  stage.git('rebase', '-q', '-X', 'ours', 'main');
  expect(stage.repo.read('f.txt')).toContain('at eight @human');
  stage.judge({ how: HOW });
});

story('-X theirs: what the rebased commit says', (stage) => {
  conflicting(stage);
  stage.git('rebase', '-q', '-X', 'theirs', 'main');
  expect(stage.repo.read('f.txt')).toContain('by the timer @a');
  stage.judge({ how: HOW });
});

story('rerere does again what a person did', (stage) => {
  conflicting(stage);
  stage.git('config', 'rerere.enabled', 'true');
  stage.git('config', 'rerere.autoUpdate', 'true');
  stage.stops(['rebase', '-q', 'main']);
  solve(stage, 'lanterns are lit when it is dark @human', 'and put out at sunrise @a');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.git('reset', '-q', '--hard', 'ORIG_HEAD');
  stage.stops(['rebase', '-q', 'main']);
  stage.git('rebase', '--continue');
  expect(stage.repo.read('f.txt')).toContain('when it is dark @human');
  stage.judge({ how: HOW });
});

story('rerere does again what an agent did', (stage) => {
  conflicting(stage);
  stage.git('config', 'rerere.enabled', 'true');
  stage.git('config', 'rerere.autoUpdate', 'true');
  stage.stops(['rebase', '-q', 'main']);
  const conflict = MARKERS.exec(stage.repo.read('f.txt'))![0];
  stage.b.edit('f.txt', conflict, 'lanterns are lit by the harbour master @b\nand put out at sunrise @a\n');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.begins();
  stage.git('reset', '-q', '--hard', 'topic@{1}');
  stage.stops(['rebase', '-q', 'main']);
  stage.git('rebase', '--continue');
  expect(stage.repo.read('f.txt')).toContain('by the harbour master @b');
  stage.judge({ how: [...HOW, 'content'] });
});

story('--skip', (stage) => {
  conflicting(stage);
  stage.stops(['rebase', '-q', 'main']);
  stage.git('rebase', '--skip');
  stage.judge({ how: HOW });
});

story('--abort changes nothing', (stage) => {
  conflicting(stage);
  stage.judge();
  const state = stage.state();
  stage.stops(['rebase', '-q', 'main']);
  solve(stage, 'lanterns are lit when it is dark @human');
  stage.git('rebase', '--abort');
  stage.judge();
  expect(stage.state()).toEqual(state);
});

story('stopped in the middle, read meanwhile, and aborted', (stage) => {
  stage.on('main', () => {
    stage.edit('f.txt', 'the anchor has three arms @human', 'the anchor has two arms @human');
    stage.commit('two arms');
  });
  stage.stops(['rebase', '-q', 'main']);
  stage.judge({ how: HOW });
  stage.git('rebase', '--abort');
  stage.judge();
});

story('stopped in the middle, read meanwhile, and gone on with', (stage) => {
  stage.on('main', () => {
    stage.edit('f.txt', 'the anchor has three arms @human', 'the anchor has two arms @human');
    stage.commit('two arms');
  });
  stage.stops(['rebase', '-q', 'main']);
  stage.judge({ how: HOW });
  solve(stage, 'the anchor has lost an arm @human');
  stage.git('add', '-A');
  stage.git('rebase', '--continue');
  stage.judge({ how: HOW });
});
