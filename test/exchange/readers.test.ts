import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Payload } from '../../src/recorder/spool/event.ts';
import { ObjectReader } from '../../src/git/objects/objects.ts';
import { oid } from '../../src/model/ids.ts';
import { agentBlameRecord } from '../../src/exchange/agentblame/agentblame.ts';
import { agentNoteRecord } from '../../src/exchange/agentnote/agentnote.ts';
import { WHOLE } from '../../src/exchange/clamp-ranges.ts';
import type { ForeignRecord } from '../../src/exchange/foreign.ts';
import { gitAiRecord } from '../../src/exchange/git-ai/git-ai.ts';
import { qwenRecord } from '../../src/exchange/qwen/qwen.ts';
import { WarningCounts } from '../../src/exchange/warning-counts.ts';
import { withRepo } from '../helpers/repo.ts';

const commit = oid('a'.repeat(40));
const faults = (tally: WarningCounts): string[] => tally.all().map(({ what, count }) => `${count} ${what}`);

describe('git-ai', () => {
  const metadata = {
    schema_version: 'authorship/3.0.0',
    prompts: {
      '0123456789abcdef': {
        agent_id: { tool: 'cursor', id: 'conv1', model: 'unknown' },
        messages: [
          { type: 'user', text: 'First', timestamp: '2026-01-01T00:00:00Z' },
          { type: 'assistant', text: 'No prompt' },
          { type: 'user', text: 'Second' },
        ],
      },
    },
    sessions: { s_1f2e3d4c5b6a79: { agent_id: { tool: 'claude', id: 'uuid', model: 'm' } } },
    humans: { h_9a8b7c6d5e4f30: { author: 'A <a@x>' } },
  };
  const read = (text: string, told: unknown = metadata): { record: ForeignRecord | undefined; faults: string[] } => {
    const tally = new WarningCounts();
    const bytes = Buffer.from(`${text}---\n${typeof told === 'string' ? told : JSON.stringify(told)}`);
    return { record: gitAiRecord({ commit, bytes }, tally), faults: faults(tally) };
  };

  test('entries name sessions by their agent ids, and persons', () => {
    const { record, faults } = read(
      'src/a.ts\n  s_1f2e3d4c5b6a79::t_00aa11bb22cc33 3-9,14\n  h_9a8b7c6d5e4f30 10-13\n"docs/my file.md"\n  0123456789abcdef 1-2\n',
    );
    expect(faults).toEqual([]);
    expect(record?.sessions).toEqual([
      { id: 'uuid', agent: 'claude-code', model: 'm', prompts: [] },
      { id: 'conv1', agent: 'cursor', prompts: [{ text: 'First', at: 1_767_225_600_000 }, { text: 'Second' }] },
    ]);
    expect([...(record?.files ?? [])]).toEqual([
      [
        'src/a.ts',
        [
          { start: 3, end: 9, by: 0 },
          { start: 14, end: 14, by: 0 },
          { start: 10, end: 13, by: 'person' },
        ],
      ],
      ['docs/my file.md', [{ start: 1, end: 2, by: 1 }]],
    ]);
  });

  test('a key may have seven digits, the version may be missing, and ranges may be in any order', () => {
    const { record, faults } = read('a\n  0123456 9,5-6, 2-1\n', {
      prompts: { '0123456': { agent_id: { tool: 'x', id: '' } } },
    });
    expect(faults).toEqual([]);
    expect(record?.sessions[0]?.id).toBe('0123456');
    expect(record?.files.get('a' as never)?.map(({ start, end }) => [start, end])).toEqual([
      [9, 9],
      [5, 6],
      [1, 2],
    ]);
  });

  test('keys that are UUIDs name prompts', () => {
    const key = '9a3c1b52-7f0e-4d7a-9c55-0d1f2e3a4b5c';
    const prompts = { [key]: { agent_id: { tool: 'cursor', id: 'one', model: 'm' } } };
    const { record, faults } = read(`a\n  ${key} 1-2\n`, { prompts });
    expect(faults).toEqual([]);
    expect([...record!.files]).toEqual([['a', [{ start: 1, end: 2, by: 0 }]]]);
  });

  test("a key without a record leaves its lines unsure; a person's key names a person", () => {
    const { record, faults } = read('a\n  s_00000000000000::t_1 1\n  h_00000000000000 2\n', {});
    expect(record?.files.get('a' as never)?.map(({ by }) => by)).toEqual(['unsure', 'person']);
    expect(faults).toEqual(['1 keys that the metadata does not name']);
  });

  test("names of JavaScript's object properties are not keys", () => {
    const { record, faults } = read(
      'a\n  __proto__ 1\n  constructor 2\n',
      '{"sessions":{"__proto__":{"agent_id":{}}}}',
    );
    expect(record?.sessions).toEqual([]);
    expect(faults).toEqual(['2 entries that cannot be read']);
  });

  test('unreadable entries are counted, and the rest is read', () => {
    const { record, faults } = read(
      '  h_9a8b7c6d5e4f30 1\na\n  h_9a8b7c6d5e4f30 x,0,99999999999999999999,4\n  nonsense\n',
      {
        ...metadata,
        schema_version: 'authorship/9',
      },
    );
    expect(record?.files.get('a' as never)).toEqual([{ start: 4, end: 4, by: 'person' }]);
    expect(faults).toEqual([
      '3 ranges that cannot be read',
      '1 entries before any file',
      '1 entries that cannot be read',
      '1 notes of an unknown version, read all the same',
    ]);
    expect(read('a\n  h_9a8b7c6d5e4f30 1\n', '{"cut').record).toBeUndefined();
    expect(read('a\n  h_9a8b7c6d5e4f30 1\n', '[]').faults).toEqual(['1 notes without metadata that can be read']);
  });

  test("only a person's words are a prompt, not tool results or program text in the user role", () => {
    const user = (text: string): object => ({ type: 'user', text });
    const call = { type: 'tool_use', name: 'Read', input: {} };
    const messages = [
      user('Fix the login'),
      call,
      call,
      user('     1\u2192import { secret } from "./secret";'),
      user('DB_PASSWORD=x in .env'),
      { type: 'assistant', text: 'Done.' },
      user('<local-command-stdout>Login successful</local-command-stdout>'),
      user('This session is being continued from a previous conversation that ran out of context.'),
      user('Another Claude session sent a message:\nthe review is done'),
      user('# AGENTS.md instructions for /home/a'),
      call, // its result is no text
      { type: 'assistant', text: 'Well.' },
      user('Now add a test'),
    ];
    const prompts = (tool: string): string[] =>
      read('a\n  0123456 1\n', {
        prompts: { '0123456': { agent_id: { id: 'c', tool }, messages } },
      }).record!.sessions[0]!.prompts.map(({ text }) => text);
    expect(prompts('claude')).toEqual(['Fix the login', 'Now add a test']);
    // Cursor's records have no results, so a prompt may follow a call.
    expect(prompts('cursor')).toContain('DB_PASSWORD=x in .env');
  });

  test('three megabytes of messages are reduced to the last twenty prompts', () => {
    const messages = Array.from({ length: 3000 }, (_, i) => ({ type: 'user', text: `${i} ${'x'.repeat(1000)}` }));
    const { record } = read('a\n  0123456 1\n', { prompts: { '0123456': { agent_id: { id: 'c' }, messages } } });
    expect(record?.sessions[0]?.prompts).toHaveLength(20);
  });
});

