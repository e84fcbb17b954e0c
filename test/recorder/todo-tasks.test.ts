import { afterEach, beforeEach, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

// Items of an agent's own to-do list are tasks of its session.

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
});
afterEach(() => repo.cleanup());

interface Entry {
  readonly id: string;
  readonly statement: string;
  readonly state?: string;
}
const json = <T>(...args: string[]): T => JSON.parse(prov(repo, ...args, '--json')) as T;
const listed = (...args: string[]): Entry[] => json<{ items: Entry[] }>('list', 'task', ...args).items;
const tasks = (...args: string[]): string[] =>
  listed(...args)
    .map(({ statement, state }) => `${statement}: ${String(state)}`)
    .toSorted();
const call = (agent: TestAgent, tool: string, input: object, response: object = {}): TestAgent =>
  agent.after(tool, input, agent.before(tool, input), response);
const list = (agent: TestAgent, ...items: readonly (readonly [string, string])[]): TestAgent =>
  call(agent, 'TodoWrite', { todos: items.map(([content, status]) => ({ content, status, activeForm: content })) });
const steps = (): number => json<{ nodes: unknown[] }>('sessions', 'aaaa').nodes.length;

test('a task for each item, with a state that follows the lists; an item that disappears unfinished is dropped', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two');
  list(agent, ['Read', 'in_progress'], ['Write', 'pending'], ['Ship', 'pending']);
  expect(tasks()).toEqual(['Read: active', 'Ship: open', 'Write: open']);
  list(agent, ['Read', 'completed'], ['Write', 'in_progress']);
  expect(tasks()).toEqual(['Write: active']);
  expect(tasks('--session', 'aaaa')).toEqual(['Read: done', 'Ship: dropped', 'Write: active']);
  list(agent, ['Write', 'completed'], ['Ship', 'pending']);
  expect(tasks('--session', 'aaaa')).toEqual(['Read: done', 'Ship: open', 'Write: done']);
  const ship = listed('--state', 'open')[0]!.id;
  const { events } = json<{ events: { event: string; after: string; agent: string }[] }>('history', `task:${ship}`);
  expect(events.map(({ event, after, agent: by }) => [event, after, by])).toEqual([
    ['created', 'accepted', 'claude-code'],
    ['state', 'dropped', 'claude-code'],
    ['state', 'open', 'claude-code'],
  ]);
  expect(prov(repo, 'trace', `task:${ship}`)).toMatch(/goal:\S+ .*"Make it two"/);
});

test('a list without a change adds the step of its call alone, and a list does not go into the note of another commit', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two');
  list(agent, ['Read', 'pending']);
  const before = steps();
  list(agent, ['Read', 'pending']);
  expect(steps()).toBe(before + 1);
  agent.stop();
  repo.write('a.txt', 'by hand\n');
  repo.git('commit', '-qam', 'by hand');
  prov(repo, 'status');
  expect(prov(repo, 'show', 'HEAD')).not.toContain('Task:');
});

test('they go with the commit of the session, are not drawn as many events, and only that session gets them', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two');
  list(agent, ['Read', 'in_progress'], ['Write', 'pending']);
  list(agent, ['Read', 'completed'], ['Write', 'in_progress']);
  agent.write('a.txt', 'two\n').stop();
  repo.git('commit', '-qam', 'two');
  const shown = prov(repo, 'show', 'HEAD');
  expect(shown).toContain('Task: Write');
  expect(shown).not.toContain('Event:');
  expect(prov(repo, 'context', '--session', 'aaaa')).toMatch(/task:\S+ "Write" \(claude-code, \S+, active/);
  new TestAgent(repo, 'bbbb').prompt('Go on').stop();
  expect(prov(repo, 'context', '--session', 'bbbb')).not.toContain('"Write"');
  expect(prov(repo, 'verify')).toContain('Valid: 1 note');
});

test('single items have ids, may wait for each other, and may get new words', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two');
  for (const [id, subject] of [
    ['1', 'Read'],
    ['2', 'Write'],
  ] as const)
    call(agent, 'TaskCreate', { subject, description: 'more' }, { task: { id, subject } });
  call(agent, 'TaskUpdate', { taskId: '2', addBlockedBy: ['1'] });
  expect(tasks()).toEqual(['Read: open', 'Write: blocked']);
  call(agent, 'TaskUpdate', { taskId: '1', status: 'completed' });
  expect(tasks()).toEqual(['Write: open']);
  call(agent, 'TaskUpdate', { taskId: '2', subject: 'Write it', status: 'in_progress' });
  expect(tasks()).toEqual(['Write it: active']);
});

test('texts are without secrets and short, and their number is bounded', () => {
  const agent = new TestAgent(repo, 'aaaa').prompt('Make it two');
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  list(
    agent,
    [`Use ${secret} ${'x'.repeat(300)}`, 'pending'],
    ...Array.from({ length: 60 }, (_, i) => [`${i}`, 'pending'] as const),
  );
  const all = listed();
  expect(all).toHaveLength(40);
  expect(JSON.stringify(all)).not.toContain(secret);
  expect(Math.max(...all.map(({ statement }) => statement.length))).toBeLessThanOrEqual(200);
  for (let n = 0; n < 3; n++) list(agent, ...Array.from({ length: 39 }, (_, i) => [`${n} ${i}`, 'completed'] as const));
  expect(listed('--session', 'aaaa')).toHaveLength(100);
});

test('without words (prov.capture hashes) there are no tasks', () => {
  repo.git('config', 'prov.capture', 'hashes');
  list(new TestAgent(repo, 'aaaa').prompt('Make it two'), ['Read', 'pending']);
  expect(tasks()).toEqual([]);
});
