import { ProvError } from '../../errors.ts';
import { findSession } from '../../query/find.ts';
import { listSessions, tellSession } from '../../query/sessions.ts';
import { SESSION_SCHEMA, SESSIONS_SCHEMA, storyJson, summaryJson } from '../../query/show-json.ts';
import { finish, historyOf, jsonText, only, openFor, type ReadingContext } from '../reading.ts';
import { renderSessions, renderTimeline } from '../render/sessions.ts';

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
    const all = await listSessions(history);
    const { output, look } = await openFor('sessions', ctx, json);
    const data = { schema: SESSIONS_SCHEMA, sessions: all.map(summaryJson) };
    await output.write(json ? jsonText(data) : renderSessions(all, look));
    return finish(output, history, ctx);
  }
  const name = session.replace(/^session:/, '');
  const found = only(await findSession(history, name), session);
  const story = found.kind === 'session' ? await tellSession(history, found.session) : undefined;
  if (!story) throw new ProvError('data', 'The session is in no note any more.', { hint: 'Try again.' });
  const { output, look } = await openFor('sessions', ctx, json);
  await output.write(json ? jsonText({ schema: SESSION_SCHEMA, ...storyJson(story) }) : renderTimeline(story, look));
  return finish(output, history, ctx);
}
