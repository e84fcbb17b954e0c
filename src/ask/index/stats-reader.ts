import type { Oid } from '../../model/ids.ts';
import type { Session, Usage } from '../../model/model.ts';
import type { Db, Row } from '../../sqlite/sqlite.ts';
import { shortOf } from './rows.ts';
import type { NoteSums } from './note-stats.ts';

type GraphOf = NoteSums['graphs'][number];

/** The statistics of each note in an index, by commit, equal to those of `noteSums`. */
export function sumsIn(db: Db): Map<Oid, NoteSums> {
  const notes = new Map<unknown, { graphs: GraphOf[]; lines: Map<string, number> }>();
  const all = new Map<Oid, NoteSums>();
  for (const row of db.each('SELECT id, oid FROM note')) {
    const note = { graphs: [], lines: new Map<string, number>() };
    notes.set(row['id'], note);
    all.set(row['oid'] as Oid, note);
  }
  const told = new Map<unknown, Session>();
  for (const row of db.each('SELECT id, session FROM told'))
    told.set(row['id'], JSON.parse(String(row['session'])) as Session);
  const graphs = new Map<unknown, GraphOf>();
  for (const row of db.each('SELECT id, told, alike, steps, begun, ended, usage FROM graph'))
    graphs.set(row['id'], graphOf(row, told));
  for (const row of db.each('SELECT graph, note FROM held ORDER BY note, place')) {
    const graph = graphs.get(row['graph']);
    if (graph) notes.get(row['note'])?.graphs.push(graph);
  }
  for (const row of db.each('SELECT prefix, note, lines FROM owned'))
    notes.get(row['note'])?.lines.set(shortOf(Number(row['prefix'])), Number(row['lines']));
  return all;
}

const graphOf = (row: Row, told: ReadonlyMap<unknown, Session>): GraphOf => ({
  session: told.get(row['told'])!,
  key: String(row['alike']),
  steps: Number(row['steps']),
  first: numberIn(row['begun']),
  last: numberIn(row['ended']),
  usage: typeof row['usage'] === 'string' ? (JSON.parse(row['usage']) as Usage) : undefined,
});

const numberIn = (value: unknown): number | undefined => (value === null ? undefined : Number(value));
