/** How a transcript records a command of a project, a plugin or a skill: it becomes a prompt for the model. */
const COMMAND =
  /^\s*<command-message>[^<]*<\/command-message>\s*<command-name>(\/[^<\s]{1,200})<\/command-name>(?:\s*<command-args>([^]*?)<\/command-args>)?\s*$/;
/** The same of the agent's own commands. These two pass words on to the model; the others only act on the program. */
const OWN_COMMAND =
  /^\s*<command-name>(\/(?:plan|goal))<\/command-name>\s*<command-message>[^<]*<\/command-message>\s*<command-args>([^]*?)<\/command-args>\s*$/;

/**
 * A command as the person typed it, `/review the parser`, which is also what the hook of Claude Code gets; undefined for other
 * messages, and for the agent's own commands without words.
 */
export function typedCommand(message: string): string | undefined {
  const [, name, words = ''] = COMMAND.exec(message) ?? OWN_COMMAND.exec(message) ?? [];
  if (name === undefined || (OWN_COMMAND.test(message) && words.trim() === '')) return undefined;
  return `${name} ${words.trim()}`.trim();
}
