import { describe, expect, test } from 'vitest';
import { capital, enumerate, oneLine, toolLabel } from '../../src/model/one-line.ts';

describe('one line of a text', () => {
  test.each([
    ['a\n\tb\r\nc', 120, 'a b c'],
    ['  a  ', 120, 'a'],
    ['a\u0000\u001b\u007f\u0085\u2028b', 120, 'a b'],
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, 'abcd…'],
    ['abc def', 5, 'abc…'],
    ['a\ud800b', 120, 'a\ufffdb'],
    ['abc😀def', 5, 'abc\ufffd…'],
    [`${' '.repeat(40)}a`, 5, ''],
    [`${' '.repeat(39)}a`, 5, 'a'],
  ])('%j in %s characters', (text, limit, line) => {
    expect(oneLine(text, limit)).toBe(line);
  });

  test('has 120 characters at most', () => {
    expect(oneLine('x'.repeat(120))).toHaveLength(120);
    expect(oneLine('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`);
  });
});

test.each([
  ['Read', 'src/a.ts', 'read src/a.ts'],
  ['read_file', 'src/a.ts', 'read src/a.ts'],
  ['cat', 'src/a.ts', 'read src/a.ts'],
  ['Grep', 'parse', 'grep parse'],
  ['rg', 'parse', 'grep parse'],
  ['Glob', '*.ts', 'glob *.ts'],
  ['file_search', '*.ts', 'glob *.ts'],
  ['LS', 'src', 'list src'],
  ['list-dir', 'src', 'list src'],
  ['MultiEdit', 'src/a.ts', 'edit src/a.ts'],
  ['apply_patch', 'src/a.ts', 'edit src/a.ts'],
  ['str_replace_editor', 'src/a.ts', 'edit src/a.ts'],
  ['update', 'src/a.ts', 'edit src/a.ts'],
  ['create_file', 'src/a.ts', 'write src/a.ts'],
  ['newfile', 'src/a.ts', 'write src/a.ts'],
  ['WebFetch', 'a page', 'fetch a page'],
  ['web_search', 'a word', 'search the web for a word'],
  ['breadth', 'x', 'breadth x'],
  ['reader', 'x', 'reader x'],
  ['mcp__tool', 'x', 'mcp__tool x'],
  ['Read', '', 'read'],
  ['Read', 'READ', 'read'],
  ['Read', 'Read src/a.ts', 'read src/a.ts'],
  ['Read', 'reading', 'read reading'],
])('the tool %s with %j is %j', (tool, object, label) => {
  expect(toolLabel(tool, object)).toBe(label);
});

test('a list for a sentence', () => {
  expect(enumerate([], 2)).toBe('');
  expect(enumerate(['a', 'b', 'a'], 2)).toBe('a, b');
  expect(enumerate(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
});

test.each([
  ['fix it', 'Fix it'],
  ['élan', 'Élan'],
  ['add() fails', 'add() fails'],
  ['src/a.ts', 'src/a.ts'],
  ['snake_case is kept', 'snake_case is kept'],
  ['camelCase is kept', 'camelCase is kept'],
  ['node.js is kept', 'node.js is kept'],
  ['file-finder.ts is kept', 'file-finder.ts is kept'],
  ["don't", "Don't"],
  ['well-known', 'Well-known'],
  ['so, then', 'So, then'],
  ['it calls add()', 'It calls add()'],
  ['it has camelCase', 'It has camelCase'],
  ['', ''],
])('%j starts a sentence as %j', (text, sentence) => {
  expect(capital(text)).toBe(sentence);
});
