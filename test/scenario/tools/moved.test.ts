import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { judge, notesOf, wrongLines } from '../../helpers/judge.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

const BLOCK = ['the first line of a block', 'the second line of a block', 'the third line of a block'];

function story(name: string, tell: (repo: TestRepo, a: TestAgent, b: TestAgent) => void, ...paths: string[]): void {
  test(name, () =>
    withRepo({ files: { 'f.txt': lines('one is here @human', 'two is there @human') } }, (repo) => {
      enable(repo);
      const a = new TestAgent(repo, 'a').start().prompt('write the poem');
      a.write('n.txt', lines('a first line of it @a', 'the second of them @a', 'and a third to end @a'));
      tell(repo, a, new TestAgent(repo, 'b').start());
      repo.commit('all');
      const verdicts = paths.flatMap((path) => judge(repo, path));
      expect(wrongLines(verdicts)).toEqual([]);
      expect(verdicts.filter(({ text }) => text.includes('@a')).length).toBeGreaterThan(2);
      expect(toolsOf(repo, 'a first line of it @a', paths)).toMatchObject([expect.stringMatching(/^(?:Write|Edit)$/)]);
    }),
  );
}

// The tools of the steps that own a line.
function toolsOf(repo: TestRepo, text: string, paths: readonly string[]): string[] {
  const found: string[] = [];
  for (const path of paths) {
    const note = notesOf(repo).get(repo.git('log', '-1', '--format=%H', '--', path))!;
    const at = repo.read(path).split('\n').indexOf(text) + 1;
    for (const { start, count, node } of note.lines.get(path as never) ?? [])
      if (at >= start && at < start + count)
        found.push(
          ...note.graphs.flatMap((graph) => graph.nodes.flatMap((one) => (one.id === node ? (one.tool ?? '') : []))),
        );
  }
  return found;
}

story('mv by the agent', (_repo, a) => a.bash('mv n.txt moved.txt'), 'moved.txt');
story('mv by the agent, after a prompt', (_repo, a) => a.prompt('move it').bash('mv n.txt moved.txt'), 'moved.txt');
story('mv into a folder', (_repo, a) => a.bash('mkdir -p sub && mv n.txt sub/'), 'sub/n.txt');
story(
  'mv and a line more',
  (_repo, a) => a.bash("mv n.txt moved.txt && echo 'one more line of it @a' >> moved.txt"),
  'moved.txt',
);
story('mv and sed', (_repo, a) => a.bash("mv n.txt moved.txt && sed -i 's/second/other/' moved.txt"), 'moved.txt');
story('git mv of a new file', (_repo, a) => a.bash('git add n.txt && git mv n.txt moved.txt'), 'moved.txt');
story('mv by another agent', (_repo, _a, b) => b.prompt('tidy').bash('mv n.txt moved.txt'), 'moved.txt');
story('mv by a person', (repo) => repo.git('-c', 'alias.m=!mv n.txt moved.txt', 'm'), 'moved.txt');
story('mv over a file that is there', (_repo, a) => a.bash('mv n.txt f.txt'), 'f.txt');
story('mv of a folder', (_repo, a) => a.bash('mkdir sub && mv n.txt sub/').bash('mv sub other'), 'other/n.txt');
story('mv twice', (_repo, a) => a.bash('mv n.txt x.txt').bash('mv x.txt moved.txt'), 'moved.txt');
story(
  'mv and the commit in one command',
  (_repo, a) => a.bash('mv n.txt moved.txt && git add -A && git commit -qm moved'),
  'moved.txt',
);
story(
  'git add, mv, and the commit in one command',
  (_repo, a) => a.bash('git add -A; mv n.txt moved.txt; git add -A; git commit -qm moved'),
  'moved.txt',
);
story('cp and rm', (_repo, a) => a.bash('cp n.txt moved.txt && rm n.txt'), 'moved.txt');
story(
  'a move by the agent that writes it again',
  (_repo, a) => a.bash('git add -A && git stash -q && git stash pop -q && mv n.txt moved.txt'),
  'moved.txt',
);
story(
  'mv of a file by python',
  (_repo, a) => a.bash("python3 -c \"import os; os.rename('n.txt', 'moved.txt')\""),
  'moved.txt',
);

