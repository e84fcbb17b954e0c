import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { child } from '../../install/settings.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events that tell what a session did. */
export const DROID_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'Notification',
  'SubagentStop',
  'PreCompact',
  'Stop',
] as const;

// Seconds.
const TIMEOUT = 10;

// With a file of hooks Droid does not look for hooks in its settings: a new one would switch off what a user has there.
const fileIn = (dir: string): string => {
  const hooks = join(dir, 'hooks.json');
  return existsSync(hooks) ? hooks : join(dir, 'settings.json');
};

export const droid: AgentInstaller = {
  name: 'droid',
  program: 'droid',
  userFile: ({ home }) => fileIn(join(home, '.factory')),
  sharedFile: (workTree) => fileIn(join(workTree, '.factory')),
  notice: () => 'Droid takes on changed hooks when it is started anew, and may ask you to review them (/hooks).',
  ...hooksIn({
    agent: 'Droid',
    events: DROID_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('droid'), timeout: TIMEOUT }),
    isOff: (root) => ['disableAllHooks', 'hooksDisabled'].some((key) => child(root, key)?.value === true),
  }),
};
