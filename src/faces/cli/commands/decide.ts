import type { ReadingContext } from '../reading.ts';
import { type DecisionOptions, sayAs, type SayOptions } from './add.ts';

export interface DecideOptions extends SayOptions, DecisionOptions {
  readonly decision: string;
}

/**
 * `git prov decide`: declares a decision. An agent's is also why the changes that follow in its turn are made.
 * @returns the exit code
 * @throws ProvError `usage` or `data` when a reference names nothing, or the text is empty or too long
 */
export const runDecide = (options: DecideOptions, ctx: ReadingContext): Promise<number> =>
  sayAs('decision', options.decision, 'git prov decide', options, ctx);
