import type { Engine, Prepared, Row, Value } from './engine.ts';

// What is used of `node:sqlite`: the types of Node 20 do not know it.
interface Statement {
  run(...values: readonly Value[]): { lastInsertRowid: number | bigint };
  all(...values: readonly Value[]): Row[];
  iterate(...values: readonly Value[]): Iterable<Row>;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Sqlite {
  readonly DatabaseSync: new (file: string) => Database;
  readonly StatementSync: { readonly prototype: Partial<Statement> };
}

interface WithBuiltins {
  readonly getBuiltinModule?: (name: string) => unknown; // from Node 22.3
}

/** Opens a database with Node's own SQLite; undefined where Node has none. */
export function builtIn(): ((file: string) => Engine) | undefined {
  const sqlite = quietly(() => (process as WithBuiltins).getBuiltinModule?.('node:sqlite') as Sqlite | undefined);
  // Versions before 22.13 need an option, and lack what reads rows one at a time.
  if (!sqlite?.StatementSync.prototype.iterate || !knowsFullText(sqlite)) return undefined;
  return (file) => engineOf(new sqlite.DatabaseSync(file));
}

// Systems that build Node may give it an SQLite of their own, older or without full text.
function knowsFullText({ DatabaseSync }: Sqlite): boolean {
  try {
    const database = new DatabaseSync(':memory:');
    database.exec("CREATE VIRTUAL TABLE a USING fts5 (b, content = '', contentless_delete = 1)");
    database.close();
    return true;
  } catch {
    return false;
  }
}

// Node 22 warns at the first use that its SQLite may change. That is for us to know, not for our users.
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function engineOf(database: Database): Engine {
  let isOpen = true;
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql): Prepared => {
      const statement = database.prepare(sql);
      return {
        run: (values) => Number(statement.run(...values).lastInsertRowid),
        all: (values) => statement.all(...values),
        each: (values) => statement.iterate(...values) as Iterable<Row>,
        finalize: () => undefined, // closing the database does
      };
    },
    close: () => {
      if (isOpen) database.close();
      isOpen = false;
    },
  };
}
