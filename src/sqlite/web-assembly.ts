import { optimiseAsUsual, optimiseLater } from './optimise-late.ts'; // first: the next one compiles SQLite when it is loaded
import sqlite, { type QueryResult } from 'node-sqlite3-wasm';
import type { Engine, Prepared, Row, Value } from './engine.ts';

optimiseAsUsual();
let isFirst = true;

/** Opens a database with SQLite compiled to WebAssembly. */
export function open(file: string): Engine {
  const database = new sqlite.Database(file);
  if (isFirst) optimiseLater(() => database.exec('SELECT 1')); // does not read the file
  isFirst = false;
  return {
    exec: (sql) => database.exec(sql),
    prepare: (sql): Prepared => {
      const statement = database.prepare(sql);
      return {
        run: (values) => Number(statement.run(values as Value[]).lastInsertRowid),
        all: (values) => statement.all(values as Value[]) as Row[],
        *each(values) {
          for (const row of statement.iterate(values as Value[]) as IterableIterator<QueryResult>) yield row as Row;
        },
        finalize: () => {
          try {
            statement.finalize();
          } catch {
            // it throws again what the last run of the statement threw
          }
        },
      };
    },
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
