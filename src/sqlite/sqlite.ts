import type { Database, QueryResult, Statement } from 'node-sqlite3-wasm';

type Value = string | number | Uint8Array | null;
/** One row of a result. */
export type Row = Readonly<Record<string, Value>>;

/** Opens a database. SQLite is compiled to WebAssembly (1.3 MB), and is loaded only when the first database is opened. */
export async function openDatabase(file: string): Promise<Db> {
  const { default: sqlite } = await import('node-sqlite3-wasm');
  return new Db(new sqlite.Database(file));
}

/** Whether an error comes from SQLite: the file is damaged, or cannot be opened or written. */
export const isSqliteError = (error: unknown): boolean => error instanceof Error && error.name === 'SQLite3Error';

/** A database that caches its prepared statements. */
export class Db {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs one statement. @returns the id of the last inserted row */
  run(sql: string, ...values: Value[]): number {
    return Number(this.#prepare(sql).run(values).lastInsertRowid);
  }

  /** All rows of a result. */
  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(values) as Row[];
  }

  /** The first row of a result. */
  get(sql: string, ...values: Value[]): Row | undefined {
    return this.all(sql, ...values)[0]; // a statement that is not read to its end keeps the file locked
  }

  /** Yields the rows one at a time. Do not run the same statement again before the end. */
  *each(sql: string, ...values: Value[]): Generator<Row> {
    const statement = this.#database.prepare(sql);
    try {
      for (const row of statement.iterate(values) as IterableIterator<QueryResult>) yield row as Row;
    } finally {
      statement.finalize();
    }
  }

  /** Runs `work` in a transaction, which is rolled back when `work` throws. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}
