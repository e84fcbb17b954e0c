import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readClaudeTranscript } from '../../src/agents/claude-code/live-transcript.ts';
import { readRollout } from '../../src/agents/codex/live-transcript.ts';
import { readCopilotRecord } from '../../src/agents/copilot/live-transcript.ts';
import { readGeminiChat } from '../../src/agents/gemini/live-transcript.ts';
import { TalkCollector, writtenIn } from '../../src/agents/common/talk-collector.ts';
import type { TalkItem } from '../../src/model/reasons/talk-item.ts';
import { sessionId } from '../../src/model/ids.ts';

/** The statements read from a record, each with its place and text in one line. */
function heardIn(
  name: string,
  lines: readonly object[],
  read: (path: string) => { talk?: readonly TalkItem[] } | undefined,
): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'hearing-'));
  try {
    writeFileSync(join(dir, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return (read(join(dir, name))?.talk ?? []).map((one) => ('call' in one ? 'call' : `${one.place}: ${one.text}`));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe('statements in session records, in order', () => {
  test('Claude Code: thoughts, words, plans, messages of commits, prompts of persons', () => {
    const assistant = (content: unknown): object => ({ type: 'assistant', message: { content } });
    const user = (content: unknown, more: object = {}): object => ({ type: 'user', message: { content }, ...more });
    const found = heardIn(
      's.jsonl',
      [
        user('Fix it'),
        user('<command-name>/x</command-name>'),
        user('Caveat: x', { isMeta: true }),
        assistant([{ type: 'thinking', thinking: 'Hm.' }]),
        assistant([{ type: 'text', text: 'So.' }]),
        assistant([{ type: 'tool_use', id: 'a', name: 'ExitPlanMode', input: { plan: 'The plan.' } }]),
        user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
        assistant([
          { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'git commit -m "Fix it" -m "It was wrong."' } },
        ]),
        { ...assistant([{ type: 'text', text: 'Of a sub-agent.' }]), isSidechain: true },
        assistant([{ type: 'text', text: 'Done.' }]),
      ],
      (path) => readClaudeTranscript(path, 0),
    );
    expect(found).toEqual([
      'prompt: Fix it',
      'thinking: Hm.',
      'words: So.',
      'plan: The plan.',
      'call',
      'message: Fix it\n\nIt was wrong.',
      'call',
      'words: Done.',
    ]);
  });

  test('Claude Code: a plan that a person accepted begins a conversation, and is not the person’s', () => {
    const plan = '# Plan\n\nUse b instead of a, because a is slow.';
    const after =
      'If you need specific details from before exiting plan mode, read the full transcript at: /home/a/b.jsonl';
    const isPlanned = (content: unknown, planContent?: unknown): boolean[] => {
      const planned: boolean[] = [];
      heardIn('s.jsonl', [{ type: 'user', message: { content }, planContent }], (path) => {
        const part = readClaudeTranscript(path, 0);
        for (const one of part?.talk ?? []) planned.push('place' in one && one.planned === true);
        return part;
      });
      return planned;
    };
    const whole = `Implement the following plan:\n\n${plan}`;
    expect(isPlanned(whole, plan)).toEqual([true]);
    expect(isPlanned(`${whole}\n\n${after}`, plan)).toEqual([true]);
    expect(isPlanned([{ type: 'text', text: whole }], plan)).toEqual([true]);
    // Any further word may be the person's, and so may be words that Claude Code does not call a plan.
    expect(isPlanned(`${whole}\n\n${after}\nAnd test it.`, plan)).toEqual([false]);
    expect(isPlanned(`${whole}\n\nAnd test it.`, plan)).toEqual([false]);
    expect(isPlanned(`First read c. ${whole}`, plan)).toEqual([false]);
    expect(isPlanned(whole)).toEqual([false]);
    for (const other of ['', ' ', 'Another plan', 7, null, [plan]]) expect(isPlanned(whole, other)).toEqual([false]);
  });

  test('of a to-do list, the items that give a reason', () => {
    const todos = [
      { content: 'Run the tests', status: 'pending' },
      { content: 'Cache the wrapped key to avoid wrapping it at each publish', status: 'pending' },
    ];
    const input = { todos };
    const plan = JSON.stringify({ plan: [{ step: 'Read the setting instead of the environment', status: 'pending' }] });
    const claude = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'a', name: 'TodoWrite', input }] },
    };
    const codex = {
      type: 'response_item',
      payload: { type: 'function_call', call_id: 'a', name: 'update_plan', arguments: plan },
    };
    expect(heardIn('s.jsonl', [claude], (path) => readClaudeTranscript(path, 0))).toEqual([
      'plan: Cache the wrapped key to avoid wrapping it at each publish',
      'call',
    ]);
    expect(heardIn('s.jsonl', [codex], (path) => readRollout(path, 0))).toEqual([
      'plan: Read the setting instead of the environment',
      'call',
    ]);
  });

  test('Codex: summaries of thoughts, words, plans', () => {
    const item = (payload: object): object => ({ type: 'response_item', payload });
    const found = heardIn(
      'rollout-1.jsonl',
      [
        item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>x' }] }),
        ...['<subagent_notification>{}</subagent_notification>', '<heartbeat>x</heartbeat>', '<skill>x</skill>'].map(
          (text) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
        ),
        item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] }),
        item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] }),
        item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] }),
        item({ type: 'function_call', call_id: 'a', name: 'update_plan', arguments: '{"explanation":"Why."}' }),
        item({
          type: 'function_call',
          call_id: 'b',
          name: 'shell',
          arguments: '{"command":["bash","-lc","git commit -m \'It\'"]}',
        }),
      ],
      (path) => readRollout(path, 0),
    );
    expect(found).toEqual([
      'prompt: Fix it',
      'thinking: Hm.',
      'words: So.',
      'plan: Why.',
      'call',
      'message: It',
      'call',
    ]);
  });

  test('Copilot CLI, without what it wrote in the place of the user, and Gemini CLI', () => {
    const copilot = heardIn(
      'events.jsonl',
      [
        { type: 'user.message', data: { content: 'Fix it' } },
        { type: 'user.message', data: { content: '<skill-context>Plan first.', source: 'skill-planning' } },
        { type: 'user.message', data: { content: '<system_reminder>Search first.', source: 'system' } },
        {
          type: 'assistant.message',
          data: {
            content: 'So.',
            reasoningText: 'Hm.',
            toolRequests: [{ toolCallId: '1', name: 'bash', arguments: { command: 'ls' } }],
          },
        },
      ],
      (path) => readCopilotRecord(path, 0, sessionId('s')),
    );
    expect(copilot).toEqual(['prompt: Fix it', 'thinking: Hm.', 'words: So.', 'call']);
    const message = { id: 'm', type: 'gemini', content: 'So.', thoughts: [{ subject: 'x', description: 'Hm.' }] };
    const gemini = heardIn(
      'session-1.jsonl',
      [
        { type: 'user', content: 'Fix it' },
        message,
        { ...message, toolCalls: [{ name: 'replace', args: { file_path: 'a' } }] },
      ],
      (path) => readGeminiChat(path, 0),
    );
    expect(gemini).toEqual(['prompt: Fix it', 'thinking: Hm.', 'words: So.', 'call']);
  });
});

