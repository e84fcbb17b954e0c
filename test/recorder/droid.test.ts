import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDroidSession } from '../../src/agents/droid/live-transcript.ts';
import { contextOutput, readEvent } from '../../src/agents/registry.ts';
import type { AgentEvent, Payload } from '../../src/recorder/spool/event.ts';
import type { Graph } from '../../src/model/model.ts';
import { enable, prov } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const SESSION = 'e0000000-0000-4000-8000-00000000000a';
const BASE = { 'f.txt': 'one @human\ntwo @human\n' };

/** Droid without call ids, with its session file; `camel`: the other spelling of the fields that all events have. */
class DroidAgent extends HookedAgent {
  readonly transcript: string;
  #words = '';

  constructor(repo: TestRepo, camel = false, dir = join(repo.home, '.factory', 'sessions', 'repo')) {
    mkdirSync(dir, { recursive: true });
    const transcript = join(dir, `${SESSION}.jsonl`);
    writeFileSync(transcript, `${JSON.stringify({ type: 'session_start', id: SESSION })}\n`);
    const common = { cwd: repo.dir, permission_mode: 'default' };
    const ids = camel
      ? { sessionId: SESSION, transcriptPath: transcript }
      : { session_id: SESSION, transcript_path: transcript };
    super(repo, 'droid', { ...ids, ...common });
    this.transcript = transcript;
    this.tell = (name, fields) => this.send({ [camel ? 'hookEventName' : 'hook_event_name']: name, ...fields });
  }

  tell: (name: string, fields?: object) => this;

  say(words: string): this {
    this.#words = words;
    return this;
  }

  /** The tokens used so far, in total. */
  uses(inputTokens: number): this {
    const tokenUsage = { inputTokens, outputTokens: 5, cacheCreationTokens: 1, cacheReadTokens: 2, thinkingTokens: 3 };
    writeFileSync(
      this.transcript.replace(/l$/, '').replace(/\.json$/, '.settings.json'),
      JSON.stringify({ model: 'test-model-6', tokenUsage }),
    );
    return this;
  }

