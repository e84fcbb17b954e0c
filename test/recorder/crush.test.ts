import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEvent, shellAgentOf } from '../../src/agents/registry.ts';
import { ProvError } from '../../src/errors.ts';
import type { Payload } from '../../src/recorder/spool/event.ts';
import { enable, prov } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const SESSION = '313909e0-0000-4000-8000-00000000000c';
const BASE = { 'f.txt': 'one @human\ntwo @human\n', 'g.txt': 'g one @human\n' };

const event = (fields: Payload, teller = 'crush'): unknown =>
  readEvent({ event: 'PreToolUse', session_id: 's', cwd: '/r', ...fields }, teller)?.body;

test('a payload is Crush’s only when its settings name the hook', () => {
  const call = { tool_name: 'bash', tool_input: { command: 'make' } };
  expect(event(call)).toMatchObject({ type: 'before', unended: true, call: { action: 'shell', command: 'make' } });
  expect(event(call, 'claude-code')).toBeUndefined();
  expect(event({ ...call, event: 'pre_tool_use' })).toMatchObject({ type: 'before' });
  expect(event({ ...call, session_id: '' })).toBeUndefined();
  expect(event({ event: 'PreCompact', tool_name: 'compact' })).toMatchObject({ type: 'compaction' });
  expect(shellAgentOf({ CRUSH: '1', AGENT: 'crush' })).toBe('crush');
});

test('before an edit, only its new lines are known', () => {
  const edit = (tool_name: string, tool_input: object): unknown => event({ tool_name, tool_input });
  expect(edit('write', { file_path: '/r/f', content: 'a\nb\n' })).toMatchObject({
    call: { action: 'edit', paths: ['/r/f'] },
    edits: [{ path: '/r/f', written: ['a', 'b', ''] }],
  });
  expect(edit('edit', { file_path: 'f', old_string: 'x', new_string: 'y\r\nz' })).toMatchObject({
    edits: [{ path: 'f', written: ['y', 'z'] }],
  });
  expect(edit('edit', { file_path: 'f', old_string: '', new_string: 'new\n' })).toMatchObject({
    edits: [{ written: ['new', ''] }],
  });
  const edits = [
    { old_string: 'x', new_string: 'y' },
    { old_string: 'a', new_string: 'b' },
  ];
  expect(edit('multiedit', { file_path: 'f', edits })).toMatchObject({ edits: [{ written: ['y', 'b'] }] });
  expect(edit('multiedit', { file_path: 'f', edits: [...edits, { old_string: 'x' }] })).not.toHaveProperty('edits');
  expect(edit('agent', { prompt: 'Look' })).toMatchObject({ call: { action: 'unknown', summary: 'Look' } });
});

/** Crush: its hook runs before a call, and nothing after it. */
class CrushAgent extends HookedAgent {
  constructor(repo: TestRepo) {
    super(repo, 'crush', { event: 'PreToolUse', session_id: SESSION, cwd: repo.dir }, { env: { CRUSH: '1' } });
  }

  write(path: string, content: string): this {
    this.send({ tool_name: 'write', tool_input: { file_path: join(this.repo.dir, path), content } });
    this.repo.write(path, content);
    return this;
  }

  edit(path: string, old_string: string, new_string: string): this {
    const file_path = join(this.repo.dir, path);
    this.send({ tool_name: 'edit', tool_input: { file_path, old_string, new_string } });
    const before = readFileSync(file_path, 'utf8');
    writeFileSync(
      file_path,
      before.replace(old_string, () => new_string),
    );
    return this;
  }

  bash(command: string): this {
    this.send({ tool_name: 'bash', tool_input: { command, description: command } });
    spawnSync('sh', ['-c', command], { cwd: this.repo.dir, env: { ...this.repo.env, CRUSH: '1' } });
    return this;
  }
}

const found = (repo: TestRepo, path: string): string[] =>
  judge(repo, path).map(({ text, owner }) => `${text}: ${owner === SESSION ? 'crush' : owner}`);

const story = (tell: (repo: TestRepo, agent: CrushAgent) => void): Promise<void> =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    tell(repo, new CrushAgent(repo));
  });

