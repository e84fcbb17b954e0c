import { expect } from 'vitest';
import { judge } from '../../helpers/judge.ts';
import { type Stage, story } from './stage.ts';

// An agent writes and lets git continue in the same command: lines in the command's text are the agent's, lines that git brought are not.

const REBASED = { how: ['rebase', 'amend', 'cherry-pick', 'content'] };

/** The lines of a file with their owners. */
const ownersOf = ({ repo }: Stage, path: string): Record<string, string> =>
  Object.fromEntries(judge(repo, path).map(({ text, owner }) => [text, owner]));

function runs(stage: Stage, command: string): void {
  stage.repo.tick();
  stage.a.bash(command);
}

story('appends, amends the commit that a rebase stopped at, and continues', (stage) => {
  stage.gitWith(stage.todo('edit one', 'pick two', 'pick three'), 'rebase', '-q', '-i', 'main');
  runs(
    stage,
    "echo 'a timer is heard far away @a' >> a.txt && git commit -qa --amend --no-edit && git rebase --continue",
  );
  stage.judge(REBASED);
});

story('the same, and git runs no hooks', (stage) => {
  const off = 'git -c core.hooksPath=/dev/null';
  stage.gitWith(stage.todo('edit one', 'pick two', 'pick three'), 'rebase', '-q', '-i', 'main');
  runs(
    stage,
    `echo 'a timer is heard far away @a' >> a.txt && ${off} commit -qa --amend --no-edit && ${off} rebase --continue`,
  );
  stage.judge(REBASED);
});

story('resolves a conflict by a program, appends, and continues', (stage) => {
  stage.on('main', () => {
    stage.edit('f.txt', 'lanterns are lit at seven @human', 'lanterns are lit at nine @human');
    stage.commit('nine');
  });
  stage.stops(['rebase', '-q', 'main']);
  runs(
    stage,
    "sed -i -e '/^[<=>]/d' f.txt && echo 'and all is well on board @a' >> f.txt && git add -A && GIT_EDITOR=true git rebase --continue",
  );
  expect(ownersOf(stage, 'f.txt')).toMatchObject({
    'and all is well on board @a': 'a',
    'lanterns are lit by the timer @a': 'a',
    'lanterns are lit at nine @human': expect.not.stringMatching(/^[ab]$/),
    'the sea was here before @human': 'no note',
  });
});

story('rebases, appends to two files and commits', (stage) => {
  runs(
    stage,
    "git rebase -q main && echo 'a timer is heard far away @a' >> a.txt && echo 'and all is well @a' >> f.txt && git commit -qam more",
  );
  stage.judge(REBASED);
});

story('picks without a commit, appends and commits', (stage) => {
  stage.git('switch', '-q', 'main');
  runs(stage, "git cherry-pick -n topic~2 && echo 'and all is well @a' >> f.txt && git commit -qam more");
  stage.judge(REBASED);
});

story('picks with -x lines of a person and an agent', (stage) => {
  stage.git('switch', '-q', 'main');
  runs(stage, 'git cherry-pick -x topic~1');
  stage.judge(REBASED);
});

story("rebases with --exec over a person's commits", (stage) => {
  stage.on('main', () => {
    stage.insert('g.txt', 'the shop closes', 'and opens again at three @human');
    stage.commit('three again');
  });
  runs(stage, 'git rebase -q --exec true main');
  stage.judge(REBASED);
});

story('the same, and git runs no hooks', (stage) => {
  const off = ['-c', 'core.hooksPath=/dev/null'];
  stage.git('switch', '-q', 'main');
  stage.insert('g.txt', 'the shop closes', 'and opens again at three @human');
  stage.git(...off, 'commit', '-qam', 'three again');
  stage.git('switch', '-q', 'topic');
  stage.begins();
  runs(stage, 'git -c core.hooksPath=/dev/null rebase -q --exec true main');
  stage.judge(REBASED);
});

story('pops the stash of a person into another file', (stage) => {
  stage.insert('f.txt', 'ropes are', 'the rope is long @human');
  stage.git('stash');
  runs(stage, "echo 'a timer is heard far away @a' >> a.txt && git stash pop -q && git commit -qam both");
  expect(ownersOf(stage, 'a.txt')).toMatchObject({
    'a timer is heard far away @a': 'a',
    'a timer is set once @a': 'a',
  });
  expect(ownersOf(stage, 'f.txt')['the rope is long @human']).toBe('unsure');
});

story('pops the stash of a person into the same file', (stage) => {
  stage.insert('a.txt', 'a timer knows', 'the rope is long @human');
  stage.git('stash');
  runs(stage, "git stash pop -q && echo 'a timer is heard no more @a' >> a.txt && git commit -qam both");
  expect(ownersOf(stage, 'a.txt')).toMatchObject({
    'the rope is long @human': 'unsure',
    'a timer is heard no more @a': 'a',
    'a timer is set once @a': 'a',
  });
});

story('pops its own stash and appends', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\na timer may be wound up @a');
  stage.git('stash');
  runs(stage, "git stash pop -q && echo 'a timer is heard no more @a' >> a.txt && git commit -qam both");
  stage.judge();
});
