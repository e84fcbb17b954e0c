import type { RepoPath } from '../../../model/ids.ts';
import type { Signature } from '../../../model/model.ts';
import { pathToBytes } from '../../../model/path.ts';
import type { Db } from '../../../sqlite/sqlite.ts';
import { KnownIds } from './known-ids.ts';
import { type GraphRows, type NoteRows } from './rows.ts';
import { NODES_PER_GRAPH } from './schema.ts';

/** Inserts the rows of notes into the tables, and removes them. */
export class Writer {
  readonly #db: Db;
  readonly #isFresh: boolean;
  readonly #graphs: KnownIds;
  readonly #sessions: KnownIds;
  readonly #told: KnownIds;
  readonly #things: KnownIds;

  /** @param isFresh the tables are empty, and each commit is put only once */
  constructor(db: Db, isFresh = false) {
    this.#db = db;
    this.#isFresh = isFresh;
    this.#graphs = new KnownIds(isFresh);
    this.#sessions = new KnownIds(isFresh);
    this.#told = new KnownIds(isFresh);
    this.#things = new KnownIds(isFresh);
  }

  /** Inserts a note in place of the commit's former one. */
  put(rows: NoteRows): void {
    const db = this.#db;
    const known = this.#isFresh ? undefined : db.get('SELECT id FROM note WHERE oid = ?', rows.commit)?.['id'];
    const before = known === undefined ? [] : this.#clear(Number(known));
    const damaged = rows.damaged ? 1 : 0;
    let id = Number(known ?? 0);
    const values = [rows.blobs, damaged, rows.sources.join(' '), rows.restores ? 1 : 0] as const;
    if (known === undefined)
      id = db.run(
        'INSERT INTO note (oid, blobs, damaged, sources, restores) VALUES (CAST(? AS TEXT), ?, ?, ?, ?)',
        bytesOf(rows.commit),
        ...values,
      );
    else
      db.run(
        'UPDATE note SET blobs = ?, damaged = ?, sources = ?, restores = ?, trusted = NULL WHERE id = ?',
        ...values,
        id,
      );
    for (const [place, graph] of rows.graphs.entries())
      db.run('INSERT OR IGNORE INTO held (graph, note, place) VALUES (?, ?, ?)', this.#graph(graph), id, place);
    for (const { prefix, lines, copied, hash } of rows.owned)
      db.run(
        'INSERT INTO owned (prefix, note, lines, copied, hash) VALUES (?, ?, ?, ?, ?)',
        prefix,
        id,
        lines,
        copied,
        hash,
      );
    if (known === undefined) this.#addSignatures(id, [...byContent(rows.signatures).values()]);
    else this.#sign(id, rows.signatures);
    for (const name of rows.lined)
      db.run('INSERT OR IGNORE INTO lined (note, thing) VALUES (?, ?)', id, this.#thing(name));
    this.#drop(before);
  }

  /** Removes the note of a commit. */
  remove(commit: string): void {
    const id = this.#db.get('SELECT id FROM note WHERE oid = ?', commit)?.['id'];
    if (id === undefined) return;
    const graphs = this.#clear(Number(id));
    this.#sign(Number(id), []);
    this.#db.run('DELETE FROM note WHERE id = ?', id);
    this.#drop(graphs);
  }

  // Removes the content of a note. @returns its graphs
  #clear(note: number): number[] {
    const graphs = this.#db.all('SELECT graph FROM held WHERE note = ?', note).map((row) => Number(row['graph']));
    for (const table of ['held', 'lined', 'owned', 'counted'])
      this.#db.run(`DELETE FROM ${table} WHERE note = ?`, note);
    return graphs;
  }

  // Replaces the signatures of a note. Unchanged ones keep their rows, so that they are not checked again.
  #sign(note: number, signatures: readonly Signature[]): void {
    const db = this.#db;
    const fresh = byContent(signatures);
    let isRemoved = false;
    for (const { id, scheme, signature, payload } of db.each('SELECT * FROM signed WHERE note = ?', note)) {
      if (fresh.delete(`${String(scheme)} ${String(signature)} ${hexOf(payload as Uint8Array)}`)) continue;
      db.run('DELETE FROM signed WHERE id = ?', id!);
      isRemoved = true;
    }
    this.#addSignatures(note, [...fresh.values()]);
    // What a removed signature vouched for is computed again.
    if (isRemoved) db.run("DELETE FROM meta WHERE name = 'weighed'");
  }

