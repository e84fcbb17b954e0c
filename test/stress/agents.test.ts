import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HOOK, withSite, type Site } from '../recorder/site.ts';
import { prov } from '../helpers/agent.ts';
import { judge, wrongLines } from '../helpers/judge.ts';
import { adoptRepo, type TestRepo } from '../helpers/repo.ts';
import { scaled, tell, TIMEOUT } from './campaign.ts';

const AGENTS = scaled(32, 4);
const COMMITS = scaled(10, 2);
const WORK_TREES = scaled(8, 2);

/** A process's output and exit code. */
function run(program: string, args: readonly string[], { dir, env }: TestRepo, input = ''): Promise<[number, string]> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: dir, env });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('close', (code) => resolve([code ?? -1, said]));
  });
}

/** An agent that repeatedly writes a line and commits it. Returns the calls that its hook has acknowledged. */
async function work(tree: TestRepo, session: string): Promise<string[]> {
  const path = `${session}.txt`;
  const file = join(tree.dir, path);
  let content = '';
  const calls: string[] = [];
  const send = async (event: string, fields: object): Promise<void> => {
    const payload = { session_id: session, transcript_path: '/none', cwd: tree.dir, hook_event_name: event, ...fields };
    expect(await run('sh', [HOOK], tree, JSON.stringify(payload))).toEqual([0, '']);
  };
  await send('UserPromptSubmit', { prompt: `go ${session}` });
  for (let i = 0; i < COMMITS; i++) {
    const id = `toolu_${session}_${i}`;
    content += `line ${i} of @${session}\n`;
    const input = { file_path: file, content };
    await send('PreToolUse', { tool_name: 'Write', tool_input: input, tool_use_id: id });
    writeFileSync(file, content);
    const response = { type: 'update', filePath: file, content };
    await send('PostToolUse', { tool_name: 'Write', tool_input: input, tool_use_id: id, tool_response: response });
    calls.push(id);
    await commit(tree, path);
  }
  return calls;
}

// Others in the same work tree may hold its index at this moment: then a person tries again too.
async function commit(tree: TestRepo, path: string): Promise<void> {
  for (;;) {
    await run('git', ['add', path], tree);
    const [code, said] = await run('git', ['commit', '-q', '-m', path, '--', path], tree);
    if (code === 0) return expect(said).toBe('');
    expect(said).toMatch(/index\.lock|cannot lock ref|did not match/);
    await sleep(Math.random() * 50);
  }
}

const ledgers = ({ prov }: Site): string =>
  readdirSync(join(prov, 'sessions'))
    .map((name) => readFileSync(join(prov, 'sessions', name), 'utf8'))
    .join('');

test(
  `${AGENTS} agents that commit ${COMMITS} times each in ${WORK_TREES} linked work trees lose no step and no line`,
  { timeout: TIMEOUT },
  () =>
    withSite(async (site) => {
      const { repo } = site;
      for (const name of ['GIT_AUTHOR_DATE', 'GIT_COMMITTER_DATE']) delete repo.env[name];
      const trees = Array.from({ length: WORK_TREES }, (_, i) => {
        const dir = join(repo.home, `tree${i}`);
        repo.git('worktree', 'add', '-q', '-b', `tree${i}`, dir);
        return adoptRepo(repo, dir);
      });
      const begin = performance.now();
      const calls = await Promise.all(
        Array.from({ length: AGENTS }, (_, i) => work(trees[i % WORK_TREES]!, `agent${i}`)),
      );
      const seconds = (performance.now() - begin) / 1000;
      prov(repo, 'status');
      const recorded = ledgers(site);
      expect(calls.flat().filter((call) => !recorded.includes(`"${call}"`))).toEqual([]);
      let lines = 0;
      for (let i = 0; i < AGENTS; i++) {
        const verdicts = judge(trees[i % WORK_TREES]!, `agent${i}.txt`);
        lines += verdicts.length;
        expect(wrongLines(verdicts)).toEqual([]);
      }
      expect(lines).toBe(AGENTS * COMMITS);
      tell(`${calls.flat().length} steps and ${lines} lines of ${AGENTS} agents kept, ${seconds.toFixed(1)} s`);
    }),
);
