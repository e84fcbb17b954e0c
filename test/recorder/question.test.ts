import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { questionText } from '../../src/ask/context/question.ts';
import { isQuestion } from '../../src/model/graph/question.ts';
import { loadState } from '../../src/recorder/state/load-state.ts';
import { prov } from '../helpers/agent.ts';
import { HOOK, type Site, withSite } from './site.ts';

/** The test machine may be busy, and the hook waits for two seconds. */
const BUSY = { retry: 3 };
const PROGRAM = resolve(import.meta.dirname, '../../dist/git-prov.js');

/** What the hook prints at the end of a turn. */
function stop({ repo }: Site, more: object = {}, agent = 'claude-code'): string {
  const input = JSON.stringify({
    session_id: 'a',
    transcript_path: '/nowhere/a.jsonl',
    cwd: repo.dir,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    ...more,
  });
  const { status, stdout } = spawnSync('sh', [HOOK, agent], { cwd: repo.dir, env: repo.env, input });
  expect(status).toBe(0);
  return stdout.toString();
}

/** Runs git prov in the shell of the agent's session. */
function inShell({ repo }: Site, ...args: string[]): void {
  const env = { ...repo.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'a' };
  const done = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: repo.dir, env });
  expect([done.status, done.stderr.toString()]).toEqual([0, '']);
}

const decisionOf = ({ repo }: Site, place: string): unknown =>
  (JSON.parse(prov(repo, 'why', place, '--json')) as { answers: { decision: { summary?: string } | null }[] })
    .answers[0]!.decision;

const config = ({ repo }: Site): string => readFileSync(join(repo.dir, '.git/config'), 'utf8');

describe('an agent with changes that it declared no reason for', () => {
  test('is asked once at the end of the turn, and its answer is the reason of these changes', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
      site.agent.prompt('Make it two').edit('f.txt', 'one @human', 'two @agent');
      const said = JSON.parse(stop(site)) as { decision: string; reason: string };
      expect(said.decision).toBe('block');
      expect(said.reason).toContain('(f.txt)');
      expect(stop(site, { stop_hook_active: true })).toBe('');
      expect(stop(site)).toBe(''); // and not again in this turn
      inShell(site, 'decide', 'Two is enough', '--because', 'one was too few');
      site.repo.git('commit', '-qam', 'two');
      expect(decisionOf(site, 'f.txt:1')).toMatchObject({
        summary: 'Two is enough',
        detail: { source: 'declared', because: 'one was too few' },
      });
    }),
  );

  test('that are committed already is asked too, and its answer joins the note', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
      site.agent.prompt('Make it two').edit('f.txt', 'one @human', 'two @agent').bash('git commit -qam two');
      expect(stop(site)).toContain('f.txt');
      inShell(site, 'decide', 'Two is enough');
      site.agent.stop();
      expect(decisionOf(site, 'f.txt:1')).toMatchObject({ summary: 'Two is enough' });
    }),
  );

  test('gets the request at the start, also where nothing else is known', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
      const input = JSON.stringify({
        session_id: 'a',
        transcript_path: '/x',
        hook_event_name: 'SessionStart',
        source: 'startup',
      });
      const { stdout } = spawnSync('sh', [HOOK, 'claude-code'], { cwd: site.repo.dir, env: site.repo.env, input });
      expect(stdout.toString()).toContain('git prov decide');
    }),
  );

  test('is not asked more often than the budget of its session', BUSY, () =>
    withSite((site) => {
      prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
      site.repo.git('config', 'prov.askBudget', '1');
      site.agent.prompt('one').edit('f.txt', 'one @human', 'two');
      expect(stop(site)).not.toBe('');
      site.agent.prompt('two').edit('f.txt', 'two', 'three');
      expect(stop(site)).toBe('');
    }),
  );
});

describe('nothing is asked', () => {
  test('unless prov.ask is on, and it is off by default', () =>
    withSite((site) => {
      site.agent.prompt('Make it two').edit('f.txt', 'one @human', 'two @agent');
      expect(stop(site)).toBe('');
      expect(config(site)).not.toContain('ask');
    }));

  test('after a turn without changes, or with a declared reason', () =>
    withSite((site) => {
      prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
      site.agent.prompt('Look').read('f.txt');
      expect(stop(site)).toBe('');
      inShell(site, 'decide', 'Two is enough');
      site.agent.edit('f.txt', 'one @human', 'two');
      expect(stop(site)).toBe('');
      prov(site.repo, 'sessions');
      expect(loadState(site.prov).sessions['a' as never]!.cursor.questions).toBeUndefined();
    }));
});

test('deinit, and init --no-ask, take the setting back', () =>
  withSite((site) => {
    prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
    expect(config(site)).toContain('ask = true');
    prov(site.repo, 'init', '--agent', 'claude-code', '--no-ask');
    expect(config(site)).toContain('ask = false');
    prov(site.repo, 'deinit', '--force');
    expect(config(site)).not.toContain('ask');
  }));

test('an agent that reports the question as a prompt has no goal of it, and a person may still write about it', () => {
  const text = questionText(['src/a.js', 'a file; rm -rf .js']);
  expect(text).toContain('(src/a.js, 1 more)');
  expect(isQuestion(text)).toBe(true);
  expect(isQuestion(`Stop hook feedback:\n${text}`)).toBe(true);
  expect(isQuestion('Why does it say: git prov has no declared reason for the changes of this turn?')).toBe(false);
});

test('the question of a hook does not become the goal of a session', BUSY, () =>
  withSite((site) => {
    prov(site.repo, 'init', '--agent', 'claude-code', '--ask');
    site.agent.prompt('Make it two').edit('f.txt', 'one @human', 'two');
    const { reason } = JSON.parse(stop(site)) as { reason: string };
    site.agent.prompt(reason);
    prov(site.repo, 'sessions');
    const goals = loadState(site.prov).sessions['a' as never]!.nodes.filter(({ kind }) => kind === 'goal');
    expect(goals.map(({ summary }) => summary)).toEqual(['Make it two']);
  }),
);
