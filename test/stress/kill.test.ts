import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tell as run } from '../harm/damage.ts';
import { commit, HOOK, SILENT, type Site, told } from '../recorder/site.ts';
import { prov } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { NODE } from '../helpers/program/node.ts';
import { SCALE, tell, TIMEOUT } from './campaign.ts';
import { type Fault, faultsFrom, HAS_STRACE, writePath, writeTraced } from './faults.ts';
import { campaign, FILES, type Outcome, outcome, same, SLOW, Stage } from './stage.ts';

// Lines that the hook could not see have no named owner; lines without any event are a person's.
function isAllowed(
  actual: Outcome['lines'][number],
  right: Outcome['lines'][number] | undefined,
  acknowledged: boolean,
): boolean {
  if (actual.text !== right?.text) return false;
  if (actual.owner === right.owner) return true;
  return actual.path === 'x.txt' && (actual.owner === 'unsure' || (actual.owner === 'human' && !acknowledged));
}

/**
 * Runs the part of a story with a fault, where our hooks start this program in the place of Node: one that was killed would never answer
 * the server that runs the program in the rest.
 */
function withNode<T>({ repo }: Site, node: string, work: () => T): T {
  const runtime = join(repo.home, '.local/share/git-prov/runtime');
  const usual = readFileSync(runtime, 'utf8');
  writeFileSync(runtime, `${node}\n${usual.split('\n')[1]!}\n`);
  try {
    return work();
  } finally {
    writeFileSync(runtime, usual);
  }
}

// The record is whole after every fault.
function verified(site: Site): void {
  const { code, text } = run(site, ['verify']);
  if (code !== 0) throw new Error(`verify: ${text}`);
}

