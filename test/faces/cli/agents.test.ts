import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAgents } from '../../../src/faces/cli/commands/aliases/agents.ts';
import { type AgentsReport } from '../../../src/faces/cli/render/start/agents-report.ts';
import type { CliContext } from '../../../src/faces/cli/context.ts';
import { init } from '../../../src/faces/cli/commands/start/init.ts';
import { commit, contextOf, withSite } from '../../recorder/site.ts';
import { TestAgent } from '../../helpers/agent.ts';
import { changeState } from '../../helpers/change-state.ts';
import { makeRepo, type TestRepo } from '../../helpers/repo.ts';
import { collect } from './collect.ts';

const DAY = 86_400_000;

async function agents(ctx: CliContext, columns?: number): Promise<string> {
  const { code, text } = await collect((stdout) => runAgents({ json: false }, { ...ctx, stdout }), columns);
  expect(code).toBe(0);
  return text;
}

async function data(ctx: CliContext): Promise<AgentsReport> {
  return JSON.parse((await collect((stdout) => runAgents({ json: true }, { ...ctx, stdout }))).text) as AgentsReport;
}

/** A program with this name on PATH, which contains no other agent's program. */
function addProgram(repo: TestRepo, name: string): void {
  mkdirSync(join(repo.home, 'bin'), { recursive: true });
  writeFileSync(join(repo.home, 'bin', name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  repo.env['PATH'] = `${join(repo.home, 'bin')}:${repo.env['PATH']}`;
}

test('for each agent, prints whether it is installed and hooked, its last event, and what to do', () =>
  withSite(async ({ repo, agent }) => {
    addProgram(repo, 'codex');
    addProgram(repo, 'gemini');
    await init(contextOf(repo), { agent: ['codex'] });
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    const lines = (await agents(contextOf(repo))).split('\n');
    expect(lines[0]).toMatch(/^agent +hooks +last event +sessions +program$/);
    expect(lines.find((line) => line.startsWith('claude-code'))).toMatch(/^claude-code +user +just now +1/);
    expect(lines.find((line) => line.startsWith('codex '))).toMatch(/^codex +user +none yet +~\/bin\/codex$/);
    expect(lines.find((line) => line.startsWith('gemini '))).toMatch(/^gemini +none +none yet +~\/bin\/gemini$/);
    expect(lines).toContain('gemini is not recorded: git prov init --agent gemini.');
    expect(lines.some((line) => /^codex has sent no event here: .*\/hooks/.test(line))).toBe(true);
    expect(lines.find((line) => line.startsWith('Not here: '))).toMatch(/copilot/);
  }));

test('an agent with its last event long ago is still listed after it has left the state', () =>
  withSite(async ({ repo, agent }) => {
    agent.start().prompt('go').write('n.txt', 'one @a\n');
    commit(repo);
    agent.end();
    await agents(contextOf(repo));
    const file = join(repo.dir, '.git/prov/state.json');
    const before = Date.now() - 40 * DAY;
    changeState<{ sessions: Record<string, { lastAt: number }> }>(file, ({ sessions }) => {
      for (const session of Object.values(sessions)) session.lastAt = before;
    });
    const drained = async (): Promise<unknown> => (await data(contextOf(repo))).agents.find((one) => one.heard)?.heard;
    expect(await drained()).toEqual({ sessions: 1, lastAt: before });
    expect(await agents(contextOf(repo))).toContain('40 days ago');
    new TestAgent(repo, 'other').start();
    expect(await drained()).toMatchObject({ sessions: 2 });
    const left = JSON.parse(readFileSync(file, 'utf8')) as { sessions: object };
    expect(Object.keys(left.sessions)).toEqual(['other']);
  }));

test("outside a repository, only the user's settings are listed, and a narrow terminal shows the main columns", async () => {
  const repo = makeRepo();
  try {
    addProgram(repo, 'gemini');
    const ctx = { ...contextOf(repo), cwd: repo.home };
    const report = await data(ctx);
    expect(report.schema).toBe('git-prov/agents/1');
    const found = report.agents.find(({ name }) => name === 'gemini')!;
    expect(found.program).toBe(join(repo.home, 'bin/gemini'));
    expect(found.settings.map(({ scope }) => scope)).toEqual(['user']);
    repo.env['NO_COLOR'] = '1';
    expect((await agents(ctx, 32)).split('\n')[0]).toMatch(/^agent +hooks +last event$/);
  } finally {
    repo.cleanup();
  }
});

test('unreadable settings are reported, and terminal escapes in them have no effect', () =>
  withSite(async ({ repo }) => {
    const file = join(repo.home, '.gemini/settings.json');
    mkdirSync(join(repo.home, '.gemini'), { recursive: true });
    writeFileSync(file, '{"hooks": \u001b[31m');
    const text = await agents(contextOf(repo));
    expect(text).toMatch(/^gemini +user: unreadable/m);
    expect(text).not.toContain('\u001b');
  }));
