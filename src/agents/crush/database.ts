import type { Payload } from '../../recorder/spool/event.ts';
import { isObject } from '../../recorder/spool/json-fields.ts';
import type { Db, Row } from '../../sqlite/sqlite.ts';
import { fromCopy } from '../common/database-copy.ts';
import type { TranscriptFault } from '../common/transcript-event.ts';

/** Size limits in bytes: the parts of a message, and the text of a file. */
const MAX_PARTS_BYTES = 32 * 1024 * 1024;
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
/** Characters of a session's id, and of a model's name. */
const MAX_ID_CHARACTERS = 200;
/** Versions of one file in one session. */
const MAX_VERSIONS = 10_000;
/** The columns that are read. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['id', 'parent_session_id', 'created_at'],
  messages: ['id', 'session_id', 'role', 'parts', 'model', 'created_at'],
  files: ['session_id', 'path', 'content', 'version'],
};

/** A message of a session, with its decoded parts. */
export interface CrushMessage {
  readonly role: string;
  readonly model: string | undefined;
  /** As stored: seconds, or in some versions milliseconds, since the epoch. */
  readonly created: number;
  readonly parts: readonly Payload[];
  readonly isSummary: boolean;
}

/** A session in Crush's database. */
export interface CrushSession {
  readonly id: string;
  readonly parent: string | undefined;
  /** Its messages, in order. It reads only as far as the caller needs. */
  messages(): Generator<CrushMessage>;
  /** The texts of a file around the session's edits, in order: the text before the first one, then one for each edit. */
  versions(path: string): readonly string[];
  /** A file that the session edited; undefined without any. */
  readonly file: string | undefined;
}

/**
 * Reads the sessions in Crush's database, oldest first. Anybody may have written the file: sizes and types are checked
 * first.
 * @param read reads one session
 */
export const readSessions = <T>(
  path: string,
  fault: TranscriptFault,
  read: (session: CrushSession) => Generator<T>,
): AsyncGenerator<T> =>
  fromCopy(path, fault, function* (db) {
    if (!hasTables(db)) return fault('databases of an unknown form', path);
    const sessions = db.all(
      `SELECT id, substr(parent_session_id, 1, ${MAX_ID_CHARACTERS}) AS parent FROM sessions
       WHERE typeof(id) = 'text' AND octet_length(id) BETWEEN 1 AND ${MAX_ID_CHARACTERS} ORDER BY created_at, rowid`,
    );
    for (const { id, parent } of sessions) yield* read(session(db, String(id), parent, (what) => fault(what, path)));
  });

// A view, a virtual table or a computed column of that name could run for ever.
function hasTables(db: Db): boolean {
  return Object.entries(COLUMNS).every(([table, columns]) => {
    const found = db.get(
      "SELECT 1 AS yes FROM sqlite_schema WHERE name = ? AND type = 'table' AND rootpage > 0",
      table,
    );
    const rows = db.all('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0', table);
    const stored = new Set(rows.map(({ name }) => name));
    return found !== undefined && columns.every((column) => stored.has(column));
  });
}

function session(db: Db, id: string, parent: Row[string] | undefined, drop: (what: string) => void): CrushSession {
  return {
    id,
    parent: typeof parent === 'string' && parent !== '' ? parent : undefined,
    messages: () => messagesOf(db, id, drop),
    versions: (path) => versionsOf(db, id, path, drop),
    get file() {
      const path = db.get('SELECT substr(path, 1, 4096) AS path FROM files WHERE session_id = ? LIMIT 1', id)?.['path'];
      return typeof path === 'string' ? path : undefined;
    },
  };
}

function* messagesOf(db: Db, session: string, drop: (what: string) => void): Generator<CrushMessage> {
  const summaries = db.get(
    "SELECT 1 AS yes FROM pragma_table_xinfo('messages') WHERE name = 'is_summary_message' AND hidden = 0",
  );
  const rows = db.all(
    `SELECT rowid AS at, substr(role, 1, 20) AS role, substr(model, 1, ${MAX_ID_CHARACTERS}) AS model, created_at AS created, octet_length(parts) AS size,
       ${summaries ? 'is_summary_message' : '0'} AS summary
     FROM messages WHERE session_id = ? ORDER BY created_at, rowid`,
    session,
  );
  for (const { at, role, model, created, size, summary } of rows) {
    if (typeof role !== 'string' || typeof created !== 'number') {
      drop('messages without a role or a time');
      continue;
    }
    const parts = typeof size === 'number' && size <= MAX_PARTS_BYTES ? partsAt(db, at!) : undefined;
    if (parts)
      yield { role, created, parts, model: typeof model === 'string' ? model : undefined, isSummary: summary === 1 };
    else drop('messages that are too large or no JSON');
  }
}

function partsAt(db: Db, row: Row[string]): Payload[] | undefined {
  const stored = db.get('SELECT parts FROM messages WHERE rowid = ?', row)?.['parts'];
  const json = stored instanceof Uint8Array ? Buffer.from(stored).toString('utf8') : stored;
  if (typeof json !== 'string') return undefined;
  try {
    const parts: unknown = JSON.parse(json);
    return Array.isArray(parts) ? parts.filter(isObject) : undefined;
  } catch {
    return undefined;
  }
}

function versionsOf(db: Db, session: string, path: string, drop: (what: string) => void): string[] {
  const rows = db.all(
    `SELECT rowid AS at, octet_length(content) AS size FROM files
     WHERE session_id = ? AND path = ? ORDER BY version, rowid LIMIT ${MAX_VERSIONS}`,
    session,
    path,
  );
  const texts: string[] = [];
  for (const { at, size } of rows) {
    const fits = typeof size === 'number' && size <= MAX_CONTENT_BYTES;
    const content = fits ? db.get('SELECT content FROM files WHERE rowid = ?', at!)?.['content'] : undefined;
    // Without one of them, the text before the next edit is not known.
    if (typeof content !== 'string') {
      drop('versions of files that are too large or no text');
      return [];
    }
    texts.push(content);
  }
  return texts;
}
