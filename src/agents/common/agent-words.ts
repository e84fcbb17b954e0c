/** Start of messages that programs put among the prompts: commands and their output, reminders, tool results. */
const NOT_SAID =
  /^\s*(?:<\/?(?:command-|local-command|bash-|system-reminder|task-notification|teammate-message|tool_use_error|retrieval_status|status>|uploaded_documents|environment_context|user_instructions|INSTRUCTIONS>)|Caveat: |\[Request interrupted|This session is being continued from a previous|Another Claude session sent a message:|Base directory for this skill: |# AGENTS\.md instructions for |Unknown (?:skill|slash command): )/;

/** Whether a message with the user's role is a person's prompt. Programs write such messages too. */
export const isSpokenWord = (message: string): boolean => !NOT_SAID.test(message);

/** Gemini CLI appends the contents of files that a prompt names (`@file`) after this line. */
const REFERENCED = '--- Content from referenced files ---';
/** Codex in an editor or its app puts open files, attached ones and the browser before a prompt, each under a heading. */
const OF_EDITOR = /^\s*# [A-Z][^\n]{0,80}:\n/;
const REQUEST = /^## My request for Codex:[ \t]*\n/m;
/** Codex names each attached image around the words. */
const IMAGE = /<image name=\[[^\]\n]{1,40}\](?: path="[^"\n]{0,1000}")?>(?:\s{0,8}<\/image>)?\s{0,8}/g;
/**
 * Claude Code in an editor puts the open file and the selection into a prompt, and everywhere it puts reminders for its model. An app
 * that runs agents (Conductor) puts instructions before it.
 */
const BLOCK = /<(ide_[a-z_]{1,40}|system-reminder|system_instruction)>/g;

/** A person's own words in a prompt: without the files, selections and reminders that the agent's program or an editor put there. */
export function ownWords(prompt: string): string {
  const files = prompt.indexOf(REFERENCED);
  const typed = files < 0 ? prompt : prompt.slice(0, files).trimEnd();
  const request = OF_EDITOR.test(typed) ? REQUEST.exec(typed) : null;
  const words = withoutBlocks(request ? typed.slice(request.index + request[0].length) : typed);
  const bare = words.replace(IMAGE, '');
  // A prompt may be an image only.
  return bare.trim() === '' ? words : bare;
}

function withoutBlocks(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 0: open, 1: name, index } of text.matchAll(BLOCK)) {
    if (index < from) continue; // within the last block
    const close = `</${name!}>`;
    const end = text.indexOf(close, index + open.length);
    if (end < 0) break; // nothing of this kind ends any more: one look at the rest is enough
    kept.push(text.slice(from, index));
    from = end + close.length + /^\s*/.exec(text.slice(end + close.length, end + close.length + 8))![0].length;
  }
  return from === 0 ? text : `${kept.join('')}${text.slice(from)}`.trim();
}
