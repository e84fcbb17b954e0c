/** A value in a database. */
export type Value = string | number | Uint8Array | null;
/** One row of a result. */
export type Row = Readonly<Record<string, Value>>;

/** A prepared statement. */
export interface Prepared {
  /** @returns the id of the last inserted row */
  run(values: readonly Value[]): number;
  all(values: readonly Value[]): Row[];
  each(values: readonly Value[]): Iterable<Row>;
  finalize(): void;
}

/** What runs SQL on an open database. */
export interface Engine {
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  /** Does nothing when the database is closed already. */
  close(): void;
}
