import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { withProcesses } from '../helpers/program/with-processes.ts';
import { withRepo, type TestRepo } from '../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

function story(
  name: string,
  files: Record<string, string>,
  tell: (repo: TestRepo, a: TestAgent, b: TestAgent) => void,
  paths: string[],
  { processes = false, ...more }: { hash?: 'sha256'; processes?: boolean } = {},
): void {
  const play = (): Promise<void> =>
    withRepo({ files, ...more }, (repo) => {
      enable(repo);
      tell(
        repo,
        new TestAgent(repo, 'a').start().prompt('do it'),
        new TestAgent(repo, 'b').start().prompt('do it too'),
      );
      const verdicts = paths.flatMap((path) => judge(repo, path));
      expect(wrongLines(verdicts)).toEqual([]);
      expect(verdicts.filter(({ text }) => text.includes('@')).length).toBeGreaterThan(0);
    });
  test(name, async () => {
    expect.hasAssertions();
    await (processes ? withProcesses(play) : play());
  });
}

const BASE = { 'f.txt': lines('one @human', 'two @human', 'three @human') };

story(
  'an edit and a shell step of an agent, a line of a person between them',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'two @human', 'two changed @a');
    writeFileSync(join(repo.dir, 'f.txt'), repo.read('f.txt') + 'four by hand @human\n');
    a.bash("printf 'five by shell @a\\n' >> f.txt");
    repo.commit('all');
  },
  ['f.txt'],
  { processes: true },
);

story(
  'the agent commits itself, in the command that writes',
  BASE,
  (_repo, a) => {
    a.bash("printf 'new file @a\\n' > n.txt && git add -A && git commit -qm 'by agent'");
    a.bash("printf 'second line @a\\n' >> n.txt && git commit -qam 'again'");
  },
  ['n.txt', 'f.txt'],
  { processes: true },
);

story(
  'two agents in one work tree',
  BASE,
  (repo, a, b) => {
    a.edit('f.txt', 'one @human', 'one now @a');
    b.edit('f.txt', 'three @human', 'three now @b');
    b.write('b.txt', lines('alpha @b', 'beta @b'));
    a.edit('b.txt', 'beta @b', 'gamma @a');
    repo.commit('both');
  },
  ['f.txt', 'b.txt'],
  { processes: true },
);

story(
  'a file tool of one agent within a shell step of another',
  BASE,
  (repo, a, b) => {
    b.bash('make thing || true; printf "gen @b\\n" > gen.txt', () => a.edit('f.txt', 'two @human', 'two @a'));
    repo.commit('both');
  },
  ['f.txt', 'gen.txt'],
);

story(
  'a person saves while the tests run',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'one @human', 'one @a');
    const id = a.before('Bash', { command: 'npm test' });
    writeFileSync(join(repo.dir, 'f.txt'), repo.read('f.txt') + 'saved meanwhile\n');
    a.after('Bash', { command: 'npm test' }, id, { stdout: 'ok', stderr: '', interrupted: false });
    repo.commit('both');
    expect(judge(repo, 'f.txt').at(-1)!.owner).toBe('unsure');
  },
  ['f.txt'],
);

story(
  'a person saves while the agent asks for permission',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'one @human', 'one @a', () =>
      writeFileSync(join(repo.dir, 'f.txt'), repo.read('f.txt') + 'saved meanwhile @human\n'),
    );
    repo.commit('both');
  },
  ['f.txt'],
);

story(
  'a person rewrites a line of an agent',
  BASE,
  (repo, a) => {
    a.write('n.txt', lines('export function total(list) { // @a', '  return list.length; // @a', '} // end @a'));
    writeFileSync(
      join(repo.dir, 'n.txt'),
      repo.read('n.txt').replace('list.length; // @a', 'list.length + 1; // @human'),
    );
    repo.commit('both');
    expect(judge(repo, 'n.txt')[1]!.from).toMatch(/^[0-9a-f]{20}-\d+$/);
  },
  ['n.txt'],
);

story(
  'a formatter run by a person keeps the lines of the agent',
  BASE,
  (repo, a) => {
    a.write('n.js', lines('if (x) {', 'call(one, two); // @a', '}'));
    writeFileSync(join(repo.dir, 'n.js'), lines('if (x) {', '  call(one, two); // @a', '}'));
    repo.commit('formatted');
    expect(judge(repo, 'n.js')[1]!.evidence).toBe('reformatted');
  },
  ['n.js'],
);

story(
  'an agent moves a function of a person in two steps, in either order',
  {
    'from.js': lines(
      '// head @human',
      'function personal(a, b) { // @human',
      '  return a.strange(b); // @human',
      '} // personal @human',
      '// tail @human',
    ),
    'to.js': lines('// to @human'),
  },
  (repo, a) => {
    const moved = lines(
      'function personal(a, b) { // @human',
      '  return a.strange(b); // @human',
      '} // personal @human',
    );
    a.edit('to.js', '// to @human\n', `// to @human\n${moved}// added @a\n`);
    a.edit('from.js', moved, '');
    repo.commit('moved');
  },
  ['to.js', 'from.js'],
);

story(
  'partial staging over two commits',
  { 'f.txt': lines('1 @human', '2 @human', '3 @human', '4 @human', '5 @human', '6 @human', '7 @human', '8 @human') },
  (repo, a) => {
    a.edit('f.txt', '1 @human', '1 @a');
    writeFileSync(join(repo.dir, 'f.txt'), repo.read('f.txt').replace('5 @human', '5 by hand @human'));
    a.edit('f.txt', '8 @human', '8 @a');
    const whole = repo.read('f.txt');
    repo.write('f.txt', whole.replace('8 @a', '8 @human'));
    repo.git('add', 'f.txt');
    repo.write('f.txt', whole);
    repo.git('commit', '-qm', 'first half');
    repo.git('commit', '-qam', 'second half');
  },
  ['f.txt'],
);

