import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readContent } from '../../src/recorder/ledger/content-store.ts';
import { drain } from '../../src/recorder/drain.ts';
import { captureSetting } from '../../src/recorder/session/capture-mode.ts';
import type { Node } from '../../src/model/model.ts';
import { notesOf } from '../helpers/judge.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { commit, left, type Site, withSite } from './site.ts';

const PLANTED = [
  'canaryprompt',
  'canarycommand',
  'canaryoutput',
  'canaryerror',
  'canaryoutside',
  'canarypattern',
  'canarynarration',
  'canaryreason',
  'canarytask',
  'canarysubject',
  'canarygate',
  'canarydescription',
  'canaryevent',
  'canarycontent',
  'canarytest',
] as const;

/** What the agent says before its next call, in its transcript. */
function narrate({ repo, agent }: Site, call: string, words: string): void {
  const content = [
    { type: 'text', text: words },
    { type: 'tool_use', id: call },
  ];
  const line = JSON.stringify({ type: 'assistant', message: { id: `m-${call}`, model: 'm', content } });
  writeFileSync(join(repo.home, `${agent.session}.jsonl`), `${line}\n`, { flag: 'a' });
}

/** A session with planted words wherever an agent can have words. */
function tell(site: Site): void {
  const { repo, agent } = site;
  agent.start().prompt('Fix canaryprompt, which the customer told us about');
  agent.send('PostToolUse', {
    tool_name: 'Read',
    tool_use_id: 'r1',
    tool_input: { file_path: '/home/me/canaryoutside.txt' },
    tool_response: { file: { content: 'canaryoutput' } },
  });
  agent.send('PostToolUse', {
    tool_name: 'Grep',
    tool_use_id: 'r2',
    tool_input: { pattern: 'canarypattern' },
    tool_response: 'canaryoutput',
  });
  narrate(site, 'toolu_a0001', 'The cache has to go because canarynarration is stored in it and never removed.');
  agent.write('n.txt', 'canarycontent\n');
  agent.bash(`echo canarycommand canary''output | tee -a n.txt`);
  agent.bash('echo canaryerror >&2; exit 3');
  for (const command of ['npm test -- --grep canarytest', 'pytest canarytest'])
    agent.send('PostToolUse', {
      tool_name: 'Bash',
      tool_use_id: command.slice(0, 3),
      tool_input: { command },
      tool_response: { stdout: 'canaryoutput', stderr: '' },
    });
  agent.send('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm canarygate' } });
  agent.send('PermissionDenied', {
    tool_name: 'Bash',
    tool_use_id: 'd1',
    tool_input: { command: 'rm canarygate', description: 'canarydescription' },
    reason: 'canaryreason',
  });
  const task = agent.before('Task', { description: 'canarytask', prompt: 'canarytask' });
  agent.send('SubagentStart', { agent_id: 'sub1', agent_type: 'canarytask' });
  agent.after('Task', { description: 'canarytask', prompt: 'canarytask' }, task, { content: 'canaryoutput' });
  agent.send('an event canaryevent').send('PostCompact', { compact_summary: 'canaryprompt' });
  commit(repo, 'About canarysubject');
}

/** Everything that git would push with the notes. */
function travels({ repo }: Site): string {
  const listed = repo.git('rev-list', '--objects', 'refs/notes/provenance').split('\n');
  const ids = listed.map((line) => `${line.slice(0, 40)}\n`).join('');
  return repo.gitRaw(['cat-file', '--batch'], ids).toString('latin1');
}

const nodesOf = (repo: TestRepo): Node[] =>
  [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap(({ nodes }) => nodes));
