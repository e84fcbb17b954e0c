import { join } from 'node:path';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events that tell what a session did. */
export const CODEX_EVENTS = [
  'SessionStart',
  'SessionEnd',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Interrupt',
  'PostCompact',
] as const;

// Seconds. At these two Codex allows no more than three.
const TIMEOUT = 10;
const SHORT = 3;
const HURRIED: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt']);

/** Codex also reads hooks from `config.toml`; its JSON file is for nothing else, so ours go there. */
export const codex: AgentInstaller = {
  name: 'codex',
  program: 'codex',
  userFile: ({ env, home }) => join(env['CODEX_HOME'] || join(home, '.codex'), 'hooks.json'),
  sharedFile: (workTree) => join(workTree, '.codex', 'hooks.json'),
  notice: (shared) =>
    `Codex runs no hook that you have not approved: start codex and say yes, or review them with /hooks${shared ? '; in a project it has to be told to trust it, too' : ''}.`,
  ...hooksIn({
    agent: 'Codex',
    events: CODEX_EVENTS,
    handler: (event) => ({
      type: 'command',
      command: agentCommand('codex'),
      timeout: HURRIED.has(event) ? SHORT : TIMEOUT,
    }),
    isOff: () => false,
  }),
};