story(
  'reset --soft and a new commit, and an amended one',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'two @human', 'two @a');
    repo.commit('one');
    a.write('n.txt', 'n @a\n');
    repo.commit('two');
    repo.git('reset', '-q', '--soft', 'HEAD~2');
    repo.git('commit', '-qm', 'both again');
    repo.write('f.txt', `${repo.read('f.txt')}more @human\n`);
    repo.git('commit', '-qa', '--amend', '-m', 'amended');
  },
  ['f.txt', 'n.txt'],
);

story(
  'stash and pop on a shifted base',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'three @human', 'three @human\nadded by the agent here @a');
    repo.git('stash', '-q');
    repo.write('f.txt', `zero @human\n${repo.read('f.txt')}`);
    repo.commit('shift');
    repo.git('stash', 'pop', '-q');
    repo.commit('popped');
  },
  ['f.txt'],
);

story(
  'switching branches with changes',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'two @human', 'two @a');
    repo.git('switch', '-qc', 'topic');
    repo.commit('on topic');
    repo.git('switch', '-q', 'main');
    a.bash("printf 'x @a\\n' > x.txt");
    repo.git('switch', '-q', 'topic');
    repo.commit('x');
  },
  ['f.txt', 'x.txt'],
);

story(
  'a rename, and an edit in the renamed file',
  BASE,
  (repo, a) => {
    a.bash('git mv f.txt g.txt');
    a.edit('g.txt', 'two @human', 'two @a');
    repo.commit('renamed');
  },
  ['g.txt'],
);

story(
  'CRLF and no newline at the end',
  { 'f.txt': 'one @human\r\ntwo @human\r\nlast @human' },
  (repo, a) => {
    a.edit('f.txt', 'last @human', 'last @human\r\nappended @a');
    repo.commit('appended');
  },
  ['f.txt'],
);

story(
  'a file that is deleted and brought back',
  BASE,
  (repo, a) => {
    a.write('n.txt', lines('first line of it @a', 'second line of it @a'));
    repo.commit('there');
    rmSync(join(repo.dir, 'n.txt'));
    repo.commit('gone');
    repo.git('checkout', '-q', 'HEAD~1', '--', 'n.txt');
    repo.commit('back');
  },
  ['n.txt'],
);

story(
  'equal lines around what an agent adds',
  {
    'f.js': lines(
      'function h1() { // @human',
      '  work(); // 1 @human',
      '}',
      '',
      'function h2() { // @human',
      '  work(); // 2 @human',
      '}',
    ),
  },
  (repo, a) => {
    a.edit('f.js', '}\n\nfunction h2', '}\n\nfunction mine() { // @a\n  work(); // 3 @a\n}\n\nfunction h2');
    repo.commit('between');
    const owners = judge(repo, 'f.js').map(({ owner }) => owner);
    expect(owners.filter((owner) => owner === 'a')).toHaveLength(4);
  },
  ['f.js'],
);

story(
  'a SHA-256 repository',
  BASE,
  (repo, a) => {
    a.edit('f.txt', 'two @human', 'two @a');
    repo.commit('one');
  },
  ['f.txt'],
  { hash: 'sha256' },
);

story(
  'a person saves while a program of the agent runs that computes what it writes',
  BASE,
  (repo, a) => {
    const command = 'python3 generate.py';
    const id = a.before('Bash', { command });
    writeFileSync(join(repo.dir, 'f.txt'), repo.read('f.txt') + 'saved meanwhile\n');
    writeFileSync(join(repo.dir, 'generated.txt'), 'made by the program\n');
    a.after('Bash', { command }, id, { stdout: '', stderr: '', interrupted: false });
    repo.commit('both');
    expect(judge(repo, 'f.txt').at(-1)!.evidence).toBe('likely');
    expect(judge(repo, 'generated.txt')[0]!.evidence).toBe('likely');
  },
  ['f.txt'],
);

story(
  'a short program of an agent that changes files of a person',
  BASE,
  (repo, a) => {
    a.bash(
      "node -e \"const fs=require('fs');fs.writeFileSync('f.txt',fs.readFileSync('f.txt','utf8').replace('two @human','rewritten by the program @a'))\"",
    );
    repo.commit('program');
    expect(judge(repo, 'f.txt')[1]!.evidence).toBe('inferred');
  },
  ['f.txt'],
);

test('an edit of Claude Code that a person changed before accepting it: no line is surely the agent’s', () =>
  withRepo({ files: { 'f.txt': 'one @human\n' } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('write');
    const file_path = join(repo.dir, 'f.txt');
    const proposed = {
      file_path,
      old_string: 'one @human',
      new_string: 'one @human\ntwo @a\nthree @a',
      replace_all: false,
    };
    const id = a.before('Edit', proposed);
    const accepted = { ...proposed, new_string: 'one @human\ntwo @a\nand mine @human' };
    repo.write('f.txt', `${accepted.new_string}\n`);
    const originalFile = 'one @human\n';
    a.after('Edit', accepted, id, {
      filePath: file_path,
      newString: accepted.new_string,
      originalFile,
      userModified: true,
    });
    repo.commit('all');
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['no note', 'unsure', 'unsure']);
  }));
