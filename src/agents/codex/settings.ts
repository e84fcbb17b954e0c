import { join } from 'node:path';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. */
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

// Seconds. Codex allows at most three for the two events below.
const TIMEOUT_S = 10;
const SHORT_TIMEOUT_S = 3;
const HURRIED: ReadonlySet<string> = new Set(['SessionEnd', 'Interrupt']);

/** Codex also reads hooks from `config.toml`. Its JSON file holds nothing else, so our hooks go there. */
export const codex: AgentInstaller = {
  name: 'codex',
  program: 'codex',
  userFile: ({ env, home }) => join(env['CODEX_HOME'] || join(home, '.codex'), 'hooks.json'),
  resume: (session) => ['resume', session],
  sharedFile: (workTree) => join(workTree, '.codex', 'hooks.json'),
  notice: (shared) =>
    `Codex runs only hooks that you approved: start codex and answer yes, or review them with /hooks${shared ? '; also make it trust the project' : ''}.`,
  ...hooksIn({
    agent: 'Codex',
    events: CODEX_EVENTS,
    handler: (event) => ({
      type: 'command',
      command: agentCommand('codex'),
      timeout: HURRIED.has(event) ? SHORT_TIMEOUT_S : TIMEOUT_S,
    }),
    isOff: () => false,
  }),
};
