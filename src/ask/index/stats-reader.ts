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
  const wanted = only && new Set(only);
  const notes = new Map<unknown, MutableSums>();
  const all = new Map<Oid, NoteSums>();
  for (const row of db.each('SELECT id, oid, sources, restores, trusted FROM note')) {
    if (wanted && !wanted.has(row['oid'] as Oid)) continue;
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
  for (const row of db.each('SELECT id, session FROM told'))
    sessions.set(row['id'], JSON.parse(String(row['session'])) as Session);
  const higher = new Set(db.all(HIGHER).flatMap(({ short, name }) => [short, name]));
  const graphs = new Map<unknown, GraphOf>();
  for (const row of db.each(GRAPHS))
    if (row['standing'] !== 0 || (!hidesClaimed && !higher.has(row['short']) && !higher.has(row['name'])))
      graphs.set(row['id'], graphOf(row, sessions));
  for (const row of db.each('SELECT graph, note FROM held ORDER BY note, place')) {
    const graph = graphs.get(row['graph']);
    if (graph) notes.get(row['note'])?.graphs.push(graph);
  }
  for (const row of db.each(LINES)) {
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

const LINES = `SELECT prefix, note, lines, copied, claimed, copies FROM counted
  UNION ALL SELECT prefix, note, lines, copied, NULL, NULL FROM owned
  WHERE note NOT IN (SELECT note FROM counted)`;
const HIGHER = 'SELECT DISTINCT s.short, s.name FROM session s JOIN graph g ON g.session = s.id WHERE g.standing > 0';
const GRAPHS = `SELECT g.id, g.told, g.alike, g.steps, g.begun, g.ended, g.usage, g.standing, s.short, s.name
  FROM graph g JOIN session s ON s.id = g.session`;

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
