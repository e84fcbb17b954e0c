import { join } from 'node:path';
import { agentCommand, type AgentInstaller } from '../../install/agent-settings.ts';
import { hooksIn } from '../common/hooks-list.ts';

/** The events of a session that we record. The events for commands and for MCP are left out: they repeat the tool events. */
export const CURSOR_EVENTS = [
  'sessionStart',
  'sessionEnd',
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'afterFileEdit',
  'afterAgentThought',
  'afterAgentResponse',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'stop',
] as const;

// Seconds.
const TIMEOUT_S = 10;

export const cursor: AgentInstaller = {
  name: 'cursor',
  program: 'cursor',
  runsIn: ['cursor-agent'],
  userFile: ({ home }) => join(home, '.cursor', 'hooks.json'),
  sharedFile: (workTree) => join(workTree, '.cursor', 'hooks.json'),
  // Other programs write settings into Cursor's folder even when Cursor is not installed. Only Cursor writes these.
  signs: ({ home }) =>
    ['argv.json', 'extensions', 'projects', 'cli-config.json', 'ide_state.json'].map((name) =>
      join(home, '.cursor', name),
    ),
  notice: (shared) =>
    shared ? 'Cursor runs the hooks of a repository only in a workspace that you trusted.' : undefined,
  ...hooksIn({
    agent: 'Cursor',
    events: CURSOR_EVENTS,
    flat: true,
    empty: '{\n  "version": 1\n}\n',
    handler: () => ({ command: agentCommand('cursor'), timeout: TIMEOUT_S }),
    isOff: () => false,
  }),
};
