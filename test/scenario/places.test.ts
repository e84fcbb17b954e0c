import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge, notesOf, wrongLines } from '../helpers/judge.ts';
import { adoptRepo, withRepo } from '../helpers/repo.ts';

const BASE = { 'f.txt': 'one @human\ntwo @human\n' };
const begin = (repo: Parameters<typeof enable>[0], session = 'a'): TestAgent =>
  new TestAgent(repo, session).start().prompt('do it');

test('a commit with --no-verify in a linked work tree, and one in the main work tree', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    repo.git('worktree', 'add', '-q', join(repo.home, 'wt é'), '-b', 'topic');
    const linked = adoptRepo(repo, join(repo.home, 'wt é'));
    begin(linked, 'b').edit('f.txt', 'two @human', 'two @b').bash("printf 'shell @b\\n' > 'new file.txt'");
    linked.git('add', '-A');
    linked.git('commit', '-qm', 'linked', '--no-verify');
    begin(repo).edit('f.txt', 'one @human', 'one @a');
    repo.commit('main');
    expect(wrongLines(judge(linked, 'f.txt', 'topic'))).toEqual([]);
    expect(wrongLines(judge(linked, 'new file.txt', 'topic'))).toEqual([]);
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
  }));

test('a detached HEAD, and a repository without a commit', () =>
  withRepo({}, (repo) => {
    enable(repo);
    const agent = begin(repo).write('f.txt', 'first @a\n');
    repo.commit('root');
    repo.git('checkout', '-q', '--detach');
    agent.bash("printf 'detached @a\\n' >> f.txt && git commit -qam detached");
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    expect(notesOf(repo).size).toBe(2);
  }));

test('odd paths: blanks, quotes, backslashes, two points, tabs, newlines, other scripts, bytes that are not UTF-8', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = begin(repo);
    const names = [
      'with blank.txt',
      'quo"te.txt',
      String.raw`back\slash.txt`,
      '..two points.txt',
      'tab\there.txt',
      'new\nline.txt',
      'ünïcödé/日本.txt',
      '-dash.txt',
      "apos'trophe.txt",
      '100%.txt',
    ];
    for (const name of names) agent.write(name, `content of ${names.indexOf(name)} @a\n`);
    agent.bash("printf 'bytes @a\\n' > \"$(printf 'b\\377ytes.txt')\"");
    repo.commit('odd');
    const [note] = [...notesOf(repo).values()].filter(({ lines }) => lines.size > 0);
    expect(note!.lines.size).toBe(names.length + 1);
    for (const list of note!.lines.values()) expect(list[0]!.node).not.toBeNull();
    for (const name of names) expect(judge(repo, name).map(({ owner }) => owner)).toEqual(['a']);
  }));

test('binary files, empty files, symbolic links, ignored and large files do no harm', () =>
  withRepo({ files: { ...BASE, '.gitignore': '*.log\n' } }, (repo) => {
    enable(repo);
    const agent = begin(repo);
    agent.bash(
      "printf 'a\\000b' > bin.dat; : > empty; ln -s f.txt link; echo x > x.log; head -c 20000000 /dev/zero > large.bin",
    );
    agent.edit('f.txt', 'two @human', 'two @a');
    repo.commit('all sorts');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    const paths = [...notesOf(repo).values()].flatMap(({ lines }) => [...lines.keys()]);
    expect(paths.sort()).toEqual(['f.txt', 'link']);
  }));

test('an edit through a symbolic link belongs to the file behind it', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    symlinkSync('f.txt', join(repo.dir, 'alias.txt'));
    repo.commit('link');
    begin(repo).edit('alias.txt', 'two @human', 'two @a');
    repo.commit('through');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    expect(judge(repo, 'f.txt')[1]!.owner).toBe('a');
  }));

test('a file in another repository belongs to that repository', () =>
  withRepo({ files: BASE }, (repo) =>
    withRepo({ files: BASE }, (other) => {
      enable(repo);
      enable(other);
      const agent = begin(repo);
      const file = join(other.dir, 'f.txt');
      const input = { file_path: file, old_string: 'two @human', new_string: 'two @a', replace_all: false };
      const id = agent.before('Edit', input);
      writeFileSync(file, 'one @human\ntwo @a\n');
      agent.after('Edit', input, id, { filePath: file, originalFile: 'one @human\ntwo @human\n', userModified: false });
      other.commit('in the other one');
      repo.write('f.txt', 'one @human\ntwo @human\nthree @human\n');
      repo.commit('here');
      expect(wrongLines(judge(other, 'f.txt'))).toEqual([]);
      expect(judge(other, 'f.txt')[1]!.owner).toBe('a');
      expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    }),
  ));

