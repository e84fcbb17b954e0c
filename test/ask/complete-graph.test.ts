import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');

let repo: TestRepo;
beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } });
  for (const name of ['XDG_DATA_HOME', 'CLAUDECODE', 'CLAUDE_CODE_SESSION_ID']) delete repo.env[name];
  prov(repo, 'init', '--agent', 'claude-code');
});
afterEach(() => repo.cleanup());

const json = <T>(...args: string[]): T => JSON.parse(prov(repo, ...args, '--json')) as T;
const say = (...args: string[]): string => json<{ node: string }>(...args).node;

describe('sub-agents that only read', () => {
  test('travel with their parent’s commit: replay in a clone shows what the origin shows', () => {
    const agent = new TestAgent(repo, 'a').prompt('Make it two');
    agent.send('SubagentStart', { agent_id: 'x', agent_type: 'Explore' });
    new TestAgent(repo, 'a', 'x').read('a.txt').read('b.txt');
    agent.send('SubagentStop', { agent_id: 'x' });
    agent.edit('a.txt', 'one', 'two');
    repo.git('commit', '-qam', 'two');
    const here = prov(repo, 'replay', 'a');
    expect(here).toContain('b.txt');
    const clone = { ...repo, dir: join(repo.home, 'clone') };
    repo.git('clone', '-q', repo.dir, clone.dir);
    repo.git('-C', clone.dir, 'fetch', '-q', 'origin', 'refs/notes/provenance:refs/notes/provenance');
    const steps = (text: string): string[] => text.split('\n').filter((line) => !line.includes('patch'));
    expect(steps(prov(clone, 'replay', 'a'))).toEqual(steps(here));
  });
});

test('a skill is a step that replay shows', () => {
  const agent = new TestAgent(repo, 'a').prompt('Ship it');
  const skill = { skill: 'ship-check' };
  agent.after('Skill', skill, agent.before('Skill', skill), { success: true });
  agent.edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  expect(prov(repo, 'replay', 'a')).toMatch(/execution +Skill .*ship-check/);
});

describe('declared entries', () => {
  test.each(['value', 'drive', 'relationship', 'goal'])('of the kind %s are recorded, listed and travel', (kind) => {
    const node = say('add', kind, `A ${kind} of ours`, '--confidence', '0.9');
    new TestAgent(repo, 'a').prompt('Make it two').edit('a.txt', 'one', 'two');
    repo.git('commit', '-qam', 'two');
    const { items } = json<{ items: { id: string; statement: string; status: string }[] }>('list', kind);
    expect(items).toContainEqual(expect.objectContaining({ id: node, statement: `A ${kind} of ours` }));
    expect(prov(repo, 'show', `${kind}:${node}`)).toContain(`A ${kind} of ours`);
    expect(prov(repo, 'why', 'a.txt:1')).toContain('Make it two'); // a declared goal is not the goal of a turn
    expect(json<{ faults: number }>('verify').faults).toBe(0);
  });

  test('of an episode have an outcome and lessons, without secrets, in the form of the fifth seed', () => {
    const raw = say('add', 'raw', 'Finished implementing user endpoints today');
    const episode = say(
      'add',
      'episode',
      'Implemented REST API for users',
      '--derived-from',
      `raw:${raw}`,
      '--outcome',
      'success',
      '--lesson',
      'REST patterns make the API intuitive',
      '--lesson',
      'the key is AKIAIOSFODNN7EXAMPLF',
    );
    const belief = say(
      'add',
      'belief',
      'API endpoints should be RESTful',
      '--derived-from',
      `episode:${episode}`,
      '--confidence',
      '0.85',
    );
    const told = prov(repo, 'show', `episode:${episode}`);
    expect(told).toMatch(/outcome +success\n/);
    expect(told).toMatch(/lessons +REST patterns make the API intuitive\n/);
    const { evidence } = json<{ evidence: { episodes: { objective: string; outcome: string; lessons: string[] }[] } }>(
      'evidence',
      `belief:${belief}`,
    );
    expect(evidence.episodes).toMatchObject([{ objective: 'Implemented REST API for users', outcome: 'success' }]);
    expect(evidence.episodes[0]!.lessons[0]).toBe('REST patterns make the API intuitive');
    expect(evidence.episodes[0]!.lessons[1]).not.toContain('AKIAIOSFODNN7EXAMPLF');
    expect(() => prov(repo, 'add', 'claim', 'x', '--outcome', 'success')).toThrow(/no outcome/);
    const found = prov(repo, 'search', 'RESTful', '--include-provenance');
    expect(found).toContain('From: episode:');
    const shown = prov(repo, 'show', `belief:${belief}`, '--trace');
    expect(shown).toMatch(/type +inference/);
    expect(shown).toMatch(/history +\d{4}-\d\d-\d\d: 0\.85 \(created, inference\)/);
    expect(prov(repo, 'context', '--verbose')).toMatch(/API endpoints.*\n {4}created .*\n {4}derived_from episode:/);
    expect(prov(repo, 'context')).not.toContain('derived_from');
  });

  test('can be completed: the task is no longer open', () => {
    const task = say('add', 'task', 'Write the manual');
    const claim = say('add', 'claim', 'It works');
    expect(prov(repo, 'context')).toContain('Write the manual');
    prov(repo, 'complete', `task:${task}`, '--because', 'it is written');
    expect(json<{ items: { status: string }[] }>('list', 'task').items).toMatchObject([{ status: 'completed' }]);
    expect(prov(repo, 'context')).not.toContain('Write the manual');
    expect(prov(repo, 'history', `task:${task}`)).toContain('it is written');
    expect(() => prov(repo, 'complete', `claim:${claim}`)).toThrow(/exited with 2/);
  });

  test('without sources get proposals from migrate, and a link only when a person accepts one', () => {
    const raw = say('add', 'raw', 'Rewrote the payments module to be RESTful');
    const episode = say('add', 'episode', 'Rewrote payments module RESTful');
    say('add', 'episode', 'Something else entirely happened there');
    const { proposals } = json<{ proposals: { from: string; to: string }[] }>('migrate', '--infer-provenance');
    expect(proposals).toMatchObject([{ from: `episode:${episode}`, to: `raw:${raw}` }]);
    const links = (): unknown[] =>
      json<{ items: { id: string; provenance: unknown[] }[] }>('list', 'episode', '--provenance').items.find(
        ({ id }) => id === episode,
      )!.provenance;
    expect(links()).toEqual([]);
    prov(repo, 'migrate', '--infer-provenance', '--accept', '1');
    expect(links()).toHaveLength(1);
    const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'a' };
    const args = [PROGRAM, 'migrate', '--infer-provenance', '--accept', '1'];
    expect(spawnSync(process.execPath, args, { cwd: repo.dir, env }).status).toBe(2);
  });
});

