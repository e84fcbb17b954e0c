/** Start of messages that programs put among the prompts: commands and their output, reminders, tool results. */
const NOT_SAID =
  /^\s*(?:<\/?(?:command-|local-command|bash-|system-reminder|task-notification|teammate-message|tool_use_error|retrieval_status|status>|uploaded_documents|environment_context|user_instructions|INSTRUCTIONS>)|Caveat: |\[Request interrupted|This session is being continued from a previous|Another Claude session sent a message:|Base directory for this skill: |# AGENTS\.md instructions for |Unknown (?:skill|slash command): )/;

/** Whether a message with the user's role is a person's prompt. Programs write such messages too. */
export const isSpokenWord = (message: string): boolean => !NOT_SAID.test(message);

/** Gemini CLI appends the contents of files that a prompt names (`@file`) after this line. */
const REFERENCED = /\s*--- Content from referenced files ---[^]*$/;

/** A prompt without the contents of files that the agent's program appended. */
export const withoutFiles = (prompt: string): string => prompt.replace(REFERENCED, '');