describe.runIf(HAS_STRACE)('a fault at any system call (needs strace)', () => {
  /** The story before the commit: all of its events are acknowledged before any fault. */
  const begin = ({ repo, agent }: Site): void => {
    agent.start().prompt('go').read('f.txt');
    repo.write('f.txt', 'one @human\ntwo @human\nthree @human\n');
    agent.edit('f.txt', 'two @human', 'deux @a').write('n.txt', 'n one @a\nn two @a\n');
    agent.bash("printf 'b @a\\n' > b.txt");
    agent.stop();
  };

  let made: Promise<Stage> | undefined;
  const shared = (): Promise<Stage> => (made ??= Stage.make(begin));
  afterAll(async () => (await made)?.remove());

  const commitWith = (stage: Stage, who: 'hook' | 'node' | 'git', fault: Fault | 'none'): Site => {
    const site = stage.restore();
    const { repo, agent } = site;
    const logs = join(repo.home, 'logs');
    const wrapper = join(repo.home, 'wrapper');
    if (who === 'hook') {
      const hooks = join(repo.home, 'hooks');
      mkdirSync(hooks);
      writeTraced(join(hooks, 'post-commit'), `sh ${repo.dir}/.git/hooks/post-commit`, fault, false, logs);
      repo.git('config', 'core.hooksPath', hooks);
    } else if (who === 'node') writeTraced(wrapper, NODE, fault, true, logs);
    else {
      writePath(join(repo.home, 'path'), ['git'], fault, logs);
      writeFileSync(wrapper, `#!/bin/sh\nPATH='${repo.home}/path':$PATH exec '${NODE}' "$@"\n`);
      chmodSync(wrapper, 0o755);
    }
    repo.git('add', '-A');
    // With all its child processes, when a fault makes it hang.
    const args = ['-s', 'KILL', String(SLOW), 'git', 'commit', '-q', '-m', 'first'];
    const done = withNode(site, who === 'hook' ? NODE : wrapper, () =>
      spawnSync('timeout', args, { cwd: repo.dir, env: repo.env }),
    );
    // When the hook itself is killed, git reports it, and the commit is made.
    if (who === 'hook' && fault !== 'none' && fault.kind === 'KILL') same([done.status], [0]);
    else same(told(done), SILENT);
    repo.tick();
    if (who === 'hook') repo.git('config', '--unset', 'core.hooksPath');
    // A second run without a fault: the same agent continues, and a command reads.
    agent.prompt('more').write('m.txt', 'm @a\n');
    expect(commit(repo, 'second')).toEqual(SILENT);
    prov(repo, 'status');
    verified(site);
    return site;
  };

  test.each(['hook', 'node', 'git'] as const)(
    'of the %s that records a commit: the commit is made, and no step and no line is lost',
    { timeout: TIMEOUT },
    async (who) => {
      const stage = await shared();
      const expected = outcome(commitWith(stage, who, 'none'));
      const faults = faultsFrom(join(stage.site.repo.home, 'logs'), who === 'hook' ? 'hooks/post-commit' : '');
      expect(faults.length).toBeGreaterThan(10);
      expect(wrongLines(FILES.slice(0, 4).flatMap((path) => judge(stage.site.repo, path)))).toEqual([]);
      await campaign(who, faults, join(stage.site.repo.home, 'logs'), (fault) =>
        same(outcome(commitWith(stage, who, fault)), expected),
      );
    },
  );

  /** The programs that the agents' hook starts. */
  const TOOLS = ['git', 'dd', 'cat', 'cp', 'ln', 'mkdir', 'head', 'find', 'rm', 'cmp', 'date'];
  const events = {
    'before a shell command': ['PreToolUse', 'Bash', { command: 'make' }],
    'after a shell command': ['PostToolUse', 'Bash', { command: 'make' }],
    'after a file was written': ['PostToolUse', 'Write', { file_path: '', content: 'x @a\n' }],
    'at a prompt': ['UserPromptSubmit', '', {}],
  } as const;

  // A test run plays one of them.
  const played = Object.keys(events).filter((name) => SCALE > 0 || name === 'after a shell command');

  /** Sends the event with a fault in the hook. Returns whether it was acknowledged: the hook has returned and the event is complete in the spool. */
  const hookWith = (stage: Stage, name: keyof typeof events, who: 'sh' | 'tools', fault: Fault | 'none'): boolean => {
    const site = stage.restore();
    const { repo, agent, prov: dir } = site;
    const [event, tool, input] = events[name];
    const file = join(repo.dir, 'x.txt');
    const call = {
      tool_name: tool,
      tool_input: 'file_path' in input ? { ...input, file_path: file } : input,
      tool_use_id: 'toolu_x',
      prompt: 'a prompt with a fault',
    };
    if (event === 'PostToolUse') {
      agent.send('PreToolUse', call);
      repo.write('x.txt', 'x @a\n');
    }
    const logs = join(repo.home, 'logs');
    const traced = join(repo.home, 'traced');
    const path = join(repo.home, 'path');
    if (who === 'sh') writeTraced(traced, `sh ${HOOK}`, fault, false, logs);
    else writePath(path, TOOLS, fault, logs);
    const before = new Set(readdirSync(join(dir, 'spool/new')));
    const payload = JSON.stringify({
      session_id: 'a',
      transcript_path: '/none',
      cwd: repo.dir,
      hook_event_name: event,
      ...call,
      ...(event === 'PostToolUse' && {
        tool_response: { stdout: '', type: 'create', filePath: file, content: 'x @a\n' },
      }),
    });
    const done = withNode(site, NODE, () =>
      spawnSync('timeout', ['-s', 'KILL', String(SLOW), ...(who === 'sh' ? [traced] : ['sh', HOOK])], {
        cwd: repo.dir,
        env: { ...repo.env, ...(who === 'tools' && { PATH: `${path}:${process.env['PATH']}` }) },
        input: payload,
      }),
    );
    const isKilled = fault !== 'none' && fault.kind === 'KILL' && who === 'sh';
    if (!isKilled) same(told(done), SILENT);
    const fresh = readdirSync(join(dir, 'spool/new')).filter((one) => !before.has(one));
    const acknowledged =
      done.status === 0 &&
      fresh.some((one) => /\nprov2 [^\n]+\n$/.test(readFileSync(join(dir, 'spool/new', one), 'utf8')));
    // A second run without a fault.
    if (event === 'PreToolUse') {
      repo.write('x.txt', 'x @a\n');
      agent.send('PostToolUse', { ...call, tool_response: { stdout: '' } });
    }
    agent.prompt('more').write('m.txt', 'm @a\n');
    expect(commit(repo, 'first')).toEqual(SILENT);
    prov(repo, 'status');
    verified(site);
    return acknowledged;
  };

  test.each(played.flatMap((name) => (['sh', 'tools'] as const).map((who) => [who, name] as const)))(
    'of the agents’ hook, in its %s, %s: the agent gets no message, and no acknowledged event is lost',
    { timeout: TIMEOUT },
    async (who, event) => {
      const name = event as keyof typeof events;
      const stage = await shared();
      expect(hookWith(stage, name, who, 'none')).toBe(true);
      const expected = outcome(stage.site);
      const all = faultsFrom(join(stage.site.repo.home, 'logs'), who === 'sh' ? HOOK : '');
      await campaign(`${who} ${name}`, all, join(stage.site.repo.home, 'logs'), (fault) => {
        const acknowledged = hookWith(stage, name, who, fault);
        const actual = outcome(stage.site);
        same(actual.bad, []);
        if (acknowledged) same(actual.steps, expected.steps);
        same(
          actual.lines.map((line, i) => (isAllowed(line, expected.lines[i], acknowledged) ? 'right' : line)),
          actual.lines.map(() => 'right'),
        );
      });
    },
  );
});

test.runIf(!HAS_STRACE)('faults at system calls were NOT tried: strace is not here, or may not trace', () => {
  tell('no fault was played: strace is not here, or may not trace');
  expect(HAS_STRACE).toBe(false);
});
