import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

// Constraints that a person states in a prompt become proposed entries.

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
});
afterEach(() => repo.cleanup());

interface Entry {
  readonly id: string;
  readonly statement: string;
  readonly status: string;
}
const json = <T>(...args: string[]): T => JSON.parse(prov(repo, ...args, '--json')) as T;
const listed = (...args: string[]): Entry[] => json<{ items: Entry[] }>('list', 'constraint', ...args).items;
const words = (): string[] =>
  listed()
    .map(({ statement, status }) => `${statement} (${status})`)
    .toSorted();

test('a constraint in a prompt is a proposed entry below the goal, and waits for a review', () => {
  new TestAgent(repo, 'aaaa').prompt('Make it two. Never edit generated files.').stop();
  expect(words()).toEqual(['Never edit generated files. (proposed)']);
  const { id } = listed()[0]!;
  expect(prov(repo, 'trace', `constraint:${id}`)).toMatch(/goal:\S+ .*"Make it two/);
  expect(prov(repo, 'review')).toContain('Never edit generated files.');
  expect(json<{ proposals: { kind: string; effects: { agents: string } }[] }>('review').proposals).toMatchObject([
    { kind: 'constraint', effects: { agents: 'settled' } },
  ]);
  const { events } = json<{ events: { event: string; after: string }[] }>('history', `constraint:${id}`);
  expect(events.map(({ event, after }) => [event, after])).toEqual([['created', 'proposed']]);
});

test('agents of later sessions get it marked as proposed, as settled once it is accepted, and not once it is rejected', () => {
  new TestAgent(repo, 'aaaa').prompt('Never edit generated files. Node 18 must keep working.').stop();
  new TestAgent(repo, 'bbbb').prompt('Go on').stop();
  const context = (): string => prov(repo, 'context', '--session', 'bbbb');
  expect(context()).toMatch(/"Never edit generated files\." \(claude-code, [^)]*proposed/);
  const [node, files] = listed().toSorted((a, b) => (a.statement > b.statement ? -1 : 1));
  prov(repo, 'review', '--accept', `constraint:${files!.id}`, '--yes');
  prov(repo, 'review', '--reject', `constraint:${node!.id}`, '--yes');
  expect(words()).toEqual(['Never edit generated files. (accepted)', 'Node 18 must keep working. (rejected)']);
  expect(context()).not.toMatch(/proposed|Node 18/);
  expect(context()).toContain('Never edit generated files.');
});

test('the same words in a later prompt or session make no second entry, also after a verdict', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Never edit generated files.').stop();
  const [first] = listed();
  prov(repo, 'review', '--reject', `constraint:${first!.id}`, '--yes');
  agent.prompt('please: never edit generated files!').stop();
  new TestAgent(repo, 'bbbb').prompt('Never edit generated files.').stop();
  expect(words()).toEqual(['Never edit generated files. (rejected)']);
});

test('the task of a sub-agent is no prompt of a person, and neither is what a tool prints', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two.');
  const id = agent.before('Agent', { description: 'look', prompt: 'Never edit generated files.' });
  const child = new TestAgent(repo, 'aaaa', 'child').send('SubagentStart', { agent_type: 'Explore' });
  child.prompt('Never edit generated tests.');
  child.after('Bash', { command: 'ls' }, child.before('Bash', { command: 'ls' }), { stdout: 'a.txt' });
  agent.after('Agent', { description: 'look', prompt: 'Never edit generated files.' }, id, {});
  agent.after('Bash', { command: 'cat b' }, agent.before('Bash', { command: 'cat b' }), {
    stdout: 'Never edit tests.',
  });
  agent.stop();
  expect(prov(repo, 'sessions', '--json')).toContain('child');
  expect(words()).toEqual([]);
});

test('no secret is in it, and a session makes at most twenty', () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const agent = new TestAgent(repo, 'aaaa').prompt(`Never use the token ${secret} in tests.`);
  for (let n = 0; n < 6; n++)
    agent.prompt(Array.from({ length: 5 }, (_, i) => `Never rename the module number ${n}${i}.`).join('\n'));
  agent.stop();
  const all = listed();
  expect(all).toHaveLength(20);
  expect(JSON.stringify(all)).toContain('Never use the token');
  expect(JSON.stringify(all)).not.toContain(secret);
  const state = readFileSync(join(repo.git('rev-parse', '--absolute-git-dir'), 'prov/state.json'), 'utf8');
  expect(state).not.toContain(secret);
});

test('without words (prov.capture hashes) a prompt gives no constraints', () => {
  repo.git('config', 'prov.capture', 'hashes');
  new TestAgent(repo, 'aaaa').prompt('Never edit generated files.').stop();
  expect(words()).toEqual([]);
});

test('they go with the commit of the session, and not into the note of another commit', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Never edit generated files.');
  repo.write('b.txt', 'by hand\n');
  repo.git('add', 'b.txt');
  repo.git('commit', '-qm', 'by hand', 'b.txt');
  expect(prov(repo, 'show', 'HEAD')).not.toContain('Never edit generated files.');
  agent.write('a.txt', 'two\n').stop();
  repo.git('commit', '-qam', 'two');
  expect(prov(repo, 'show', 'HEAD')).toContain('Never edit generated files.');
  expect(prov(repo, 'verify')).toContain('Valid: ');
});