test('mv and sed of a file with lines of a person', () =>
  withRepo({ files: { 'f.txt': lines('one @human', 'two @human', 'three @human', 'four @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('rename it');
    repo.write('p.txt', lines('uno @human', 'dos @human', 'tres @human'));
    a.bash("git mv f.txt g.txt && sed -i '/two/s/.*/deux @a/' g.txt; mv p.txt q.txt; sed -i '/dos/s/.*/dis @a/' q.txt");
    repo.commit('all');
    expect(wrongLines([...judge(repo, 'g.txt'), ...judge(repo, 'q.txt')])).toEqual([]);
  }));

test('a person renames the file of the agent, and changes it', () =>
  withRepo({ files: { 'f.txt': lines('one @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write');
    a.write('n.txt', lines('a first line of it @a', 'the second of them @a', 'and a third to end @a'));
    repo.write('moved.txt', repo.read('n.txt').replace('the second of them @a', 'not the second @human'));
    rmSync(join(repo.dir, 'n.txt'));
    repo.commit('all');
    expect(wrongLines(judge(repo, 'moved.txt'))).toEqual([]);
  }));

test('a person types a file that is like one of the agent, which stays', () =>
  withRepo({ files: { 'f.txt': lines('one @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write');
    a.write('n.txt', lines('import one', 'import two', 'a third to end @a'));
    repo.write('own.txt', lines('import one', 'import two', 'and my own to end @human'));
    repo.git('add', 'own.txt');
    repo.git('commit', '-qm', 'own');
    expect(judge(repo, 'own.txt').filter(({ owner }) => owner === 'a')).toEqual([]);
  }));

const INSERTED = 'a first line of it @a\nand b is here @a\nand c is here @a\ntwo is there @human';

story(
  'an edit of a committed file, mv, and the commit in one command',
  (_repo, a) => {
    a.edit('f.txt', 'two is there @human', INSERTED.replace('a first line', 'and a first line'));
    a.edit('f.txt', 'and a first line', 'a first line').prompt('move it');
    a.bash('rm n.txt; mv f.txt g.txt && git add -A && git commit -qm moved');
  },
  'g.txt',
);

story(
  'an edit of a committed file, git mv, and an edit of the moved one',
  (_repo, a) => {
    a.edit('f.txt', 'two is there @human', INSERTED).prompt('move it');
    a.bash("rm n.txt; git mv f.txt g.txt && echo 'and more of it @a' >> g.txt");
    a.edit('g.txt', 'and c is here @a', 'and d is here @a');
  },
  'g.txt',
);

const REMOVED = 'return retry(request, { times: 3, pause: 200 }); @human';

/** A person's line, which the person removes; the next step of the agent is `write`. */
async function writtenAgain(write: (repo: TestRepo, a: TestAgent) => void): Promise<string[]> {
  let owners: string[] = [];
  await withRepo({ files: { 'f.txt': lines('one is here @human', REMOVED, 'two is there @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('retry requests');
    a.bash('true');
    repo.write('f.txt', repo.read('f.txt').replace(`${REMOVED}\n`, ''));
    a.read('f.txt');
    write(repo, a);
    repo.commit('all');
    owners = judge(repo, 'f.txt')
      .filter(({ text }) => text === REMOVED)
      .map(({ owner }) => owner);
  });
  return owners;
}

test('a line that an edit spells out is the agent’s, also where a person removed an equal one before', async () => {
  const owners = await writtenAgain((_repo, a) =>
    a.edit('f.txt', 'two is there @human', `two is there @human\n${REMOVED}`),
  );
  expect(owners).toEqual(['a']);
});

test('a line that a person removed and puts back is the person’s', async () => {
  const owners = await writtenAgain((repo) => repo.write('f.txt', `${repo.read('f.txt')}${REMOVED}\n`));
  expect(owners).toEqual(['human']);
});

test('a line of a person that the agent cuts in one edit and writes in the next stays the person’s', () =>
  withRepo({ files: { 'f.txt': lines('one is here @human', REMOVED, 'two is there @human') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('move it down');
    a.edit('f.txt', `${REMOVED}\n`, '').edit('f.txt', 'two is there @human', `two is there @human\n${REMOVED}`);
    repo.commit('all');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
  }));

test('a short line of a person that the agent removes and puts back stays the person’s', () =>
  withRepo({ files: { 'f.txt': lines('one is here @human', 'two is there @human') } }, (repo) => {
    enable(repo);
    repo.write('f.txt', lines('one is here @human', 'i++;', 'two is there @human'));
    const a = new TestAgent(repo, 'a').start().prompt('try without it');
    a.edit('f.txt', 'i++;\n', '').edit('f.txt', 'two is there', 'i++;\ntwo is there');
    repo.commit('all');
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).not.toContain('a');
  }));

test('a block of a person that an agent pastes elsewhere and then cuts is the person’s before the commit, too', () =>
  withRepo({ files: { 'from.txt': lines(...BLOCK, 'the rest of it'), 'to.txt': lines('another file') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('move the block');
    a.edit('to.txt', 'another file', ['another file', ...BLOCK, 'a line of the agent itself'].join('\n'));
    a.edit('from.txt', lines(...BLOCK), '');
    const found = JSON.parse(prov(repo, 'blame', '--json', 'to.txt')) as { lines: { text: string; owner: string }[] };
    const owners = Object.fromEntries(found.lines.map(({ text, owner }) => [text, owner]));
    for (const line of BLOCK) expect(owners[line]).toBe('human');
    expect(owners['a line of the agent itself']).toBe('agent');
  }));
