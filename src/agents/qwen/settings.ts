import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
export const QWEN_EVENTS = [
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
  'PostCompact',
] as const;

/** Milliseconds. */
const TIMEOUT_MS = 10_000;

export const qwen: AgentInstaller = {
  name: 'qwen',
  program: 'qwen',
  userFile: ({ home }) => join(home, '.qwen', 'settings.json'),
  resume: (session) => ['--resume', session],
  sharedFile: (workTree) => join(workTree, '.qwen', 'settings.json'),
  ...hooksIn({
    agent: 'Qwen Code',
    events: QWEN_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('qwen'), timeout: TIMEOUT_MS }),
    isOff: (root) => child(root, 'disableAllHooks')?.value === true,
  }),
};
