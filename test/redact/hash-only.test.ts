import fc from 'fast-check';
import { expect, test } from 'vitest';
import { append, startCursor, type Cursor } from '../../src/model/graph/infer.ts';
import { sessionId, type Oid, type RepoPath } from '../../src/model/ids.ts';
import type { Step } from '../../src/model/step.ts';
import { structural } from '../../src/redact/hash-only.ts';

const SESSION = { id: sessionId('s'), agent: 'x' };
const path = (text: string): RepoPath => text as RepoPath;
const OUTCOMES = ['ok', 'failed', 'refused', 'interrupted'] as const;
const ACTIONS = ['read', 'edit', 'shell', 'spawn', 'plan', 'unknown'] as const;
const tool = { type: 'tool', at: 1, outcome: 'ok', changed: [], paths: [] } as const;

const told = (...steps: Step[]): { kind: string; summary: string }[] => {
  let cursor: Cursor = startCursor(SESSION);
  return steps.flatMap((step) => {
    const after = append(cursor, structural(step));
    cursor = after.cursor;
    return after.nodes.map(({ kind, summary }) => ({ kind, summary }));
  });
};

test('a step records the action and its files, and the command is still classified', () => {
  expect(
    told(
      { type: 'prompt', at: 1, text: 'fix the login' },
      { ...tool, tool: 'Read', action: 'read', summary: 'src/a.ts', paths: [path('src/a.ts')] },
      {
        ...tool,
        tool: 'Edit',
        action: 'edit',
        summary: 'src/a.ts',
        paths: [path('src/a.ts')],
        changed: [path('src/a.ts')],
      },
      { ...tool, tool: 'Edit', action: 'edit', summary: 'src/a.ts', paths: [path('src/a.ts')], outcome: 'failed' },
      { ...tool, tool: 'Bash', action: 'shell', summary: 'npm install', command: 'npm install' },
      { ...tool, tool: 'Bash', action: 'shell', summary: 'npm test', command: 'npm test -- --grep login' },
      { ...tool, tool: 'mcp__db__query', action: 'unknown', summary: 'select 1' },
      { type: 'gate', at: 1, tool: 'Bash', summary: 'rm -rf /' },
      { type: 'commit', at: 1, oid: 'a'.repeat(40) as Oid, summary: 'Fix the login', files: [] },
      { type: 'knowledge', kind: 'decision', at: 1, text: 'Use argon2', ruledOut: [], links: [] },
    ),
  ).toEqual([
    { kind: 'goal', summary: 'prompt of 13 characters' },
    { kind: 'exploration', summary: 'read something' },
    { kind: 'commitment', summary: 'edit src/a.ts' },
    { kind: 'error', summary: 'edit a file' },
    { kind: 'execution', summary: 'run a command' },
    { kind: 'verification', summary: 'a check passed' },
    { kind: 'exploration', summary: 'mcp__db__query' },
    { kind: 'human_gate', summary: 'Bash' },
    { kind: 'patch', summary: 'commit aaaaaaaa' },
    { kind: 'decision', summary: 'Use argon2' },
  ]);
});

test('no word of any step remains, except declared decisions and changed files', () => {
  const CANARY = 'canaryword';
  const words = fc.string({ maxLength: 20 }).map((text) => `${text} ${CANARY} ${text}`);
  const common = fc.record({
    at: fc.nat(),
    detail: fc.dictionary(
      fc.constantFrom('a', 'passed'),
      fc.oneof(words, fc.boolean(), fc.array(words, { maxLength: 2 })),
    ),
  });
  const steps = fc.oneof(
    fc.record({ type: fc.constant('prompt' as const), text: words }),
    fc.record({ type: fc.constant('gate' as const), tool: words, summary: words }),
    fc.record({ type: fc.constant('compaction' as const), summary: words }),
    fc.record({ type: fc.constant('raw' as const), event: words, summary: words }),
    fc.record({ type: fc.constant('subagent' as const), session: fc.constant(sessionId('s/1')), summary: words }),
    fc.record({
      type: fc.constant('commit' as const),
      oid: fc.constant('b'.repeat(40) as Oid),
      summary: words,
      files: fc.constant([]),
    }),
    fc.record({
      type: fc.constant('tool' as const),
      tool: words,
      action: fc.constantFrom(...ACTIONS),
      summary: words,
      command: fc.oneof(
        words,
        words.map((text) => `npm test ${text}`),
        words.map((text) => `pytest tests/${text}`),
        words.map((text) => `echo > ${text} && gen.py > x${text} &`),
      ),
      narration: words,
      outcome: fc.constantFrom(...OUTCOMES),
      changed: fc.constantFrom([], [path('src/a.ts')]),
      paths: fc.constant([]),
    }),
  );
  fc.assert(
    fc.property(common, steps, (shared, step) => {
      const plain = structural({ ...shared, ...step });
      const { nodes } = append(startCursor(SESSION), plain);
      expect(JSON.stringify([plain, nodes])).not.toContain(CANARY);
    }),
    { numRuns: 300 },
  );
});
