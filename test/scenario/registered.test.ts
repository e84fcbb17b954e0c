import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prov } from '../helpers/agent.ts';
import { judge } from '../helpers/judge.ts';
import { type TestRepo, withRepo } from '../helpers/repo.ts';

interface Told {
  readonly agent: string;
  readonly settings: string;
  /** The folder that the agent runs a user's hooks in. Default: the repository. */
  readonly from?: string;
  readonly env?: (repo: TestRepo) => object;
  /** The events it sends before and after it writes a file. */
  readonly events: (repo: TestRepo, file: string) => readonly [object, object, object];
}

const call = (file: string): object => ({ tool_name: 'Write', tool_input: { file_path: file, contents: 'new\n' } });
const AGENTS: readonly Told[] = [
  {
    agent: 'cursor',
    settings: '.cursor/hooks.json',
    from: '.cursor',
    env: ({ dir }) => ({ CURSOR_PROJECT_DIR: dir }),
    events: ({ dir }, file) => {
      const common = { conversation_id: 'S', generation_id: 'g', cursor_version: '2.6', workspace_roots: [dir] };
      const fields = { ...common, ...call(file), tool_use_id: 'c1', cwd: '' };
      return [
        { ...common, hook_event_name: 'beforeSubmitPrompt', prompt: 'do it' },
        { ...fields, hook_event_name: 'preToolUse' },
        { ...fields, hook_event_name: 'postToolUse', tool_output: '{}' },
      ];
    },
  },
  {
    agent: 'droid',
    settings: '.factory/settings.json',
    events: ({ dir, home }, file) => {
      const common = { session_id: 'S', transcript_path: join(home, '.factory/sessions/r/S.jsonl'), cwd: dir };
      const fields = { ...common, tool_name: 'Create', tool_input: { file_path: file, content: 'new\n' } };
      return [
        { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'do it' },
        { ...fields, hook_event_name: 'PreToolUse' },
        { ...fields, hook_event_name: 'PostToolUse', tool_response: 'done' },
      ];
    },
  },
  {
    agent: 'windsurf',
    settings: '.codeium/windsurf/hooks.json',
    events: (_, file_path) => {
      const common = { trajectory_id: 'S', execution_id: 'e', model_name: 'm' };
      const tool_info = { file_path, edits: [{ old_string: '', new_string: 'new\n' }] };
      return [
        { ...common, agent_action_name: 'pre_user_prompt', timestamp: '1', tool_info: { user_prompt: 'do it' } },
        { ...common, agent_action_name: 'pre_write_code', timestamp: '2', tool_info },
        { ...common, agent_action_name: 'post_write_code', timestamp: '3', tool_info },
      ];
    },
  },
];

test.each(AGENTS)(
  '$agent: from init to deinit with the built program and the command that it put into the settings',
  ({ agent, settings, from, env, events }) =>
    withRepo({ files: { 'a.txt': 'one\n' } }, (repo) => {
      delete repo.env['XDG_DATA_HOME'];
      mkdirSync(join(repo.home, from ?? ''), { recursive: true });
      expect(prov(repo, 'init', '--agent', agent)).toContain(settings);
      const file = readFileSync(join(repo.home, settings), 'utf8');
      const command = JSON.parse(/"command": ("(?:[^"\\]|\\.)*")/.exec(file)![1]!) as string;
      const run = (input: object): void => {
        const cwd = from === undefined ? repo.dir : join(repo.home, from);
        const options = { cwd, env: { ...repo.env, ...env?.(repo) }, input: JSON.stringify(input) };
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options);
        expect([status, stdout.toString(), stderr.toString()]).toEqual([0, '', '']);
      };
      const path = join(repo.dir, 'n.txt');
      const [prompt, before, after] = events(repo, path);
      run(prompt);
      run(before);
      writeFileSync(path, 'new\n');
      run(after);
      repo.commit('by hand');
      expect(judge(repo, 'n.txt').map(({ owner, evidence }) => `${owner} ${evidence}`)).toEqual(['S exact']);
      expect(prov(repo, 'why', 'n.txt:1')).toContain('do it');
      expect(prov(repo, 'agents')).toContain(agent);
      prov(repo, 'deinit');
      expect(() => readFileSync(join(repo.home, settings))).toThrow(/ENOENT/);
    }),
);
