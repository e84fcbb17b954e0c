import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge, type Verdict, wrongLines } from '../helpers/judge.ts';
import { adoptRepo, type TestRepo, withRepo } from '../helpers/repo.ts';

// An agent that was started in one work tree works in another of the same repository, and a person works there too.

const BASE = { 'b.txt': 'one @human\ntwo @human\nthree @human\n', 'p.txt': 'p one @human\np two @human\n' };

interface Two {
  /** The work tree that the agent was started in. */
  readonly repo: TestRepo;
  /** The one that it works in. */
  readonly other: TestRepo;
  readonly agent: TestAgent;
  /** The path from the first to the second, as a shell reads it. */
  readonly way: string;
}

const begin = (repo: TestRepo): TestAgent => new TestAgent(repo, 'a').start().prompt('do it');

/** Which of the two was the first there. */
const STARTS = ['the main', 'a linked'] as const;

function withTwo(start: (typeof STARTS)[number], story: (two: Two) => void, name = 'wt'): Promise<void> {
  return withRepo({ files: BASE }, (main) => {
    enable(main);
    main.git('worktree', 'add', '-q', join(main.home, name), '-b', 'topic');
    const linked = adoptRepo(main, join(main.home, name));
    const [repo, other] = start === 'the main' ? [main, linked] : [linked, main];
    story({ repo, other, agent: begin(repo), way: relative(repo.dir, other.dir).replaceAll(' ', '\\ ') });
  });
}

const append = (repo: TestRepo, path: string, line: string): void =>
  writeFileSync(join(repo.dir, path), `${readFileSync(join(repo.dir, path), 'utf8')}${line}\n`);

/** A person writes in every work tree: before the agent starts, and while it works. */
const person = {
  before: ({ repo, other }: Two): void => [repo, other].forEach((one) => append(one, 'p.txt', 'before @human')),
  meanwhile:
    ({ repo, other }: Two): (() => void) =>
    () =>
      [repo, other].forEach((one) => append(one, 'p.txt', 'meanwhile @human')),
};

/** The wrong lines in all files of all work trees, once everything is committed, and the number of agent lines. */
function outcome(...repos: TestRepo[]): { wrong: string[]; agents: number } {
  const verdicts: Verdict[] = [];
  for (const repo of repos) {
    repo.git('add', '-A');
    repo.git('commit', '-q', '--allow-empty', '-m', 'what is left');
    repo.tick();
    for (const path of repo.git('ls-files').split('\n')) verdicts.push(...judge(repo, path));
  }
  return { wrong: wrongLines(verdicts), agents: verdicts.filter(({ owner }) => owner === 'a').length };
}

