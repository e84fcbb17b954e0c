/** How messages begin that stand among prompts and that no person wrote: commands, their output, reminders, results of tools. */
const NOT_SAID =
  /^\s*(?:<\/?(?:command-|local-command|bash-|system-reminder|task-notification|teammate-message|tool_use_error|retrieval_status|status>|uploaded_documents|environment_context|user_instructions|INSTRUCTIONS>)|Caveat: |\[Request interrupted|This session is being continued from a previous|Base directory for this skill: |# AGENTS\.md instructions for |Unknown (?:skill|slash command): )/;

/** Whether a message with the role of the user is a person's prompt, and not what a program put there. */
export const isSaid = (message: string): boolean => !NOT_SAID.test(message);
