import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. With a name in PascalCase, Copilot includes the event's name in the payload. */
export const COPILOT_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'PreCompact',
  'ErrorOccurred',
  'Notification',
] as const;

// Seconds.
const TIMEOUT_S = 10;
const EMPTY = '{\n  "version": 1\n}\n';

/** Copilot reads every JSON file in its hooks folders, so ours is a separate file. */
export const copilot: AgentInstaller = {
  name: 'copilot',
  program: 'copilot',
  ownsFile: true,
  userFile: ({ env, home }) => join(env['COPILOT_HOME'] || join(home, '.copilot'), 'hooks', 'git-prov.json'),
  resume: (session) => [`--resume=${session}`],
  sharedFile: (workTree) => join(workTree, '.github', 'hooks', 'git-prov.json'),
  notice: (shared) =>
    shared ? 'Copilot runs the hooks of a repository only in a folder that you trusted.' : undefined,
  // Copilot refuses a call when the hook before it fails. Windows may have no sh, so no command is registered for it.
  ...hooksIn({
    agent: 'Copilot',
    events: COPILOT_EVENTS,
    command: 'bash',
    empty: EMPTY,
    handler: () => ({ type: 'command', bash: agentCommand('copilot'), timeoutSec: TIMEOUT_S }),
    isOff: (root) => child(root, 'disableAllHooks')?.value === true,
  }),
};