describe.each(STARTS)('an agent that was started in %s work tree', (start) => {
  test.each([
    ['cd, write, commit', (way: string) => [`cd ${way} && printf 'new @a\\n' >> b.txt && git commit -qam m`]],
    [
      'write there, git -C commit',
      (way: string) => [`printf 'new @a\\n' >> ${way}/b.txt; git -C ${way} commit -qam m`],
    ],
    [
      'write there, then commit',
      (way: string) => [`printf 'new @a\\n' >> ${way}/b.txt`, `git -C ${way} commit -qam m -- b.txt p.txt`],
    ],
    ['in a subshell', (way: string) => [`(cd ${way} && sed -i 's/two @human/put @a/' b.txt)`]],
    ['a program', (way: string) => [`cd ${way} && awk 'BEGIN { print "new @a" > "made.txt" }'`]],
  ])('writes in the other one: %s', (what, commands) =>
    withTwo(start, (two) => {
      person.before(two);
      const [first, ...rest] = commands(two.way);
      // A running program's writes cannot be distinguished from a person's.
      two.agent.bash(first!, what === 'a program' ? undefined : person.meanwhile(two));
      for (const command of rest) two.agent.bash(command);
      expect(outcome(two.repo, two.other)).toEqual({ wrong: [], agents: 1 });
    }),
  );

  test('through a path in a variable: the line is unsure', () =>
    withTwo(start, (two) => {
      two.agent.bash(`W=${two.way}; printf 'new @a\\n' > made.txt; cp made.txt $W/made.txt; rm made.txt`);
      expect(outcome(two.repo, two.other)).toEqual({ wrong: ['new @a → unsure'], agents: 0 });
    }));

  test('edits and writes files of the other one with its tools', () =>
    withTwo(start, (two) => {
      const { agent, other, repo, way } = two;
      person.before(two);
      agent.edit(`${relative(repo.dir, other.dir)}/b.txt`, 'two @human', 'new @a', person.meanwhile(two));
      agent.write(`${relative(repo.dir, other.dir)}/deep/er.txt`, 'written @a\n');
      append(other, 'b.txt', 'after it @human');
      agent.bash(`git -C ${way} add -A && git -C ${way} commit -qm m`);
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 2 });
    }));

  test('a person commits what the agent wrote, while the agent continues', () =>
    withTwo(start, (two) => {
      const { agent, other, repo, way } = two;
      agent.bash(`printf 'new @a\\n' >> ${way}/b.txt`, person.meanwhile(two));
      agent.bash(`cd ${way} && sleep 0.1 && printf 'late @a\\n' >> late.txt`, () => {
        append(other, 'p.txt', 'own @human');
        other.commit('by a person');
      });
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 2 });
    }));

  test('a program that runs in the other one owns nothing in the first, and vice versa', () =>
    withTwo(start, (two) => {
      const { agent, other, repo, way } = two;
      writeFileSync(join(repo.home, 'gen.sh'), 'printf "made @a\\n" > made.txt\n');
      const gen = join(repo.home, 'gen.sh');
      agent.bash(`cd ${way} && sh ${gen}`, () => append(repo, 'p.txt', 'here @human'));
      agent.bash(`ls ${way}; sh ${gen}`, () => append(other, 'p.txt', 'there @human'));
      const { wrong, agents } = outcome(repo, other);
      expect(wrong).toEqual(['here @human → unsure', 'there @human → unsure']);
      expect(agents).toBe(2);
    }));

  test('only names the other one: what a person does there is the person’s', () =>
    withTwo(start, (two) => {
      const { agent, other, repo, way } = two;
      agent.bash(`git -C ${way} status; cat ${way}/b.txt; printf 'new @a\\n' >> b.txt`, person.meanwhile(two));
      agent.bash(`diff ${way}/b.txt b.txt || true`, person.meanwhile(two));
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 1 });
    }));

  test('git brings other files there while a person works in the first', () =>
    withTwo(start, (two) => {
      const { agent, other, repo, way } = two;
      agent.bash(`cd ${way} && git checkout -q -b more && printf 'new @a\\n' >> b.txt && git commit -qam m`);
      agent.bash(`git -C ${way} checkout -q HEAD~1`, () => append(repo, 'p.txt', 'here @human'));
      agent.bash(`git -C ${way} checkout -q more`, () => append(repo, 'p.txt', 'again @human'));
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 1 });
    }));
});

