import { expect, test } from 'vitest';
import {
  blindFiles,
  isBlind,
  NOTHING_SEEN,
  seenAfterPrompt,
  seenAfterTool,
  type SeenFiles,
} from '../../src/model/graph/blind-edit.ts';
import { append, startCursor } from '../../src/model/graph/infer.ts';
import type { ToolStep } from '../../src/model/graph/classify.ts';
import { sessionId, type RepoPath } from '../../src/model/ids.ts';
import { readCommand } from '../../src/model/shell/parse/command.ts';

const paths = (...all: string[]): RepoPath[] => all as RepoPath[];
const call = (action: ToolStep['action'], more: Partial<ToolStep>): ToolStep => ({
  type: 'tool',
  at: 0,
  tool: action,
  action,
  summary: '',
  outcome: 'ok',
  changed: [],
  paths: [],
  ...more,
});
const shell = (command: string): ToolStep => call('shell', { command });
const edit = (...files: string[]): ToolStep =>
  call('edit', { paths: paths(...files), changed: paths(...files), edited: paths(...files) });
const after = (...steps: ToolStep[]): SeenFiles => steps.reduce(seenAfterTool, NOTHING_SEEN);
const isBlindAfter = (...steps: ToolStep[]): boolean =>
  blindFiles(after(...steps), edit('src/calc.js'), undefined).length > 0;

test('an edit of a file that nothing showed is blind', () => {
  expect(isBlindAfter()).toBe(true);
  for (const step of [
    call('read', { paths: paths('src/other.js') }),
    call('read', { tool: 'WebFetch', summary: 'https://example.com/calc.js' }),
    call('read', { tool: 'Read', summary: '/home/user/notes.md' }),
    call('plan', {}),
    shell('ls src; cd src && npm test && git status && git log --oneline'),
    shell('cat src/other.js | head -3'),
    shell("cat > src/new.js <<'EOF'\nimport * from './calc.js'\nEOF"),
  ])
    expect([step.command ?? step.tool, isBlindAfter(step)]).toEqual([step.command ?? step.tool, true]);
});

test('a file that the session read, wrote or may have read is not', () => {
  for (const step of [
    call('read', { paths: paths('src/calc.js') }),
    call('read', { tool: 'Grep', paths: paths('src') }),
    call('read', { tool: 'Grep' }),
    call('spawn', {}),
    call('unknown', { tool: 'mcp__files' }),
    edit('src/calc.js'),
    shell('cat src/calc.js'),
    shell('cd src && sed -n 1,20p calc.js'),
    shell('cat src/*'),
    shell('grep -rn mean src'),
    shell('git diff HEAD~1'),
    shell('rg mean'),
    shell('find . -name "*.js" -exec cat {} +'),
    shell(`node -e 'console.log(fs.readFileSync("src/calc.js"))'`),
    call('shell', { summary: 'a command without its words' }),
  ])
    expect([step.command ?? step.tool, isBlindAfter(step)]).toEqual([step.command ?? step.tool, false]);
  expect(blindFiles(seenAfterPrompt(NOTHING_SEEN, 'fix @src/calc.js'), edit('src/calc.js'), undefined)).toEqual([]);
  expect(blindFiles(undefined, edit('src/calc.js'), undefined)).toEqual([]); // what it read is not known
});

test('commands that name the file are edits too, formatters and new files are not', () => {
  const ran = (command: string, existed: boolean): number[] => {
    const verdict = readCommand(command);
    const step = { ...shell(command), changed: paths('a.js'), edited: existed ? paths('a.js') : [], verdict };
    return blindFiles(NOTHING_SEEN, step, verdict);
  };
  expect(ran('sed -i s/a/b/ a.js', true)).toEqual([0]);
  expect(ran('sed -i s/a/b/ a.js', false)).toEqual([]);
  expect(ran('prettier --write a.js', true)).toEqual([]);
  expect(ran('node generate.js', true)).toEqual([]);
});

test('the step of a blind edit is marked, with the places of its files', () => {
  const start = { ...startCursor({ id: sessionId('s'), agent: 'a' }), seen: NOTHING_SEEN };
  const read = append(start, call('read', { paths: paths('a.js') }));
  const one = append(read.cursor, edit('a.js', 'b.js', 'c.js'));
  expect(one.nodes[0]!.detail).toEqual({ files: ['a.js', 'b.js', 'c.js'], blind: [1, 2] });
  expect(['a.js', 'b.js', 'c.js', 'd.js'].map((path) => isBlind(one.nodes[0]!, path))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const again = append(one.cursor, edit('b.js'));
  expect(isBlind(again.nodes[0]!)).toBe(false);
  const other = append(one.cursor, edit('d.js'));
  expect(other.nodes[0]!.detail).toEqual({ files: ['d.js'], blind: true });
});

test('many names count as everything', () => {
  const many = Array.from({ length: 501 }, (_, i) => `f${i}.js`);
  expect(after(edit(...many)).any).toBe(true);
});
