import { ProvError } from '../errors.ts';
import type { SessionId } from '../graph/ids.ts';
import { findSession } from '../query/find.ts';
import type { History } from '../query/history.ts';
import { only } from './reading.ts';

/**
 * The session that a name means: its id or a beginning of it, with or without `session:`.
 * @throws ProvError `usage` when it could be several, `data` when it is none
 */
export async function sessionNamed(history: History, name: string): Promise<SessionId> {
  const found = only(await findSession(history, name.replace(/^session:/, '')), name);
  if (found.kind === 'session') return found.session;
  throw new ProvError('data', `${JSON.stringify(name)} is no session.`, { hint: 'See git prov sessions.' });
}