const planted = (text: string): string[] => PLANTED.filter((word) => text.includes(word));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('with `hashes`, no planted word is in any object of the notes; with `summary`, many are', async () => {
  await withSite((site) => {
    site.repo.git('config', 'prov.capture', 'hashes');
    tell(site);
    expect(left(site.prov).faults).toEqual([]);
    expect(planted(travels(site))).toEqual([]);
    expect(left(site.prov).steps.filter((step) => planted(step).length > 0)).toEqual([]);
    const nodes = nodesOf(site.repo);
    expect(nodes.map(({ kind, summary }) => `${kind}: ${summary}`)).toEqual([
      'goal: prompt of 50 characters',
      'exploration: read something',
      'exploration: grep something',
      'commitment: write n.txt',
      'commitment: run a command',
      'error: run a command',
      'verification: a check passed',
      'verification: a check passed',
      'human_gate: Bash',
      'error: run a command',
      'execution: start a sub-agent',
      'execution: Task',
      'raw: event',
      'episode: conversation compacted',
      expect.stringMatching(/^patch: commit [0-9a-f]{8}$/),
      'decision: Read something, grep something → write n.txt, run a command',
    ]);
  });
  await withSite((site) => {
    tell(site);
    expect(planted(travels(site))).toEqual(
      PLANTED.filter((word) => !['canaryoutput', 'canaryreason', 'canarydescription', 'canarycontent'].includes(word)),
    );
  });
});

