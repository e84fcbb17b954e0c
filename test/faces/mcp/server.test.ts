import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../../helpers/agent.ts';
import { keep } from '../../helpers/put-back.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/git-prov.js');
const SESSION = '0b1e6c1e-0000-4000-8000-00000000000a';

const OPTIONS = { files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } };

let repo: TestRepo;
let own: TestRepo;
let client: Client | undefined;

beforeEach(() => {
  repo = own = makeRepo(OPTIONS);
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  own.cleanup();
});

/** A real client, and a server that it has started. */
async function connect(cwd = repo.dir, env: NodeJS.ProcessEnv = {}): Promise<Client> {
  const made = new Client({ name: 'test', version: '1' });
  const given = Object.entries({ ...repo.env, ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  await made.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp'],
      cwd,
      env: Object.fromEntries(given),
      stderr: 'pipe',
    }),
  );
  await made.listTools(); // the client checks answers against these schemas
  return (client = made);
}

interface Called {
  readonly error: string | undefined;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

async function call(name: string, args: Record<string, unknown> = {}, by = client!): Promise<Called> {
  const { content, structuredContent, isError } = await by.callTool({ name, arguments: args });
  const { text } = (content as { text: string }[])[0]!;
  return {
    error: isError === true ? text : undefined,
    text,
    data: (structuredContent ?? {}) as Record<string, unknown>,
  };
}

/** An agent has worked, and a person has added a constraint. */
function tellIn(here: TestRepo): TestAgent {
  enable(here);
  prov(here, 'add', 'constraint', 'Keep it short');
  const agent = new TestAgent(here, SESSION).start().prompt('Make it two').read('a.txt').edit('a.txt', 'one', 'two');
  here.git('commit', '-qam', 'two');
  return agent;
}

let told: { readonly repo: TestRepo; readonly agent: TestAgent; readonly putBack: () => void } | undefined;
afterAll(() => told?.repo.cleanup());

/** Continues in a repository with this story. It is built once, and put back for every test. */
function story(): TestAgent {
  if (!told) {
    const here = makeRepo(OPTIONS);
    const agent = tellIn(here);
    told = { repo: here, agent, putBack: keep(here) };
  }
  told.putBack();
  repo = told.repo;
  return told.agent;
}

describe('the tools', () => {
  test('name the functions of the code, what they use, and what a change of one reaches', async () => {
    repo.write('calc.js', 'export function sum(xs) {\n  return xs[0];\n}\nexport const mean = (xs) => sum(xs) / 2;\n');
    repo.commit('calc');
    await connect();
    const symbols = await call('symbols', { path: 'calc.js', name: 'sum' });
    expect(symbols.data).toMatchObject({ items: [{ id: 'function:calc.js#sum', lines: [1, 3] }], more: 0 });
    const impact = await call('impact', { what: 'sum' });
    expect(impact.data).toMatchObject(JSON.parse(prov(repo, 'impact', 'sum', '--json')) as object);
    expect(impact.data).toMatchObject({ changed: [{ reached: [{ symbol: { id: 'function:calc.js#mean' } }] }] });
    const uses = await call('uses', { reference: 'function:calc.js#mean', direction: 'forward' });
    expect(uses.data).toMatchObject({ forward: [{ id: 'function:calc.js#sum', kind: 'calls' }] });
    const why = await call('why', { place: 'calc.js#mean' });
    expect(why.data).toMatchObject({ path: 'calc.js', answers: [{ symbol: 'function:calc.js#mean' }] });
    expect((await call('uses', { reference: 'HEAD' })).error).toMatch(/is not part of the code\.\n.*symbols/);
    expect((await call('symbols', { kind: 'claim' })).error).toContain('The arguments of symbols are not valid');
  });

  test('leave out what has less than the asked confidence', async () => {
    enable(repo);
    const doubtful = JSON.parse(prov(repo, 'add', 'memory', 'It may rain', '--confidence', '0.3', '--json')) as {
      node: string;
    };
    prov(repo, 'add', 'claim', 'The sky is grey', '--supports', doubtful.node);
    await connect();
    const shown = async (least: number): Promise<number[]> => {
      const reference = `memory:${doubtful.node}`;
      const limits = { min_confidence: least };
      const trace = await call('trace', { reference, ...limits });
      const lineage = await call('memory_trace', { memory_ref: reference, ...limits });
      const [search, context] = [await call('search', { text: 'rain', ...limits }), await call('context', limits)];
      const sources = ({ data }: { data: Record<string, unknown> }): number =>
        (data['backward'] as { sources: unknown[] }).sources.length;
      return [
        sources(trace),
        sources(lineage),
        (search.data['results'] as unknown[]).length,
        (context.data['items'] as unknown[]).length,
      ];
    };
    expect(await shown(0.2)).toEqual([1, 1, 1, 1]);
    expect(await shown(0.5)).toEqual([1, 1, 0, 0]); // a declared link has 0.9
    expect(await shown(0.95)).toEqual([0, 0, 0, 0]);
    for (const tool of ['trace', 'memory_trace', 'search', 'context', 'uses', 'impact']) {
      const wanted = { reference: 'HEAD', memory_ref: 'HEAD', text: 'x', what: 'HEAD' };
      const { error } = await call(tool, { ...wanted, min_confidence: 2 });
      expect(error).toContain('min_confidence');
    }
  });

  test('check gives what breaks a rule of the base as an answer', async () => {
    repo.write('.gitattributes', 'a.txt prov=verified\n');
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'rules');
    tellIn(repo);
    await connect();
    const broken = await call('check', { range: 'HEAD~1..HEAD' });
    expect(broken.error).toBeUndefined();
    const { notice: _, ...answer } = broken.data;
    expect(answer).toMatchObject({
      passed: false,
      findings: [{ rule: 'verified', path: 'a.txt', places: ['a.txt:1'], remedy: expect.any(String) }],
    });
    expect(answer).toEqual(
      JSON.parse(
        spawnSync(process.execPath, [PROGRAM, 'check', 'HEAD~1..HEAD', '--json'], {
          cwd: repo.dir,
          env: repo.env,
        }).stdout.toString(),
      ),
    );
    const earlier = await call('check', { range: 'HEAD~1..HEAD', rules: 'HEAD~2' });
    expect(earlier.data).toMatchObject({ passed: true, findings: [], rules: { any: false } });
  }, 60_000);

  test('blame groups neighbouring lines of the same origin into runs, in pages', async () => {
    story().write('b.txt', Array.from({ length: 900 }, (_, n) => `line ${n}\n`).join(''));
    await connect();
    const { data } = await call('blame', { file: 'b.txt' });
    expect(data).toMatchObject({
      path: 'b.txt',
      runs: [{ from: 1, to: 400, owner: 'agent', session: SESSION }],
      next: 401,
    });
    expect((await call('blame', { file: 'b.txt', from: 801 })).data).toMatchObject({
      runs: [{ from: 801, to: 900 }],
      next: null,
    });
    expect((await call('blame', { file: 'b.txt', from: 5, to: 6 })).data).toMatchObject({
      runs: [{ from: 5, to: 6 }],
      next: null,
    });
    expect((await call('blame', { file: 'b.txt', from: 901 })).error).toMatch(/900 lines/);
    expect((await call('blame', { file: 'b.txt', from: 6, to: 5 })).error).toMatch(/Line 5 comes before line 6/);
  }, 60_000);

  test('session lists sessions, or the steps of a session in pages', async () => {
    const agent = story();
    for (let n = 0; n < 60; n++) agent.prompt(`goal ${n}`);
    await connect();
    expect((await call('session', { limit: 1 })).data).toMatchObject({ total: 2, next: 1 });
    const first = await call('session', { session: SESSION });
    expect(first.data['nodes']).toHaveLength(50);
    expect(first.data).toMatchObject({ next: 50, total: 65 });
    const last = await call('session', { session: SESSION, offset: 60, limit: 50 });
    expect(last.data['nodes']).toHaveLength(5);
    expect(last.data['next']).toBeNull();
  }, 60_000);

  test('decide and propose use the agent’s session, and propose always makes a proposal', async () => {
    story();
    await connect();
    const decided = await call('decide', {
      decision: 'Two it is',
      because: 'one is few',
      rejected: ['three'],
      risks: ['four'],
    });
    expect(decided.data).toMatchObject({ kind: 'decision', session: SESSION, status: 'proposed' });
    const proposed = await call('propose', {
      kind: 'risk',
      text: 'It may break',
      supports: ['file:a.txt'],
      confidence: 0.5,
    });
    expect(proposed.data).toMatchObject({ kind: 'risk', status: 'proposed' });
    const waiting = JSON.parse(prov(repo, 'review', '--json')) as { proposals: { kind: string; text: string }[] };
    expect(waiting.proposals.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'decision Two it is',
      'risk four',
      'risk It may break',
    ]);
    const task = (await call('propose', { kind: 'task', text: 'Ship it' })).data['node'];
    expect((await call('task', { reference: `task:${String(task)}`, state: 'active' })).error).toBeUndefined();
    const { items } = (await call('context')).data as { items: { kind: string; state?: string }[] };
    expect(items.find(({ kind }) => kind === 'task')?.state).toBe('active');
    repo.git('config', 'prov.review', '');
    expect((await call('decide', { decision: 'Without review' })).data['status']).toBe('accepted');
    expect((await call('propose', { kind: 'memory', text: 'x' })).data['status']).toBe('proposed');
  }, 60_000);

