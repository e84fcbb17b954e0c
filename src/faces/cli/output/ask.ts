import { createInterface } from 'node:readline';
import { type CliContext, type Streams, stderrOf, stdinOf } from '../context.ts';

/** Whether a user can be asked: both ends are a terminal. */
export const canAsk = (ctx: CliContext): boolean => stdinOf(ctx).isTTY === true && stderrOf(ctx).isTTY === true;

/** Asks questions in turn. No is the default, also at the end of the input. @returns the answers, by the questions' names */
export async function askYesOrNo(
  questions: Readonly<Record<string, string>>,
  ctx: Streams,
): Promise<Record<string, boolean>> {
  const answers: Record<string, boolean> = {};
  const left = Object.entries(questions);
  if (left.length === 0) return answers;
  const output = stderrOf(ctx);
  // The terminal itself echoes and edits, so a line that was typed ahead is not lost.
  const lines = createInterface({ input: stdinOf(ctx), terminal: false });
  try {
    const typed = lines[Symbol.asyncIterator]();
    for (const [name, question] of left) {
      output.write(`${question} [y/N] `);
      const { value, done } = await typed.next();
      if (done) output.write('\n');
      answers[name] = /^\s*y(?:es)?\s*$/i.test(done ? '' : value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
