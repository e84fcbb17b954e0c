import { createHash } from 'node:crypto';
import type { Db } from '../../sqlite/sqlite.ts';
import type { FileFacts } from '../facts.ts';
import { LANGUAGES } from '../languages/all.ts';
import { decodeFacts } from './encode-facts.ts';
import { wordOf, type FileNames } from './names.ts';

/** Marks a database as one of these. */
export const CODE_APPLICATION_ID = 0x67706364;
/** Changes with the tables. */
export const CODE_SCHEMA_VERSION = 2;
/** Changes with what is read from a file, where the queries below stay the same. */
const FACTS_VERSION = 6;
/** Trees that are known to be read. */
const MAX_TREES = 200;

/**
 * `file` has the facts of a content in a grammar, by the blob's id. `names` finds the files that define or use a name. `tree`
 * has the trees that were looked at, with the contents that were not there.
 */
const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE file (id INTEGER PRIMARY KEY, oid TEXT NOT NULL, grammar TEXT NOT NULL, facts BLOB NOT NULL);
CREATE UNIQUE INDEX file_of ON file (oid, grammar);
CREATE VIRTUAL TABLE names USING fts5 (defined, used, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii');
CREATE TABLE tree (oid TEXT PRIMARY KEY, read INTEGER NOT NULL, late TEXT NOT NULL);
PRAGMA user_version = ${CODE_SCHEMA_VERSION};
PRAGMA application_id = ${CODE_APPLICATION_ID};
`;

/** A content in a grammar. */
export interface Content {
  /** The id of the blob. */
  readonly oid: string;
  /** The file of the grammar. */
  readonly grammar: string;
}

/** What was read from a content. */
export interface ReadContent extends Content {
  readonly facts: Uint8Array;
  readonly names: FileNames;
}

export const keyOf = ({ oid, grammar }: Content): string => `${oid} ${grammar}`;

/** The facts of all contents that were ever asked about, in a database. */
export class CodeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Creates the tables. */
  static create(db: Db): void {
    db.exec(TABLES);
    db.run("INSERT INTO meta VALUES ('reads', ?)", readsVersion());
  }

  /** Whether the facts were read in the way that this version of the program reads them. */
  isCurrent(): boolean {
    return this.#db.get("SELECT value FROM meta WHERE name = 'reads'")?.['value'] === readsVersion();
  }

  /** The keys of a tree's contents that were not there when it was looked at; undefined for a tree that is not known. */
  lateIn(tree: string): string[] | undefined {
    const late = this.#db.get('SELECT late FROM tree WHERE oid = ?', tree)?.['late'];
    return typeof late === 'string' ? late.split('\n').filter(Boolean) : undefined;
  }

  /** Makes a tree known. @param late its contents that are not there */
  addTree(oid: string, late: readonly Content[]): void {
    const next = '(SELECT coalesce(max(read), 0) + 1 FROM tree)';
    this.#db.run(`INSERT OR REPLACE INTO tree VALUES (?, ${next}, ?)`, oid, late.map(keyOf).join('\n'));
    this.#db.run('DELETE FROM tree WHERE read <= (SELECT max(read) FROM tree) - ?', MAX_TREES);
  }

  /** The keys of those contents that are there. */
  known(contents: readonly Content[]): Set<string> {
    // One pass over the table is quicker than many lookups, and one long text is quicker than many rows.
    const { n } = this.#db.get('SELECT count(*) AS n FROM file')!;
    if (contents.length * 8 > Number(n)) {
      const all = this.#db.get("SELECT group_concat(oid || ' ' || grammar, char(10)) AS keys FROM file")?.['keys'];
      return new Set(typeof all === 'string' ? all.split('\n') : []);
    }
    const isKnown = ({ oid, grammar }: Content): boolean =>
      this.#db.get('SELECT 1 FROM file WHERE oid = ? AND grammar = ?', oid, grammar) !== undefined;
    return new Set(contents.filter(isKnown).map(keyOf));
  }

  /** Adds contents. One that is there already is left alone. @param tree a tree that becomes known, with its contents that are not there */
  add(contents: readonly ReadContent[], tree?: { readonly oid: string; readonly late: readonly Content[] }): void {
    this.#db.transaction(() => {
      if (tree) this.addTree(tree.oid, tree.late);
      for (const { oid, grammar, facts, names } of contents) {
        if (this.#db.get('SELECT id FROM file WHERE oid = ? AND grammar = ?', oid, grammar)) continue;
        const id = this.#db.run('INSERT INTO file (oid, grammar, facts) VALUES (?, ?, ?)', oid, grammar, facts);
        this.#db.run('INSERT INTO names (rowid, defined, used) VALUES (?, ?, ?)', id, names.defined, names.used);
      }
    });
  }

  facts({ oid, grammar }: Content): FileFacts | undefined {
    const bytes = this.#db.get('SELECT facts FROM file WHERE oid = ? AND grammar = ?', oid, grammar)?.['facts'];
    return bytes instanceof Uint8Array ? decodeFacts(bytes) : undefined;
  }

  /** The contents that may define a name. */
  defining(name: string): Content[] {
    return this.#naming('defined', name);
  }

  /** The contents that may use a name. */
  using(name: string): Content[] {
    return this.#naming('used', name);
  }

  #naming(column: 'defined' | 'used', name: string): Content[] {
    const rows = this.#db.all(
      'SELECT oid, grammar FROM names JOIN file ON file.id = names.rowid WHERE names MATCH ?',
      `${column} : "${wordOf(name)}"`,
    );
    return rows.map(({ oid, grammar }) => ({ oid: oid as string, grammar: grammar as string }));
  }
}

/** Names the way in which facts are read: they depend on the queries of the languages, and on the code that uses them. */
export const readsVersion = (): string => (version ??= computeVersion());

let version: string | undefined;

function computeVersion(): string {
  const hash = createHash('sha256');
  for (const language of LANGUAGES)
    for (const grammar of new Set(Object.values(language.grammars)))
      hash.update(`${grammar}\n${language.query(grammar)}\n`);
  return `${FACTS_VERSION}-${hash.digest('hex').slice(0, 16)}`;
}
