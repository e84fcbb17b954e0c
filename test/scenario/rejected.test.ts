import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../helpers/repo.ts';

// A person rejects the decision behind lines: blame, why, log, report, show and check say so.

const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');
const SESSION = '0b1e6c1e-0000-4000-8000-000000000001';

let repo: TestRepo;
let decision: string;

beforeEach(() => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  const agent = new TestAgent(repo, SESSION).start().prompt('Make it quick');
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const said = ['decide', 'Use a cache', '--ruled-out', 'a faster disk', '--json'];
  const done = spawnSync(process.execPath, [PROGRAM, ...said], { cwd: repo.dir, env });
  decision = (JSON.parse(done.stdout.toString()) as { node: string }).node;
  for (const name of ['b', 'c']) {
    agent.write(`${name}.txt`, `cached ${name}\n`);
    repo.git('add', '-A');
    repo.git('commit', '-qm', `cache ${name}`);
  }
  agent.stop();
});
afterEach(() => repo.cleanup());

const json = (...args: string[]): Record<string, unknown> =>
  JSON.parse(prov(repo, ...args, '--json')) as Record<string, unknown>;
const marks = (): unknown[] => [
  ...['b.txt', 'c.txt'].flatMap((file) => {
    const { lines } = json('blame', file) as { lines: { decision_status: unknown }[] };
    return [prov(repo, 'blame', file).includes('rejected: Use a cache'), lines[0]!.decision_status];
  }),
  prov(repo, 'why', 'c.txt:1').includes('Use a cache (declared) rejected by a person'),
  prov(repo, 'log').split('rejected: Use a cache').length - 1,
  prov(repo, 'report', 'HEAD~2..HEAD').includes('rejected: Use a cache'),
  (json('report', 'HEAD~2..HEAD')['attention'] as { concern: string }[]).some(({ concern }) => concern === 'rejected'),
  ...['HEAD', `session:${SESSION}`].map((of) => prov(repo, 'show', of).includes('Decision: rejected: Use a cache')),
  /status +rejected/.test(prov(repo, 'show', `decision:${decision}`)),
  prov(repo, 'blame', '--porcelain', 'b.txt').includes('\nprov-decision-status rejected\n'),
];

test('a rejected decision is marked wherever it is given as the reason, in each of its commits', () => {
  const unmarked = [false, null, false, null, false, 0, false, false, false, false, false, false];
  expect(marks()).toEqual(unmarked);
  prov(repo, 'review', '--reject', `decision:${decision}`);
  expect(marks()).toEqual([true, 'rejected', true, 'rejected', true, 2, true, true, true, true, true, true]);
  expect(repo.git('blame', '--porcelain', 'b.txt')).toBe(
    prov(repo, 'blame', '--porcelain', 'b.txt')
      .replaceAll(/^prov-.*\n/gm, '')
      .trimEnd(),
  );
  prov(repo, 'review', '--accept', '--yes', `decision:${decision}`);
  expect(marks()).toEqual(unmarked);
});

test('on a narrow terminal, where the words have no room, a sign marks the lines', () => {
  const narrow = (): string => {
    const env = { ...repo.env, COLUMNS: '80', LC_ALL: 'C.UTF-8' };
    return spawnSync(process.execPath, [PROGRAM, 'blame', '--show-name', 'b.txt'], {
      cwd: repo.dir,
      env,
    }).stdout.toString();
  };
  expect(narrow()).not.toContain('⊘');
  prov(repo, 'review', '--reject', `decision:${decision}`);
  expect(narrow()).toContain('⊘');
});

test('an alternative is ruled out, and no decision is', () => {
  expect(prov(repo, 'why', 'b.txt:1')).toMatch(/ruled out +a faster disk/);
  expect(prov(repo, 'why', 'b.txt:1')).not.toContain('rejected');
  prov(repo, 'review', '--reject', `decision:${decision}`);
  const { text } = json('context', '--session', SESSION) as { text: string };
  expect(text).toMatch(/ruled out "a faster disk" .*rejected by a person/);
  expect(json('why', 'b.txt:1')).toMatchObject({
    answers: [
      { decision: { status: 'rejected', detail: { rejected: ['a faster disk'] } }, decision_status: 'rejected' },
    ],
  });
});

test('a decision that a person replaced names the one that replaced it, at the lines of each of its commits', () => {
  prov(repo, 'revise', `decision:${decision}`, 'Read the disk once');
  const listed = json('list', 'decisions', '--status', 'accepted') as { items: { id: string; statement: string }[] };
  const [entry] = listed.items;
  expect(entry).toMatchObject({ statement: 'Read the disk once' });
  for (const line of ['b.txt:1', 'c.txt:1']) {
    expect(prov(repo, 'why', line)).toMatch(/Use a cache \(declared\) superseded by \[decision:\S+\] \[decision:\S+\]/);
    const [found] = json('why', line)['answers'] as Record<string, unknown>[];
    expect(found).toMatchObject({ decision_status: 'superseded', decision_superseded_by: entry!.id });
  }
});

test('a decision that was taken back is marked at the lines of each of its commits', () => {
  prov(repo, 'retract', `decision:${decision}`);
  for (const line of ['b.txt:1', 'c.txt:1']) expect(prov(repo, 'why', line)).toContain('retracted: it was taken back');
});
