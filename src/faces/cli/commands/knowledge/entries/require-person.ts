import { ProvError } from '../../../../../errors.ts';
import { runningCommand, waitingCommand } from '../../../../../recorder/step/running-command.ts';
import { isRunning } from '../../../../../behaviours/commands/queue.ts';
import { agentAbove } from '../../../agent-above.ts';
import { isEnabled } from '../../../../../recorder/repo-state.ts';
import { stdinOf } from '../../../context.ts';
import type { ReadingContext } from '../../../reading/reading-context.ts';
import { type Declarer, declarerOf } from './declare-entry.ts';

/** What only a person may do, in words: `Accepting`, `An agent cannot accept…`. */
export interface PersonalDeed {
  /** At the beginning of a sentence: `Accepting`. */
  readonly doing: string;
  /** After `An agent cannot`: `waive a rule`. */
  readonly deed: string;
}

/**
 * Refuses a statement that only a person may make. An agent can remove the marks from its shell's environment, but it can neither
 * end the step of its running command nor be no parent of it.
 * @throws ProvError `usage` below an agent's process, while a command of an agent runs, or without a terminal and `--yes`
 */
export async function requirePerson(
  declarer: Pick<Declarer, 'person'>,
  { yes = false }: { readonly yes?: boolean | undefined },
  ctx: ReadingContext,
  { doing, deed }: PersonalDeed,
): Promise<void> {
  if (!declarer.person)
    throw new ProvError('usage', `An agent cannot ${deed}.`, { hint: 'A person runs this in a shell of their own.' });
  await requireNoAgent(ctx, doing);
  await requireNoCommand(ctx, doing);
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

// Also at a terminal: some agents give one to their commands.
async function requireNoAgent(ctx: ReadingContext, doing: string, or = ''): Promise<void> {
  const found = await agentAbove(ctx);
  if (found !== undefined)
    throw new ProvError('usage', `The agent ${found.agent} (process ${found.pid}) started this command.`, {
      cause: `${doing} is not possible here: the agent itself could have written this command.`,
      hint: `Run it in a terminal that no agent started${or}.`,
    });
}

// An agent that holds the lock of recording could hide the beginning of its command from the state, but not from the events.
async function requireNoCommand({ repo }: ReadingContext, doing: string, or = ''): Promise<void> {
  const running = runningCommand(repo) ?? (await waitingCommand(repo));
  if (running !== undefined)
    throw new ProvError('usage', `A command of the agent session ${running} is running in this clone.`, {
      cause: `${doing} is not possible now: the agent itself could run this command.`,
      hint: `Run it again once the agent’s command has ended${or}.`,
    });
}

/**
 * Finds the person or session that runs a command which records an entry or a change. In the name of a person that is possible below no
 * agent's process, and while no command of an agent runs or at a terminal: the agent may have removed the marks from its shell's
 * environment.
 * @throws ProvError `usage` in that case, when nothing is recorded here, or when the session is unknown
 */
export async function permittedDeclarer(ctx: ReadingContext, session: string | undefined): Promise<Declarer> {
  const declarer = await declarerOf(ctx, session);
  if (!declarer.person) return declarer;
  const doing = 'An entry of a person';
  await requireNoAgent(ctx, doing, ', or name the agent’s session with --session');
  if (!stdinOf(ctx).isTTY) await requireNoCommand(ctx, doing, ', or at a terminal');
  return declarer;
}
