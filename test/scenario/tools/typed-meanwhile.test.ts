import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../../helpers/agent.ts';
import { judge } from '../../helpers/judge.ts';
import { type TestRepo, withRepo } from '../../helpers/repo.ts';

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join('');

/** A program on PATH that does this instead of what its name promises: the machine may lack the real one. */
function program(repo: TestRepo, name: string, script: string): void {
  const folder = join(repo.home, 'bin');
  mkdirSync(folder, { recursive: true });
  repo.write(join('..', 'home', 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
  repo.env['PATH'] = `${folder}:${repo.env['PATH'] ?? ''}`;
}

/** The owners of all lines of a file, after the agent ran a command and a person saved a file meanwhile. */
async function ownersAfter(
  files: Record<string, string>,
  command: string,
  path: string,
  typed: (before: string) => string,
  prepare: (repo: TestRepo) => void = () => {},
): Promise<Record<string, string>> {
  let owners: Record<string, string> = {};
  await withRepo({ files }, (repo) => {
    enable(repo);
    prepare(repo);
    const a = new TestAgent(repo, 'a').start().prompt('tidy up');
    a.bash(`${command}; true`, () => repo.write(path, typed(repo.read(path))));
    repo.commit('all');
    owners = Object.fromEntries(judge(repo, path).map(({ text, owner }) => [text, owner]));
  });
  return owners;
}

for (const [name, command] of [
  ['eslint', 'eslint --fix a.js'],
  ['prettier', 'prettier --write a.js'],
  ['gofmt', 'gofmt -w a.js'],
] as const)
  test(`a line that a person types while ${name} repairs the file is not the agent’s, and the repaired line is`, async () => {
    const owners = await ownersAfter(
      { 'a.js': lines('let kept = 0XAB;', 'console.log(kept);') },
      command,
      'a.js',
      (before) => `${before}${lines('retry(request, { pause: 200 }); // of a person')}`,
      (repo) => program(repo, name, "sed -i 's/let kept = 0XAB/const kept = 0xab/' a.js"),
    );
    expect(owners['const kept = 0xab;']).toBe('a');
    expect(owners['retry(request, { pause: 200 }); // of a person']).not.toBe('a');
  });

test('a line that a person changes while eslint repairs the file is not the agent’s', async () => {
  const owners = await ownersAfter(
    { 'a.js': lines('let kept = 1;', 'wait(100);') },
    'eslint --fix a.js',
    'a.js',
    (before) => before.replace('wait(100)', 'wait(200)'),
    (repo) => program(repo, 'eslint', "sed -i 's/let kept/const kept/' a.js"),
  );
  expect(owners['const kept = 1;']).toBe('a');
  expect(owners['wait(200);']).not.toBe('a');
});

test('a person’s line that eslint formats beside a line that the person types stays the person’s', async () => {
  const owners = await ownersAfter(
    { 'a.js': lines('const one = call("one", 1)', 'const two = call("two", 2)', 'const three = call("three", 3)') },
    'eslint --fix a.js',
    'a.js',
    (before) => before.replace('const two', "const typed = call('typed', 9);\nconst two"),
    (repo) => program(repo, 'eslint', `sed -i "s/\\"/'/g; s/)$/);/" a.js`),
  );
  expect(owners["const typed = call('typed', 9);"]).not.toBe('a');
  expect(owners["const one = call('one', 1);"]).toBe('human');
  expect(owners["const two = call('two', 2);"]).toBe('human');
  expect(owners["const three = call('three', 3);"]).toBe('human');
});

for (const [was, now] of [
  ['if (total == 1) pay();', 'if (total === 1) pay();'],
  ['return paid && sent;', 'return paid || sent;'],
] as const)
  test(`a line is not the agent’s if a person changes only an operator in it while eslint repairs the file: ${now}`, async () => {
    const owners = await ownersAfter(
      { 'a.js': lines('let kept = 1;', was) },
      'eslint --fix a.js',
      'a.js',
      (before) => before.replace(was, now),
      (repo) => program(repo, 'eslint', "sed -i 's/let kept/const kept/' a.js"),
    );
    expect(owners['const kept = 1;']).toBe('a');
    expect(owners[now]).not.toBe('a');
  });

const IMPORT = "import { parseOrder, totalOf } from './orders.js';";

for (const command of [
  'node --test calc.test.js',
  'vitest run calc.test.js',
  'eslint calc.test.js',
  'jest calc.test.js && git status',
  'cat calc.test.js; npm test',
  'cat calc.test.js; npm run build',
])
  test(`a line that a person copies from a file during '${command}' is not the agent’s`, async () => {
    const owners = await ownersAfter(
      { 'calc.test.js': lines(IMPORT, 'check(totalOf);'), 'src.js': lines('export const rate = 7;') },
      command,
      'src.js',
      (before) => `${IMPORT}\n${before}`,
    );
    expect(owners[IMPORT]).not.toBe('a');
  });

test('a line that a person copies between two files while a command changes both is not the agent’s', async () => {
  const owners = await ownersAfter(
    { 'a.js': lines('wait(100);'), 'b.js': lines(IMPORT, 'wait(100);') },
    "sed -i 's/wait(100)/wait(200)/' a.js b.js && npm test",
    'a.js',
    (before) => `${IMPORT}\n${before}`,
  );
  expect(owners['wait(200);']).toBe('a');
  expect(owners[IMPORT]).not.toBe('a');
});

test('lines of a file of a person that a command reads and writes elsewhere are not the agent’s', async () => {
  const owners = await ownersAfter(
    { 'template.txt': lines('kept', 'a long line of the template'), 'out.txt': lines('first of all') },
    'grep long template.txt >> out.txt',
    'out.txt',
    (before) => before,
  );
  expect(owners['a long line of the template']).not.toBe('a');
});

test('a person’s line is not the agent’s because it ends as a pattern of sed writes it', async () => {
  const owners = await ownersAfter(
    { 'a.js': lines('log(1)', 'log(2)') },
    "sed -i -E 's/^(log.*)$/\\1; \\/\\/ done/' a.js && npm test",
    'a.js',
    (before) => `${before}${lines('retry(request); // done')}`,
  );
  expect(owners['log(1); // done']).toBe('a');
  expect(owners['retry(request); // done']).not.toBe('a');
});

for (const [name, call] of [
  ['a command', (b: TestAgent) => b.bash("echo 'a long line of the other agent' >> f.txt")],
  [
    'a program',
    (b: TestAgent) => b.bash(`node -e "fs.appendFileSync('f.txt', 'a long line of the other agent' + '\\\\n')"`),
  ],
] as const)
  test(`what ${name} of an agent writes into a file while another agent’s edit of it waits for a permission is no person’s`, () =>
    withRepo({ files: { 'f.txt': lines('one of a person', 'two of a person') } }, (repo) => {
      enable(repo);
      const a = new TestAgent(repo, 'a').start().prompt('edit it');
      const b = new TestAgent(repo, 'b').start().prompt('add to it');
      a.edit('f.txt', 'two of a person', 'two of the first agent', () => void call(b));
      repo.commit('all');
      repo.write('f.txt', `${repo.read('f.txt')}a later line of a person\n`);
      a.bash('true');
      repo.commit('later');
      const owners = Object.fromEntries(judge(repo, 'f.txt').map(({ text, owner }) => [text, owner]));
      expect(owners['two of the first agent']).toBe('a');
      expect(owners['a long line of the other agent']).toBe('unsure');
      expect(owners['a later line of a person']).toBe('human');
    }));

test('what a person types after an edit and before its hook is not the agent’s, also where the tool reports no former text', () =>
  withRepo({ files: { 'f.txt': lines('one of a person', 'two of a person') } }, (repo) => {
    enable(repo);
    const a = new TestAgent(repo, 'a').start().prompt('edit it');
    const input = {
      file_path: join(repo.dir, 'f.txt'),
      old_string: 'two',
      new_string: 'the agent\ntwo',
      replace_all: false,
    };
    const id = a.before('Edit', input);
    repo.write('f.txt', lines('one of a person', 'the agent', 'two of a person', 'typed at once by the person'));
    a.after('Edit', input, id, { filePath: input.file_path });
    repo.commit('all');
    const owners = Object.fromEntries(judge(repo, 'f.txt').map(({ text, owner }) => [text, owner]));
    expect(owners['the agent']).toBe('a');
    expect(owners['typed at once by the person']).not.toBe('a');
  }));