  call(tool_name: string, tool_input: object, run: () => unknown): this {
    const content = [
      ...(this.#words ? [{ type: 'text', text: this.#words }] : []),
      { type: 'tool_use', id: 't1', name: tool_name, input: tool_input },
    ];
    this.#words = '';
    appendFileSync(
      this.transcript,
      `${JSON.stringify({ type: 'message', message: { role: 'assistant', content } })}\n`,
    );
    this.tell('PreToolUse', { tool_name, tool_input });
    return this.tell('PostToolUse', { tool_name, tool_input, tool_response: run() });
  }

  create(path: string, content: string): this {
    const file_path = join(this.repo.dir, path);
    return this.call('Create', { file_path, content }, () => (writeFileSync(file_path, content), { success: true }));
  }

  edit(path: string, old_str: string, new_str: string): this {
    const file_path = join(this.repo.dir, path);
    return this.call('Edit', { file_path, old_str, new_str }, () => {
      const text = readFileSync(file_path, 'utf8');
      if (!text.includes(old_str)) return { success: false, error: 'no match' };
      writeFileSync(file_path, text.replace(old_str, new_str));
      return 'Edited.';
    });
  }

  shell(command: string, run: () => void, exit = 0): this {
    return this.call('Execute', { command }, () => (run(), `\n[Process exited with code ${String(exit)}]`));
  }
}

const graphsOf = (repo: TestRepo): Graph[] => [...notesOf(repo).values()].flatMap(({ graphs }) => graphs);

const linesOf = (repo: TestRepo, ...paths: string[]): string[] =>
  paths.flatMap((path) =>
    judge(repo, path).map(({ text, owner, evidence }) =>
      `${text}: ${owner.replace(SESSION, 'agent')} ${evidence}`.trim(),
    ),
  );

test('a session: lines, failures, words and model, and tokens per commit although only totals are reported', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new DroidAgent(repo).tell('SessionStart', { source: 'startup' });
    agent.tell('UserPromptSubmit', { prompt: 'do it' }).say('A new file is needed.').create('n.txt', 'new @agent\n');
    agent.edit('f.txt', 'none', 'x').edit('f.txt', 'two @human', 'deux @agent');
    agent
      .shell('exit 3', () => undefined, 3)
      .uses(100)
      .tell('Stop');
    appendFileSync(join(repo.dir, 'f.txt'), 'three @human\n');
    repo.commit('first');
    const first = linesOf(repo, 'n.txt', 'f.txt');
    agent.tell('UserPromptSubmit', { prompt: 'more' });
    agent
      .shell('echo "more @agent" >> n.txt', () => appendFileSync(join(repo.dir, 'n.txt'), 'more @agent\n'))
      .uses(130);
    agent.tell('Stop').tell('SessionEnd', { reason: 'other' });
    repo.commit('second');
    expect(first).toEqual([
      'new @agent: agent exact',
      'one @human: no note',
      'deux @agent: agent exact',
      'three @human: human',
    ]);
    const graphs = graphsOf(repo).toSorted((a, b) => (a.nodes[0]!.at < b.nodes[0]!.at ? -1 : 1));
    const sum = (field: 'input' | 'output' | 'cacheRead'): number =>
      graphs.reduce((n, { usage }) => n + (usage?.[field] ?? 0), 0);
    expect([sum('input'), sum('output'), sum('cacheRead')]).toEqual([130, 5, 2]);
    expect(
      graphs
        .map(({ usage }) => usage?.input ?? 0)
        .filter((n) => n > 0)
        .toSorted((a, b) => a - b),
    ).toEqual([30, 100]);
    const [graph] = graphs;
    expect(graph!.session).toMatchObject({ id: SESSION, agent: 'droid', vendor: 'factory', model: 'test-model-6' });
    expect(graph!.nodes.filter(({ kind }) => kind === 'error')).toHaveLength(2);
    expect(graph!.nodes.some(({ summary }) => summary.includes('new file is needed'))).toBe(true);
    expect(prov(repo, 'blame', 'n.txt')).toContain('droid');
  }));

test.each([false, true])(
  'an event that Claude Code’s settings report too is recorded once, even without call ids (camelCase: %s)',
  (camel) =>
    withRepo({ files: BASE }, (repo) => {
      enable(repo);
      const agent = new DroidAgent(repo, camel);
      const once = agent.send.bind(agent);
      let sent = 0;
      agent.send = (fields) => {
        const tellers = ++sent % 2 === 0 ? ['droid', 'claude-code'] : ['claude-code', 'droid'];
        for (const teller of tellers) once(fields, teller);
        return agent;
      };
      agent.tell('SessionStart', { source: 'startup' }).tell('UserPromptSubmit', { prompt: 'do it' });
      agent.create('n.txt', 'new @agent\n');
      for (let i = 0; i < 2; i++)
        agent.shell('echo "more @agent" >> n.txt', () => appendFileSync(join(repo.dir, 'n.txt'), 'more @agent\n'));
      agent.tell('Stop');
      repo.commit('by hand');
      expect(graphsOf(repo).map(({ session }) => session.agent)).toEqual(['droid']);
      const kinds = graphsOf(repo)[0]!.nodes.map(({ kind }) => kind);
      expect([
        kinds.filter((kind) => kind === 'goal').length,
        kinds.filter((kind) => kind === 'commitment').length,
      ]).toEqual([1, 3]);
      expect(linesOf(repo, 'n.txt')).toEqual(
        ['new @agent', 'more @agent', 'more @agent'].map((line) => `${line}: agent exact`),
      );
    }),
);

