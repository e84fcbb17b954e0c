import { afterAll, beforeAll, expect, test } from 'vitest';
import { enable, prov } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

// Tasks by the commands of a person: their states, what they depend on, and where both are shown.

let repo: TestRepo;
let build: string;
let ship: string;
beforeAll(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  build = say('add', 'task', 'Build the parser');
  ship = say('add', 'task', 'Ship it');
  say('link', `task:${ship}`, 'depends_on', `task:${build}`);
});
afterAll(() => repo.cleanup());

interface Entry {
  readonly id: string;
  readonly state?: string;
  readonly status: string;
}
const json = <T>(...args: string[]): T => JSON.parse(prov(repo, ...args, '--json')) as T;
const say = (...args: string[]): string => json<{ node: string }>(...args).node;
const tasks = (...args: string[]): string[] =>
  json<{ items: Entry[] }>('list', 'task', ...args).items.map(({ id }) => id);
const told = (): string[] =>
  prov(repo, 'context')
    .split('\n')
    .filter((line) => line.startsWith('- task:'))
    .map((line) => line.replace(/^- task:\S+ /, '').replace(/\d{4}-\d\d-\d\d/, 'DAY'));

test('a task is blocked until the task that it depends on is done; each change is an event', () => {
  expect(tasks('--state', 'blocked')).toEqual([ship]);
  expect(tasks('--state', 'open')).toEqual([build]);
  expect(told()).toEqual(['"Ship it" (a person, DAY, blocked)', '"Build the parser" (a person, DAY)']);
  expect(prov(repo, 'list', 'tasks')).toMatch(/Ship it +blocked/);

  say('revise', `task:${build}`, '--state', 'active', '--because', 'it is my turn');
  expect(told()).toContain('"Build the parser" (a person, DAY, active)');
  expect(prov(repo, 'show', `task:${build}`)).toMatch(/state +active/);
  expect(prov(repo, 'trace', `task:${ship}`)).toMatch(/task:\S+ \[[^\]]*active\] "Build the parser" +depends_on/);

  say('complete', `task:${build}`);
  expect(tasks('--state', 'open')).toEqual([ship]);
  expect(tasks('--state', 'done')).toEqual([build]);
  expect(told()).toEqual(['"Ship it" (a person, DAY)']);
  const history = json<{ state: string; events: { event: string; before: unknown; after: unknown }[] }>(
    'history',
    `task:${build}`,
  );
  expect(history.state).toBe('done');
  expect(history.events.map(({ event, before, after }) => [event, before, after])).toEqual([
    ['created', null, 'accepted'],
    ['state', null, 'active'],
    ['completed', 'accepted', 'completed'],
  ]);
  expect(prov(repo, 'history', `task:${build}`)).toMatch(/now +done[^]*state active[^]*because +it is my turn/);

  say('revise', `task:${build}`, '--state', 'open');
  expect(tasks('--state', 'blocked')).toEqual([ship]);
  say('revise', `task:${ship}`, '--state', 'dropped');
  expect(told()).toEqual(['"Build the parser" (a person, DAY)']);
});

test('the new wording of a task keeps its state and its dependencies', () => {
  const [first, second] = [say('add', 'task', 'Measure it'), say('add', 'task', 'Publish the figures')];
  say('link', `task:${second}`, 'depends_on', `task:${first}`);
  const publish = say('revise', `task:${second}`, 'Publish the figures and the script');
  expect(json<{ standing: Entry }>('show', `task:${publish}`).standing.state).toBe('blocked');
  say('revise', `task:${first}`, '--state', 'active');
  const measure = say('revise', `task:${first}`, 'Measure it twice');
  expect(json<{ standing: Entry }>('show', `task:${measure}`).standing.state).toBe('active');
  say('complete', `task:${measure}`);
  expect(json<{ standing: Entry }>('show', `task:${publish}`).standing.state).toBe('open');
  expect(json<{ standing: Entry }>('show', `task:${first}`).standing).toMatchObject({ status: 'superseded' });
});

test('only tasks and declared goals have a state, and --state changes nothing else', () => {
  const claim = say('add', 'claim', 'It works');
  expect(() => prov(repo, 'revise', `claim:${claim}`, '--state', 'done')).toThrow(/not a task or goal/);
  expect(() => prov(repo, 'revise', `task:${ship}`, 'another text', '--state', 'done')).toThrow(/changes nothing else/);
  expect(() => prov(repo, 'list', 'claim', '--state', 'open')).toThrow(/A claim has no state/);
  const goal = say('add', 'goal', 'A fast parser');
  say('revise', `goal:${goal}`, '--state', 'blocked');
  expect(json<{ items: Entry[] }>('list', 'goal', '--state', 'blocked').items).toMatchObject([{ id: goal }]);
});

test('a declared goal is not the goal of what the same person records later', () => {
  say('add', 'goal', 'A fast parser');
  const belief = say('add', 'belief', 'Parsers are slow');
  expect(prov(repo, 'show', `belief:${belief}`)).not.toContain('A fast parser');
  expect(json<{ goals: unknown[] }>('show', `belief:${belief}`).goals).toEqual([]);
});
