import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NodeId, SessionId } from '../../../src/model/ids.ts';
import { played } from '../../../src/ask/history/replay.ts';
import { signsFor } from '../../../src/faces/cli/render/blame/blame-words.ts';
import { painter } from '../../../src/faces/cli/render/color.ts';
import { ReplayView } from '../../../src/faces/cli/render/ask/replay.ts';
import { textWidth } from '../../../src/faces/cli/render/width.ts';
import { newNodeAt } from '../../ask/setup.ts';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const SESSION = '11111111-aaaa-4bbb-8ccc-000000000001';

const LOOK = { signs: signsFor({ LC_ALL: 'C' }), paint: painter(false), columns: undefined, unicode: false };

let repo: TestRepo;
let agent: TestAgent;
beforeEach(() => {
  repo = makeRepo({ files: { 'f.txt': 'one\ntwo\n' } });
  enable(repo);
  agent = new TestAgent(repo, SESSION).start();
  agent.prompt('Add three').read('f.txt').edit('f.txt', 'two\n', 'two\nthree\n');
  const call = agent.before('Task', { prompt: 'go' });
  const sub = new TestAgent(repo, SESSION, 'agent7').send('SubagentStart');
  sub.write('s.txt', 'sub\n').send('SubagentStop', { stop_hook_active: false });
  agent.after('Task', { prompt: 'go' }, call, { content: [] }).bash('false');
  repo.commit('three');
  agent.bash('ls');
});
afterEach(() => repo.cleanup());

const lines = (text: string): string[] => text.trimEnd().split('\n');
/** Without times and durations. */
const plain = (text: string): string[] =>
  lines(text)
    .slice(1)
    .map((line) => line.replace(/\[\d\d:\d\d:\d\d\]/, '[time]').replace(/ +$/, ''));

test('a session is printed step by step, with its sub-agent where it was started', () => {
  const out = prov(repo, 'replay', '1111');
  expect(lines(out)[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(plain(out)).toEqual([
    '[time]    1  goal         Add three',
    '[time]    2  exploration  Read     -> (5ms) ok  read f.txt',
    '[time]    3  commitment   Edit     -> (5ms) ok  edit f.txt',
    '[time]    4  execution    general-purpose: Task',
    '  sub-agent claude-code [session:266335b1]',
    '  [time]    1  goal         Task',
    '  [time]    2  commitment   Write    -> (5ms) ok  write s.txt',
    '                3  patch        three',
    'session claude-code [session:cf7bbee3]',
    '[time]    5  execution    Task     -> (5ms) ok  Task',
    '[time]    6  error        Bash     -> failed  false',
    '              7  patch        three',
    expect.stringMatching(/^\[time\] {4}\d {2}exploration {2}Bash {5}-> \(5ms\) ok {2}ls$/),
  ]);
});

test('--from starts at a step, and --json prints one line for each step', () => {
  const steps = lines(prov(repo, 'replay', `session:${SESSION}`, '--from-step', '266335b1-2', '--json')).map(
    (line) => JSON.parse(line) as Record<string, unknown>,
  );
  expect(steps.map(({ step, depth, outcome }) => [step, depth, outcome])).toEqual([
    [newNodeAt(`${SESSION}/agent7`, 2), 1, 'ok'],
    [newNodeAt(`${SESSION}/agent7`, 3), 1, null],
    [newNodeAt(SESSION, 5), 0, 'ok'],
    [newNodeAt(SESSION, 6), 0, 'failed'],
    [newNodeAt(SESSION, 7), 0, null],
    [expect.stringMatching(/^cf7bbee3[0-9a-f]{12}-/), 0, 'ok'],
  ]);
  expect(steps[0]).toMatchObject({
    schema: 'git-prov/replay/1',
    session: `${SESSION}/agent7`,
    parent: SESSION,
    kind: 'commitment',
    tool: 'Write',
    duration: 5,
    summary: 'write s.txt',
  });
});

test('a clone with only the notes prints the same session', () => {
  const here = prov(repo, 'replay', '1111');
  const provDir = join(repo.dir, '.git/prov');
  for (const name of readdirSync(provDir)) rmSync(join(provDir, name), { recursive: true });
  rmSync(provDir, { recursive: true });
  expect(lines(prov(repo, 'replay', '1111'))).toEqual(lines(here).slice(0, -1));
});

test('a session that is only in the ledger is printed too', () => {
  const here = lines(prov(repo, 'replay', '1111'));
  repo.git('update-ref', '-d', 'refs/notes/provenance');
  rmSync(join(repo.dir, '.git/prov/state.json'));
  const told = lines(prov(repo, 'replay', '1111'));
  expect(told.length).toBe(here.length);
  expect(told[1]).toBe(here[1]);
});

test('an unknown session or step', () => {
  const fails = (...args: string[]): string => {
    const done = spawnSync(process.execPath, [PROGRAM, 'replay', ...args], { cwd: repo.dir, env: repo.env });
    expect(done.status).not.toBe(0);
    return done.stderr.toString();
  };
  expect(fails('nothing')).toContain("'nothing' is not a known commit, session or node");
  expect(fails('1111', '--from-step', '99')).toContain("The session has no step '99'");
  expect(fails('1111', '--from-step', 'cf7bbee3')).toContain('could be several steps');
});

test('lines fit the terminal, however deep', () => {
  const session = { id: SESSION as SessionId, agent: 'an-agent' };
  const node = {
    id: 'cf7bbee3-12' as NodeId,
    kind: 'execution',
    at: 1_767_225_600_000,
    tool: 'Bash',
    duration: 65_000,
  };
  for (const columns of [40, 60, 100])
    for (const depth of [0, 1, 30]) {
      const reel = new ReplayView({ ...LOOK, columns });
      const text = reel.line(played(session, depth, { ...node, summary: '語 long '.repeat(60) }));
      const last = lines(text).at(-1)!;
      expect(textWidth(last), `${columns} columns, depth ${depth}`).toBeLessThanOrEqual(Math.max(columns, 72));
      expect(last).toContain('-> (1m05s) ok  ');
    }
});

test('--follow continues with new steps, records waiting events, and ends with Ctrl-C', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'replay', '1111', '--follow'], { cwd: repo.dir, env: repo.env });
  let out = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const until = async (text: string): Promise<void> => {
    for (const end = Date.now() + 15_000; !out.includes(text);) {
      if (Date.now() > end) throw new Error(`${text} did not come: ${out}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  try {
    await until('  ls\n');
    agent.prompt('And now the rest');
    await until('And now the rest');
    agent.read('f.txt');
    new TestAgent(repo, SESSION, 'agent8').send('SubagentStart').read('s.txt');
    await until('read s.txt');
    const again = new TestAgent(repo, '22222222-aaaa-4bbb-8ccc-000000000002').start().prompt('Something else');
    expect(again.session).not.toBe(SESSION);
    agent.bash('pwd');
    await until('  pwd\n');
  } finally {
    child.kill('SIGINT');
  }
  expect(await ended).toBe(0);
  expect(out).not.toContain('Something else');
  expect(out).toMatch(/\n {2}\[\d\d:\d\d:\d\d\] +\d+ {2}exploration {2}Read +-> \(5ms\) ok {2}read s\.txt\n/);
  expect(out.match(/And now the rest/g)).toHaveLength(1);
  expect(out.match(/read f\.txt/g)).toHaveLength(2);
}, 30_000);
