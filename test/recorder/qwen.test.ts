import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readQwenTranscript } from '../../src/agents/qwen/live-transcript.ts';
import { contextOutput, readEvent } from '../../src/agents/registry.ts';
import type { Payload } from '../../src/recorder/spool/event.ts';
import { enable, prov } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { judge, notesOf } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const SESSION = 'e0000000-0000-4000-8000-00000000000b';
const BASE = { 'f.txt': 'one @human\ntwo @human\n' };

/** Qwen Code with its two ids for each call, and its record of the session. */
class QwenAgent extends HookedAgent {
  readonly transcript: string;
  #calls = 0;
  #agent: string | undefined;

  constructor(repo: TestRepo, agent?: string) {
    const transcript = join(repo.home, '.qwen/projects/repo/chats', `${SESSION}.jsonl`);
    mkdirSync(dirname(transcript), { recursive: true });
    super(repo, 'qwen', { session_id: SESSION, transcript_path: transcript, cwd: repo.dir, permission_mode: 'yolo' });
    this.transcript = transcript;
    this.#agent = agent;
  }

  tell(name: string, fields: object = {}): this {
    return this.send({ hook_event_name: name, ...(this.#agent && { agent_id: this.#agent }), ...fields });
  }

  prompt(words: string): this {
    return this.tell('UserPromptSubmit', { prompt: words, submitted_prompt: words });
  }

  call(tool_name: string, tool_input: object, run: () => object | string): this {
    const number = ++this.#calls;
    const tool_call_id = `call_${this.#agent ?? ''}${number}`;
    const ids = { tool_name, tool_input, tool_use_id: `toolu_${this.#agent ?? ''}${number}`, tool_call_id };
    const own = this.#agent
      ? join(dirname(dirname(this.transcript)), 'subagents', SESSION, `agent-${this.#agent}.jsonl`)
      : this.transcript;
    mkdirSync(dirname(own), { recursive: true });
    const parts = [
      { text: `Because of ${number}.` },
      { functionCall: { id: tool_call_id, name: tool_name, args: tool_input } },
    ];
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 3,
    };
    const entry = {
      uuid: `m${this.#agent ?? ''}${number}`,
      type: 'assistant',
      model: 'qwen-test',
      message: { role: 'model', parts },
      usageMetadata,
    };
    appendFileSync(own, `${JSON.stringify(entry)}\n`);
    this.tell('PreToolUse', ids);
    const result = run();
    if (typeof result === 'string') this.tell('PostToolUseFailure', { ...ids, error: result, is_interrupt: false });
    else this.tell('PostToolUse', { ...ids, tool_response: result, duration_ms: 5 });
    // Before the next request the same event comes again, without a prompt.
    return this.tell('PostToolBatch', { tool_calls: [{ ...ids, tool_use_id: tool_call_id }] }).tell(
      'UserPromptSubmit',
      { prompt: '' },
    );
  }

  write(path: string, content: string): this {
    const file_path = join(this.repo.dir, path);
    return this.call('write_file', { file_path, content }, () => {
      const originalContent = existsSync(file_path) ? readFileSync(file_path, 'utf8') : '';
      writeFileSync(file_path, content);
      return { llmContent: 'done', returnDisplay: { originalContent, newContent: content, diffStat: {} } };
    });
  }

  edit(path: string, old_string: string, new_string: string, byUser = ''): this {
    const file_path = join(this.repo.dir, path);
    return this.call('edit', { file_path, old_string, new_string }, () => {
      const originalContent = readFileSync(file_path, 'utf8');
      if (!originalContent.includes(old_string)) return 'Failed to edit, could not find the string to replace.';
      const newContent = originalContent.replace(old_string, () => new_string) + byUser;
      writeFileSync(file_path, newContent);
      return {
        llmContent: 'done',
        returnDisplay: { originalContent, newContent, diffStat: { user_added_lines: byUser ? 1 : 0 } },
      };
    });
  }

  bash(command: string): this {
    return this.call('run_shell_command', { command, is_background: false }, () => {
      const done = spawnSync('sh', ['-c', command], { cwd: this.repo.dir, env: this.repo.env, encoding: 'utf8' });
      const [status, output] = [done.status, done.stdout];
      return status === 0 ? { llmContent: output, returnDisplay: output } : `Exit Code: ${status}`;
    });
  }
}

const owners = (repo: TestRepo, path: string): string[] => judge(repo, path).map(({ owner }) => owner);

const story = (tell: (repo: TestRepo, agent: QwenAgent) => void): Promise<void> =>
  withRepo({ files: BASE }, (repo) => {
    enable(repo);
    tell(repo, new QwenAgent(repo).tell('SessionStart', { source: 'startup', model: 'qwen-test' }));
  });

describe('Qwen Code', () => {
  test('edits, commands and a check of one prompt are one turn, with the words before each call', () =>
    story((repo, agent) => {
      writeFileSync(join(repo.dir, 'Makefile'), 'test:\n\ttrue\n');
      agent
        .prompt('count on')
        .write('n.txt', 'new one\n')
        .edit('f.txt', 'two @human', 'two @human\nthree')
        .bash('make test');
      agent.bash('echo four >> f.txt').tell('Stop');
      const commit = repo.commit('all');
      expect(owners(repo, 'n.txt')).toEqual([SESSION]);
      expect(owners(repo, 'f.txt').slice(-2)).toEqual([SESSION, SESSION]);
      const [graph] = notesOf(repo).get(commit)!.graphs;
      expect(graph!.session).toMatchObject({ agent: 'qwen', vendor: 'alibaba', model: 'qwen-test' });
      expect(graph!.nodes.filter(({ kind }) => kind === 'goal').map(({ summary }) => summary)).toEqual(['count on']);
      expect(graph!.nodes.some(({ kind }) => kind === 'verification')).toBe(true);
      expect(graph!.usage).toMatchObject({ input: 240, output: 40, cacheRead: 160 });
      expect(prov(repo, 'why', 'n.txt:1')).toMatch(/verified +\+ make test/);
    }));

  test('what a person saves before an edit, or adds to the proposal, is the person’s', () =>
    story((repo, agent) => {
      agent.prompt('go on').bash('true');
      repo.write('f.txt', 'zero @human\none @human\ntwo @human\n');
      agent.edit('f.txt', 'two @human', 'two @human\nthree', 'mine @human\n').tell('Stop');
      repo.commit('all');
      expect(
        judge(repo, 'f.txt')
          .filter(({ owner }) => owner === SESSION)
          .map(({ text }) => text),
      ).toEqual(['three']);
    }));

  test('a failed edit did nothing, and a failed check has failed', () =>
    story((repo, agent) => {
      writeFileSync(join(repo.dir, 'Makefile'), 'test:\n\tfalse\n');
      agent.prompt('try').edit('f.txt', 'nowhere', 'x').write('n.txt', 'new one\n').bash('make test').tell('Stop');
      repo.commit('all');
      expect(owners(repo, 'f.txt')).not.toContain(SESSION);
      expect(prov(repo, 'why', 'n.txt:1')).toMatch(/make test failed/);
    }));

  test('a sub-agent has a session, words and tokens of its own', () =>
    story((repo, agent) => {
      agent.prompt('have it reviewed');
      const sub = new QwenAgent(repo, 'general-purpose-call_9');
      agent.tell('SubagentStart', { agent_id: 'general-purpose-call_9', agent_type: 'general-purpose' });
      sub.write('review.txt', 'all is well\n');
      agent.tell('SubagentStop', { agent_id: 'general-purpose-call_9', agent_type: 'general-purpose' }).tell('Stop');
      const commit = repo.commit('all');
      const [own] = owners(repo, 'review.txt');
      expect(own).toBe(`${SESSION}/general-purpose-call_9`);
      const graph = notesOf(repo)
        .get(commit)!
        .graphs.find(({ session }) => session.id === own)!;
      expect(graph.session.parent).toBe(SESSION);
      expect(graph.usage).toMatchObject({ output: 10 });
    }));

  test('its payloads are not taken for those of Claude Code, and reminders are no prompts', () => {
    const common = { session_id: 's', hook_event_name: 'UserPromptSubmit' };
    const read = (transcript_path: string, prompt: string, teller?: string) =>
      readEvent({ ...common, transcript_path, prompt } as Payload, teller);
    expect(read('/home/u/.qwen/projects/x/chats/s.jsonl', 'hello')).toMatchObject({
      agent: 'qwen',
      body: { text: 'hello' },
    });
    expect(read('/elsewhere/s.jsonl', 'hello', 'qwen')).toMatchObject({ agent: 'qwen' });
    expect(read('/home/u/.claude/projects/x/s.jsonl', 'hello')).toMatchObject({ agent: 'claude-code' });
    expect(read('/home/u/.qwen/x', '<system-reminder>a task ended</system-reminder>')?.body).toEqual({
      type: 'ignored',
    });
    expect(JSON.parse(contextOutput('qwen', 'words')!)).toMatchObject({
      hookSpecificOutput: { additionalContext: 'words' },
    });
  });

  test('its record is read leniently, and only real prompts are prompts', () =>
    withRepo({}, (repo) => {
      const path = join(repo.home, 's.jsonl');
      const said = (provenance: string, words: string) =>
        JSON.stringify({ type: 'user', provenance, message: { parts: [{ text: words }] } });
      writeFileSync(
        path,
        [
          '{',
          'null',
          '[]',
          said('system', 'no'),
          said('real_user', 'yes'),
          '{"type":"assistant","message":7}',
          '',
        ].join('\n'),
      );
      expect(readQwenTranscript(path, 0)?.talk).toMatchObject([{ place: 'prompt', text: 'yes' }]);
      expect(readQwenTranscript(join(repo.home, 'nowhere'), 0)).toBeUndefined();
    }));
});
