import { createInterface } from 'node:readline/promises';
import { type CliContext, stderrOf, stdinOf } from '../context.ts';

/** Whether a user can be asked: both ends are a terminal. */
export const canAsk = (ctx: CliContext): boolean => stdinOf(ctx).isTTY === true && stderrOf(ctx).isTTY === true;

/** Asks a question with the answer no as the default. The end of the input is a no too. */
export async function askYesOrNo(question: string, ctx: CliContext): Promise<boolean> {
  const lines = createInterface({ input: stdinOf(ctx), output: stderrOf(ctx) });
  try {
    const closed = new Promise<string>((done) => lines.once('close', () => done('')));
    return /^\s*y(?:es)?\s*$/i.test(await Promise.race([lines.question(`${question} [y/N] `), closed]));
  } finally {
    lines.close();
  }
}
