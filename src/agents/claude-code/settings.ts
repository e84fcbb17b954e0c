import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. An older Claude Code ignores the events that it does not know. */
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

// Seconds. At SessionEnd all hooks together get 1.5 s unless one of them sets a timeout.
const TIMEOUT_S = 10;

export const claudeCode: AgentInstaller = {
  name: 'claude-code',
  program: 'claude',
  userFile: ({ env, home }) => join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
  resume: (session) => ['--resume', session],
  sharedFile: (workTree) => join(workTree, '.claude', 'settings.json'),
  ...hooksIn({
    agent: 'Claude Code',
    events: CLAUDE_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('claude-code'), timeout: TIMEOUT_S }),
    isOff: (root) => child(root, 'disableAllHooks')?.value === true,
  }),
};