describe('Crush', () => {
  test('the lines that its calls spell out are its own once a command follows', () =>
    story((repo, agent) => {
      agent
        .edit('f.txt', 'two @human', 'two @human\nthree @crush')
        .write('n.txt', 'new @crush\n')
        .bash("echo 'g two @crush' >> g.txt")
        .bash('git add -A && git commit -qm Work');
      expect(found(repo, 'f.txt')).toEqual(['one @human: no note', 'two @human: no note', 'three @crush: crush']);
      expect(found(repo, 'n.txt')).toEqual(['new @crush: crush']);
      expect(found(repo, 'g.txt')).toEqual(['g one @human: no note', 'g two @crush: crush']);
      const [graph] = notesOf(repo).get(repo.oid('HEAD'))!.graphs;
      expect(graph!.session).toMatchObject({ id: SESSION, agent: 'crush', vendor: 'charm' });
    }));

  test('what a person types between its calls is never Crush’s', () =>
    story((repo, agent) => {
      agent.edit('f.txt', 'two @human', 'two @human\nthree @crush').bash('sh ./gen.sh');
      repo.write('f.txt', `${repo.read('f.txt')}typed @human\n`);
      repo.write('p.txt', 'mine @human\n');
      agent.write('n.txt', 'new @crush\n');
      repo.write('n.txt', 'new @crush\nbelow @human\n');
      agent.bash("echo 'g two @crush' >> g.txt");
      repo.write('g.txt', `${repo.read('g.txt')}g three @human\n`);
      agent.bash('git add -A && git commit -qm Work');
      // The program may have written it, but the time of its end is not known: not even a guess names Crush.
      expect(judge(repo, 'p.txt').map(({ evidence }) => evidence)).toEqual(['unsure']);
      const all = ['f.txt', 'p.txt', 'n.txt', 'g.txt'].flatMap((path) => found(repo, path));
      expect(all.filter((line) => line.includes('@human: crush'))).toEqual([]);
      expect(all).toEqual(expect.arrayContaining(['three @crush: crush', 'new @crush: crush', 'g two @crush: crush']));
    }));

  test('what a program changed has no owner, and whether a check passed is not known', () =>
    story((repo, agent) => {
      writeFileSync(join(repo.dir, 'Makefile'), 'test:\n\ttrue\n');
      agent.write('n.txt', 'new @crush\n').bash('make test').bash("sh -c 'echo made >> g.txt' && ./gen");
      agent.bash('git add -A && git commit -qm Work');
      expect(found(repo, 'g.txt').at(-1)).not.toBe('made: human');
      const nodes = [...notesOf(repo).values()].flatMap(({ graphs }) => graphs.flatMap((graph) => graph.nodes));
      expect(nodes.filter(({ kind, detail }) => kind === 'verification' && detail?.['passed'] !== undefined)).toEqual(
        [],
      );
    }));

  test('an edit that was refused leaves no lines', () =>
    story((repo, agent) => {
      agent.send({
        tool_name: 'edit',
        tool_input: { file_path: join(repo.dir, 'f.txt'), old_string: 'two', new_string: 'three' },
      });
      repo.write('f.txt', 'one @human\ntwo @human\nfour @human\n');
      agent.bash('true');
      repo.commit('by hand');
      expect(found(repo, 'f.txt').filter((line) => line.endsWith(': crush'))).toEqual([]);
      expect(prov(repo, 'status')).toContain('recording');
    }));
});

test('for any payload, the adapter returns an event or none, and throws nothing but our own error', () => {
  const odd = fc.oneof(fc.constantFrom('', 'x', '\0'), fc.jsonValue({ maxDepth: 2 }));
  const some = fc.record(
    {
      event: fc.oneof(fc.constantFrom('PreToolUse', 'PostToolUse', 'PreCompact', 'UserPromptSubmit'), odd),
      session_id: fc.oneof(fc.constant('s'), odd),
      sessions: odd,
      tool_name: fc.oneof(fc.constantFrom('edit', 'multiedit', 'write', 'bash', '__proto__'), odd),
      tool_input: fc.oneof(fc.record({ file_path: odd, content: odd, edits: fc.array(odd), command: odd }), odd),
      before: odd,
      content: odd,
      output: odd,
      model: odd,
    },
    { requiredKeys: [] },
  );
  let understood = 0;
  fc.assert(
    fc.property(some, (payload) => {
      try {
        if (readEvent(JSON.parse(JSON.stringify(payload)) as Payload, 'crush')) understood++;
      } catch (error) {
        if (!(error instanceof ProvError)) throw error;
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(understood).toBeGreaterThan(300);
});
