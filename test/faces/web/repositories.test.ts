import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { PROGRAM, type Served, startWeb } from './served.ts';

const SESSION = '0b1e6c1e-0000-4000-8000-00000000000b';

let repo: TestRepo;
let served: Served | undefined;

afterEach(async () => {
  await served?.stop();
  served = undefined;
  repo.cleanup();
});

async function ask(question: object): Promise<Record<string, unknown>> {
  return (await (await served!.post('/ask', question)).json()) as Record<string, unknown>;
}

const OVERVIEW = ['start', 'tree', 'sessions', 'commits', 'decisions', 'status', 'verify', 'knowledge'].map((kind) => ({
  kind,
}));

test('an empty repository has an overview without errors', async () => {
  repo = makeRepo();
  served = await startWeb(repo.dir, repo.env);
  for (const question of OVERVIEW) expect(await ask(question)).not.toHaveProperty('error');
  expect(await ask({ kind: 'start' })).not.toHaveProperty('head');
});

test('a repository without notes says so', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  served = await startWeb(repo.dir, repo.env);
  for (const question of OVERVIEW) expect(await ask(question)).not.toHaveProperty('error');
  expect(await ask({ kind: 'start' })).toMatchObject({ recorded: false, bare: false });
  expect(await ask({ kind: 'file', path: 'a.txt' })).toMatchObject({ lines: ['one'], runs: [{ owner: 'unknown' }] });
});

test('the overview lists decisions with a reason, and an error names nothing that only a command line has', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  new TestAgent(repo, SESSION).start().prompt('Make it two').edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  prov(repo, 'decide', 'Count from two', '--because', 'one is taken');
  expect(prov(repo, 'list', 'decisions')).toMatch(/Count from two[^]*consolidated/);
  served = await startWeb(repo.dir, repo.env);
  expect(await ask({ kind: 'decisions' })).toMatchObject({ decisions: [{ statement: 'Count from two' }] });
  const { error } = (await ask({ kind: 'file', path: 'none.txt' })) as { error: { what: string; hint: string } };
  expect(error).toMatchObject({
    what: 'There is no file "none.txt".',
    hint: expect.stringContaining('search for it') as unknown,
  });
  const done = spawnSync(process.execPath, [PROGRAM, 'web', '--no-open', 'nosuch..nope'], {
    cwd: repo.dir,
    env: repo.env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([done.status, done.stdout]).toEqual([1, '']);
  expect(done.stderr).toContain('There is no revision "nosuch" here.');
}, 120_000);

test('the graph of a session, a node and a range has the status of entries and links', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  enable(repo);
  new TestAgent(repo, SESSION).start().prompt('Make it two');
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: SESSION };
  const say = (...args: string[]): string => {
    const done = spawnSync(process.execPath, [PROGRAM, ...args, '--json'], { cwd: repo.dir, env, encoding: 'utf8' });
    return (JSON.parse(done.stdout) as { node: string }).node;
  };
  const decision = say('decide', 'Use two');
  const [old, fresh] = [say('add', 'belief', 'quick'), say('add', 'belief', 'slow')];
  say('link', fresh, 'supersedes', old);
  new TestAgent(repo, SESSION).edit('a.txt', 'one', 'two');
  repo.git('commit', '-qam', 'two');
  prov(repo, 'review', '--reject', `decision:${decision}`);
  served = await startWeb(repo.dir, repo.env);
  for (const place of [`session:${SESSION}`, `decision:${decision}`, 'HEAD', 'HEAD~1..HEAD']) {
    const { nodes } = (await ask({ kind: 'graph', place })) as { nodes: { id: string; status?: string }[] };
    expect([place, nodes.find(({ id }) => id === decision)?.status]).toEqual([place, 'rejected']);
  }
  const { edges } = (await ask({ kind: 'graph', place: `session:${SESSION}` })) as { edges: object[] };
  expect(edges).toContainEqual(
    expect.objectContaining({ from: fresh, kind: 'supersedes', to: old, status: 'proposed' }),
  );
});

