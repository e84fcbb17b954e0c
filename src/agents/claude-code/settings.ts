import { join } from 'node:path';
import { child } from '../../install/settings.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events that tell what a session did. An event that an older Claude Code does not know is ignored by it. */
export const CLAUDE_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'StopFailure',
  'PreCompact',
  'PostCompact',
] as const;

// Seconds. SessionEnd allows all hooks together 1.5 s unless one asks for more.
const TIMEOUT = 10;

export const claudeCode: AgentInstaller = {
  name: 'claude-code',
  program: 'claude',
  userFile: ({ env, home }) => join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
  sharedFile: (workTree) => join(workTree, '.claude', 'settings.json'),
  ...hooksIn({
    agent: 'Claude Code',
    events: CLAUDE_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('claude-code'), timeout: TIMEOUT }),
    isOff: (root) => child(root, 'disableAllHooks')?.value === true,
  }),
};
