import type { Oid } from '../../model/ids.ts';
import type { Session, Usage } from '../../model/model.ts';
import type { Db, Row } from '../../sqlite/sqlite.ts';
import { shortOf } from './build/rows.ts';
import type { NoteSums } from './note-stats.ts';

type GraphOf = NoteSums['graphs'][number];

/**
 * The statistics of each note in an index, by commit, equal to those of `noteSums`. A graph that is only claimed does not
 * count in a session that has others, or whose steps have the ids of such a session.
 */
export function sumsIn(db: Db, hidesClaimed: boolean): Map<Oid, NoteSums> {
  const notes = new Map<unknown, { graphs: GraphOf[]; lines: Map<string, number>; copied: Map<string, number> }>();
  const all = new Map<Oid, NoteSums>();
  for (const row of db.each('SELECT id, oid, sources, restores FROM note')) {
    const sources = String(row['sources']).split(' ') as Oid[];
    const note = {
      graphs: [],
      lines: new Map<string, number>(),
      copied: new Map<string, number>(),
      sources: row['sources'] === '' ? [] : sources,
      restores: row['restores'] === 1,
    };
    notes.set(row['id'], note);
    all.set(row['oid'] as Oid, note);
  }
  const told = new Map<unknown, Session>();
  for (const row of db.each('SELECT id, session FROM told'))
    told.set(row['id'], JSON.parse(String(row['session'])) as Session);
  const higher = new Set(db.all(HIGHER).map((row) => row['short']));
  const graphs = new Map<unknown, GraphOf>();
  for (const row of db.each(GRAPHS))
    if (row['standing'] !== 0 || (!hidesClaimed && !higher.has(row['short'] ?? null)))
      graphs.set(row['id'], graphOf(row, told));
  for (const row of db.each('SELECT graph, note FROM held ORDER BY note, place')) {
    const graph = graphs.get(row['graph']);
    if (graph) notes.get(row['note'])?.graphs.push(graph);
  }
  for (const row of db.each('SELECT prefix, note, lines, copied FROM owned'))
    if (!hidesClaimed || higher.has(row['prefix'] ?? null)) {
      const note = notes.get(row['note']);
      const short = shortOf(Number(row['prefix']));
      note?.lines.set(short, Number(row['lines']));
      if (Number(row['copied']) > 0) note?.copied.set(short, Number(row['copied']));
    }
  return all;
}

const HIGHER = 'SELECT DISTINCT s.short FROM session s JOIN graph g ON g.session = s.id WHERE g.standing > 0';
const GRAPHS = `SELECT g.id, g.told, g.alike, g.steps, g.begun, g.ended, g.usage, g.standing, s.short
  FROM graph g JOIN session s ON s.id = g.session`;

const graphOf = (row: Row, told: ReadonlyMap<unknown, Session>): GraphOf => ({
  session: told.get(row['told'])!,
  key: String(row['alike']),
  steps: Number(row['steps']),
  first: numberIn(row['begun']),
  last: numberIn(row['ended']),
  usage: typeof row['usage'] === 'string' ? (JSON.parse(row['usage']) as Usage) : undefined,
});

const numberIn = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