  test('decide can rest on a package, which leads back to the decision', async () => {
    story();
    await connect();
    const said = await call('decide', { decision: 'Parse options', derived_from: ['external:npm/yargs'] });
    expect(said.data).toMatchObject({ kind: 'decision', status: 'proposed' });
    const { linked } = (await call('uses', { reference: 'external:npm/yargs' })).data as { linked: { text: string }[] };
    expect(linked.map(({ text }) => text)).toEqual(['Parse options']);
    for (const name of ['external:npm/a b', 'external:npm/\u001b[31m', 'module:../..', 'service:none'])
      expect((await call('decide', { decision: 'x', derived_from: [name] })).error).toMatch(/what to do/);
  }, 60_000);

  test('review lists what waits as the command does, and decides nothing', async () => {
    story();
    await connect();
    const claim = String((await call('propose', { kind: 'claim', text: 'Two is enough' })).data['node']);
    await call('decide', { decision: 'Two it is', supports: [`claim:${claim}`] });
    repo.git('commit', '-q', '--allow-empty', '-m', 'empty');
    const asked = async (args: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const { notice: _, ...data } = (await call('review', args)).data;
      return data;
    };
    const all = await asked({});
    expect(all).toMatchObject({ proposals: [{ text: 'Two is enough' }, { text: 'Two it is' }] });
    expect(all).toEqual(JSON.parse(prov(repo, 'review', '--json')));
    expect(await asked({ kind: 'claim' })).toMatchObject({ proposals: [{ node: claim }], links: [] });
    expect(await asked({ of: `session:${SESSION}` })).toEqual(all);
    expect(await asked({ of: 'commit:HEAD~2' })).toMatchObject({ proposals: [], links: [] });
    expect(await asked({ words: true })).toEqual(JSON.parse(prov(repo, 'review', '--words', '--json')));
    expect(await asked({})).toEqual(all);
  }, 60_000);

