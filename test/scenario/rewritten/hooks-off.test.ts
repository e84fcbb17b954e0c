import { story } from './stage.ts';

const OFF = ['-c', 'core.hooksPath=/dev/null'];

story('a person amends', (stage) => {
  stage.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  stage.git(...OFF, 'commit', '-qa', '--amend', '--no-edit');
  stage.judge({ how: ['amend', 'content'] });
});

story('a person rebases', (stage) => {
  stage.git(...OFF, 'rebase', '-q', 'main');
  stage.judge({ how: ['rebase', 'content'] });
});

story('a person rebases by the apply backend', (stage) => {
  stage.git(...OFF, 'rebase', '-q', '--apply', 'main');
  stage.judge({ how: ['rebase', 'content'] });
});

story('a person squashes three', (stage) => {
  const env = stage.todo('pick one', 'squash two', 'squash three');
  stage.gitWith(env, ...OFF, 'rebase', '-q', '-i', 'main');
  stage.judge({ how: ['rebase', 'squash', 'content'] });
});

story('a person drops and reorders', (stage) => {
  stage.gitWith(stage.todo('pick three', 'pick one'), ...OFF, 'rebase', '-q', '-i', 'main');
  stage.judge({ how: ['rebase', 'content'] });
});

story('a person picks', (stage) => {
  stage.git('switch', '-q', 'main');
  stage.git(...OFF, 'cherry-pick', 'base..topic');
  stage.judge({ how: ['cherry-pick', 'content'] });
});

story('an agent writes, commits and amends', (stage) => {
  stage.repo.tick();
  stage.a.bash(
    "printf 'hooks are off @a\\n' > off.txt && git add -A && git -c core.hooksPath=/dev/null commit -qm off",
  );
  stage.judge();
  stage.begins();
  stage.repo.tick();
  stage.a.bash(
    "printf 'and stay off @a\\n' >> off.txt && git -c core.hooksPath=/dev/null commit -qa --amend --no-edit",
  );
  stage.judge({ how: ['amend', 'content'] });
});

story('an agent rebases', (stage) => {
  stage.repo.tick();
  stage.a.bash('git -c core.hooksPath=/dev/null rebase -q main');
  stage.judge({ how: ['rebase', 'content'] });
});

story('an agent squashes by merge', (stage) => {
  stage.repo.tick();
  stage.b.bash(
    'git switch -q main && git merge -q --squash topic && git -c core.hooksPath=/dev/null commit -qm "all at once"',
  );
  stage.judge({ how: ['squash', 'merge', 'content'] });
});

story('an agent commits, and a person amends before any read', (stage) => {
  stage.repo.tick();
  stage.a.bash(
    "printf 'hooks are off @a\\n' > off.txt && git add -A && git -c core.hooksPath=/dev/null commit -qm off",
  );
  stage.insert('off.txt', 'hooks are off', 'but not for ever @human');
  stage.git(...OFF, 'commit', '-qa', '--amend', '-m', 'off and on');
  stage.judge();
});

story('an agent commits, and a person rebases before any read', (stage) => {
  stage.repo.tick();
  stage.a.bash(
    "printf 'hooks are off @a\\n' > off.txt && git add -A && git -c core.hooksPath=/dev/null commit -qm off",
  );
  stage.git(...OFF, 'rebase', '-q', 'main');
  stage.judge({ how: ['rebase', 'content'] });
});

story('a person amends, squashes and rebases before any read', (stage) => {
  stage.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  stage.git(...OFF, 'commit', '-qa', '--amend', '--no-edit');
  const env = stage.todo('pick one', 'squash two', `pick three`);
  stage.gitWith(env, ...OFF, 'rebase', '-q', '-i', 'base');
  stage.git(...OFF, 'rebase', '-q', 'main');
  stage.git(...OFF, 'commit', '-q', '--amend', '-m', 'three, at last');
  stage.judge({ how: ['amend', 'squash', 'rebase', 'content'] });
});
