import { expect, test } from 'vitest';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');
const PERSONS = lines(
  'the first verse of it @human',
  '',
  'the second verse of it @human',
  'a third of the verses @human',
  '}',
);

/** A story of an agent's command that takes lines from files with lines of a person and of the agent. */
function story(
  name: string,
  command: string,
  paths: readonly string[],
  tell: (repo: TestRepo, a: TestAgent) => void = () => {},
): void {
  test(name, () =>
    withRepo({ files: { 'src/poem.txt': PERSONS, 'other.txt': lines('a line of another file @human') } }, (repo) => {
      enable(repo);
      const a = new TestAgent(repo, 'a').start().prompt('write');
      a.edit('src/poem.txt', 'a third of', 'a line that the agent wrote @a\na third of');
      tell(repo, a);
      a.bash(command);
      repo.commit('all');
      // Each line that names its writer has that owner.
      const signed = paths.flatMap((path) => judge(repo, path)).filter(({ text }) => text.includes('@'));
      const expected = signed.map(({ text }) => `${text} → ${text.includes('@a') ? 'a' : 'human'}`);
      expect(signed.map(({ text, owner }) => `${text} → ${owner === 'no note' ? 'human' : owner}`)).toEqual(expected);
    }),
  );
}

story('the lines that cp copies keep their owners', 'cp src/poem.txt copy.txt', ['copy.txt']);
story('the lines that cp copies into a folder keep their owners', 'mkdir -p x && cp src/poem.txt other.txt x', [
  'x/poem.txt',
  'x/other.txt',
]);
story('the lines that cp copies over a file keep their owners', 'cp src/poem.txt other.txt', ['other.txt']);
story('a copied line that is not committed yet keeps its owner', 'cp src/poem.txt copy.txt', ['copy.txt'], (repo) =>
  repo.write('src/poem.txt', `${repo.read('src/poem.txt')}a last line that nobody committed @human\n`),
);
story(
  'of a copy that the same command changes, the changed lines are the agent’s',
  "cp src/poem.txt copy.txt && sed -i 's/the first verse of it @human/the changed verse @a/' copy.txt && echo 'one more of the agent @a' >> copy.txt",
  ['copy.txt'],
);
story('the lines that cat appends keep their owners', 'cat src/poem.txt >> other.txt', ['other.txt']);
story(
  'the lines that head, sed, grep, sort and tee take from a file keep their owners',
  'head -2 src/poem.txt > a.txt; sed -n 3,5p src/poem.txt > b.txt; grep verse src/poem.txt > c.txt; sort -r src/poem.txt > d.txt; tail -3 src/poem.txt | tee e.txt',
  ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'],
);
story(
  'the lines that a copy in a command with a commit takes keep their owners',
  'cp src/poem.txt copy.txt && git add -A && git commit -qm copy; echo "one more of the agent @a" >> copy.txt',
  ['copy.txt'],
);

test('the agent’s lines that another agent copies stay those of the first', () =>
  withRepo({ files: { 'f.txt': PERSONS } }, (repo) => {
    enable(repo);
    new TestAgent(repo, 'a').start().write('n.txt', lines('a first line of it @a', 'the second of them @a'));
    new TestAgent(repo, 'b').start().bash("cp n.txt m.txt; echo 'and a line of the other @b' >> m.txt");
    repo.commit('all');
    expect(judge(repo, 'm.txt').map(({ owner }) => owner)).toEqual(['a', 'a', 'b']);
  }));

test('a line that two sources have from different owners has no owner in a text made of both', () =>
  withRepo({ files: { 'f.txt': lines('import the same of both', 'a line of a person @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start();
    a.write('n.txt', lines('import the same of both', 'a line of the agent @a')).bash('cat n.txt f.txt > all.txt');
    repo.commit('all');
    expect(judge(repo, 'all.txt').map(({ owner }) => owner)).toEqual(['unsure', 'a', 'unsure', 'human']);
  }));

test('a copy from another work tree of the repository has no owner', () =>
  withRepo({ files: { 'f.txt': PERSONS } }, (repo) => {
    enable(repo);
    repo.git('worktree', 'add', '-q', '../beside');
    repo.write('../beside/g.txt', lines('a new line of the person @human', 'and its second one @human'));
    new TestAgent(repo, 'a').start().bash('cat ../beside/f.txt ../beside/g.txt > copy.txt');
    repo.commit('all');
    expect(new Set(judge(repo, 'copy.txt').map(({ owner }) => owner))).toEqual(new Set(['unsure']));
  }));

test('in a clone with fetched notes, a copy of lines that are unknown here has no owner', () =>
  withRepo({ files: { 'f.txt': PERSONS } }, (repo) => {
    enable(repo);
    repo.git('update-ref', 'refs/prov/remotes/origin/notes', 'HEAD');
    new TestAgent(repo, 'a').start().bash('cp f.txt copy.txt');
    repo.commit('all');
    expect(new Set(judge(repo, 'copy.txt').map(({ owner }) => owner))).toEqual(new Set(['unsure']));
  }));

test('a copy of a draft that the agent wrote outside the repository is the agent’s', () =>
  withRepo({ files: { 'f.txt': PERSONS } }, (repo) => {
    enable(repo);
    repo.write('../home/draft.txt', lines('a draft of the agent @a', 'its second line @a'));
    new TestAgent(repo, 'a').start().bash('cp ../home/draft.txt copy.txt && git add copy.txt').bash('true');
    repo.commit('all');
    expect(judge(repo, 'copy.txt').map(({ owner }) => owner)).toEqual(['a', 'a']);
  }));