  test('the environment decides the session, before the session with the last event', async () => {
    story();
    await connect(repo.dir, { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'from-the-environment' });
    expect((await call('decide', { decision: 'x' })).data['session']).toBe('from-the-environment');
  }, 60_000);
});

// These only read, so they share a server.
describe('one server', () => {
  let shared: Client | undefined;
  beforeAll(async () => {
    story();
    shared = await connect();
    client = undefined;
  });
  afterAll(() => shared?.close());

  test('the tools match the documentation, and declare which of them add to the record', async () => {
    const { tools } = await shared!.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['blame', true],
      ['why', true],
      ['trace', true],
      ['impact', true],
      ['symbols', true],
      ['uses', true],
      ['evidence', true],
      ['search', true],
      ['context', true],
      ['session', true],
      ['check', true],
      ['review', true],
      ['decide', false],
      ['propose', false],
      ['complete', false],
      ['task', false],
      ['memory_trace', true],
      ['get_belief_evidence', true],
    ]);
    expect(tools.every(({ annotations, outputSchema }) => annotations?.destructiveHint === false && outputSchema)).toBe(
      true,
    );
    expect(shared!.getInstructions()).toContain('not instructions');
  });

  test('the tools return what the commands print for programs, marked as data', async () => {
    const why = await call('why', { place: 'a.txt:1' }, shared);
    const { notice, ...answer } = why.data;
    expect(notice).toContain('not instructions');
    expect(answer).toEqual(JSON.parse(prov(told!.repo, 'why', 'a.txt:1', '--json')));
    expect(why.text).toMatch(/^<git-prov-why>\n\{[^<\n]*\}\n<\/git-prov-why>$/);

    const trace = await call('trace', { reference: 'a.txt:1', direction: 'backward', depth: 2 }, shared);
    expect(trace.data).toMatchObject(
      JSON.parse(prov(told!.repo, 'trace', 'a.txt:1', '--direction', 'backward', '--depth', '2', '--json')) as object,
    );
    const evidence = await call('evidence', { reference: 'file:a.txt' }, shared);
    expect(evidence.data).toMatchObject({ schema: 'git-prov/evidence/1' });
    const search = await call('search', { text: 'short', kind: 'constraint' }, shared);
    expect(search.data).toMatchObject({ results: [{ statement: 'Keep it short', type: 'constraint' }] });
    const context = await call('context', { paths: ['a.txt'] }, shared);
    expect(context.data['text']).toContain('"Keep it short"');
    expect(context.data['text']).toContain('### Goals\n- Make it two');
  }, 60_000);

  describe('a call without an answer is an error of the tool, with the next step, and the server keeps running', () => {
    test.each([
      ['why', { place: 'a.txt' }, /names no line[\s\S]*what to do: Use FILE:LINE/],
      ['why', { place: 'none.txt:1' }, /There is no file/],
      ['why', {}, /why: .*required property 'place'[\s\S]*what to do: It takes place, revision; it needs place\./],
      ['why', { place: 'a.txt:1', more: 1 }, /additional properties/],
      ['why', { place: 'a.txt:1', revision: '--output=x' }, /is not a revision/],
      ['blame', { file: '--version' }, /There is no file/],
      ['blame', { file: 'a.txt', revision: '--output=x' }, /There is no revision/],
      ['trace', { reference: 'decision:0000' }, /is not a known commit, session or node/],
      ['search', { text: '!!!' }, /what to do/],
      ['session', { session: 'none' }, /is not a known commit, session or node/],
      ['context', { paths: ['../..'] }, /not a path inside this repository/],
      ['check', { range: '--output=x' }, /There is no revision/],
      ['check', { range: 'none..HEAD' }, /none/],
      ['review', { of: 'decision:0000-1' }, /is not a group of proposals\.[\s\S]*session:ID/],
      ['review', { of: 'session:none' }, /is not a known commit, session or node/],
      ['review', { kind: 'poem' }, /must be equal to one of the allowed values/],
      [
        'symbols',
        { kind: 'poem' },
        /It takes kind, .* kind is one of function, type, module, external, service, tool\./,
      ],
      ['review', { accept: true }, /additional properties/],
      ['decide', { decision: '   ' }, /The text is empty/],
      ['nothing', {}, /There is no tool "nothing"[\s\S]*what to do: Use one of blame/],
    ])(
      '%s %j',
      async (name, args, words) => {
        expect((await call(name, args, shared)).error).toMatch(words);
      },
      60_000,
    );
  });
});

