import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type NodeId, shortId } from '../../src/model/ids.ts';
import { prov } from '../helpers/agent.ts';
import { commit } from '../recorder/site.ts';
import { withStory } from './story.ts';

const CHECK = 'npm test';
const MAKE_PIPE = 'mkfifo';

const CALC = 'class Calc {\n  add(a, b) { return a + b; }\n  sub(a, b) { return a - b; }\n}\n';

test('two claims that contradict each other become one entry for review, from whichever side they are linked', () =>
  withStory(async (story) => {
    const one = await story.say('claim', 'It is fast');
    const other = await story.say('claim', 'It is slow', [['contradicts', one]]);
    await story.say('evidence', 'Measured', [['supports', one]]);
    await story.say('evidence', 'Measured again', [['supports', other]]);
    await story.dispatch();
    await story.change('linked', one, 'contradicts', other);
    await story.dispatch();
    expect(story.did()).toEqual([
      `review-contradiction: review claim:${shortId(one)} "It is fast" and claim:${shortId(other)} "It is slow" contradict each other: retract or revise one`,
    ]);
  }));

test('what rests on a retracted source becomes stale, and what rests on that too', () =>
  withStory(async (story) => {
    const source = await story.say('memory', 'The limit is 10');
    const derived = await story.say('belief', 'Ten is enough', [['derived_from', source]]);
    const further = await story.say('belief', 'No queue is needed', [['derived_from', derived]]);
    await story.say('belief', 'Unrelated');
    await story.dispatch();
    expect(story.did()).toEqual([]);
    await story.change('retracted', source);
    await story.dispatch();
    expect(story.did()).toEqual([`mark-stale: stale ${derived}`, `mark-stale: stale ${further}`]);
    await story.dispatch();
    expect(story.did()).toHaveLength(2);
  }));

test('what rests on a superseded source becomes stale', () =>
  withStory(async (story) => {
    const source = await story.say('memory', 'The limit is 10');
    const derived = await story.say('belief', 'Ten is enough', [['derived_from', source]]);
    const newer = await story.say('memory', 'The limit is 20', [['supersedes', source]]);
    const after = await story.say('belief', 'Twenty is enough', [['derived_from', newer]]);
    await story.dispatch();
    expect(story.did()).toEqual([`mark-stale: stale ${derived}`]);
    expect(after).not.toBe(derived);
  }));

test('what rests on a file becomes stale when a person changes or deletes the file, and not when they commit what it rests on', () =>
  withStory(
    async (story) => {
      const { repo } = story.site;
      repo.write('a.txt', 'two\n');
      const derived = await story.say('belief', 'It is two', [['derived_from', 'file:a.txt']]);
      const other = await story.say('belief', 'It is b', [['derived_from', 'file:b.txt']]);
      await story.dispatch();
      commit(repo, 'two');
      await story.dispatch();
      expect(story.did()).toEqual([]);
      repo.write('a.txt', 'three\n');
      commit(repo, 'three');
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${derived}`]);
      repo.git('rm', '-q', 'b.txt');
      commit(repo, 'no b');
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${derived}`, `mark-stale: stale ${other}`]);
    },
    { files: { 'a.txt': 'one\n', 'b.txt': 'b\n' } },
  ));

test('what rests on a function becomes stale when the function changes, and not with the rest of its file or with its blanks', () =>
  withStory(
    async (story) => {
      const { repo, agent } = story.site;
      const derived = await story.say('belief', 'It adds', [['derived_from', 'function:a.js#Calc.add']]);
      const other = await story.say('belief', 'A type', [['derived_from', 'type:a.js#Calc']]);
      await story.dispatch();
      repo.write('a.js', CALC.replace('a - b', 'b - a').replace('{ return a + b; }', '{\n    return a + b;\n  }'));
      commit(repo, 'another function, and blanks');
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${other}`]);
      agent.start().prompt('Subtract').write('a.js', CALC.replace('a + b', 'a + b + 0'));
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${other}`, `mark-stale: stale ${derived}`]);
    },
    { files: { 'a.js': CALC } },
  ));

