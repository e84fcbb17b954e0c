import { AGENTS, resumeCommand } from '../../../../agents/settings-table.ts';
import { ProvError } from '../../../../errors.ts';
import { readSessionStory } from '../../../../ask/history/sessions.ts';
import { withSources } from '../../reading/with-graph.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { sessionIn } from '../../reading/session-named.ts';
import { term } from '../../render/term.ts';

/** The name of the format of `git prov sessions ID --resume --json`. */
const SCHEMA = 'git-prov/resume/1';

export interface ResumeOptions {
  /** The session (an id or a prefix). */
  readonly session: string;
  readonly json?: boolean | undefined;
}

/**
 * `git prov sessions ID --resume`: prints the command with which the session's agent continues it.
 * @returns the exit code
 * @throws ProvError `data` for an agent that cannot continue a session, and for an id that its agent cannot have given
 */
export async function runResume({ session: name, json = false }: ResumeOptions, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  const story = await withSources(ctx, history, async (sourced) =>
    readSessionStory(sourced, await sessionIn(sourced, name)),
  );
  if (!story) throw new ProvError('data', 'No note contains the session any more.', { hint: 'Try again.' });
  const { id, agent, parent } = story.summary.session;
  // A sub-agent cannot be continued alone.
  const whole = (parent ?? id).split('/')[0]!;
  const command = resumeCommand(agent, whole);
  if (command === 'unknown')
    throw new ProvError('data', `git prov does not know how ${agent} continues a session.`, {
      hint: `It knows this for ${AGENTS.flatMap((one) => (one.resume ? [one.name] : [])).join(', ')}.`,
    });
  if (command === 'refused')
    throw new ProvError('data', `${JSON.stringify(term(whole, 60))} does not look like a session id of ${agent}.`, {
      cause: 'The id comes from a note, and must not become part of a command.',
      hint: `git prov sessions ${story.summary.session.short} prints the session.`,
    });
  if (whole !== id) ctx.warn('This is a sub-agent. The command continues the session that started it.');
  const { output } = await openFor('sessions', ctx, json);
  await output.write(json ? jsonAnswer({ schema: SCHEMA, session: whole, agent, command }) : `${command.join(' ')}\n`);
  return finish(output, history, ctx);
}
