import type { Db } from '../../sqlite/sqlite.ts';
import { fromCopy } from '../common/database-copy.ts';
import { parseLine } from '../common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import type { OpenSession } from './open-session.ts';
import type { TranscriptFault } from '../common/transcript-event.ts';

/** Reads the sessions in opencode's database, parents first. @param read reads one session */
export const readSessions = <T>(
  path: string,
  fault: TranscriptFault,
  read: (session: OpenSession) => Generator<T>,
): AsyncGenerator<T> =>
  fromCopy(path, fault, function* (db) {
    for (const session of sessionsOf(db)) yield* read(session);
  });

function* sessionsOf(db: Db): Generator<OpenSession> {
  for (const { id, parent_id: parentID, directory } of db.all(
    'SELECT id, parent_id, directory FROM session ORDER BY time_created, id',
  ))
    yield { info: { id, ...(parentID !== null && { parentID }), directory }, messages: messagesOf(db, String(id)) };
}

function* messagesOf(db: Db, session: string): Generator<{ info: Payload; parts: Payload[] }> {
  const messages = db.all('SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id', session);
  for (const { id } of messages) {
    const info = decoded(db.get('SELECT data FROM message WHERE id = ?', id!)?.['data']);
    const parts = db
      .all('SELECT data FROM part WHERE message_id = ? ORDER BY id', id!)
      .map(({ data }) => decoded(data));
    if (info) yield { info: { ...info, id }, parts: parts.filter((part) => part !== undefined) };
  }
}

const decoded = (data: unknown): Payload | undefined => (typeof data === 'string' ? parseLine(data) : undefined);