describe('Agent Note', () => {
  const note = {
    v: 1,
    agent: 'claude',
    session_id: 'uuid',
    interactions: [{ prompt: 'Do it', response: 'Done, because it was missing.' }],
    files: [
      { path: 'a', by_ai: true },
      { path: 'b', by_ai: false },
      { path: 'g', by_ai: true, generated: true },
    ],
  };
  const read = (more: Payload): ForeignRecord | undefined =>
    agentNoteRecord(commit, { ...note, ...more }, new WarningCounts());
  const lines = (ai: number, all: number): Payload => ({
    attribution: { ai_ratio: 100, method: 'line', lines: { ai_added: ai, total_added: all } },
  });

  test('lines belong to a session only when it counted them and all are the agent’s', () => {
    expect([...read(lines(7, 7))!.files]).toEqual([
      ['a', [{ start: 1, end: WHOLE, by: 0 }]],
      ['g', []],
    ]);
    const rounded = read(lines(999, 1000))!.files;
    const byFiles = read({ attribution: { ai_ratio: 100, method: 'file' } })!.files;
    for (const files of [rounded, byFiles, read({})!.files])
      expect([...files]).toEqual([
        ['a', []],
        ['g', []],
      ]);
  });

  test('questions and answers belong to the session', () => {
    expect(read({})!.sessions).toEqual([
      { id: 'uuid', agent: 'claude-code', prompts: [{ text: 'Do it' }], summary: 'Done, because it was missing.' },
    ]);
  });

  test('older notes list files separately', () => {
    expect([...read({ files: 1, files_by_ai: ['a', 3], ai_ratio: 100 })!.files]).toEqual([['a', []]]);
  });
});

