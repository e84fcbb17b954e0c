import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseLine } from '../common/jsonl.ts';
import type { Payload } from '../../recorder/spool/event.ts';
import { type Db, isSqliteError, openDatabase } from '../../sqlite/sqlite.ts';
import type { OpenSession } from './open-session.ts';
import type { Fault } from '../common/transcript-event.ts';

/**
 * The sessions in opencode's database, parents first. Reads a copy, because opencode may be writing. The latest changes are
 * in a log file beside the database, which is copied too.
 */
export async function* databaseSessions(path: string, fault: Fault): AsyncGenerator<OpenSession> {
  const dir = mkdtempSync(join(tmpdir(), 'git-prov-'));
  try {
    const copy = join(dir, 'opencode.db');
    for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
    const db = await openDatabase(copy);
    try {
      db.exec('PRAGMA locking_mode = EXCLUSIVE'); // otherwise SQLite needs shared memory for the log
      yield* sessionsOf(db);
    } finally {
      db.close();
    }
  } catch (cause) {
    if (!isSqliteError(cause)) throw cause;
    fault('databases that cannot be read', path);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

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
