import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../helpers/judge.ts';
import { useOwnServer } from '../helpers/program/own-server.ts';
import { commit, HOOK, hook, left, payload, ROOT, SILENT, type Site, withSite } from './site.ts';

/** The time in milliseconds that a hook and a commit may take on a busy machine; a pipe that git or Node reads blocks for ever. */
const SOON_MS = 20_000;
const PROGRAM = join(ROOT, 'dist/git-prov.js');
const restartServer = useOwnServer();

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

/** How a place that a program opens can be one that never ends. Git brings links into a work tree, and root makes devices. */
const ENDLESS: Readonly<Record<string, (path: string) => void>> = {
  'a named pipe': (path) => void execFileSync('mkfifo', [path]),
  'a link to a named pipe': (path) => {
    execFileSync('mkfifo', [`${path}.pipe`]);
    symlinkSync(`${path}.pipe`, path);
  },
  'a link to a device': (path) => symlinkSync('/dev/zero', path),
  'a link to the terminal': (path) => symlinkSync('/dev/tty', path),
  ...(process.geteuid?.() === 0 && {
    'a device': (path: string) => void execFileSync('mknod', [path, 'c', '1', '5']),
  }),
};

/** The exit code of `timeout` for a program that it ended. */
const TIMED_OUT = 124;

/** Runs a program, and ends it after a while. */
function endsSoon({ repo }: Site, words: readonly string[], input = ''): string[] {
  const [program = '', ...args] = words;
  const { status } = spawnSync('timeout', ['-k', '1', String(SOON_MS / 1000), program, ...args], {
    cwd: repo.dir,
    env: repo.env,
    input,
    maxBuffer: 1 << 28,
  });
  if (status !== TIMED_OUT) return [];
  restartServer();
  return [words.join(' ').slice(0, 200)];
}

const endless = Object.entries(ENDLESS);

test.each(endless)('%s where a tool wrote delays neither the hook, nor a command, nor a commit', (_, make) =>
  withSite((site) => {
    const { repo, agent, prov } = site;
    agent.start().prompt('Change it').write('n.txt', 'x @a\n');
    make(join(repo.dir, 'x.txt'));
    const send = (event: string, fields: object): string[] =>
      endsSoon(site, ['sh', HOOK], payload(event, { cwd: repo.dir, ...fields }));
    const inputs = [
      ['Write', { file_path: join(repo.dir, 'x.txt'), content: 'x\n' }],
      ['Edit', { file_path: join(repo.dir, 'x.txt'), old_string: 'a', new_string: 'b' }],
      ['Read', { file_path: join(repo.dir, 'x.txt') }],
      ['Bash', { command: 'sh x.txt; python x.txt; cat x.txt > y.txt' }],
      ['Bash', { command: 'echo x > x.txt; sed -i s/a/b/ x.txt; npm test' }],
    ] as const;
    const wrong = inputs.flatMap(([tool, input], i) =>
      ['PreToolUse', 'PostToolUse'].flatMap((event) =>
        send(event, { tool_name: tool, tool_input: input, tool_use_id: `t${i}`, tool_response: {} }),
      ),
    );
    for (const event of ['UserPromptSubmit', 'SubagentStop', 'Stop', 'SessionStart'])
      wrong.push(...send(event, { prompt: 'Go on', transcript_path: join(repo.dir, 'x.txt') }));
    for (const words of ['status', 'doctor', 'blame x.txt', 'why x.txt:1', 'context', 'verify', 'forget agent'])
      wrong.push(...endsSoon(site, [process.execPath, PROGRAM, ...words.split(' ')]));
    repo.git('add', 'n.txt');
    wrong.push(...endsSoon(site, ['git', 'commit', '-q', '-m', 'one']));
    expect(wrong).toEqual([]);
    expect(left(prov).waiting).toEqual([]);
    expect(judge(repo, 'n.txt').map(({ owner }) => owner)).toEqual(['a']);
  }),
);

/** Files of a work tree that the program reads by their name. */
const READ_BY_NAME = [
  '.claude/settings.json',
  '.gitprov.toml',
  '.gitprov/allowed_signers',
  'AGENTS.md',
  'CLAUDE.md',
  'CODEOWNERS',
  'Makefile',
  'compose.yaml',
  'package.json',
  'main.py',
];

test.each(endless)('%s in the place of a file that the program reads by its name delays no command', (_, make) =>
  withSite((site) => {
    const { repo, agent } = site;
    agent.start().prompt('Change it').write('n.txt', 'x @a\n').bash('npm test; make test; sh main.py').stop();
    for (const name of READ_BY_NAME) {
      const path = join(repo.dir, name);
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true });
      make(path);
    }
    const commands = [
      'status',
      'doctor',
      'list functions',
      'list services',
      'impact',
      'check',
      'behaviours',
      'context',
      'verify',
      'report',
      'init --agent claude-code',
    ];
    const wrong = commands.flatMap((words) => endsSoon(site, [process.execPath, PROGRAM, ...words.split(' ')]));
    repo.git('add', 'n.txt');
    expect([...wrong, ...endsSoon(site, ['git', 'commit', '-q', '-m', 'one'])]).toEqual([]);
    expect(judge(repo, 'n.txt').map(({ owner }) => owner)).toEqual(['a']);
  }),
);
