import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { AGENTS, resumeCommand } from '../../../src/agents/settings-table.ts';
import { runResume } from '../../../src/faces/cli/commands/ask/resume.ts';
import { made, noteOf, run, writeNotes } from '../../ask/setup.ts';
import { withRepo, type TestRepo } from '../../helpers/repo.ts';
import { slowTest } from '../../helpers/runs.ts';

const ID = '01234567-89ab-4cde-8f01-23456789abcd';

const noted = async (repo: TestRepo, id: string, agent: string): Promise<void> => {
  const graph = made(id, [{ n: 1, kind: 'goal', summary: 'go' }], [], { of: { agent } });
  await writeNotes(repo, [[repo.oid('HEAD'), noteOf([graph], [])]]);
};

test('each agent continues a session with a command of its own', () => {
  const commands = Object.fromEntries(
    AGENTS.map(({ name }) => {
      const command = resumeCommand(name, ID);
      return [name, typeof command === 'string' ? command : command.join(' ')];
    }),
  );
  expect(commands).toMatchObject({
    'claude-code': `claude --resume ${ID}`,
    codex: `codex resume ${ID}`,
    gemini: `gemini --resume ${ID}`,
    copilot: `copilot --resume=${ID}`,
    opencode: `opencode --session ${ID}`,
    kilo: `kilo --session ${ID}`,
    pi: `pi --session ${ID}`,
    qwen: `qwen --resume ${ID}`,
    droid: `droid --resume ${ID}`,
    windsurf: 'unknown',
  });
});

test('the command is printed alone, also for a prefix of the id, and as data', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    await noted(repo, ID, 'codex');
    expect(await run(repo, runResume, { session: '0123' })).toMatchObject({ code: 0, text: `codex resume ${ID}\n` });
    expect(JSON.parse((await run(repo, runResume, { session: ID, json: true })).text)).toEqual({
      schema: 'git-prov/resume/1',
      session: ID,
      agent: 'codex',
      command: ['codex', 'resume', ID],
    });
  }));

test('a sub-agent leads to the session that started it', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    await noted(repo, `${ID}/sub1`, 'claude-code');
    const { text, warnings } = await run(repo, runResume, { session: `${ID}/sub1` });
    expect(text).toBe(`claude --resume ${ID}\n`);
    expect(warnings).toEqual(['This is a sub-agent. The command continues the session that started it.']);
  }));

test('an agent that cannot continue a session says so', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    await noted(repo, ID, 'aider');
    await expect(run(repo, runResume, { session: ID })).rejects.toThrow(/does not know how aider continues/);
  }));

slowTest('an id from a note never becomes shell code', () =>
  withRepo({ files: { a: 'a' } }, async (repo) => {
    const hostile = [
      'x; touch pwned',
      '$(touch pwned)',
      '`touch pwned`',
      "x' || touch pwned #",
      '--dangerous',
      '-c',
      'a b',
      'a\\b',
      'ä',
      '*',
      '~',
    ];
    for (const id of hostile) {
      await noted(repo, id, 'claude-code');
      await expect(run(repo, runResume, { session: id })).rejects.toThrow(
        /does not look like a session id of claude-code/,
      );
    }
    expect(resumeCommand('__proto__', ID)).toBe('unknown');
    expect(resumeCommand('toString', ID)).toBe('unknown');
    expect(resumeCommand('claude-code', `${ID}\n`)).toBe('refused');
    // What is accepted needs no quotes: a shell reads it unchanged.
    const words = resumeCommand('claude-code', 'aZ0._-x') as readonly string[];
    expect(execFileSync('sh', ['-c', `printf '%s\\n' ${words.join(' ')}`]).toString()).toBe(`${words.join('\n')}\n`);
  }),
);
