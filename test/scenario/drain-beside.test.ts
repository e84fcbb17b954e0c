import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { enable, prov, TestAgent } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

const HOOK = resolve(import.meta.dirname, '../../hooks/agent');
const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');

/** Waits until a condition holds, at most ten seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (holds()) return;
    await sleep(10);
  }
  throw new Error('this took too long');
}

/** A search path with a git that runs `script` once, before the first command with this word. */
function pathWith(repo: TestRepo, word: string, script: string): string {
  const bin = join(repo.home, 'bin');
  const done = join(repo.home, 'done');
  const path = repo.env['PATH']!;
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh\nPATH='${path}'\ncase " $* " in *' ${word} '*) [ -e '${done}' ] || { : >'${done}'; ${script}; } ;; esac\nexec git "$@"\n`,
  );
  chmodSync(join(bin, 'git'), 0o755);
  return `${bin}${delimiter}${path}`;
}

test('a commit that is made after a drain has taken the events keeps its lines', async () => {
  await withRepo({ files: { 'f.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const agent = new TestAgent(repo, 'a').start().prompt('do it').bash('ls');
    prov(repo, 'status');
    agent.bash("printf 'two\\n' >> f.txt");
    // The drain makes a tree that is missing: that is when the agent continues.
    const look = readFileSync(join(repo.dir, '.git/prov/wt/main/look'), 'utf8').split('\n')[0]!;
    const tree = join(repo.dir, '.git/prov/looks', `${look}.tree`);
    await until(() => existsSync(tree) && readFileSync(tree, 'utf8').endsWith('\n'));
    rmSync(tree);
    const [go, went] = [join(repo.home, 'go'), join(repo.home, 'went')];
    const PATH = pathWith(repo, 'write-tree', `: >'${go}'; while [ ! -e '${went}' ]; do sleep 0.01; done`);
    const drain = spawn(process.execPath, [PROGRAM, 'status'], {
      cwd: repo.dir,
      env: { ...repo.env, PATH },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => drain.once('exit', done));
    await until(() => existsSync(go));
    agent.write('new.txt', 'new\n');
    repo.git('-c', 'core.hooksPath=/dev/null', 'add', '-A');
    repo.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'by hand');
    // What git reports of a rewrite meanwhile is for the next drain too.
    const pairs = join(repo.dir, '.git/prov/rewritten');
    mkdirSync(pairs, { recursive: true });
    writeFileSync(join(pairs, '1-1'), `${repo.git('rev-parse', 'HEAD~1', 'HEAD').trim().replace('\n', ' ')}\n`);
    writeFileSync(went, '');
    await ended;
    expect(repo.git('notes', '--ref=provenance', 'list')).toBe('');
    expect(readdirSync(pairs)).toEqual(['1-1']);
    rmSync(pairs, { recursive: true });
    prov(repo, 'status');
    const owners = ['f.txt', 'new.txt'].flatMap((path) => judge(repo, path).map(({ text, owner }) => [text, owner]));
    expect(owners).toEqual([
      ['one', 'no note'],
      ['two', 'a'],
      ['new', 'a'],
    ]);
  });
});

test('an event that is complete has its snapshot', async () => {
  await withRepo({ files: { 'f.txt': 'one\n' } }, async (repo) => {
    enable(repo);
    const bin = join(repo.home, 'bin');
    mkdirSync(bin);
    const path = repo.env['PATH']!;
    // The link to a snapshot takes long to appear.
    writeFileSync(join(bin, 'ln'), `#!/bin/sh\nPATH='${path}'\nsleep 0.3\nexec ln "$@"\n`);
    chmodSync(join(bin, 'ln'), 0o755);
    const hook = spawn('sh', [HOOK], {
      cwd: repo.dir,
      env: { ...repo.env, PATH: `${bin}${delimiter}${path}` },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const ended = new Promise((done) => hook.once('exit', done));
    const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'make' } };
    hook.stdin.end(JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: repo.dir, ...call }));
    const spool = join(repo.dir, '.git/prov/spool/new');
    const last = (): string => readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))[0] ?? '';
    await until(() => /\nprov2 before .*\n$/.test(last()));
    const look = /look:(\S+)/.exec(last())![1]!;
    expect(existsSync(join(repo.dir, '.git/prov/looks', look))).toBe(true);
    await ended;
  });
});