test('a submodule has its own notes', () =>
  withRepo({ files: BASE }, (repo) =>
    withRepo({ files: { 's.txt': 'sub @human\n' } }, (origin) => {
      repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', origin.dir, 'mod');
      repo.commit('module');
      const module = adoptRepo(repo, join(repo.dir, 'mod'));
      enable(repo);
      enable(module);
      const agent = begin(repo);
      const id = agent.before('Edit', {
        file_path: join(module.dir, 's.txt'),
        old_string: 'sub @human',
        new_string: 'sub @a',
      });
      module.write('s.txt', 'sub @a\n');
      agent.after(
        'Edit',
        { file_path: join(module.dir, 's.txt'), old_string: 'sub @human', new_string: 'sub @a' },
        id,
        { originalFile: 'sub @human\n', userModified: false },
      );
      module.commit('in the module');
      expect(judge(module, 's.txt')[0]!.owner).toBe('a');
      expect(existsSync(join(repo.dir, '.git/refs/notes'))).toBe(false);
    }),
  ));

test('an agent in a folder below the top, and one in a repository that is not enabled', () =>
  withRepo({ files: { 'deep/er/f.txt': 'one @human\n' } }, (repo) => {
    const agent = new TestAgent(repo, 'a');
    agent.send('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' });
    expect(existsSync(join(repo.dir, '.git/prov'))).toBe(false);
    enable(repo);
    mkdirSync(join(repo.dir, 'deep/er'), { recursive: true });
    agent.prompt('go');
    agent.send(
      'PreToolUse',
      { tool_name: 'Bash', tool_input: { command: "printf 'two @a\\n' >> f.txt" }, tool_use_id: 'u' },
      join(repo.dir, 'deep/er'),
    );
    repo.write('deep/er/f.txt', 'one @human\ntwo @a\n');
    agent.send(
      'PostToolUse',
      {
        tool_name: 'Bash',
        tool_input: { command: "printf 'two @a\\n' >> f.txt" },
        tool_use_id: 'u',
        tool_response: { stdout: '' },
      },
      join(repo.dir, 'deep/er'),
    );
    repo.commit('deep');
    expect(judge(repo, 'deep/er/f.txt').map(({ owner }) => owner)).toEqual(['no note', 'a']);
  }));

test('the judge reports a wrong owner (negative control)', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    begin(repo).edit('f.txt', 'two @human', 'two by the agent, said to be @human');
    repo.commit('lie');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual(['two by the agent, said to be @human → a']);
    expect(prov(repo, 'blame', '-s', 'f.txt')).toContain('claude-code');
  }));

test('thousands of untracked new files do not delay the agent, and known files are still followed', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = begin(repo);
    mkdirSync(join(repo.dir, 'packages'));
    for (let n = 0; n < 6000; n++)
      writeFileSync(
        join(repo.dir, 'packages', `a-file-with-a-name-that-is-long-enough-to-count-in-a-list-of-names-${n}.js`),
        `${n}\n`,
      );
    const begun = Date.now();
    agent.bash("printf 'three @a\\n' >> f.txt");
    expect(Date.now() - begun).toBeLessThan(5000);
    repo.git('add', 'f.txt');
    repo.git('commit', '-qm', 'only f');
    expect(wrongLines(judge(repo, 'f.txt'))).toEqual([]);
    expect(judge(repo, 'f.txt').at(-1)!.owner).toBe('a');
  }));

test('a work tree in a folder with a name that looks like a secret: steps and approvals name its files', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    repo.git('worktree', 'add', '-q', join(repo.home, '487261443362767a6e4c666a79366946', 'work'), '-b', 'topic');
    const linked = adoptRepo(repo, join(repo.home, '487261443362767a6e4c666a79366946', 'work'));
    const file = join(linked.dir, 'f.txt');
    const agent = begin(linked, 'b').read('f.txt');
    const input = { file_path: file, old_string: 'two @human', new_string: 'two @b', replace_all: false };
    agent.edit('f.txt', 'two @human', 'two @b', () =>
      agent.send('PermissionRequest', { tool_name: 'Edit', tool_input: input }),
    );
    linked.git('commit', '-qam', 'linked');
    const shown = prov(linked, 'show', 'HEAD');
    expect(shown.match(/(?:Exploration|Commitment|Human gate): .*/g)?.map((line) => line.replace(/ \[.*/, ''))).toEqual(
      ['Exploration: read f.txt', 'Commitment: edit f.txt', 'Human gate: edit f.txt'],
    );
  }));
