import { ProvError } from '../../../errors.ts';
import { listSessions, tellSession } from '../../../ask/history/sessions.ts';
import { SESSION_SCHEMA, SESSIONS_SCHEMA, storyJson, summaryJson } from '../../../ask/show/json.ts';
import { withSources } from '../asking.ts';
import { finish, historyOf, jsonText, openFor, type ReadingContext } from '../reading.ts';
import { renderSessions, renderTimeline } from '../render/sessions.ts';
import { sessionIn } from '../session-named.ts';

export interface SessionsOptions {
  /** The session whose steps are shown; all sessions are listed when absent. */
  readonly session?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `git prov sessions`: all sessions that notes and this clone know, or the steps of one.
 * @returns the exit code
 * @throws ProvError `data` or `usage` when there is no such session, or several
 */
export async function runSessions({ session, json = false }: SessionsOptions, ctx: ReadingContext): Promise<number> {
  const history = historyOf(ctx);
  if (session === undefined) {
    const all = await withSources(ctx, history, listSessions);
    const { output, look } = await openFor('sessions', ctx, json);
    const data = { schema: SESSIONS_SCHEMA, sessions: all.map(summaryJson) };
    await output.write(json ? jsonText(data) : renderSessions(all, look));
    return finish(output, history, ctx);
  }
  const story = await withSources(ctx, history, async (sourced) =>
    tellSession(sourced, await sessionIn(sourced, session)),
  );
  if (!story) throw new ProvError('data', 'The session is in no note any more.', { hint: 'Try again.' });
  const { output, look } = await openFor('sessions', ctx, json);
  await output.write(json ? jsonText({ schema: SESSION_SCHEMA, ...storyJson(story) }) : renderTimeline(story, look));
  return finish(output, history, ctx);
}
