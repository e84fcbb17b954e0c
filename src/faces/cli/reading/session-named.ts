import { ProvError } from '../../../errors.ts';
import type { SessionId } from '../../../model/ids.ts';
import { findSession, type SearchPlace } from '../../../ask/find/find.ts';
import { withSources } from './with-graph.ts';
import { historyOf, onlyMeaning, type ReadingContext } from './reading-context.ts';

/**
 * The session with this id or prefix of an id, with or without `session:`.
 * @throws ProvError `usage` when it is ambiguous, `data` when it is not a session
 */
export const sessionNamed = (ctx: ReadingContext, name: string): Promise<SessionId> =>
  withSources(ctx, historyOf(ctx), (sourced) => sessionIn(sourced, name));

/** The same with an open index. */
export async function sessionIn(where: Pick<SearchPlace, 'sources'>, name: string): Promise<SessionId> {
  const found = onlyMeaning(await findSession(where, name.replace(/^session:/, '')), name);
  if (found.kind === 'session') return found.session;
  throw new ProvError('data', `${JSON.stringify(name)} is not a session.`, { hint: 'See git prov sessions.' });
}
