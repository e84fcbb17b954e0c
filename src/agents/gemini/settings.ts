import { join } from 'node:path';
import { child } from '../../install/jsonc-edits.ts';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
export const GEMINI_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'BeforeAgent',
  'AfterAgent',
  'BeforeTool',
  'AfterTool',
  'Notification',
] as const;

/** The name of our hooks in Gemini's lists. */
const NAME = 'git-prov';
/** Milliseconds. */
const TIMEOUT_MS = 10_000;

export const gemini: AgentInstaller = {
  name: 'gemini',
  program: 'gemini',
  userFile: ({ env, home }) => join(env['GEMINI_CLI_HOME'] || home, '.gemini', 'settings.json'),
  resume: (session) => ['--resume', session],
  sharedFile: (workTree) => join(workTree, '.gemini', 'settings.json'),
  notice: (shared) => (shared ? 'Gemini runs the hooks of a repository only in a folder that you trusted.' : undefined),
  ...hooksIn({
    agent: 'Gemini CLI',
    events: GEMINI_EVENTS,
    handler: () => ({ name: NAME, type: 'command', command: agentCommand('gemini'), timeout: TIMEOUT_MS }),
    isOff: (root) => {
      const config = child(root, 'hooksConfig');
      const disabled = child(config, 'disabled')?.children ?? [];
      return child(config, 'enabled')?.value === false || disabled.some(({ value }) => value === NAME);
    },
  }),
};
