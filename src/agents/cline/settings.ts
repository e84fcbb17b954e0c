import { join } from 'node:path';
import { agentCommand, type AgentInstaller, isOurCommand } from '../../install/agent-settings.ts';
import { ownFile } from '../common/plugin-file.ts';

/** The events that tell what a task did: each is the name of a file. */
export const CLINE_EVENTS = [
  'TaskStart',
  'TaskResume',
  'TaskCancel',
  'TaskComplete',
  'TaskError',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'SessionShutdown',
] as const;

/** What each of our files holds, in every version. */
const MARK = '# git prov tells what Cline does';
// Cline takes an answer for a decision: this one leaves all as it is.
const SCRIPT = `#!/bin/sh
${MARK} to the git repository: who wrote which line, and why. "git prov deinit" removes this file.
( ${agentCommand('cline')} ) >/dev/null
echo '{"cancel":false}'
`;

const userFolder = (home: string): string => join(home, 'Documents', 'Cline', 'Hooks');
const sharedFolder = (workTree: string): string => join(workTree, '.clinerules', 'hooks');

const part = (event: string): AgentInstaller => {
  const file = ownFile(event, SCRIPT, MARK);
  return {
    name: 'cline',
    program: 'cline',
    isProgram: true,
    userFile: ({ home }) => join(userFolder(home), event),
    sharedFile: (workTree) => join(sharedFolder(workTree), event),
    ...file,
    // A hook of the user's stays as it is: what has to be in it is said.
    notTaken: (text, path) => {
      if (isFree(text)) return undefined;
      return isOurCommand(text)
        ? ''
        : `${path} is yours, so ${event} is not heard of. Where it begins, keep what comes in with input=$(cat), and hand it on: printf %s "$input" | sh "\${XDG_DATA_HOME:-$HOME/.local/share}/git-prov/agent" cline >/dev/null`;
    },
    state: (text, path) =>
      isOurCommand(text) ? { registered: [event], missing: [], disabled: false } : file.state(text, path),
  };
};

const isFree = (text: string): boolean => text.trim() === '' || text.includes(MARK);

const PARTS = CLINE_EVENTS.map(part);

/** Cline runs programs named as its events, each a file of its own. */
export const cline: AgentInstaller = {
  ...PARTS[0]!,
  signs: ({ env, home }) => [env['CLINE_DIR'] || join(home, '.cline'), join(home, 'Documents', 'Cline')],
  notice: () => "In Cline's extension every hook has to be switched on; its command line runs them all.",
  parts: PARTS,
};