test.each([
  ['git commit -m "Fix \\"it\\""', ['message: Fix "it"']],
  ["git add -A && git commit -qm 'Fix it' -m 'Why.'", ['message: Fix it\n\nWhy.']],
  ["git commit -F - <<'EOF'\nFix it\n\nWhy.\nEOF\n", ['message: Fix it\n\nWhy.']],
  ['git commit -m "$(cat <<\'EOF\'\nSay "hi"; go\nEOF\n)"', ['message: Say "hi"; go']],
  ["cat > /tmp/m <<'EOF'\nFix it\nEOF\ngit commit -F /tmp/m", ['message: Fix it']],
  ["git commit -qm 'Fix it' && cat > a.js <<'EOF'\nconst a = 1;\nEOF", ['message: Fix it']],
  ["git commit --amend --no-edit && cat > a.js <<'EOF'\nconst a = 1;\nEOF", []],
  ['git commit --amend --no-edit', []],
  ['echo "git" -m "x"', []],
  ["gh pr create --title 'Fix it' --body 'It broke.'", ['request: It broke.']],
  ['gh pr create -t "Fix" --body "$(cat <<\'EOF\'\n## Why\nIt broke.\nEOF\n)"', ['request: ## Why\nIt broke.']],
  ["cat > b.md <<'EOF'\nIt broke.\nEOF\ngh pr create --fill --body-file b.md", ['request: It broke.']],
  ["glab mr create -t Fix -d 'It broke.' --yes", ['request: It broke.']],
  ["git commit -m 'Fix it' && gh pr create -t Fix -b 'It broke.'", ['message: Fix it', 'request: It broke.']],
  ["gh pr view 12 --json body -q '.body'", []],
])('the messages of commits and texts of pull requests in %j', (command, expected) => {
  expect(writtenIn(command).map(({ words, request }) => `${request ? 'request' : 'message'}: ${words}`)).toEqual(
    expected,
  );
});

test('the messages in a hostile command are found in a moment', () => {
  const marks = `${'<<a\n'.repeat(400)}${'\n'.repeat(6000)}`;
  const started = performance.now();
  writtenIn(`${marks}git commit -F x`);
  writtenIn(`git commit ${marks}`);
  writtenIn('git '.repeat(100_000));
  writtenIn(`git commit ${'-m "'.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});

test('the text of a pull request in the input of a forge’s tool', () => {
  const heard = (input: object): TalkItem[] => {
    const collector = new TalkCollector();
    collector.call('1', { ...input });
    return collector.items.slice(0, -1);
  };
  const request = [{ place: 'message', text: 'It broke.', request: true }];
  expect(heard({ title: 'Fix', body: 'It broke.', head: 'fix', base: 'main' })).toEqual(request);
  expect(heard({ title: 'Fix', description: 'It broke.', source_branch: 'fix' })).toEqual(request);
  expect(heard({ title: 'An issue', body: 'It broke.' })).toEqual([]);
});
