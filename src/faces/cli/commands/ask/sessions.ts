import { ProvError } from '../../../../errors.ts';
import { listSessions, readSessionStory } from '../../../../ask/history/sessions.ts';
import { SESSION_SCHEMA, SESSIONS_SCHEMA, sessionAnswer } from '../../../../ask/history/session-answer.ts';
import { isRequest } from '../../../../exchange/forge/entry.ts';
import { define, json } from '../../command.ts';
import { withReading } from '../../reading/with-reading.ts';
import { withSources } from '../../reading/with-graph.ts';
import { finish, historyOf, jsonAnswer, openFor, type ReadingContext } from '../../reading/reading-context.ts';
import { renderSessions, renderTimeline } from '../../render/ask/sessions.ts';
import { sessionIn } from '../../reading/session-named.ts';

export interface SessionsOptions {
  /** The session to show; without it, all sessions are listed. */
  readonly session?: string | undefined;
  /** List only the sessions of these agents. */
  readonly agent?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov sessions`: the sessions in the notes and in this clone, or the steps of one. Requests that were imported from a forge are
 * listed when the forge is named as agent: there are often more of them than of all other sessions.
 * @returns the exit code
 * @throws ProvError `data` or `usage` for a missing or ambiguous session
 */
export async function runSessions(
  { session, agent, json = false }: SessionsOptions,
  ctx: ReadingContext,
): Promise<number> {
  const history = historyOf(ctx);
  if (session !== undefined && agent)
    throw new ProvError('usage', '--agent is for the list.', { hint: 'Leave out --agent, or the session.' });
  if (session === undefined) {
    const { all, marks } = await withSources(ctx, history, async (sourced) => ({
      all: await listSessions(sourced),
      marks: sourced.marks,
    }));
    const { output, style } = await openFor('sessions', ctx, json);
    const sessions = all.filter((one) => (agent ? agent.includes(one.session.agent) : !isRequest(one)));
    const requests = agent ? 0 : all.length - sessions.length;
    await output.write(
      json
        ? jsonAnswer({ schema: SESSIONS_SCHEMA, sessions, requests })
        : renderSessions({ sessions, requests, agents: agent }, style, marks),
    );
    return finish(output, history, ctx);
  }
  const { story, marks } = await withSources(ctx, history, async (sourced) => ({
    story: await readSessionStory(sourced, await sessionIn(sourced, session)),
    marks: sourced.marks,
  }));
  if (!story) throw new ProvError('data', 'No note contains the session any more.', { hint: 'Try again.' });
  const answer = { schema: SESSION_SCHEMA, ...sessionAnswer(story) };
  const { output, style } = await openFor('sessions', ctx, json);
  await output.write(json ? jsonAnswer(answer) : renderTimeline(answer, style, marks));
  return finish(output, history, ctx);
}

export const command = define({
  usage: 'sessions [session]',
  about: 'List the sessions, or the steps of one; --replay plays it',
  options: (c) =>
    c.positional('session', { type: 'string', describe: 'A session (an id or a prefix)' }).options({
      replay: { type: 'boolean', default: false, describe: 'Print the session step by step' },
      'from-step': {
        type: 'string',
        describe: 'With --replay: begin at this step (an id or a number)',
      },
      resume: {
        type: 'boolean',
        default: false,
        describe: 'Print the command with which its agent continues it',
      },
      agent: {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'Only sessions of this agent, or of person, github or gitlab; may be repeated',
      },
      follow: { type: 'boolean', describe: 'With --replay: wait for new steps, until Ctrl-C' },
      json,
    }),
  run: async ({ replay, resume, fromStep, follow = false, ...args }, ctx) => {
    const { session } = args;
    if (!replay && (follow || fromStep !== undefined))
      throw new ProvError('usage', `${follow ? '--follow' : '--from-step'} needs --replay.`, {
        hint: 'Use for example git prov sessions SESSION --replay --follow.',
      });
    if (!replay && !resume) return withReading(ctx, (read) => runSessions(args, read));
    if (session === undefined)
      throw new ProvError('usage', 'missing argument: SESSION.', { hint: 'Run git prov sessions to list them.' });
    if (resume) {
      const { runResume } = await import('./resume.ts');
      return withReading(ctx, (read) => runResume({ session, json: args.json }, read));
    }
    const { runReplay } = await import('../aliases/replay.ts');
    return withReading(ctx, (read) => runReplay({ session, fromStep, follow, json: args.json }, read));
  },
});
