import { builtIn } from './built-in.ts';
import type { Engine, Prepared, Row, Value } from './engine.ts';

export type { Row };

/**
 * Opens a database of our own: with Node's SQLite where Node has one (from 22.13), which starts in a millisecond; otherwise with
 * SQLite compiled to WebAssembly (1.3 MB), which is loaded only when the first database is opened.
 */
export async function openDatabase(file: string): Promise<Db> {
  return new Db(builtIn()?.(file) ?? (await openSandboxed(file)));
}

/** Loads what opens databases, for callers that wait for something else meanwhile. */
export async function loadSqlite(): Promise<void> {
  if (!builtIn()) await import('./web-assembly.ts');
}

/** Opens a database that another program wrote, with the SQLite that cannot reach beyond its own memory. */
export async function openForeign(file: string): Promise<Db> {
  return new Db(await openSandboxed(file));
}

const openSandboxed = async (file: string): Promise<Engine> => (await import('./web-assembly.ts')).open(file);

/** Whether an error comes from SQLite: the file is damaged, or cannot be opened or written. */
export const isSqliteError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'SQLite3Error' || (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR');

/** A database that caches its prepared statements. */
export class Db {
  readonly #engine: Engine;
  readonly #statements = new Map<string, Prepared>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Runs statements without parameters. */
  exec(sql: string): void {
    this.#engine.exec(sql);
  }

  /** Runs one statement. @returns the id of the last inserted row */
  run(sql: string, ...values: Value[]): number {
    return this.#prepare(sql).run(values);
  }

  /** All rows of a result. */
  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepare(sql).all(values);
  }

  /** The first row of a result. */
  get(sql: string, ...values: Value[]): Row | undefined {
    return this.all(sql, ...values)[0]; // a statement that is not read to its end keeps the file locked
  }

  /** Yields the rows one at a time. Do not run the same statement again before the end. */
  *each(sql: string, ...values: Value[]): Generator<Row> {
    const statement = this.#engine.prepare(sql);
    try {
      yield* statement.each(values);
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
      this.rollBack();
      throw error;
    }
  }

  /** Ends a transaction after an error. */
  rollBack(): void {
    try {
      this.exec('ROLLBACK');
    } catch {
      // after some errors, such as a full disk, SQLite has rolled it back already
    }
  }

  close(): void {
    for (const statement of this.#statements.values()) statement.finalize();
    this.#statements.clear();
    this.#engine.close();
  }

  #prepare(sql: string): Prepared {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#engine.prepare(sql)));
    return statement;
  }
}
