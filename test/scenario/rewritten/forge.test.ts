import { expect } from 'vitest';
import { prov } from '../../helpers/agent.ts';
import { story, type Stage } from './stage.ts';

const SQUASH = ['squash', 'merge', 'content'];
const REBASE = ['rebase', 'content'];

/** The forge merges `topic` into `main` while we are away; then we fetch. */
function forge(stage: Stage, merge: (there: Stage) => void): void {
  stage.origin();
  const there = stage.stranger('Forge');
  there.git('branch', '-q', 'topic', 'origin/topic');
  there.git('switch', '-q', 'main');
  merge(there);
  there.git('push', '-q', 'origin', 'main');
  stage.git('fetch', '-q', 'origin');
}

const squash = (there: Stage, message = 'Lanterns (#1)\n\n* one\n\n* two\n\n* three'): void => {
  there.git('merge', '-q', '--squash', 'topic');
  there.git('commit', '-qm', message);
};

const rebase = (there: Stage): void => {
  there.git('rebase', '-q', 'main', 'topic');
  there.git('switch', '-q', 'main');
  there.git('merge', '-q', '--ff-only', 'topic');
};

story('squash merge, fetched', (stage) => {
  forge(stage, squash);
  stage.judge({ how: SQUASH, revision: 'origin/main' });
});

story('squash merge, pulled', (stage) => {
  forge(stage, squash);
  stage.git('switch', '-q', 'main');
  stage.git('pull', '-q', '--ff-only', 'origin', 'main');
  stage.judge({ how: SQUASH });
});

story('squash merge, pulled by an agent', (stage) => {
  forge(stage, squash);
  stage.repo.tick();
  stage.a.bash('git switch -q main && git pull -q --ff-only origin main');
  stage.judge({ how: SQUASH });
});

story('squash merge, pulled after the branch was deleted', (stage) => {
  forge(stage, squash);
  stage.git('switch', '-q', 'main');
  stage.git('branch', '-q', '-D', 'topic');
  stage.git('pull', '-q', '--ff-only', 'origin', 'main');
  stage.judge({ how: SQUASH });
});

story('squash merge by another person under a title that says nothing', (stage) => {
  forge(stage, (there) => {
    there.git('merge', '-q', '--squash', 'topic');
    there.git('commit', '-qm', 'Release', '--author', 'Grace Other <grace@example.com>');
  });
  stage.judge({ how: SQUASH, revision: 'origin/main' });
});

story('squash merge of a branch that merged main before', (stage) => {
  stage.git('merge', '-q', '--no-edit', 'main');
  stage.a.edit('a.txt', 'a timer never sleeps @a', 'a timer never sleeps @a\na timer never dreams @a');
  stage.commit('four');
  stage.begins();
  forge(stage, (there) => squash(there, 'Lanterns (#1)'));
  stage.judge({ how: SQUASH, revision: 'origin/main' });
});

story('squash merge, and main moved ahead afterwards', (stage) => {
  forge(stage, (there) => {
    squash(there);
    there.insert('a.txt', 'a timer is set', 'a timer may be late @human');
    there.commit('late');
    there.edit('f.txt', 'ropes are coiled by hand @human', 'ropes are sold @human');
    there.commit('ropes');
  });
  stage.judge({ how: SQUASH, revision: 'origin/main' });
});

story('squash merge of two branches in a row', (stage) => {
  stage.git('switch', '-q', '-c', 'topic2', 'base');
  stage.b.write('second.txt', 'the second branch is short @b\n');
  stage.commit('second');
  stage.begins();
  forge(stage, (there) => {
    squash(there);
    there.git('merge', '-q', '--squash', 'origin/topic2');
    there.git('commit', '-qm', 'Second (#2)');
  });
  stage.judge({ how: SQUASH, revision: 'origin/main' });
});

story('rebase merge, fetched', (stage) => {
  forge(stage, rebase);
  stage.judge({ how: REBASE, revision: 'origin/main' });
});

story('rebase merge, pulled', (stage) => {
  forge(stage, rebase);
  stage.git('switch', '-q', 'main');
  stage.git('pull', '-q', '--ff-only', 'origin', 'main');
  stage.judge({ how: REBASE });
});

story('a merge commit, pulled', (stage) => {
  forge(stage, (there) => void there.git('merge', '-q', '--no-ff', '--no-edit', 'topic'));
  stage.git('switch', '-q', 'main');
  stage.git('pull', '-q', '--ff-only', 'origin', 'main');
  stage.judge();
});

story('a cherry-pick of the forge', (stage) => {
  forge(stage, (there) => void there.git('cherry-pick', stage.of('two')));
  stage.judge({ how: ['cherry-pick', 'content', 'rebase'], revision: 'origin/main' });
});

story('another user rebases our branch and force-pushes it; we reset to theirs', (stage) => {
  stage.origin();
  const there = stage.stranger('Somebody Else');
  there.git('switch', '-q', 'topic');
  there.git('rebase', '-q', 'main');
  there.git('push', '-q', '-f', 'origin', 'topic');
  stage.git('fetch', '-q', 'origin');
  stage.git('reset', '-q', '--hard', 'origin/topic');
  stage.judge({ how: REBASE });
});

story('another user amends our last commit with their own line and force-pushes it', (stage) => {
  stage.origin();
  const there = stage.stranger('Somebody Else');
  there.git('switch', '-q', 'topic');
  there.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  there.git('commit', '-qa', '--amend', '--no-edit');
  there.git('push', '-q', '-f', 'origin', 'topic');
  stage.git('fetch', '-q', 'origin');
  stage.judge({ how: ['amend', 'rebase', 'content'], revision: 'origin/topic' });
});

story('a CI job reconciles a squash merge in a clone without our hooks', (stage) => {
  forge(stage, squash);
  const there = stage.stranger('CI');
  there.git('fetch', '-q', stage.repo.dir, 'refs/notes/provenance:refs/notes/provenance');
  prov(there.repo, 'reconcile', 'main~1..main', '--base', 'main~1', '--head', 'origin/topic');
  there.judge({ how: SQUASH, look: false });
});

story('a CI job reconciles a rebase merge', (stage) => {
  forge(stage, rebase);
  const there = stage.stranger('CI');
  there.git('fetch', '-q', stage.repo.dir, 'refs/notes/provenance:refs/notes/provenance');
  prov(there.repo, 'reconcile', 'main~3..main', '--base', 'main~3', '--head', 'origin/topic');
  there.judge({ how: REBASE, look: false });
});

story('a linear history is not taken for a squash', (stage) => {
  forge(stage, (there) => {
    there.git('reset', '-q', '--hard', 'topic');
    there.git('push', '-q', '-f', 'origin', 'main');
  });
  const { notes } = stage.state();
  prov(stage.repo, 'reconcile', 'base..origin/main', '--base', 'base', '--head', 'topic');
  stage.judge({ revision: 'origin/main' });
  expect(stage.state().notes).toEqual(notes);
});
