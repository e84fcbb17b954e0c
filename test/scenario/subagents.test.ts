import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { enable, TestAgent } from '../helpers/agent.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';
import { whyOf } from '../helpers/why.ts';

/** Writes the record of a sub-agent in Claude Code's form: its task, and the call that started it. */
function writeRecord(repo: TestRepo, session: string, agent: string, task: string, about: string, call: string): void {
  const file = join(repo.home, session, 'subagents', `agent-${agent}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  const message = { role: 'user', content: task };
  appendFileSync(file, `${JSON.stringify({ parentUuid: null, isSidechain: true, type: 'user', message })}\n`);
  writeFileSync(`${file.slice(0, -6)}.meta.json`, JSON.stringify({ description: about, toolUseId: call }));
}

/** Two sub-agents that work at the same time, each on a file of its own. */
function inParallel(repo: TestRepo, written: (agent: string, task: string, about: string, call: string) => void): void {
  enable(repo);
  const main = new TestAgent(repo, 's').start().prompt('extend it');
  const calls = ['alpha', 'beta'].map((name) => {
    const input = { description: `write ${name}`, prompt: `Create ${name}.js, because callers import it.` };
    return { name, input, id: main.before('Agent', input), sub: new TestAgent(repo, 's', `id-${name}`) };
  });
  for (const { name, input, id } of calls.toReversed()) {
    written(`id-${name}`, input.prompt, input.description, id);
    main.send('SubagentStart', { agent_id: `id-${name}`, agent_type: 'general-purpose' });
  }
  for (const { name, sub } of calls) sub.write(`${name}.js`, `export const ${name} = 1;\n`);
  for (const { input, id } of calls) main.after('Agent', input, id, { status: 'completed' });
  main.stop();
  repo.commit('by hand');
}

test('concurrent sub-agents each have their own goal', () =>
  withRepo({}, (repo) => {
    inParallel(repo, (agent, task, about, call) => writeRecord(repo, 's', agent, task, about, call));
    for (const name of ['alpha', 'beta'])
      expect(whyOf(repo, `${name}.js:1`)).toMatchObject({
        session: `s/id-${name}`,
        goal: `Create ${name}.js, because callers import it.`,
      });
  }));

test('without a record, no sub-agent has the goal of another', () =>
  withRepo({}, (repo) => {
    inParallel(repo, () => undefined);
    for (const [name, other] of [
      ['alpha', 'beta'],
      ['beta', 'alpha'],
    ]) {
      const { session, goal = '' } = whyOf(repo, `${name}.js:1`);
      expect(session).toBe(`s/id-${name}`);
      expect(goal).not.toContain(other);
    }
  }));

test('a record written after the start still provides the goal', () =>
  withRepo({}, (repo) => {
    enable(repo);
    const later: (() => void)[] = [];
    const main = new TestAgent(repo, 's').start().prompt('extend it');
    for (const name of ['alpha', 'beta']) {
      const input = { description: `write ${name}`, prompt: `Create ${name}.js` };
      const id = main.before('Agent', input);
      later.push(() => writeRecord(repo, 's', `id-${name}`, input.prompt, input.description, id));
    }
    for (const name of ['alpha', 'beta'])
      main.send('SubagentStart', { agent_id: `id-${name}`, agent_type: 'general-purpose' });
    repo.git('commit', '--allow-empty', '-qm', 'drained meanwhile');
    for (const write of later) write();
    for (const name of ['alpha', 'beta']) new TestAgent(repo, 's', `id-${name}`).write(`${name}.js`, `${name}\n`);
    repo.commit('by hand');
    expect(whyOf(repo, 'alpha.js:1').goal).toBe('Create alpha.js');
    expect(whyOf(repo, 'beta.js:1').goal).toBe('Create beta.js');
  }));
