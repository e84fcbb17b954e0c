import { describe, expect, test } from 'vitest';
import { todosOf } from '../../src/agents/registry.ts';

const of = (input: unknown, output: unknown = '', action = 'plan'): unknown =>
  todosOf({ tool: 'x', action, summary: '', paths: [], input: JSON.stringify(input) } as never, JSON.stringify(output));

describe('the to-do list of', () => {
  test.each([
    [
      'Claude Code',
      { todos: [{ content: 'a', status: 'in_progress', activeForm: 'A' }] },
      { text: 'a', state: 'active' },
    ],
    ['Gemini CLI', { todos: [{ description: 'a', status: 'completed' }] }, { text: 'a', state: 'done' }],
    ['Qwen Code', { todos: [{ id: '1', content: 'a', status: 'pending' }] }, { text: 'a', state: 'open', id: '1' }],
    [
      'opencode and Kilo',
      { todos: [{ content: 'a', status: 'cancelled', priority: 'low' }] },
      { text: 'a', state: 'dropped' },
    ],
    ['Codex CLI', { explanation: 'b', plan: [{ step: 'a', status: 'in_progress' }] }, { text: 'a', state: 'active' }],
    ['Copilot CLI', { todos: '# Plan\n- [x] a\n' }, { text: 'a', state: 'done' }],
    ['an agent with other words', { todos: [{ title: 'a', status: 'Not-Started' }] }, { text: 'a', state: 'open' }],
  ])('%s', (_, input, item) => {
    expect(of(input)).toEqual({ items: [item], isWhole: true });
  });

  test('Cursor may be merged into the one before', () => {
    expect(of({ merge: true, todos: [{ id: 'a', status: 'completed' }] })).toEqual({
      items: [{ id: 'a', state: 'done' }],
      isWhole: false,
    });
  });

  test('Claude Code may have one item a call', () => {
    expect(of({ subject: 'a', description: 'b' }, { task: { id: '7', subject: 'a' } })).toEqual({
      items: [{ text: 'a', state: 'open', id: '7' }],
      isWhole: false,
    });
    expect(of({ taskId: '7', status: 'deleted', addBlockedBy: ['1', 2] })).toEqual({
      items: [{ id: '7', state: 'dropped', after: ['1'] }],
      isWhole: false,
    });
  });
});

test('an empty list has no items; an unknown form is no list', () => {
  expect(of({ todos: [] })).toEqual({ items: [], isWhole: true });
  for (const input of [{ todos: [{ x: 1 }] }, { todos: 'words' }, { plan: 'words' }, { todos: [3] }, [], 'x', null, 7])
    expect(of(input)).toBeUndefined();
  expect(of({ todos: [] }, '', 'read')).toBeUndefined();
  expect(of({ todos: [{ content: 'a'.repeat(300_000) }] })).toBeUndefined();
});