test('what an entry records of its sources decides, and who confirms it makes a new start', () =>
  withStory(
    async (story) => {
      const { repo, agent } = story.site;
      const add = (text: string, from: string): NodeId =>
        /belief:([^,. ]+)/.exec(prov(repo, 'add', 'belief', text, '--derived-from', from))![1] as NodeId;
      const whole = add('It adds', 'file:a.js');
      const lines = add('It adds here', 'file:a.js:2');
      const stale = (...all: NodeId[]): string[] => all.map((id) => `mark-stale: stale ${id}`);
      repo.write('a.js', `\n${CALC.replace('{ return a + b; }', '{\n    return a + b;\n  }')}`);
      commit(repo, 'blanks');
      await story.dispatch();
      expect(story.did()).toEqual([]);
      repo.write('a.js', `// first\n${CALC}`);
      commit(repo, 'another line');
      await story.dispatch();
      expect(story.did()).toEqual(stale(whole));
      prov(repo, 'revise', `belief:${whole}`, '--confidence', '0.9');
      agent.start().prompt('Nothing').write('a.js', `// first\n${CALC}\n`);
      await story.dispatch();
      expect(story.did()).toEqual(stale(whole));
      agent.write('a.js', `// first\n${CALC.replace('a + b', 'b + a')}`);
      await story.dispatch();
      expect(story.did().toSorted()).toEqual(stale(whole, whole, lines).toSorted());
    },
    { files: { 'a.js': CALC } },
  ));

test('what rests on a function becomes stale when a commit removes the function', () =>
  withStory(
    async (story) => {
      const { repo } = story.site;
      const derived = await story.say('belief', 'It adds', [['derived_from', 'function:a.js#Calc.add']]);
      await story.dispatch();
      repo.write('a.js', 'x();\n');
      commit(repo, 'gone');
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${derived}`]);
      expect(prov(repo, 'trace', `belief:${derived}`)).toContain('Calc.add in a.js');
    },
    { files: { 'a.js': CALC } },
  ));

test('what rests on a file becomes stale when an agent edits the file, before any commit', () =>
  withStory(
    async (story) => {
      const { agent } = story.site;
      agent.start().prompt('Change it').write('a.txt', 'two\n');
      const derived = await story.say('belief', 'It is two', [['derived_from', 'file:a.txt']]);
      await story.dispatch();
      expect(story.did()).toEqual([]);
      agent.write('a.txt', 'three\n');
      await story.dispatch();
      expect(story.did()).toEqual([`mark-stale: stale ${derived}`]);
    },
    { files: { 'a.txt': 'one\n' } },
  ));

test('a check that fails on lines that had passed becomes one task until it passes again', () =>
  withStory(
    async (story) => {
      const { agent, repo } = story.site;
      const test = (code: number): void => {
        repo.write('package.json', JSON.stringify({ scripts: { test: `node -e "process.exit(${code})"` } }));
        agent.bash(CHECK);
      };
      agent.start().prompt('Change it').write('a.js', 'two();\n');
      test(0);
      await story.dispatch();
      test(1);
      test(1);
      await story.dispatch();
      expect(story.did()).toEqual([`repair-check: add Make "${CHECK}" pass again: a.js had passed a check before`]);
    },
    { files: { 'a.js': 'one();\n', 'package.json': '{}' } },
  ));

test('a proposed decision about a file with an owner becomes an entry for the review of that owner', () =>
  withStory(
    async (story) => {
      const status = 'proposed';
      const owned = await story.say('decision', 'Use tokens', [['derived_from', 'file:src/auth/a.js']], { status });
      await story.say('decision', 'Use tabs', [['derived_from', 'file:b.js']], { status });
      await story.dispatch();
      expect(story.did()).toEqual([
        `ask-owner: review decision:${shortId(owned)} "Use tokens" waits for @org/security`,
      ]);
    },
    { files: { 'src/auth/a.js': 'a\n', 'b.js': 'b\n', CODEOWNERS: 'src/auth/ @org/security\n' } },
  ));

test('an entry that is derived from a pipe is no reason to wait for its writer', () =>
  withStory(async (story) => {
    const { repo } = story.site;
    expect(spawnSync(MAKE_PIPE, ['pipe'], { cwd: repo.dir }).status).toBe(0);
    await story.say('belief', 'It flows', [['derived_from', 'file:pipe']]);
    await story.dispatch();
    expect(story.did()).toEqual([]);
  }));

test('a task that a behaviour made of a claim does not become stale with the claim', () =>
  withStory(async (story) => {
    const claim = await story.say('claim', 'It is fast');
    await story.dispatch();
    await story.change('retracted', claim);
    await story.dispatch();
    expect(story.did()).toHaveLength(1);
  }));

test('a ledger that lost words to git prov forget is read from the same step on', () =>
  withStory(async (story) => {
    const { repo } = story.site;
    const words = 'The zebra grazes. '.repeat(300).trim();
    await story.say('claim', `They say: ${words}`);
    await story.dispatch();
    commit(repo);
    prov(repo, 'forget', words, '--yes');
    await story.say('claim', 'It is small');
    await story.dispatch();
    expect(story.did()).toHaveLength(2);
  }));
