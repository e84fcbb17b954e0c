import { join } from 'node:path';
import { expect } from 'vitest';
import { prov, TestAgent } from '../../helpers/agent.ts';
import { adoptRepo } from '../../helpers/repo.ts';
import { Stage, story } from './stage.ts';

/** A linked work tree on a new branch. The agents stay where they are. */
function linked(stage: Stage, branch: string, at: string): Stage {
  const dir = join(stage.repo.home, 'linked tree');
  stage.git('worktree', 'add', '-q', '-b', branch, dir, at);
  return new Stage(adoptRepo(stage.repo, dir), stage.a, stage.b, stage.before);
}

story('a rebase in a linked work tree', (stage) => {
  const there = linked(stage, 'side', 'topic');
  there.git('rebase', '-q', 'main');
  there.judge({ how: ['rebase'] });
  stage.judge();
});

story('an amended message in a linked work tree', (stage) => {
  const there = linked(stage, 'side', 'topic');
  there.git('commit', '-q', '--amend', '-m', 'three, elsewhere');
  there.judge({ how: ['amend'] });
  stage.judge();
});

story('a cherry-pick and a squash in a linked work tree, read in the main one', (stage) => {
  const there = linked(stage, 'side', 'main');
  there.git('cherry-pick', stage.of('one'));
  there.git('cherry-pick', stage.of('two'));
  there.gitWith(there.todo('pick one', 'squash two'), 'rebase', '-q', '-i', 'main');
  stage.judge({ how: ['cherry-pick', 'squash', 'rebase'], revision: 'side' });
});

story('a rebase in one work tree while an agent writes in the other', (stage) => {
  const there = linked(stage, 'side', 'topic');
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\nor twice in leap years @a');
  there.git('rebase', '-q', 'main');
  stage.commit('four');
  there.judge({ how: ['rebase'] });
  stage.judge();
});

story('an agent of a linked work tree rebases there', (stage) => {
  const there = linked(stage, 'side', 'topic');
  const agent = new TestAgent(there.repo, 'c').start().prompt('rebase');
  agent.write('c.txt', 'this was written in a linked tree @c\n');
  there.commit('linked');
  there.begins();
  there.repo.tick();
  agent.bash('git rebase -q main');
  there.judge({ how: ['rebase'] });
});

story('a detached HEAD: a rebase, an amended commit, a pick', (stage) => {
  stage.git('checkout', '-q', '--detach', 'topic~1');
  stage.git('rebase', '-q', 'main');
  stage.git('commit', '-q', '--amend', '-m', 'two, detached');
  stage.git('cherry-pick', stage.of('three'));
  stage.judge({ how: ['rebase', 'amend', 'cherry-pick'] });
});

story('a detached HEAD becomes a branch', (stage) => {
  stage.git('checkout', '-q', '--detach', 'main');
  stage.git('cherry-pick', 'base..topic');
  stage.git('switch', '-q', '-c', 'kept');
  stage.judge({ how: ['cherry-pick'] });
});

story('a rebase in a submodule', (stage) => {
  const bare = stage.origin();
  const local = ['-c', 'protocol.file.allow=always'];
  stage.git(...local, 'submodule', 'add', '-q', bare, 'mod');
  stage.commit('module');
  const module = new Stage(adoptRepo(stage.repo, join(stage.repo.dir, 'mod')), stage.a, stage.b, stage.before);
  module.git('fetch', '-q', stage.repo.dir, 'refs/notes/provenance:refs/notes/provenance');
  prov(module.repo, 'init', '--agent', 'claude-code');
  module.git('switch', '-q', '-C', 'topic', 'origin/topic');
  module.git('rebase', '-q', 'origin/main');
  module.judge({ how: ['rebase'] });
  const above = stage.state().notes;
  expect(above.size).toBeGreaterThan(0);
  stage.judge();
});

story('a folder below the top', (stage) => {
  const below = new Stage(adoptRepo(stage.repo, join(stage.repo.dir, 'dir')), stage.a, stage.b, stage.before);
  below.git('rebase', '-q', 'main');
  below.git('commit', '-q', '--amend', '-m', 'three, from below');
  stage.judge({ how: ['rebase', 'amend'] });
});
