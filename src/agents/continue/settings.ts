import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
export const CONTINUE_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'PreCompact',
] as const;

// Seconds.
const TIMEOUT_S = 10;

/** Continue's command line, `cn`. */
export const continueCli: AgentInstaller = {
  name: 'continue',
  program: 'cn',
  userFile: ({ env, home }) => join(env['CONTINUE_GLOBAL_DIR'] || join(home, '.continue'), 'settings.json'),
  // The editor extensions use the same folder and run no hooks, so only this file shows that `cn` is in use.
  signs: (place) => [continueCli.userFile(place)],
  sharedFile: (workTree) => join(workTree, '.continue', 'settings.json'),
  notice: () =>
    'Continue declares hooks, but version 1.5.47 does not run them: recording starts with a version that does.',
  ...hooksIn({
    agent: 'Continue',
    events: CONTINUE_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('continue'), timeout: TIMEOUT_S }),
    isOff: (root) => child(root, 'disableAllHooks')?.value === true,
  }),
};
