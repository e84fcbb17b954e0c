import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enable } from '../helpers/agent.ts';
import { HookedAgent } from '../helpers/hooked.ts';
import { withRepo } from '../helpers/repo.ts';

type Expected = readonly [
  agent: string,
  fields: object,
  phase: 'before' | 'after' | 'event',
  seen: 'tree' | 'file' | 'none',
];

const FILE = { file_path: 'FILE' };
const EVENTS: readonly Expected[] = [
  ['cursor', { hook_event_name: 'preToolUse', tool_name: 'Shell', tool_input: { command: 'x' } }, 'before', 'tree'],
  ['cursor', { hook_event_name: 'postToolUse', tool_name: 'MCP:x', tool_input: '{}' }, 'after', 'tree'],
  ['cursor', { hook_event_name: 'postToolUseFailure', tool_name: 'Write', tool_input: FILE }, 'after', 'file'],
  [
    'cursor',
    { hook_event_name: 'preToolUse', tool_name: 'StrReplace', tool_input: { path: 'FILE' } },
    'before',
    'file',
  ],
  ['cursor', { hook_event_name: 'preToolUse', tool_name: 'Delete', tool_input: { path: 'FILE' } }, 'before', 'tree'],
  ['cursor', { hook_event_name: 'preToolUse', tool_name: 'Read', tool_input: { path: 'FILE' } }, 'before', 'none'],
  ['cursor', { hook_event_name: 'afterFileEdit', ...FILE, edits: [] }, 'event', 'none'],
  ['droid', { hook_event_name: 'PreToolUse', tool_name: 'Execute', tool_input: {} }, 'before', 'tree'],
  ['droid', { hookEventName: 'PostToolUse', toolName: 'Create', toolInput: FILE }, 'after', 'file'],
  ['droid', { hook_event_name: 'PostToolUse', tool_name: 'ApplyPatch', tool_input: {} }, 'after', 'tree'],
  ['droid', { hook_event_name: 'PostToolUse', tool_name: 'FetchUrl', tool_input: {} }, 'after', 'none'],
  ['windsurf', { agent_action_name: 'pre_write_code', tool_info: FILE }, 'before', 'file'],
  ['windsurf', { agent_action_name: 'post_write_code', tool_info: FILE }, 'after', 'file'],
  ['windsurf', { agent_action_name: 'pre_run_command', tool_info: { command_line: 'x' } }, 'before', 'tree'],
  ['windsurf', { agent_action_name: 'post_run_command', tool_info: { command_line: 'x' } }, 'after', 'tree'],
  ['windsurf', { agent_action_name: 'pre_mcp_tool_use', tool_info: { mcp_tool_name: 'x' } }, 'before', 'tree'],
  ['windsurf', { agent_action_name: 'post_mcp_tool_use', tool_info: { mcp_tool_name: 'x' } }, 'after', 'tree'],
  ['windsurf', { agent_action_name: 'post_read_code', tool_info: FILE }, 'event', 'none'],
  ['windsurf', { agent_action_name: 'pre_user_prompt', tool_info: { user_prompt: 'x' } }, 'event', 'none'],
];

test('for each agent, the hook examines what a call may change before and after it, and names its settings', () =>
  withRepo({ files: { 'f.txt': 'one\n' } }, (repo) => {
    enable(repo);
    const spool = join(repo.dir, '.git', 'prov', 'spool', 'new');
    const found = EVENTS.map(([agent, fields]): Expected => {
      const text = JSON.stringify(fields).replace('FILE', join(repo.dir, 'f.txt'));
      new HookedAgent(repo, agent, {}).sendText(text);
      const [name] = readdirSync(spool);
      const last = readFileSync(join(spool, name!), 'utf8').trimEnd().split('\n').at(-1)!;
      rmSync(join(spool, name!));
      const [, phase, teller, tree, blob] = /^prov2 (\w+)\/(\w+) (\S+) (\S+) /.exec(last) ?? [];
      const seen = tree !== '-' ? 'tree' : blob !== '-' ? 'file' : 'none';
      return [teller!, fields, phase as Expected[2], seen];
    });
    expect(found).toEqual(EVENTS);
  }));

test.each(['', 'A b', 'x/y', '../x'])('an argument that is not an agent’s name, %j, is dropped', (teller) =>
  withRepo({}, (repo) => {
    enable(repo);
    new HookedAgent(repo, teller, {}).send({ hook_event_name: 'Stop' });
    const spool = join(repo.dir, '.git', 'prov', 'spool', 'new');
    expect(readFileSync(join(spool, readdirSync(spool)[0]!), 'utf8')).toContain('\nprov2 event - - ');
  }),
);