test('with the record elsewhere, the hook knows from the settings that it is Droid', () =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    const agent = new DroidAgent(repo, false, join(repo.home, 'elsewhere'));
    agent.tell('UserPromptSubmit', { prompt: 'do it' }).create('n.txt', 'new @agent\n');
    repo.commit('by hand');
    expect(graphsOf(repo).map(({ session }) => session.agent)).toEqual(['droid']);
  }));

describe('reading', () => {
  const common = { session_id: 's', transcript_path: '/h/.factory/sessions/r/s.jsonl', cwd: '/r' };
  const read = (name: string, fields: Payload = {}, teller?: string): AgentEvent =>
    readEvent({ ...common, hook_event_name: name, ...fields }, teller)!;

  test('the reporting settings and the owner of the payload', () => {
    expect(read('Stop')).toMatchObject({ agent: 'droid', body: { type: 'turn_end' } });
    expect(read('Stop').by).toBeUndefined();
    expect(read('Stop', {}, 'droid').by).toBe('own');
    expect(read('Stop', {}, 'claude-code')).toMatchObject({ agent: 'droid', by: 'other' });
    const claude = { transcript_path: '/h/.claude/projects/r/s.jsonl' };
    expect(read('Stop', claude, 'claude-code')).toMatchObject({ agent: 'claude-code', by: 'own' });
    expect(read('Stop', claude, 'somebody').by).toBeUndefined();
  });

  test('patches, compaction, questions to the person, the end of any sub-agent', () => {
    const patch = '*** Begin Patch\n*** Update File: a.txt\n+x\n*** End Patch';
    expect(read('PostToolUse', { tool_name: 'ApplyPatch', tool_input: { input: patch } }).body).toMatchObject({
      call: { action: 'edit', paths: ['a.txt'] },
      edits: [{ path: 'a.txt', written: ['x'] }],
    });
    expect(read('PreCompact', { trigger: 'auto' }).body.type).toBe('compaction');
    expect(read('Notification', { message: 'Droid needs your permission to use Execute' }).body.type).toBe('gate');
    expect(read('Notification', { message: 'Droid is waiting' }).body.type).toBe('ignored');
    expect(read('SubagentStop').body.type).toBe('ignored');
  });

  test.each([
    ['\n[Process exited with code 2]', 'failed'],
    [{ exitCode: 0, output: 'code 1' }, 'ok'],
    [{ exit_code: -9 }, 'interrupted'],
    [{ success: false }, 'failed'],
  ])('a command that answered %j: %s', (tool_response, outcome) => {
    const { body } = read('PostToolUse', { tool_name: 'Execute', tool_input: { command: 'c' }, tool_response });
    expect(body).toMatchObject({ outcome, call: { action: 'shell', command: 'c' } });
    expect(Object.hasOwn(body, 'isOutcomeUnknown')).toBe(false);
  });

  test('a command without a reported end, and the form of the context', () => {
    const { body } = read('PostToolUse', { tool_name: 'Execute', tool_input: { command: 'c' }, tool_response: 'done' });
    expect(body).toMatchObject({ outcome: 'ok', isOutcomeUnknown: true });
    expect(contextOutput('droid', 'x')).toContain('"additionalContext":"x"');
  });

  test('malformed session settings add nothing', () =>
    withRepo({}, (repo) => {
      const file = join(repo.home, 's.jsonl');
      expect(readDroidSession(file, 0)).toBeUndefined();
      writeFileSync(file, '{"type":"message","message":{"role":"assistant"}}\n{"type":"mess');
      expect(readDroidSession(file, 0)).toEqual({ offset: 50, narration: {}, usage: {} });
      for (const settings of ['', '[]', '{"model":1,"tokenUsage":[]}', 'x'.repeat(2_000_000)]) {
        writeFileSync(join(repo.home, 's.settings.json'), settings);
        expect(Object.keys(readDroidSession(file, 0)!)).toEqual(['offset', 'narration', 'usage']);
      }
    }));
});