  #addSignatures(note: number, signatures: readonly Signature[]): void {
    const sql = 'INSERT INTO signed (note, payload, scheme, signature) VALUES (?, ?, ?, ?)';
    for (const { payload, scheme, signature } of signatures) this.#db.run(sql, note, payload, scheme, signature);
  }

  // Removes graphs that no note contains any more.
  #drop(graphs: readonly number[]): void {
    for (const id of graphs) {
      if (this.#db.get('SELECT 1 FROM held WHERE graph = ? LIMIT 1', id)) continue;
      const [from, to] = [id * NODES_PER_GRAPH, (id + 1) * NODES_PER_GRAPH - 1];
      for (const table of ['span', 'mention', 'fate', 'touched'])
        this.#db.run(`DELETE FROM ${table} WHERE graph = ?`, id);
      this.#db.run('DELETE FROM statement WHERE place BETWEEN ? AND ?', from, to);
      for (const table of ['said', 'done']) this.#db.run(`DELETE FROM ${table} WHERE rowid BETWEEN ? AND ?`, from, to);
      this.#db.run('DELETE FROM graph WHERE id = ?', id);
    }
  }

  #graph(rows: GraphRows): number {
    return this.#graphs.get(
      rows.name,
      () => this.#db.get('SELECT id FROM graph WHERE name = ?', rows.name),
      () => this.#addGraph(rows),
    );
  }

  #addGraph(rows: GraphRows): number {
    const db = this.#db;
    const { sums } = rows;
    const id = db.run(
      'INSERT INTO graph (name, standing, session, agent, first, last, parent, told, alike, steps, begun, ended, usage) VALUES (CAST(?1 AS TEXT), ifnull((SELECT standing FROM weight WHERE name = CAST(?1 AS TEXT)), 0), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)',
      bytesOf(rows.name),
      this.#session(rows),
      rows.agent,
      rows.first,
      rows.last,
      rows.parent,
      this.#toldAs(sums.session),
      sums.key,
      sums.steps,
      sums.first ?? null,
      sums.last ?? null,
      sums.usage,
    );
    for (const [prefix, first, last] of rows.spans)
      db.run('INSERT INTO span (prefix, first, last, graph) VALUES (?, ?, ?, ?)', prefix, first, last, id);
    for (const [prefix, number] of rows.mentions)
      db.run('INSERT OR IGNORE INTO mention (prefix, number, graph) VALUES (?, ?, ?)', prefix, number, id);
    for (const [prefix, number] of rows.fates)
      db.run('INSERT OR IGNORE INTO fate (prefix, number, graph) VALUES (?, ?, ?)', prefix, number, id);
    for (const name of rows.things)
      db.run('INSERT OR IGNORE INTO touched (thing, graph) VALUES (?, ?)', this.#thing(name), id);
    const base = id * NODES_PER_GRAPH;
    for (const [place, kind, at, copy, node, summary, more] of rows.said) {
      db.run(
        'INSERT INTO statement (place, kind, at, copy, node) VALUES (?, ?, ?, ?, CAST(? AS TEXT))',
        base + place,
        kind,
        at,
        copy,
        bytesOf(node),
      );
      db.run(
        'INSERT INTO said (rowid, summary, more) VALUES (?, CAST(? AS TEXT), CAST(? AS TEXT))',
        base + place,
        bytesOf(summary),
        bytesOf(more),
      );
    }
    for (const [place, words] of rows.done)
      db.run('INSERT INTO done (rowid, summary) VALUES (?, CAST(? AS TEXT))', base + place, bytesOf(words));
    return id;
  }

  #session({ session, short }: GraphRows): number {
    return this.#sessions.get(
      `${session}\0${short}`,
      () => this.#db.get('SELECT id FROM session WHERE name = ? AND short = ?', session, short),
      () => this.#db.run('INSERT INTO session (name, short) VALUES (?, ?)', session, short),
    );
  }

  #toldAs(session: string): number {
    return this.#told.get(
      session,
      () => this.#db.get('SELECT id FROM told WHERE session = ?', session),
      () => this.#db.run('INSERT INTO told (session) VALUES (?)', session),
    );
  }

  #thing(name: string): number {
    return this.#things.get(
      name,
      () => this.#db.get('SELECT id FROM thing WHERE name = ?', pathToBytes(name as RepoPath)),
      () => this.#db.run('INSERT INTO thing (name) VALUES (?)', pathToBytes(name as RepoPath)),
    );
  }
}

/** A text as SQL casts it from bytes: SQLite in WebAssembly takes bytes in half the time that it needs for a text. */
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const byContent = (signatures: readonly Signature[]): Map<string, Signature> =>
  new Map(signatures.map((one) => [`${one.scheme} ${one.signature} ${hexOf(one.payload)}`, one]));

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