describe('a call is an error, or answered without data,', () => {
  test('outside a repository', async () => {
    mkdirSync(join(repo.home, 'none'));
    await connect(join(repo.home, 'none'));
    expect((await call('why', { place: 'a:1' })).error).toMatch(/not .*a git repository/i);
  });

  test('without notes or a session at work', async () => {
    await connect();
    expect((await call('why', { place: 'a.txt:1' })).data).toMatchObject({ answers: [{ owner: 'unknown' }] });
    expect((await call('context')).data).toMatchObject({ text: '', items: [] });
    expect((await call('session')).data).toMatchObject({ sessions: [], total: 0 });
    expect((await call('decide', { decision: 'x' })).error).toMatch(/Nothing is recorded|No agent session/);
    enable(repo);
    expect((await call('decide', { decision: 'x' })).error).toMatch(/No agent session is open/);
    new TestAgent(repo, SESSION).start().end();
    expect((await call('propose', { kind: 'memory', text: 'x' })).error).toMatch(/No agent session is open/);
  }, 60_000);
});

test('several calls at once all get answers', async () => {
  story();
  await connect();
  const calls = [
    call('decide', { decision: 'first' }),
    call('propose', { kind: 'memory', text: 'second' }),
    call('why', { place: 'a.txt:1' }),
    call('search', { text: 'two' }),
    call('context'),
    call('decide', { decision: 'third' }),
  ];
  const answers = await Promise.all(calls);
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
  const waiting = JSON.parse(prov(repo, 'review', '--json')) as { proposals: { text: string }[] };
  expect(waiting.proposals.map(({ text }) => text).toSorted()).toEqual(['first', 'second', 'third']);
}, 60_000);

test('a huge answer is cut, with a remark', async () => {
  const agent = story();
  for (let n = 0; n < 100; n++) agent.prompt(`${n} ${'long goal '.repeat(60)}`);
  await connect();
  const { data, text } = await call('session', { session: SESSION, limit: 100 });
  expect(Buffer.byteLength(text)).toBeLessThan(40_000);
  expect(data['cut']).not.toEqual([]);
}, 60_000);

describe('the server ends', () => {
  const INITIALIZE = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  const WHY = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'why', arguments: { place: 'a.txt:1' } } };

  const start = () => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp'], { cwd: repo.dir, env: repo.env });
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    return { child, ended, out: () => out };
  };
  const lines = (...messages: unknown[]): string =>
    messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join('');

  test('after its input ends and the answers are sent; whatever the input, it prints only messages', async () => {
    const { child, ended, out } = start();
    child.stdin.end(
      lines(
        'no JSON',
        '{"jsonrpc":"2.0"}',
        INITIALIZE,
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        WHY,
        '[]',
      ),
    );
    expect(await ended).toBe(0);
    const messages = out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { jsonrpc: string; id: number | null; error?: object });
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages.filter(({ error }) => error).map(({ id }) => id)).toEqual([null, null, null]);
    expect(messages.filter(({ error }) => !error).map(({ id }) => id)).toEqual([1, 2]);
  });

  test('when its output is closed', async () => {
    const { child, ended } = start();
    child.stdin.on('error', () => undefined);
    child.stdout.destroy();
    child.stdin.write(lines(INITIALIZE));
    expect(await ended).toBe(0);
  });
});
