/** What Codex puts before the output of a command. */
const CODEX =
  /^(?:Chunk ID: .*\n)?(?:Exit code: -?\d+\n)?Wall time: .*\n(?:Process (?:exited with code|running with session ID) -?\d+\n)?(?:Original token count: \d+\n)?(?:Total output lines: \d+\n)?Output:\n/;
/** What Gemini and Qwen put before it. */
const GEMINI = /^(?:<untrusted_context>\s*|Command: [^]{0,20000}?\nDirectory: .*\n)(?:Output|Stdout): ?/;
/** Lines that these two put after it. */
const AFTER =
  /^(?:(?:Error|Stderr): \((?:none|empty)\)|(?:Exit Code|Signal|Background PIDs|Process Group PGID): .*|<\/untrusted_context>)$/;
const EMPTY = /^\((?:empty|none)\)$/;
/** What Copilot puts after it. */
const COPILOT = /(?:^|\n)<(?:shellId: \S+ completed|exited) with exit code -?\d+>\s*$/;

/** The output of a command without the words that an agent puts around it for its model. */
export function withoutFrame(text: string): string {
  const codex = CODEX.exec(text);
  if (codex) return text.slice(codex[0].length);
  const gemini = GEMINI.exec(text);
  if (!gemini) return text.replace(COPILOT, '');
  const lines = text.slice(gemini[0].length).trimEnd().split('\n');
  while (lines.length > 0 && AFTER.test(lines.at(-1)!)) lines.pop();
  const output = lines.join('\n');
  return EMPTY.test(output) ? '(no output)' : output;
}