describe('a work tree that the agent makes itself', () => {
  const made = (repo: TestRepo, name = 'wt'): { path: string; way: string } => {
    const path = join(repo.home, name);
    return { path, way: relative(repo.dir, path) };
  };

  test('in the command that writes and commits there, while a person works in the first', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const { path, way } = made(repo);
      begin(repo).bash(
        `git worktree add -q ${way} -b topic && cd ${way} && sed -i 's/two @human/put @a/' b.txt && git commit -qam m && printf 'late @a\\n' > late.txt`,
        () => append(repo, 'p.txt', 'meanwhile @human'),
      );
      expect(outcome(repo, adoptRepo(repo, path))).toEqual({ wrong: [], agents: 2 });
    }));

  test('in a command of its own, and a person writes in it before the agent does', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const { path, way } = made(repo);
      const agent = begin(repo).bash(`git worktree add -q ${way} -b topic`);
      const other = adoptRepo(repo, path);
      append(other, 'p.txt', 'first @human');
      agent.bash(`cd ${way} && printf 'new @a\\n' >> b.txt`, () => append(other, 'p.txt', 'meanwhile @human'));
      agent.bash(`cd ${way} && git commit -qam m`);
      agent.edit(`${way}/b.txt`, 'two @human', 'edited @a');
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 2 });
    }));

  test('and removes again in the same command', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const { way } = made(repo);
      begin(repo).bash(
        `git worktree add -q ${way} -b topic && (cd ${way} && printf 'new @a\\n' >> b.txt && git commit -qam m) && git worktree remove ${way}`,
        () => append(repo, 'p.txt', 'meanwhile @human'),
      );
      expect(wrongLines(judge(repo, 'b.txt', 'topic'))).toEqual([]);
      append(repo, 'p.txt', 'after it @human');
      expect(outcome(repo)).toEqual({ wrong: [], agents: 0 });
    }));

  test('and removes, and makes again under the same name', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const { path, way } = made(repo);
      const agent = begin(repo);
      agent
        .bash(`git worktree add -q ${way} -b one`)
        .bash(`cd ${way} && printf 'new @a\\n' >> b.txt && git commit -qam m`);
      agent.bash(`cd ${way} && printf 'lost @a\\n' >> p.txt`).bash(`git worktree remove --force ${way}`);
      repo.write('p.txt', `${repo.read('p.txt')}meanwhile @human\n`);
      repo.commit('by a person');
      agent.bash(`git worktree add -q ${way} -b two && cd ${way} && printf 'second @a\\n' >> b.txt`);
      append(adoptRepo(repo, path), 'p.txt', 'in the second @human');
      agent.bash(`cd ${way} && git commit -qam m`);
      expect(wrongLines(judge(repo, 'b.txt', 'one'))).toEqual([]);
      expect(outcome(repo, adoptRepo(repo, path))).toEqual({ wrong: [], agents: 1 });
    }));

  test('is deleted before anything in it was recorded', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const { way } = made(repo);
      const agent = begin(repo);
      agent.bash(`git worktree add -q ${way} -b topic`).bash(`cd ${way} && printf 'lost @a\\n' >> b.txt`);
      agent.bash(`git worktree remove --force ${way}`);
      append(repo, 'b.txt', 'kept @human');
      agent.bash("printf 'new @a\\n' >> p.txt");
      expect(outcome(repo)).toEqual({ wrong: [], agents: 1 });
      const state = JSON.parse(repo.read('.git/prov/state.json')) as { workTrees: object };
      expect(Object.keys(state.workTrees)).toEqual([join(repo.dir, '.git')]);
    }));

  test('is inside the first one', () =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const way = '.claude/worktrees/in';
      const agent = begin(repo).bash(`git worktree add -q ${way} -b topic && printf '.claude\\n' > .git/info/exclude`);
      const other = adoptRepo(repo, join(repo.dir, way));
      agent.bash(`cd ${way} && printf 'new @a\\n' >> b.txt`, () => append(repo, 'b.txt', 'meanwhile @human'));
      agent.edit(`${way}/b.txt`, 'two @human', 'edited @a', () => append(other, 'p.txt', 'meanwhile @human'));
      const inside = new TestAgent(other, 'b').start().prompt('inside');
      inside.bash("cd ../../.. && printf 'back @b\\n' >> b.txt", () => append(other, 'b.txt', 'own @human'));
      expect(outcome(repo, other)).toEqual({ wrong: [], agents: 2 });
    }));
});

test('a name with blanks and letters of other scripts, and several work trees in one command', () =>
  withTwo(
    'the main',
    ({ repo, other, agent, way }) => {
      repo.git('worktree', 'add', '-q', join(repo.home, 'third'), '-b', 'third');
      const third = adoptRepo(repo, join(repo.home, 'third'));
      agent.bash(
        `for d in ${way} ${relative(repo.dir, third.dir)}; do :; done; printf 'new @a\\n' >> ${way}/b.txt; printf 'new @a\\n' >> ${third.dir}/b.txt`,
        () => [repo, other, third].forEach((one) => append(one, 'p.txt', 'meanwhile @human')),
      );
      expect(outcome(repo, other, third)).toEqual({ wrong: [], agents: 2 });
    },
    'wt é 日本',
  ));

test('a sub-agent in another work tree than its parent, and an agent that was started there', () =>
  withTwo('the main', ({ repo, other, agent, way }) => {
    const sub = new TestAgent(repo, 'a', 'sub1');
    const there = new TestAgent(other, 'b').start().prompt('mine');
    const id = sub.before('Bash', { command: `cd ${way} && printf 'sub\\n' >> b.txt`, description: 'x' });
    there.edit('p.txt', 'p two @human', 'edited @b');
    append(other, 'b.txt', 'sub');
    sub.after('Bash', { command: `cd ${way} && printf 'sub\\n' >> b.txt`, description: 'x' }, id, { stdout: '' });
    there.bash("printf 'shell @b\\n' >> p.txt");
    agent.bash(`printf 'new @a\\n' >> ${way}/p.txt`);
    expect(outcome(repo, other).wrong).toEqual([]);
    expect(judge(other, 'b.txt').at(-1)!.owner).toBe('a/sub1');
  }));

