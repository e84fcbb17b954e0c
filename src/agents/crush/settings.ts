import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The only event of a session with a hook. */
const EVENTS = ['PreToolUse'] as const;
// Seconds.
const TIMEOUT_S = 10;

// Crush reads both names.
const fileIn = (dir: string): string => {
  const hidden = join(dir, '.crush.json');
  return existsSync(hidden) ? hidden : join(dir, 'crush.json');
};

/** Crush, from its documentation. */
export const crush: AgentInstaller = {
  name: 'crush',
  program: 'crush',
  userFile: ({ env, home }) =>
    join(env['CRUSH_GLOBAL_CONFIG'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'crush'), 'crush.json'),
  sharedFile: fileIn,
  notice: () => 'Crush reports only what it begins: see docs/agents.md.',
  ...hooksIn({
    agent: 'Crush',
    events: EVENTS,
    flat: true,
    handler: () => ({ command: agentCommand('crush'), timeout: TIMEOUT_S }),
    isOff: () => false,
  }),
};
