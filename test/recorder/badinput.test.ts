import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from '../../src/recorder/spool/lock.ts';
import { judge, notesOf, wrongLines } from '../helpers/judge.ts';
import { NODE } from '../helpers/program/node.ts';
import type { TestRepo } from '../helpers/repo.ts';
import { commit, hook, left, payload, ROOT, SILENT, withSite } from './site.ts';

const fileOf = (shell: string): string =>
  realpathSync(
    spawnSync('sh', ['-c', `command -v ${shell}`])
      .stdout.toString()
      .trim(),
  );

/** Each once: `sh` is mostly one of the others. */
const SHELLS = [
  ...new Map([['sh'], ['dash'], ['bash', '--posix']].map((words) => [fileOf(words[0]!), words] as const)).values(),
];

/** Malformed and unexpected payloads. The last field: set aside, or used. */
const BAD: readonly (readonly [name: string, bytes: string | Uint8Array, kept: 'bad' | 'used'])[] = [
  ['no bytes', '', 'bad'],
  ['malformed JSON', '{"session_id": nope}', 'bad'],
  ['truncated JSON', payload('PreToolUse', { tool_name: 'Bash' }).slice(0, -9), 'bad'],
  ['binary bytes', Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 256), 'bad'],
  ['a list', '[1,2]', 'bad'],
  ['a text', '"hello"', 'bad'],
  ['null', 'null', 'bad'],
  ['nobody knows the agent', '{"hello":"world"}', 'bad'],
  ['two objects', `${payload('Stop')}\n${payload('Stop')}`, 'bad'],
  ['an imitated last line', `${payload('Stop')}\nprov1 after - - /x /y\nrest`, 'bad'],
  ['a session id of another type', payload('Stop', { session_id: 7 }), 'bad'],
  ['an empty session id', payload('Stop', {}, ''), 'bad'],
  ['a session id with control characters', payload('Stop', {}, 'a\u001b]0;x\u0007'), 'bad'],
  ['a session id of a thousand characters', payload('Stop', {}, 'x'.repeat(1000)), 'bad'],
  ['an event of another type', payload('Stop', { hook_event_name: ['Stop'] }), 'bad'],
  ['an unknown event', payload('FutureEvent', { more: { of: 'it' } }), 'used'],
  ['unknown fields', payload('Stop', { novel: [1, { __proto__: 2 }] }), 'used'],
  ['an event name that JavaScript knows', payload('constructor'), 'used'],
  ['a session id with slashes', payload('UserPromptSubmit', { prompt: 'x' }, '../../../../tmp/evil'), 'used'],
  ['a session id that JavaScript knows', payload('UserPromptSubmit', { prompt: 'x' }, '__proto__'), 'used'],
  ['a session id with a lone surrogate', payload('UserPromptSubmit', { prompt: 'x' }, 'a\ud800b'), 'used'],
  ['a prompt with lone surrogates', payload('UserPromptSubmit', { prompt: 'a \ud800 b \udfff' }), 'used'],
  [
    'a command with NUL and lone surrogates',
    payload('PostToolUse', { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'echo \ud800 \u0000 x' } }),
    'used',
  ],
  [
    'a path with NUL',
    payload('PostToolUse', { tool_name: 'Write', tool_use_id: 'u', tool_input: { file_path: 'a\u0000b' } }),
    'used',
  ],
  [
    'a path with a line break and a lone surrogate',
    payload('PostToolUse', { tool_name: 'Write', tool_use_id: 'v', tool_input: { file_path: 'a\n\udc80b' } }),
    'used',
  ],
  [
    'a path outside',
    payload('PostToolUse', {
      tool_name: 'Write',
      tool_use_id: 'w',
      tool_input: { file_path: '../../../etc/hostname' },
    }),
    'used',
  ],
  [
    'a path of the root',
    payload('PostToolUse', { tool_name: 'Write', tool_use_id: 'x', tool_input: { file_path: '/' } }),
    'used',
  ],
  [
    'a path of 100,000 characters',
    payload('PostToolUse', {
      tool_name: 'Write',
      tool_use_id: 'y',
      tool_input: { file_path: `/${'x'.repeat(100_000)}` },
    }),
    'used',
  ],
  [
    'an option for a path',
    payload('PostToolUse', { tool_name: 'Write', tool_use_id: 'z', tool_input: { file_path: '--help' } }),
    'used',
  ],
  [
    'a duration beyond all time',
    payload('PostToolUse', { tool_name: 'Bash', tool_use_id: 'd', tool_input: { command: 'ls' }, duration_ms: 9e15 }),
    'used',
  ],
  [
    'ids of 100,000 characters',
    payload('PostToolUse', {
      tool_name: 'T'.repeat(100_000),
      tool_use_id: 'I'.repeat(100_000),
      tool_input: { command: 'ls' },
    }),
    'used',
  ],
  ['a model of 100,000 characters', payload('SessionStart', { model: 'm'.repeat(100_000) }), 'used'],
  ['a folder that is a list', payload('UserPromptSubmit', { prompt: 'x', cwd: ['/'] }), 'used'],
  [
    'a path of 50,000 folders',
    payload('PostToolUse', {
      tool_name: 'Write',
      tool_use_id: 'p5',
      tool_input: { file_path: `/${'a/'.repeat(50_000)}` },
    }),
    'used',
  ],
  ['a transcript that is a folder', payload('UserPromptSubmit', { prompt: 'x', transcript_path: '/' }), 'used'],
  [
    'an input nested 200,000 deep',
    `${payload('PreToolUse', { tool_name: 'Bash' }).slice(0, -1)},"tool_input":{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    'bad',
  ],
];

/** Has processes of Node with so much memory record from now on; the server of the tests has the memory of all of them. */
function limitMemory(repo: TestRepo, megabytes: number): void {
  writeFileSync(join(repo.home, '.local/share/git-prov/runtime'), `${NODE}\n${join(ROOT, 'dist/git-prov.js')}\n`);
  repo.env['NODE_OPTIONS'] = `--max-old-space-size=${megabytes}`;
}

/** Work of an agent that must still be recorded afterwards. */
function works(repo: TestRepo, write: (path: string, text: string) => unknown): void {
  write('new.txt', 'alpha @a\nbeta @a\n');
  expect(commit(repo)).toEqual(SILENT);
  const verdicts = judge(repo, 'new.txt');
  expect(wrongLines(verdicts)).toEqual([]);
  expect(verdicts.map(({ owner }) => owner)).toEqual(['a', 'a']);
}

test('no payload makes the hook print, break a commit or stop recording; unusable ones are set aside unchanged', () =>
  withSite(async ({ repo, prov: dir, agent }) => {
    agent.start().prompt('go');
    expect(commit(repo)).toEqual(SILENT);
    const sent = new Map<string, (typeof BAD)[number]>();
    // The end of a turn starts a drain in the background, which must not take an event before its name is known here.
    await withLock(dir, 60_000, async () => {
      for (const one of BAD)
        for (const shell of SHELLS) {
          expect({ name: one[0], ...hook(repo, one[1], shell) }).toEqual({ name: one[0], ...SILENT });
          for (const name of left(dir).waiting) if (!sent.has(name)) sent.set(name, one);
        }
    });
    expect(sent.size).toBe(BAD.length * SHELLS.length);
    expect(commit(repo)).toEqual(SILENT);
    const { bad, waiting, faults } = left(dir);
    expect(waiting).toEqual([]);
    expect(bad.map((name) => sent.get(name)![0]).toSorted()).toEqual(
      [...sent.values()]
        .filter(([, , kept]) => kept === 'bad')
        .map(([name]) => name)
        .toSorted(),
    );
    for (const name of bad) {
      const bytes = Buffer.from(sent.get(name)![1]);
      expect(readFileSync(join(dir, 'spool/bad', name)).subarray(0, bytes.length)).toEqual(bytes);
    }
    expect(faults.filter((fault) => !/session id|nested too deep/.test(fault))).toEqual([]);
    works(repo, (path, text) => agent.write(path, text));
    expect(existsSync('/tmp/evil.jsonl')).toBe(false);
  }));

test('a payload of 50 MB is recorded in seconds', () =>
  withSite(({ repo, prov: dir, agent }) => {
    agent.start().prompt('go');
    const big = payload('PostToolUse', {
      tool_name: 'Bash',
      tool_use_id: 't1',
      tool_input: { command: 'cat big' },
      tool_response: { stdout: 'x y\n'.repeat(12_500_000), stderr: '' },
    });
    const began = Date.now();
    expect(hook(repo, big)).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(5000);
    limitMemory(repo, 600);
    expect(commit(repo)).toEqual(SILENT);
    expect(left(dir)).toMatchObject({ waiting: [], bad: [], faults: [] });
    expect(left(dir).steps).toContain('cat big');
    works(repo, (path, text) => agent.write(path, text));
  }));

test('a payload over the limit is set aside, unread', () =>
  withSite(({ repo, prov: dir, agent }) => {
    expect(hook(repo, payload('UserPromptSubmit', { prompt: 'x'.repeat(65 << 20) }))).toEqual(SILENT);
    expect(commit(repo)).toEqual(SILENT);
    expect(left(dir)).toMatchObject({ waiting: [], steps: [] });
    expect(left(dir).bad).toHaveLength(1);
    works(repo, (path, text) => agent.start().write(path, text));
  }));

test('many large payloads are recorded in bounded memory', () =>
  withSite(({ repo, prov: dir, agent }) => {
    agent.start();
    // Made once: that takes longer than to send it.
    const call = { tool_name: 'Bash', tool_use_id: 't#', tool_input: { command: 'cat big#' } };
    const [head, body] = payload('PostToolUse', {
      ...call,
      tool_response: { stdout: 'é y\n'.repeat(2_000_000) },
    }).split('"tool_response"') as [string, string];
    const rest = Buffer.from(`"tool_response"${body}`);
    for (let i = 0; i < 12; i++) hook(repo, Buffer.concat([Buffer.from(head.replaceAll('#', String(i))), rest]));
    limitMemory(repo, 160);
    for (let i = 0; i < 3; i++) expect(commit(repo)).toEqual(SILENT);
    expect(left(dir)).toMatchObject({ waiting: [], bad: [], faults: [] });
    expect(left(dir).steps.filter((step) => step.startsWith('cat big'))).toHaveLength(12);
  }));

test('links to targets outside the repository are not followed', () =>
  withSite(({ repo, agent }) => {
    const outside = join(repo.home, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret @human\n');
    symlinkSync(outside, join(repo.dir, 'link'));
    symlinkSync(join(outside, 'secret.txt'), join(repo.dir, 'file-link'));
    agent.start().prompt('go').write('link/made.txt', 'made outside @a\n').write('file-link', 'overwritten @a\n');
    agent.write('../home/outside/third.txt', 'third @a\n');
    agent.write('in.txt', 'inside @a\n');
    expect(commit(repo)).toEqual(SILENT);
    const [note] = [...notesOf(repo).values()];
    expect([...note!.lines.keys()]).toEqual(['in.txt']);
  }));

test('files and sessions may have names with a meaning in JavaScript', () =>
  withSite(({ repo, agent, prov: dir }) => {
    agent.start().prompt('go');
    for (const name of ['__proto__', 'constructor', 'toString']) {
      agent.write(name, `${name} @a\n`);
      agent.bash(`printf 'more @a\\n' >> ${name}`);
    }
    expect(commit(repo)).toEqual(SILENT);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const verdicts = judge(repo, name);
      expect(verdicts.map(({ owner }) => owner)).toEqual(['a', 'a']);
    }
    expect(left(dir).faults).toEqual([]);
  }));
