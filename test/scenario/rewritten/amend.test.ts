import { story } from './stage.ts';

const HOW = ['amend'];

story('the message is amended three times', (stage) => {
  for (const message of ['three, again', 'three, once more', 'three, at last'])
    stage.git('commit', '-q', '--amend', '-m', message);
  stage.judge({ how: HOW });
});

story('the message is amended, and the hooks record it before any read', (stage) => {
  stage.git('commit', '-q', '--amend', '-m', 'three, again');
  stage.judge({ how: HOW, look: false });
});

story('the message is amended by an agent three times in one command', (stage) => {
  stage.repo.tick();
  stage.b.bash('for n in 1 2 3; do git commit -q --amend -m "three, take $n"; done');
  stage.judge({ how: HOW });
});

story('a person adds a line and amends', (stage) => {
  stage.insert('g.txt', 'wheat is sold', 'and oats are for the horses @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge({ how: HOW });
});

story('a person adds a line to a file that the commit had not touched, and amends', (stage) => {
  stage.insert('a.txt', 'a timer is set', 'a timer may be late @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge({ how: HOW });
});

story('an agent adds a line and amends in its shell', (stage) => {
  stage.repo.tick();
  stage.a.edit('g.txt', 'wheat is sold by weight @a', 'wheat is sold by weight @a\nand barley by the sack @a');
  stage.a.bash('git commit -qa --amend --no-edit');
  stage.judge({ how: HOW });
});

story('an agent amends what another agent and a person wrote', (stage) => {
  stage.repo.tick();
  stage.b.edit('a.txt', 'a timer is set once @a', 'a timer is set in spring @b');
  stage.b.bash('git commit -qa --amend --no-edit');
  stage.judge({ how: HOW });
});

story('a person rewrites a line of the agent, and takes a line out, and amends', (stage) => {
  stage.edit('g.txt', 'wheat is sold by weight @a', 'wheat is weighed on the old scale @human');
  stage.git('commit', '-qa', '--amend', '-m', 'three, but the wheat');
  stage.judge({ how: HOW });
});

story('a commit gets another author', (stage) => {
  stage.git(
    'commit',
    '-q',
    '--amend',
    '--no-edit',
    '--author',
    'Grace Other <grace@example.com>',
    '--date',
    '2020-01-01',
  );
  stage.judge({ how: HOW });
});

story('an amended commit is amended back', (stage) => {
  stage.git('commit', '-q', '--amend', '-m', 'three, again');
  stage.git('reset', '-q', '--hard', 'HEAD@{1}');
  stage.judge();
});

story('the first commit of a repository is amended', (stage) => {
  stage.git('switch', '-q', '--orphan', 'fresh');
  stage.a.write('n.txt', 'a new start has no past @a\n');
  stage.commit('root');
  stage.begins();
  stage.insert('n.txt', 'a new start', 'nor a future @human');
  stage.git('commit', '-qa', '--amend', '-m', 'root, again');
  stage.judge({ how: HOW });
});

story('amended while both agents have work that is not committed', (stage) => {
  stage.a.edit('a.txt', 'a timer is set once @a', 'a timer is set in spring @a');
  stage.b.bash("printf 'yeast is alive @b\\n' >> b.txt");
  stage.git('commit', '-q', '--amend', '-m', 'three, the others later');
  stage.begins();
  stage.commit('later');
  stage.judge();
});

story('a merge commit is amended', (stage) => {
  stage.git('merge', '-q', '--no-edit', 'main');
  stage.insert('dir/h.txt', 'the tower leans', 'it leans to the west @human');
  stage.git('commit', '-qa', '--amend', '--no-edit');
  stage.judge();
});
