import { join } from 'node:path';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
export const WINDSURF_EVENTS = [
  'pre_user_prompt',
  'post_read_code',
  'pre_write_code',
  'post_write_code',
  'pre_run_command',
  'post_run_command',
  'pre_mcp_tool_use',
  'post_mcp_tool_use',
  'post_cascade_response',
] as const;

export const windsurf: AgentInstaller = {
  name: 'windsurf',
  program: 'windsurf',
  runsIn: [],
  userFile: ({ home }) => join(home, '.codeium', 'windsurf', 'hooks.json'),
  sharedFile: (workTree) => join(workTree, '.windsurf', 'hooks.json'),
  // Other programs write settings into this folder, and Codeium's extensions for other editors use one beside it. Only
  // Windsurf writes these files.
  signs: ({ home }) => [
    ...['argv.json', 'extensions'].map((name) => join(home, '.windsurf', name)),
    ...['installation_id', 'memories', 'cascade'].map((name) => join(home, '.codeium', 'windsurf', name)),
  ],
  ...hooksIn({
    agent: 'Windsurf',
    events: WINDSURF_EVENTS,
    flat: true,
    handler: () => ({ command: agentCommand('windsurf'), show_output: false }),
    isOff: () => false,
  }),
};
