import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../helpers/judge.ts';
import { commit, hook, payload, SILENT, withSite } from './site.ts';

/** The time in milliseconds that a hook and a commit may take on a busy machine; a pipe that git or Node reads blocks for ever. */
const SOON_MS = 20_000;

test.each(['named pipe', 'device'])('a transcript that is a %s does not delay a commit', (kind) =>
  withSite(({ repo, agent }) => {
    const path = kind === 'device' ? '/dev/zero' : join(repo.home, 'transcript.jsonl');
    if (kind === 'named pipe') execFileSync('mkfifo', [path]);
    const began = Date.now();
    agent.start();
    agent.send('UserPromptSubmit', { prompt: 'Change it', transcript_path: path });
    agent.edit('f.txt', 'one @human', 'uno @a');
    agent.send('Stop', { transcript_path: path });
    expect(commit(repo)).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(SOON_MS);
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['a', 'no note']);
  }),
);

test('a named pipe as the file of an edit delays neither the agent nor a commit', () =>
  withSite(({ repo, agent }) => {
    const path = join(repo.dir, 'pipe');
    execFileSync('mkfifo', [path]);
    const began = Date.now();
    agent.start().prompt('Change it');
    for (const event of ['PreToolUse', 'PostToolUse'])
      expect(
        hook(repo, payload(event, { tool_name: 'Write', tool_input: { file_path: path }, tool_use_id: 't' })),
      ).toEqual(SILENT);
    agent.edit('f.txt', 'one @human', 'uno @a');
    repo.git('add', 'f.txt');
    expect(commit(repo)).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(SOON_MS);
    expect(judge(repo, 'f.txt').map(({ owner }) => owner)).toEqual(['a', 'no note']);
  }));

test('a named pipe in the place of a file about another work tree does not delay a command of the agent', () =>
  withSite(({ repo, agent }) => {
    const place = join(repo.dir, '.git/worktrees/other');
    mkdirSync(place, { recursive: true });
    execFileSync('mkfifo', [join(place, 'gitdir')]);
    const began = Date.now();
    agent.start().prompt('Look');
    const input = { command: `ls ${join(repo.home, 'other')}`, description: 'Look' };
    for (const event of ['PreToolUse', 'PostToolUse'])
      expect(hook(repo, payload(event, { tool_name: 'Bash', tool_input: input, tool_use_id: 't' }))).toEqual(SILENT);
    expect(Date.now() - began).toBeLessThan(SOON_MS);
  }));
