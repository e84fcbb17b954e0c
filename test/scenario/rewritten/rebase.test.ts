import { expect } from 'vitest';
import { script, story } from './stage.ts';

const HOW = ['rebase'];

story('onto a branch that shifts the lines, by the merge backend', (stage) => {
  stage.git('rebase', '-q', '--merge', 'main');
  stage.judge({ how: HOW });
});

story('onto a branch that shifts the lines, recorded by the hooks before any read', (stage) => {
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: HOW, look: false });
});

story('onto a branch that shifts the lines, by the apply backend', (stage) => {
  stage.git('rebase', '-q', '--apply', 'main');
  stage.judge({ how: HOW });
});

story('by an agent in its shell', (stage) => {
  stage.repo.tick();
  stage.a.bash('git rebase -q main');
  stage.judge({ how: HOW });
});

story('twice, with an amended commit between', (stage) => {
  stage.git('rebase', '-q', 'main');
  stage.insert('b.txt', 'yeast likes', 'and sugar @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.git('rebase', '-q', '--no-ff', 'base');
  stage.judge({ how: ['rebase', 'amend'] });
});

story('and undone by reset', (stage) => {
  stage.git('rebase', '-q', 'main');
  stage.git('reset', '-q', '--hard', 'ORIG_HEAD');
  stage.judge();
});

story('--onto: only the last commit', (stage) => {
  stage.git('rebase', '-q', '--onto', 'main', 'topic~1');
  stage.judge({ how: HOW });
});

story('--root', (stage) => {
  stage.git('rebase', '-q', '--root', '--no-ff');
  stage.judge({ how: HOW });
});

story('--root --onto', (stage) => {
  stage.git('switch', '-q', '--orphan', 'fresh');
  stage.a.write('n.txt', 'a new start has no past @a\n');
  stage.commit('root');
  stage.begins();
  stage.git('rebase', '-q', '--root', '--onto', 'topic');
  stage.judge({ how: HOW });
});

story('--exec, with an amended message at every commit', (stage) => {
  stage.git('rebase', '-q', '--exec', 'git commit -q --amend -m "$(git log -1 --format=%s), again"', 'main');
  stage.judge({ how: [...HOW, 'amend'] });
});

story('--exec of a formatter that indents', (stage) => {
  const indent = script(stage, 'indent', "sed -i 's/^a timer/  a timer/' a.txt && git commit -qa --amend --no-edit");
  stage.git('rebase', '-q', '--exec', `'${indent}'`, 'main');
  stage.judge({ how: [...HOW, 'amend'], evidence: ['carried', 'reformatted'] });
});

story('--autosquash, with a fixup of a person and one of an agent', (stage) => {
  stage.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  stage.git('commit', '-qa', '--fixup', stage.of('one'));
  stage.b.edit('b.txt', 'yeast likes warm water @b', 'yeast likes warm water @b\nand a little sugar @b');
  stage.git('commit', '-qa', '--squash', stage.of('two'), '-m', 'sugar');
  stage.begins();
  stage.git('rebase', '-q', '-i', '--autosquash', 'main');
  expect(stage.repo.git('rev-list', '--count', 'main..HEAD')).toBe('3');
  stage.judge({ how: [...HOW, 'squash', 'fixup'] });
});

story('--autostash, with lines of an agent and a person', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set once @a\nor twice in leap years @a');
  stage.insert('dir/h.txt', 'the tower leans', 'it leans to the west @human');
  stage.git('rebase', '-q', '--autostash', 'main');
  stage.commit('four');
  stage.judge({ how: HOW });
});

story('--update-refs, a branch upon a branch', (stage) => {
  stage.git('branch', 'lower', 'topic~1');
  stage.git('rebase', '-q', '--update-refs', 'main');
  stage.judge({ how: HOW });
  stage.judge({ how: HOW, revision: 'lower' });
});

story('of a branch that is not checked out', (stage) => {
  stage.git('switch', '-q', 'main');
  stage.git('rebase', '-q', 'main', 'topic');
  stage.judge({ how: HOW });
});

story('--rebase-merges', (stage) => {
  stage.git('switch', '-q', '-c', 'side', 'topic~1');
  stage.a.write('side.txt', 'this is on the side @a\n');
  stage.commit('side');
  stage.git('switch', '-q', 'topic');
  stage.git('merge', '-q', '--no-ff', '--no-edit', 'side');
  stage.begins();
  stage.git('rebase', '-q', '--rebase-merges', 'main');
  stage.judge({ how: HOW });
});

story('a merge is made straight', (stage) => {
  stage.git('switch', '-q', '-c', 'side', 'topic~1');
  stage.a.write('side.txt', 'this is on the side @a\n');
  stage.commit('side');
  stage.git('switch', '-q', 'topic');
  stage.git('merge', '-q', '--no-ff', '--no-edit', 'side');
  stage.begins();
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: HOW });
});

story('pull --rebase', (stage) => {
  stage.origin();
  const other = stage.stranger('Somebody Else');
  other.git('switch', '-q', 'topic');
  other.insert('f.txt', 'charts are', 'and copied in spring @human');
  other.commit('from elsewhere');
  other.git('push', '-q', 'origin', 'topic');
  stage.a.edit('a.txt', 'a timer never sleeps @a', 'a timer never rests @a');
  stage.commit('four');
  stage.begins();
  stage.git('pull', '-q', '--rebase', 'origin', 'topic');
  stage.judge({ how: HOW });
});

story('a commit that is upstream already is left out', (stage) => {
  stage.on('main', () => {
    stage.git('cherry-pick', stage.of('two'));
  });
  stage.git('rebase', '-q', 'main');
  stage.judge({ how: [...HOW, 'cherry-pick'] });
});
