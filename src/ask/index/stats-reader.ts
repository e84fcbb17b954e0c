import type { Oid } from '../../model/ids.ts';
import type { Session, Usage } from '../../model/model.ts';
import type { Db, Row } from '../../sqlite/sqlite.ts';
import { STANDINGS } from './build/weigh-graphs.ts';
import type { NoteSums } from './note-stats.ts';

type GraphOf = NoteSums['graphs'][number];

/**
 * The statistics of each note in an index, by commit. Where parts of a note have different standings, only the lines that
 * count. A graph that is only claimed does not count in a session that has others, or whose steps have the ids of such a
 * session.
 * @param only the commits whose notes are read; all when absent
 */
export function sumsIn(db: Db, hidesClaimed: boolean, only?: readonly Oid[]): Map<Oid, NoteSums> {
  const parts = only ? SOME : ALL;
  const values = only ? [JSON.stringify(only)] : [];
  const notes = new Map<unknown, MutableSums>();
  const all = new Map<Oid, NoteSums>();
  for (const row of db.each(`SELECT id, oid, sources, restores, trusted FROM note ${parts.notes}`, ...values)) {
    const sources = String(row['sources']).split(' ') as Oid[];
    const note = {
      graphs: [],
      lines: new Map<string, number>(),
      copied: new Map<string, number>(),
      claimed: { lines: new Map<string, number>(), copied: new Map<string, number>() },
      sources: row['sources'] === '' ? [] : sources,
      restores: row['restores'] === 1,
      isTrusted: row['trusted'] === 1,
    };
    notes.set(row['id'], note);
    all.set(row['oid'] as Oid, note);
  }
  const sessions = new Map<unknown, Session>();
  for (const row of db.each(`SELECT id, session FROM told ${parts.told}`, ...values))
    sessions.set(row['id'], JSON.parse(String(row['session'])) as Session);
  const higher = new Set(db.all(`${HIGHER} ${parts.higher}`, ...values).flatMap(({ short, name }) => [short, name]));
  const graphs = new Map<unknown, GraphOf>();
  for (const row of db.each(`${GRAPHS} ${parts.graphs}`, ...values))
    if (row['standing'] !== 0 || (!hidesClaimed && !higher.has(row['short']) && !higher.has(row['name'])))
      graphs.set(row['id'], graphOf(row, sessions));
  for (const row of db.each(`SELECT graph, note FROM held ${parts.held} ORDER BY note, place`, ...values)) {
    const graph = graphs.get(row['graph']);
    if (graph) notes.get(row['note'])?.graphs.push(graph);
  }
  for (const row of db.each(parts.lines, ...values)) {
    const note = notes.get(row['note']);
    if (!note) continue;
    const isWhole = row['claimed'] === null;
    const [lines, copied] = [Number(row['lines']), Number(row['copied'])];
    const claimed = isWhole ? (note.isTrusted ? 0 : lines) : Number(row['claimed']);
    const copies = isWhole ? (note.isTrusted ? 0 : copied) : Number(row['copies']);
    const short = String(row['prefix']);
    put(note.lines, short, hidesClaimed ? lines - claimed : lines);
    put(note.copied, short, hidesClaimed ? copied - copies : copied);
    if (hidesClaimed) continue;
    put(note.claimed.lines, short, claimed);
    put(note.claimed.copied, short, copies);
  }
  return all;
}

/** Counts that are filled row by row. */
type Counts = Map<string, number>;

interface MutableSums extends NoteSums {
  readonly graphs: GraphOf[];
  readonly lines: Counts;
  readonly copied: Counts;
  readonly claimed: { readonly lines: Counts; readonly copied: Counts };
}

const put = (counts: Counts, short: string, count: number): void => {
  if (count > 0) counts.set(short, count);
};

const COUNTED = 'SELECT prefix, note, lines, copied, claimed, copies FROM counted';
const OWNED = 'SELECT prefix, note, lines, copied, NULL, NULL FROM owned';
const HIGHER = 'SELECT DISTINCT s.short, s.name FROM session s JOIN graph g ON g.session = s.id WHERE g.standing > 0';
const GRAPHS = `SELECT g.id, g.told, g.alike, g.steps, g.begun, g.ended, g.usage, g.standing, s.short, s.name
  FROM graph g JOIN session s ON s.id = g.session`;

/** What selects rows. */
interface Parts {
  readonly notes: string;
  readonly told: string;
  readonly higher: string;
  readonly graphs: string;
  readonly held: string;
  readonly lines: string;
}

const ALL: Parts = {
  notes: '',
  told: '',
  higher: '',
  graphs: '',
  held: '',
  lines: `${COUNTED} UNION ALL ${OWNED} WHERE note NOT IN (SELECT note FROM counted)`,
};

// The rows of the commits in ?1, a list in JSON. They are found by keys: the tables may have 100,000 notes.
const NOTES = '(SELECT id FROM note WHERE oid IN (SELECT value FROM json_each(?1)))';
const THEIR_GRAPHS = `(SELECT graph FROM held WHERE note IN ${NOTES})`;
const THEIR_SESSIONS = `session WHERE id IN (SELECT session FROM graph WHERE id IN ${THEIR_GRAPHS})`;
const THEIR_NAMES = `(SELECT short FROM ${THEIR_SESSIONS} UNION SELECT name FROM ${THEIR_SESSIONS})`;

const SOME: Parts = {
  notes: 'WHERE oid IN (SELECT value FROM json_each(?1))',
  told: `WHERE id IN (SELECT told FROM graph WHERE id IN ${THEIR_GRAPHS})`,
  higher: `AND (s.short IN ${THEIR_NAMES} OR s.name IN ${THEIR_NAMES})`,
  graphs: `WHERE g.id IN ${THEIR_GRAPHS}`,
  held: `WHERE note IN ${NOTES}`,
  lines: `${COUNTED} WHERE note IN ${NOTES} UNION ALL ${OWNED} o WHERE note IN ${NOTES}
    AND NOT EXISTS (SELECT 1 FROM counted c WHERE c.note = o.note)`,
};

const graphOf = (row: Row, sessions: ReadonlyMap<unknown, Session>): GraphOf => ({
  session: sessions.get(row['told'])!,
  standing: STANDINGS[Number(row['standing'])]!,
  key: String(row['alike']),
  steps: Number(row['steps']),
  first: numberIn(row['begun']),
  last: numberIn(row['ended']),
  usage: typeof row['usage'] === 'string' ? (JSON.parse(row['usage']) as Usage) : undefined,
});

const numberIn = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
