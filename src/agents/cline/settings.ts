import { join } from 'node:path';
import { agentCommand, type AgentInstaller, isOurCommand } from '../../install/agent-settings.ts';
import { ownFile } from '../common/plugin-file.ts';

/** The events of a task that we record. Each is the name of a file. */
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

/** The first words of every version of our hook files. They identify a file as ours. */
const MARK = '# git prov tells what Cline does';
// Cline reads the output as a decision. This one changes nothing.
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
    // Never overwrites a user's own hook. Returns what the user must add to it.
    notTaken: (text, path) => {
      if (isFree(text)) return undefined;
      return isOurCommand(text)
        ? ''
        : `${path} is yours, so ${event} is not recorded. At its start, save the input with input=$(cat), then pass it to ours: printf %s "$input" | sh "\${XDG_DATA_HOME:-$HOME/.local/share}/git-prov/agent" cline >/dev/null`;
    },
    state: (text, path) =>
      isOurCommand(text) ? { registered: [event], missing: [], disabled: false } : file.state(text, path),
  };
};

const isFree = (text: string): boolean => text.trim() === '' || text.includes(MARK);

const PARTS = CLINE_EVENTS.map(part);

/** Cline runs programs with the names of its events. Each is a separate file. */
export const cline: AgentInstaller = {
  ...PARTS[0]!,
  signs: ({ env, home }) => [env['CLINE_DIR'] || join(home, '.cline'), join(home, 'Documents', 'Cline')],
  notice: () => "In Cline's extension you must switch on every hook. Its command line runs them all.",
  parts: PARTS,
};