test('a patch is shown with the commit’s present id beside the recorded one', () => {
  new TestAgent(repo, 'a').prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  const old = repo.oid('HEAD').slice(0, 7);
  repo.git('commit', '-q', '--amend', '-m', 'two, said better');
  const now = repo.oid('HEAD').slice(0, 7);
  const story = prov(repo, 'show', 'session:a');
  expect(story).toMatch(new RegExp(`, now ${now}`));
  const patch =
    /patch:([0-9a-f]{8}-\d+)/.exec(prov(repo, 'sessions', 'a'))?.[1] ??
    /\[([0-9a-f]{8}-\d+)\]/.exec(story.split('\n').find((line) => line.includes(', now '))!)![1]!;
  expect(prov(repo, 'show', `patch:${patch}`)).toMatch(new RegExp(`commit +${old}.*now ${now}`));
});

test('log --verbose prints what is recorded of each commit', () => {
  new TestAgent(repo, 'a').prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  const log = prov(repo, 'log', '-1', '--verbose');
  expect(log).toMatch(/sessions +claude-code.*\[session:[0-9a-f]{8}\].*1 line/);
  expect(log).toMatch(/lines +1 of agents, 0 of people/);
  expect(log).toMatch(/asked for +Make it two \[goal:/);
  expect(prov(repo, 'log', '-1')).not.toContain('[session:');
});

describe('git prov attest session:ID', () => {
  interface Statement {
    readonly subject: { readonly digest: { readonly gitCommit: string } }[];
    readonly predicateType: string;
    readonly predicate: {
      readonly files: unknown;
      readonly coverage: Record<string, number>;
      readonly cost: unknown;
      readonly session: { readonly id: string };
    };
  }
  const attest = (): { text: string; statement: Statement } => {
    const text = prov(repo, 'attest', 'session:a');
    const { payload } = JSON.parse(text) as { payload: string };
    return { text, statement: JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement };
  };

  test('states what it changed, how far checks cover that, and can be verified', () => {
    expect(() => prov(repo, 'attest', 'session:a')).toThrow(/exited with 1/);
    new TestAgent(repo, 'a').prompt('Make it two').edit('a.txt', 'one', 'two');
    repo.git('commit', '-qam', 'two');
    const { text, statement } = attest();
    expect(statement).toMatchObject({
      subject: [{ digest: { gitCommit: repo.oid('HEAD') } }],
      predicateType: 'urn:git-prov:predicate:session-provenance:v1',
      predicate: {
        session: { id: 'a' },
        files: [{ path: 'a.txt', changes: 1 }],
        coverage: { changes: 1, passed: 0 },
        cost: null,
      },
    });
    const file = join(repo.home, 'attestation');
    writeFileSync(file, text);
    expect(prov(repo, 'verify', '--attestation', file)).toContain('session a');
    const { payload, ...rest } = JSON.parse(text) as { payload: string };
    const forged = Buffer.from(payload, 'base64').toString().replace('"changes":1', '"changes":2');
    writeFileSync(file, JSON.stringify({ ...rest, payload: Buffer.from(forged).toString('base64') }));
    expect(() => prov(repo, 'verify', '--attestation', file)).toThrow(/exited with 1/);
  });
});