describe('Qwen Code', () => {
  const file = (aiChars: unknown): Payload => ({ aiChars, humanChars: 64, percent: 47, surface: 'cli' });
  const note = { version: 1, generator: 'qwen3-coder', files: { a: file(56), b: file(0) }, promptCount: 1 };
  const read = (more: Payload): { record: ForeignRecord | undefined; faults: string[] } => {
    const tally = new WarningCounts();
    return { record: qwenRecord(commit, { ...note, ...more }, tally), faults: faults(tally) };
  };

  test('a count of characters names the files of the agent, and no lines', () => {
    const { record, faults } = read({});
    expect(faults).toEqual([]);
    expect([...record!.files]).toEqual([['a', []]]);
    expect(record!.sessions).toEqual([{ id: `qwen-note:${commit}`, agent: 'qwen', model: 'qwen3-coder', prompts: [] }]);
    // Even a file with all characters by the agent may have a short line of a person.
    expect([...read({ files: { a: { aiChars: 90, humanChars: 0, percent: 100 } } }).record!.files]).toEqual([
      ['a', []],
    ]);
  });

  test('the name of the program is no model', () => {
    expect(read({ generator: 'Qwen-Coder' }).record!.sessions[0]).not.toHaveProperty('model');
    expect(read({ generator: 7 }).record!.sessions[0]).not.toHaveProperty('model');
  });

  test('what cannot be used is counted', () => {
    expect(read({ files: { a: file(0) } })).toEqual({
      record: undefined,
      faults: ['1 notes without work of the agent'],
    });
    expect(read({ files: [] })).toEqual({ record: undefined, faults: ['1 notes that list no files'] });
    const odd = read({ version: 2, files: { a: file(1), b: file('9'), c: 3, ['__proto__']: file(-1) } });
    expect([...odd.record!.files.keys()]).toEqual(['a']);
    expect(odd.faults).toEqual([
      '3 files without a number of characters',
      '1 notes of an unknown version, read all the same',
    ]);
  });
});

test('both spellings of Agent Blame are read, and a wrong hash leaves the line without an author', () =>
  withRepo({ files: { 'a.ts': 'one\ntwo\nthree\nfour\n' } }, async (repo) => {
    const reader = new ObjectReader(await repo.open());
    const tally = new WarningCounts();
    const hash = (line: string): string => `sha256:${createHash('sha256').update(line).digest('hex')}`;
    const common = { path: 'a.ts', category: 'ai_generated', model: 'm' };
    const attributions = [
      { ...common, start_line: 1, end_line: 1, provider: 'claude_code', content_hash: hash('one'), confidence: 1 },
      { ...common, startLine: 2, endLine: 2, provider: 'claudeCode', contentHash: hash('else'), confidence: 1 },
      { ...common, startLine: 3, endLine: 3, provider: 'cursor', confidence: 0.7 },
      { ...common, startLine: 4, endLine: 2, provider: 'cursor' },
      7,
    ];
    const record = await agentBlameRecord(repo.oid('HEAD'), { attributions }, { objects: reader, tally });
    await reader.close();
    expect(record.sessions.map(({ agent }) => agent)).toEqual(['claude-code', 'cursor']);
    expect(record.files.get('a.ts' as never)?.map(({ by }) => by)).toEqual([0, 'unsure', 'unsure']);
    expect(faults(tally)).toEqual([
      '1 ranges that cannot be read',
      '1 ranges with a hash that does not match their first line',
    ]);
  }));

test('a long name of a provider in a note of Agent Blame may be a secret, so nothing of it is kept', () =>
  withRepo({ files: { 'a.ts': 'one\n' } }, async (repo) => {
    const reader = new ObjectReader(await repo.open());
    const provider = `AKIA${'QX7RZ2VN4TBM6KLP'}`;
    const attributions = [{ path: 'a.ts', category: 'ai_generated', model: 'm', start_line: 1, end_line: 1, provider }];
    const record = await agentBlameRecord(
      repo.oid('HEAD'),
      { attributions },
      { objects: reader, tally: new WarningCounts() },
    );
    await reader.close();
    expect(JSON.stringify(record.sessions).toLowerCase()).not.toContain('qx7rz2vn');
    expect(record.sessions.map(({ agent }) => agent)).toEqual(['unknown']);
  }));
