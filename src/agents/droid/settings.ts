import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
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
const TIMEOUT_S = 10;

// Once a hooks file exists, Droid ignores the hooks in its settings. So a new hooks file would switch off the user's own
// hooks there.
const fileIn = (dir: string): string => {
  const hooks = join(dir, 'hooks.json');
  return existsSync(hooks) ? hooks : join(dir, 'settings.json');
};

export const droid: AgentInstaller = {
  name: 'droid',
  program: 'droid',
  userFile: ({ home }) => fileIn(join(home, '.factory')),
  resume: (session) => ['--resume', session],
  sharedFile: (workTree) => fileIn(join(workTree, '.factory')),
  notice: () => 'Restart Droid to load changed hooks. It may ask you to review them (/hooks).',
  ...hooksIn({
    agent: 'Droid',
    events: DROID_EVENTS,
    handler: () => ({ type: 'command', command: agentCommand('droid'), timeout: TIMEOUT_S }),
    isOff: (root) => ['disableAllHooks', 'hooksDisabled'].some((key) => child(root, key)?.value === true),
  }),
};