test('the count of the tree is kept: it is there at once the next time, and an older one says which commit it counted', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  mkdirSync(join(repo.dir, '.git/prov'), { recursive: true });
  served = await startWeb(repo.dir, repo.env);
  const fresh = { kind: 'tree', fresh: 'yes' };
  expect(await ask({ kind: 'tree' })).toEqual({ files: [], left: 0, again: 0 });
  const first = await ask(fresh);
  expect(first).toMatchObject({ files: [{ path: 'a.txt', unknown: 1 }], left: 0 });
  expect(await ask({ kind: 'tree' })).toEqual(first);
  await served.stop();
  served = await startWeb(repo.dir, repo.env);
  expect(await ask({ kind: 'tree' })).toEqual(first);
  const counted = repo.oid('HEAD');
  repo.write('b.txt', 'two\n');
  repo.commit('More');
  expect(await ask({ kind: 'tree' })).toEqual({ ...first, of: counted, again: 0 });
  expect(await ask(fresh)).toMatchObject({ files: [{ path: 'a.txt' }, { path: 'b.txt' }] });
  expect(await ask(fresh)).not.toHaveProperty('of');
  const file = join(repo.dir, '.git/prov/counted.json');
  for (const damaged of ['{', '[]', readFileSync(file, 'utf8').replace('"unknown":1', '"unknown":"<b>"')]) {
    writeFileSync(file, damaged);
    expect(await ask({ kind: 'tree' })).toEqual({ files: [], left: 0, again: 0 });
  }
});

test('a bare repository shows what HEAD has', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  repo.git('clone', '-q', '--bare', '.', '../home/bare.git');
  served = await startWeb(`${repo.home}/bare.git`, repo.env);
  for (const question of OVERVIEW) expect(await ask(question)).not.toHaveProperty('error');
  expect(await ask({ kind: 'start' })).toMatchObject({ repository: 'bare', bare: true });
  expect(await ask({ kind: 'file', path: 'a.txt' })).toMatchObject({ lines: ['one'] });
  expect(await ask({ kind: 'why', path: 'a.txt', line: 1 })).toMatchObject({ owner: 'unknown' });
});

test('a broken note is a warning, and everything else is shown', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  repo.git('notes', '--ref=provenance', 'add', '-m', 'no CBOR at all', 'HEAD');
  served = await startWeb(repo.dir, repo.env);
  for (const question of OVERVIEW) expect(await ask(question)).not.toHaveProperty('error');
  const { findings } = (await ask({ kind: 'verify' })) as { findings: unknown[] };
  expect(findings).toMatchObject([{ kind: 'fault' }]);
  expect(await ask({ kind: 'file', path: 'a.txt' })).toMatchObject({ runs: [{ owner: 'unknown' }] });
});

test('what a place names is opened first; a place that means nothing is an error before anything starts', async () => {
  repo = makeRepo({ files: { 'src/a b.txt': 'one\ntwo\n' } });
  repo.write('src/a b.txt', 'one\n2\n');
  repo.commit('Change');
  const first = async (place: string, cwd = repo.dir): Promise<unknown> => {
    served = await startWeb(cwd, repo.env, place);
    const { address } = await ask({ kind: 'start' });
    await served.stop();
    return address;
  };
  expect(await first('src/a b.txt')).toBe('/file/src/a%20b.txt');
  expect(await first('a b.txt:2', `${repo.dir}/src`)).toBe('/file/src/a%20b.txt?line=2');
  expect(await first('HEAD~1..HEAD')).toBe('/review/HEAD~1..HEAD');
  expect(await first('HEAD')).toBe(`/review/commit%3A${repo.oid('HEAD')}`);
  const done = spawnSync(process.execPath, [PROGRAM, 'web', '--no-open', 'nothing'], {
    cwd: repo.dir,
    env: repo.env,
    encoding: 'utf8',
  });
  expect([done.status, done.stderr]).toEqual([
    1,
    expect.stringContaining("'nothing' is not a known commit, session or node."),
  ]);
});

test('outside a repository the error says what to do, and a missing browser leaves the address', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  const outside = spawnSync(process.execPath, [PROGRAM, 'web', '--no-open'], {
    cwd: repo.home,
    env: repo.env,
    encoding: 'utf8',
  });
  expect(outside.status).toBe(1);
  expect(outside.stderr).toContain('repository');
  served = await startWeb(repo.dir, { ...repo.env, BROWSER: '/no/such/browser' }, '--open');
  for (let tries = 0; tries < 100 && !served.said().includes('no browser'); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(served.said()).toContain('no browser could be started: open the address above yourself.');
});

test('Ctrl-C ends it at once, also while a page waits for changes', async () => {
  repo = makeRepo({ files: { 'a.txt': 'one\n' } });
  served = await startWeb(repo.dir, repo.env);
  const events = await served.post('/events', {});
  const reader = events.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"kind":"alive"}\n');
  repo.commit('Later');
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"kind":"changed"}\n');
  const since = performance.now();
  expect(await served.stop()).toBe(0);
  expect(performance.now() - since).toBeLessThan(5000);
  served = undefined;
});
