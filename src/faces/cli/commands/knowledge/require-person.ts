import { ProvError } from '../../../../errors.ts';
import { runningCommand } from '../../../../recorder/step/running-command.ts';
import { isRunning } from '../../../../behaviours/commands/queue.ts';
import { isEnabled } from '../../../../recorder/repo-state.ts';
import { stdinOf } from '../../context.ts';
import type { ReadingContext } from '../../reading/reading-context.ts';
import type { Sayer } from './declare-entry.ts';

/** What only a person may do, in words: `Accepting`, `An agent cannot accept…`. */
export interface PersonalDeed {
  /** At the beginning of a sentence: `Accepting`. */
  readonly doing: string;
  /** After `An agent cannot`: `waive a rule`. */
  readonly deed: string;
}

/**
 * Refuses a statement that only a person may make. An agent can remove the marks from its shell's environment, but it cannot end
 * the step of its running command.
 * @throws ProvError `usage` in an agent's shell, while a command of an agent runs, or without a terminal and `--yes`
 */
export function requirePerson(
  sayer: Pick<Sayer, 'person'>,
  { yes = false }: { readonly yes?: boolean | undefined },
  ctx: ReadingContext,
  { doing, deed }: PersonalDeed,
): void {
  if (!sayer.person)
    throw new ProvError('usage', `An agent cannot ${deed}.`, { hint: 'A person runs this in a shell of their own.' });
  const running = runningCommand(ctx.repo);
  if (running !== undefined)
    throw new ProvError('usage', `A command of the agent session ${running} is running in this clone.`, {
      cause: `${doing} is not possible now: the agent itself could run this command.`,
      hint: 'Run it again once the agent’s command has ended.',
    });
  if (isEnabled(ctx.repo) && isRunning(ctx.repo))
    throw new ProvError('usage', 'A command of a behaviour is running in this clone.', {
      cause: `${doing} is not possible now: that command itself could run this one.`,
      hint: 'Run it again once that command has ended.',
    });
  if (!yes && !stdinOf(ctx).isTTY)
    throw new ProvError('usage', `${doing} needs a terminal.`, {
      hint: 'Run this in a terminal, or add --yes in a script of your own.',
    });
}
