import { describe, expect, test } from 'vitest';
import { classify } from '../../src/model/graph/classify.ts';
import { bash, edit, paths, read, tool } from './steps.ts';

describe("the first seed's classification rules", () => {
  test.each(['read', 'grep', 'glob', 'list_directory'])('%s is always an exploration', (name) => {
    expect(classify(tool(name, 'read', 'x'))).toBe('exploration');
  });

  test.each(['edit', 'write', 'edit_file', 'create_file'])('%s is always a commitment', (name) => {
    expect(classify(tool(name, 'edit', 'x'))).toBe('commitment');
  });

  test.each(['cargo test', 'cargo check', 'eslint .', 'cargo clippy', 'pytest', 'npx jest'])(
    'the shell command %s verifies',
    (command) => {
      expect(classify(bash(command))).toBe('verification');
    },
  );

  test.each(['npm install', 'npm run dev', 'npm start'])('the shell command %s is an execution', (command) => {
    expect(classify(bash(command))).toBe('execution');
  });

  test.each(['ls -la', 'cat test.txt', 'git checkout main'])('the shell command %s is an exploration', (command) => {
    expect(classify(bash(command))).toBe('exploration');
  });

  test.each([
    read('x', { outcome: 'failed' }),
    edit('x', { outcome: 'failed' }),
    bash('npm install', { outcome: 'failed' }),
  ])('a failed tool is an error: $summary', (step) => {
    expect(classify(step)).toBe('error');
  });
});

test('a verification that ran and failed is still a verification', () => {
  expect(classify(bash('cargo test', { outcome: 'failed' }))).toBe('verification');
});

test.each(['refused', 'interrupted'] as const)('a verification that was %s is an error', (outcome) => {
  expect(classify(bash('cargo test', { outcome }))).toBe('error');
});

test('a refused edit is an error', () => {
  expect(classify(edit('x', { outcome: 'refused' }))).toBe('error');
});

test('an exploration that changed files is a commitment, despite its words', () => {
  expect(classify(bash('git checkout main', { changed: paths('a') }))).toBe('commitment');
  expect(classify(bash('npm install', { changed: paths('package-lock.json') }))).toBe('execution');
});

test('an unknown tool is classified by what it changed', () => {
  expect(classify(tool('mcp__db__query', 'unknown', 'x'))).toBe('exploration');
  expect(classify(tool('mcp__fs__put', 'unknown', 'x', { changed: paths('a') }))).toBe('commitment');
});

test('plans and sub-agents are executions, and so inform no commitment', () => {
  expect([classify(tool('TodoWrite', 'plan', 'x')), classify(tool('Task', 'spawn', 'x'))]).toEqual([
    'execution',
    'execution',
  ]);
});
