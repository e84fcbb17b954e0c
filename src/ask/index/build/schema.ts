/** The version of the tables below; an older index is rebuilt, a newer one is left alone. */
export const SCHEMA_VERSION = 9;
/** Identifies the database file (`PRAGMA application_id`): "prov". */
export const APPLICATION_ID = 0x70726f76;

/**
 * The place of a node in the index is its graph's row times this number, plus its position among the graph's nodes and
 * context.
 */
export const NODES_PER_GRAPH = 2 ** 18;

/**
 * The tables. A graph's rows depend only on the graph, so the order of additions and removals does not matter. Steps have
 * no rows of their own: a graph is found by the numbers of its nodes (`span`) and by the other nodes that it mentions
 * (`mention`), and is then read from its note. `fate` has the nodes affected by later events. Statements (`statement`) are
 * stored in full, for listing. Statistics of graphs (see `GraphSums`) are stored with them, and their session data only
 * once (table `told`). `owned` has the lines that a note attributes to each session, by the first digits of its nodes, and
 * how many of them may be copies; `note.sources` has the commits that they are copied from, with spaces between them.
 * `graph.standing` is 0 for claimed, 1 for vouched and 2 for recorded here. It is copied from `weight`, which holds the ids
 * of graphs that are not only claimed, whether a note contains them or not. `signed` has the signatures of notes, from
 * which `weight` is computed (see `weigh-graphs.ts`). `note.trusted` is 1 for a note that this clone wrote or an allowed
 * signer vouches for, 0 for others, and NULL until `weigh-lines.ts` has computed it. `counted` replaces the rows of `owned`
 * for notes whose lines do not all count alike: `claimed` of its lines, and `copies` of the copied ones, are only claimed.
 */
export const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE note (id INTEGER PRIMARY KEY, oid TEXT NOT NULL UNIQUE, blobs TEXT NOT NULL, damaged INTEGER NOT NULL, sources TEXT NOT NULL,
  restores INTEGER NOT NULL, trusted INTEGER);
CREATE TABLE graph (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, standing INTEGER NOT NULL DEFAULT 0,
  session INTEGER NOT NULL, agent TEXT NOT NULL, first INTEGER, last INTEGER,
  parent TEXT, told INTEGER NOT NULL, alike TEXT NOT NULL, steps INTEGER NOT NULL, begun INTEGER, ended INTEGER, usage TEXT);
CREATE TABLE told (id INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE);
CREATE TABLE held (graph INTEGER, note INTEGER, place INTEGER NOT NULL, PRIMARY KEY (graph, note)) WITHOUT ROWID;
CREATE TABLE session (id INTEGER PRIMARY KEY, name TEXT NOT NULL, short TEXT NOT NULL, UNIQUE (name, short));
CREATE TABLE span (prefix TEXT, first INTEGER, last INTEGER, graph INTEGER, PRIMARY KEY (prefix, first, graph)) WITHOUT ROWID;
CREATE TABLE mention (prefix TEXT, number INTEGER, graph INTEGER, PRIMARY KEY (prefix, number, graph)) WITHOUT ROWID;
CREATE TABLE fate (prefix TEXT, number INTEGER, graph INTEGER, PRIMARY KEY (prefix, number, graph)) WITHOUT ROWID;
CREATE TABLE statement (place INTEGER PRIMARY KEY, kind TEXT NOT NULL, at INTEGER NOT NULL, copy INTEGER NOT NULL, node TEXT NOT NULL);
CREATE TABLE thing (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
CREATE TABLE touched (thing INTEGER, graph INTEGER, PRIMARY KEY (thing, graph)) WITHOUT ROWID;
CREATE TABLE owned (prefix TEXT, note INTEGER, lines INTEGER NOT NULL, copied INTEGER NOT NULL, hash TEXT, PRIMARY KEY (prefix, note)) WITHOUT ROWID;
CREATE TABLE counted (prefix TEXT, note INTEGER, lines INTEGER NOT NULL, copied INTEGER NOT NULL, claimed INTEGER NOT NULL, copies INTEGER NOT NULL, PRIMARY KEY (prefix, note)) WITHOUT ROWID;
CREATE TABLE signed (id INTEGER PRIMARY KEY AUTOINCREMENT, note INTEGER NOT NULL, payload BLOB NOT NULL, scheme TEXT NOT NULL, signature TEXT NOT NULL);
CREATE TABLE weight (name TEXT PRIMARY KEY, standing INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE lined (note INTEGER, thing INTEGER, PRIMARY KEY (note, thing)) WITHOUT ROWID;
CREATE VIRTUAL TABLE said USING fts5 (summary, more, content = '', contentless_delete = 1, tokenize = 'ascii');
CREATE VIRTUAL TABLE done USING fts5 (summary, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii');
PRAGMA user_version = ${SCHEMA_VERSION};
PRAGMA application_id = ${APPLICATION_ID};
`;

/** Indexes that are faster to build after the tables are filled. */
export const INDEXES = `
CREATE INDEX damaged_of ON note (id) WHERE damaged = 1;
CREATE INDEX note_of ON held (note);
CREATE INDEX graph_of ON graph (session);
CREATE INDEX higher_of ON graph (standing) WHERE standing > 0;
CREATE INDEX signed_of ON signed (note);
CREATE INDEX parent_of ON graph (parent) WHERE parent IS NOT NULL;
CREATE INDEX owned_of ON owned (note);
CREATE INDEX statement_of ON statement (kind, at);
CREATE INDEX counted_of ON counted (note);
CREATE INDEX unweighed ON note (id) WHERE trusted IS NULL;
CREATE INDEX lined_of ON lined (thing);
`;