test('with `hashes`, short texts cannot be guessed from their hash, and equal inputs still have equal hashes', () =>
  withSite(async ({ repo, prov, agent }) => {
    repo.git('config', 'prov.capture', 'hashes');
    agent.start().prompt('yes').bash('ls').bash('ls').write('n.txt', 'x @a\n');
    commit(repo);
    const nodes = nodesOf(repo);
    const [first, second] = nodes.filter(({ tool }) => tool === 'Bash');
    expect(first!.input).toMatch(/^[0-9a-f]{64}$/);
    expect(first!.input).toBe(second!.input);
    const guesses = ['yes', '', 'f.txt\n', 'f.txt\n\n', JSON.stringify({ command: 'ls', description: 'ls' })];
    const hashes = new Set(nodes.flatMap(({ input, output }) => [input, output]));
    expect(guesses.filter((guess) => hashes.has(sha256(guess)))).toEqual([]);
    expect(nodes[0]!.input).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(prov, 'key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(prov, 'sessions/a.jsonl'), 'utf8')).toContain('"input_hash":"hmac-sha256:');
    expect(existsSync(join(prov, 'contents'))).toBe(false);
    writeFileSync(join(prov, 'key'), ''); // a power cut: begun anew
    agent.bash('ls');
    await drain(await repo.open(), { patience: 5000 });
    expect(readFileSync(join(prov, 'key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  }));

test('a declared decision was meant to be recorded: its words stay, also with `hashes`', () =>
  withSite(({ repo, agent }) => {
    repo.git('config', 'prov.capture', 'hashes');
    agent.start().prompt('go');
    const declared = { git_prov: 1, type: 'knowledge', agent: 'claude-code', vendor: 'anthropic', session: 'a' };
    const said = { kind: 'decision', text: 'Use argon2', because: 'bcrypt cuts', rejected: ['scrypt'], links: [] };
    agent.sendRaw(JSON.stringify({ ...declared, said, risks: [], on: [] }));
    agent.write('n.txt', 'x @a\n');
    commit(repo);
    expect(nodesOf(repo).find(({ kind }) => kind === 'decision')).toMatchObject({
      summary: 'Use argon2',
      detail: { because: 'bcrypt cuts', rejected: ['scrypt'], source: 'declared' },
    });
  }));

test('with `full`, redacted inputs and outputs stay on this machine under their hashes, and not in notes', () =>
  withSite((site) => {
    const { repo, prov, agent } = site;
    repo.git('config', 'prov.capture', 'full');
    const secret = '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';
    const prompt = `Do it\nall, with ${secret} ${'and more '.repeat(100)}`;
    agent.start().prompt(prompt).bash('echo some output').write('n.txt', 'canarycontent\n');
    const long = { stdout: 'x'.repeat(3_000_000), stderr: '' };
    agent.send('PostToolUse', {
      tool_name: 'Bash',
      tool_use_id: 'b9',
      tool_input: { command: 'yes' },
      tool_response: long,
    });
    commit(repo);
    const nodes = nodesOf(repo);
    const kept = nodes.map(({ input, output }) => [input, output].map((hash) => hash && readContent(prov, hash)));
    const hashes = nodes.flatMap(({ input, output }) => [input, output]).filter((hash) => hash !== undefined);
    expect(hashes.length).toBeGreaterThan(5);
    expect(hashes.map((hash) => sha256(readContent(prov, hash)!))).toEqual(hashes);
    const said = kept[0]!.map((text) => text?.replace(/\[redacted:[0-9a-f]{8}\]/, '[redacted]'));
    expect(said).toEqual([prompt.replace(secret, '[redacted]'), undefined]);
    expect(kept[1]).toEqual(['{"command":"echo some output","description":"echo some output"}', 'some output\n\n']);
    expect(JSON.parse(kept[2]![0]!)).toMatchObject({ content: 'canarycontent\n' });
    expect(kept[3]![1]!.indexOf('\n')).toBe(1024 * 1024);
    expect(kept[3]![1]).toMatch(/x\n\[truncated: these are the first 1048576 of 3000001 characters\]$/);
    expect(planted(travels(site))).toEqual([]);
    expect(
      readdirSync(join(prov, 'contents')).map((name) => statSync(join(prov, 'contents', name)).mode & 0o777),
    ).toEqual([0o600]);
  }));

test("the setting is read from git's configuration, and an unknown value counts as `hashes`", () =>
  withSite(async ({ repo }) => {
    const setting = async (): Promise<object> => captureSetting(await repo.open());
    expect(await setting()).toEqual({ mode: 'summary' });
    writeFileSync(join(repo.home, 'global'), '[prov]\n\tcapture = full\n');
    repo.env['GIT_CONFIG_GLOBAL'] = join(repo.home, 'global');
    expect(await setting()).toEqual({ mode: 'full' });
    repo.git('config', 'prov.capture', 'Hashes');
    expect(await setting()).toEqual({ mode: 'hashes' });
    repo.git('config', '--add', 'prov.capture', 'summary');
    expect(await setting()).toEqual({ mode: 'summary' });
    repo.git('config', '--add', 'prov.capture', 'sumary');
    expect(await setting()).toEqual({ mode: 'hashes', unknown: 'sumary' });
    writeFileSync(join(repo.dir, '.git/config'), '[prov]\n\tcapture\n', { flag: 'a' });
    expect(await setting()).toEqual({ mode: 'hashes', unknown: 'true' });
  }));

test('a changed setting applies from the next step', () =>
  withSite(async ({ repo, agent }) => {
    const next = async (mode: string): Promise<void> => {
      await drain(await repo.open(), { patience: 5000 });
      repo.git('config', 'prov.capture', mode);
    };
    agent.start().prompt('canaryprompt one');
    await next('hashes');
    agent.prompt('canaryprompt two');
    await next('nonsense');
    agent.prompt('canaryprompt three');
    await next('summary');
    agent.prompt('canaryprompt four').write('n.txt', 'x @a\n');
    commit(repo);
    expect(nodesOf(repo).flatMap(({ kind, summary }) => (kind === 'goal' ? [summary] : []))).toEqual([
      'canaryprompt one',
      'prompt of 16 characters',
      'prompt of 18 characters',
      'canaryprompt four',
    ]);
  }));

test('a store that cannot be written loses only its content, and reports the fault', () =>
  withSite(async ({ repo, prov, agent }) => {
    repo.git('config', 'prov.capture', 'full');
    writeFileSync(join(prov, 'contents'), 'no folder');
    agent.start().prompt('go').write('n.txt', 'x @a\n');
    await drain(await repo.open(), { patience: 5000 });
    expect(left(prov)).toMatchObject({ steps: ['go', 'write n.txt'], waiting: [] });
    expect(left(prov).faults.join()).toMatch(/The texts of steps could not be kept: /);
  }));