test('a shell that stays in the other work tree, as Claude Code’s does', () =>
  withTwo('the main', ({ repo, other, agent, way }) => {
    const input = { command: `cd ${way} && printf 'new @a\\n' >> b.txt`, description: 'x' };
    const id = agent.before('Bash', input);
    append(repo, 'p.txt', 'meanwhile @human');
    append(other, 'b.txt', 'new @a');
    agent.send(
      'PostToolUse',
      { tool_name: 'Bash', tool_input: input, tool_use_id: id, tool_response: { stdout: '' } },
      other.dir,
    );
    append(repo, 'p.txt', 'after it @human');
    agent.bash('ls');
    expect(outcome(repo, other)).toEqual({ wrong: [], agents: 1 });
  }));

test("a shell that stays there has left the first one: after the next snapshot, changes there are a person's", () =>
  withTwo('the main', ({ repo, other, agent, way }) => {
    writeFileSync(join(repo.home, 'gen.sh'), 'printf "made @a\\n" > made.txt\n');
    const input = { command: `cd ${way} && sh ${repo.home}/gen.sh`, description: 'x' };
    const id = agent.before('Bash', input);
    other.write('made.txt', 'made @a\n');
    const response = { tool_name: 'Bash', tool_input: input, tool_use_id: id, tool_response: { stdout: '' } };
    agent.send('PostToolUse', response, other.dir);
    append(repo, 'p.txt', 'first @human');
    agent.bash('ls');
    append(repo, 'p.txt', 'second @human');
    agent.bash('ls');
    expect(outcome(repo, other)).toEqual({ wrong: ['first @human → unsure'], agents: 1 });
  }));

test('an unknown tool with input that names the other one: the line is unsure', () =>
  withTwo('the main', ({ repo, other, agent }) => {
    const input = { target: join(other.dir, 'b.txt') };
    const id = agent.before('mcp__files__append', input);
    append(other, 'b.txt', 'who knows @human');
    agent.after('mcp__files__append', input, id, { ok: true });
    expect(outcome(repo, other)).toEqual({ wrong: ['who knows @human → unsure'], agents: 0 });
  }));

test('a background program in the other one, with its end reported in the first', async () => {
  await withRepo({ files: BASE }, async (repo) => {
    enable(repo);
    repo.git('worktree', 'add', '-q', join(repo.home, 'wt'), '-b', 'topic');
    const other = adoptRepo(repo, join(repo.home, 'wt'));
    const agent = begin(repo);
    const way = relative(repo.dir, other.dir);
    await agent.background(`cd ${way} && sleep 0.2 && printf 'new @a\\n' > made.txt`, 'bg1');
    append(other, 'p.txt', 'meanwhile @human');
    agent.notice('bg1');
    agent.bash(`ls ${way}`);
    append(other, 'p.txt', 'after it @human');
    agent.bash(`ls ${way}`);
    expect(outcome(repo, other)).toEqual({ wrong: [], agents: 1 });
  });
});

test('calls that were refused or interrupted are closed in the other one too', () =>
  withTwo('the main', ({ repo, other, agent, way }) => {
    const input = { file_path: join(other.dir, 'b.txt'), old_string: 'two @human', new_string: 'new @a' };
    const id = agent.before('Edit', input);
    agent.send('PermissionRequest', { tool_name: 'Edit', tool_input: input });
    const calls = [{ tool_name: 'Edit', tool_input: input, tool_use_id: id, tool_response: 'refused' }];
    agent.send('PostToolBatch', { tool_calls: calls });
    agent.before('Bash', { command: `cd ${way} && sleep 9; printf 'x\\n' >> p.txt` });
    agent.prompt('something else').bash('ls');
    append(other, 'b.txt', 'own @human');
    agent.bash(`ls ${way}`);
    append(other, 'p.txt', 'after it @human');
    agent.bash(`ls ${way}`);
    expect(outcome(repo, other)).toEqual({ wrong: [], agents: 0 });
    expect(prov(repo, 'show', 'a')).toContain('Human gate: edit b.txt');
  }));

test('a folder that only looks like a work tree is left alone', () =>
  withTwo('the main', ({ repo, agent, other }) => {
    mkdirSync(join(repo.home, 'gone'));
    repo.git('worktree', 'add', '-q', '-f', join(repo.home, 'gone', 'wt2'), '-b', 'gone');
    writeFileSync(join(repo.home, 'gone', 'wt2', '.git'), '');
    agent.bash(`ls ${join(repo.home, 'gone', 'wt2')}; printf 'new @a\\n' >> b.txt`);
    expect(outcome(repo, other)).toEqual({ wrong: [], agents: 1 });
  }));
