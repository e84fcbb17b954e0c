import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ownWords } from '../../src/agents/common/agent-words.ts';
import type { TranscriptEntry } from '../../src/agents/common/transcript-event.ts';
import { typedCommand } from '../../src/agents/claude-code/commands.ts';
import { claudeCode } from '../../src/agents/claude-code/hooks.ts';
import { readClaudeTranscript } from '../../src/agents/claude-code/live-transcript.ts';
import { claudeTranscripts } from '../../src/agents/claude-code/transcript.ts';
import { codex } from '../../src/agents/codex/hooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'git-prov-words-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPENED = '<ide_opened_file>The user opened the file /w/a.ts in the IDE.</ide_opened_file>';
const SELECTED = '<ide_selection>The user selected the lines 1 to 3 from /w/a.ts:\nlet a;</ide_selection>';
const REMINDED = '<system-reminder>\nKeep the list of tasks.\n</system-reminder>';
const command = (name: string, words?: string): string =>
  `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>${words === undefined ? '' : `\n<command-args>${words}</command-args>`}`;
const ownCommand = (name: string, words = ''): string =>
  `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args>${words}</command-args>`;

describe('a person’s own words in a prompt', () => {
  test.each<[what: string, prompt: string, own: string]>([
    ['are all of it', 'Fix the bug', 'Fix the bug'],
    ['are without the file that is open in an editor', `${OPENED}\nFix the bug`, 'Fix the bug'],
    ['are without a selection behind them', `Fix the bug\n${SELECTED}`, 'Fix the bug'],
    ['are without reminders between them', `Fix\n${REMINDED}\n\nthe ${OPENED}bug`, 'Fix\nthe bug'],
    ['are none in a reminder', REMINDED, ''],
    [
      'are behind the instructions of an app that runs agents',
      '<system_instruction>\nYou are working inside an app.\n</system_instruction>\n\nFix the bug',
      'Fix the bug',
    ],
    ['keep a block that does not end', '<ide_selection>Fix the bug', '<ide_selection>Fix the bug'],
    ['keep other elements', 'Make <b>this</b> bold', 'Make <b>this</b> bold'],
    ['are without files that the program appended', 'Read @a\n--- Content from referenced files ---\nx', 'Read @a'],
    [
      'are behind the headings of Codex in an editor',
      '# Context from my IDE setup:\n\n## Active file: src/a.ts\n\n## Open tabs:\n- a.ts: src/a.ts\n\n## My request for Codex:\nFix the bug\n',
      'Fix the bug\n',
    ],
    [
      'are behind other such headings',
      '\n# Files mentioned by the user:\n\n## a.png: /t/a.png\n\n# In app browser:\n- It is open.\n\n## My request for Codex:\nFix the bug',
      'Fix the bug',
    ],
    [
      'are without the names of images',
      'Fix [Image #1] <image name=[Image #1] path="/t/a.png">\n</image>',
      'Fix [Image #1] ',
    ],
    ['are also an image alone', '<image name=[Image #1]>\n</image>', '<image name=[Image #1]>\n</image>'],
    ['keep such headings without a request', '# Context from my IDE setup:\nFix', '# Context from my IDE setup:\nFix'],
    ['keep the words of such a request', '## My request for Codex:\nFix', '## My request for Codex:\nFix'],
  ])('%s', (_, prompt, own) => {
    expect(ownWords(prompt)).toBe(own);
  });

  test('are found in a moment, also in a hostile prompt', () => {
    const started = performance.now();
    ownWords('<ide_selection>'.repeat(100_000));
    ownWords(`${'<ide_a>'.repeat(100_000)}${'</ide_a>'.repeat(100_000)}`);
    ownWords(`${' '.repeat(200_000)}x`);
    ownWords(`# Context from my IDE setup:\n${'## My request'.repeat(100_000)}`);
    typedCommand(
      `<command-message>a</command-message><command-name>/a</command-name><command-args>${'</command-args>'.repeat(50_000)}x`,
    );
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('are what a hook reports', () => {
    const said = (prompt: string): unknown =>
      claudeCode.read({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt })?.body;
    expect(said(`${OPENED}\nFix the bug`)).toEqual({ type: 'prompt', text: 'Fix the bug' });
    expect(said(REMINDED)).toEqual({ type: 'ignored' });
    expect(said('')).toEqual({ type: 'prompt', text: '' });
    const prompt = '# Context from my IDE setup:\n## My request for Codex:\nFix the bug';
    expect(codex.read({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt })?.body).toEqual({
      type: 'prompt',
      text: 'Fix the bug',
    });
  });
});

describe('a command as the person typed it', () => {
  test.each<[message: string, typed: string | undefined]>([
    [command('review', 'the parser'), '/review the parser'],
    [command('plugin:review'), '/plugin:review'],
    [command('review', '\n  the <b>parser</b>\nand more\n'), '/review the <b>parser</b>\nand more'],
    [ownCommand('plan', 'a faster parser'), '/plan a faster parser'],
    [ownCommand('goal', 'no errors'), '/goal no errors'],
    [ownCommand('plan'), undefined],
    [ownCommand('clear'), undefined],
    [ownCommand('model', 'opus'), undefined],
    [ownCommand('compact', 'keep the API'), undefined],
    ['Explain <command-name>/plan</command-name> to me', undefined],
    [`${command('review', 'x')} and more`, undefined],
  ])('%j', (message, typed) => {
    expect(typedCommand(message)).toBe(typed);
  });
});

test('a transcript has the person’s words and commands as prompts, and nothing else that has their role', () => {
  const user = (content: unknown, more: object = {}): object => ({
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const texts = (...all: string[]): object[] => all.map((text) => ({ type: 'text', text }));
  const records = [
    user(texts(OPENED, 'Fix the bug')),
    user(command('review', 'the parser')),
    user(texts('# Review\nLook at each file.'), { isMeta: true }),
    user(ownCommand('clear')),
    user('<local-command-stdout>Done</local-command-stdout>'),
    user(texts(REMINDED)),
  ].map((record, i) =>
    JSON.stringify({
      ...record,
      sessionId: 's',
      uuid: String(i),
      timestamp: new Date(1.7e12 + i * 1000).toISOString(),
    }),
  );
  const path = join(folder, 's.jsonl');
  writeFileSync(path, `${records.join('\n')}\n`);
  const fault = (what: string): never => {
    throw new Error(what);
  };
  const entries = [...(claudeTranscripts.read(path, fault, []) as Iterable<TranscriptEntry>)];
  const asked = ['Fix the bug', '/review the parser'];
  expect(entries.flatMap(({ event }) => (event?.body.type === 'prompt' ? [event.body.text] : []))).toEqual(asked);
  expect(readClaudeTranscript(path, 0)?.talk).toEqual(asked.map((text) => ({ place: 'prompt', text })));
});
