import type { RankedReader, StandingContext } from '../../../notes/standing/judged.ts';
import type { Oid } from '../../../model/ids.ts';
import type { Signature } from '../../../model/model.ts';
import type { RecordStanding } from '../../../model/standing/level.ts';
import type { Db } from '../../../sqlite/sqlite.ts';
import { weighLines } from './weigh-lines.ts';

/** The standings by their numbers in the column `graph.standing`. */
export const STANDINGS: readonly RecordStanding[] = ['claimed', 'vouched', 'recorded'];
const [CLAIMED, VOUCHED, RECORDED] = [0, 1, 2];

/** What the standings in the tables were computed from. */
interface Weighed {
  readonly tip: string;
  readonly recorded: string;
  readonly signers: string;
  /** The last row of `signed` that was checked. */
  readonly signed: number;
}

/**
 * Updates the standing of each graph in the tables when notes, this clone's memory or the allowed signers have changed.
 * @param begin called before the first change
 * @returns whether anything was changed
 */
export async function weighGraphs(
  db: Db,
  judge: StandingContext,
  reader: RankedReader,
  begin: () => void = () => undefined,
): Promise<boolean> {
  const meta = (name: string): string => String(db.get('SELECT value FROM meta WHERE name = ?', name)?.['value'] ?? '');
  const before = meta('weighed') === '' ? undefined : (JSON.parse(meta('weighed')) as Weighed);
  const { vouching } = await judge.trust();
  const [tip, signers] = [meta('tip'), vouching?.state ?? ''];
  const isKnown = before?.signers === signers;
  const recorded = judge.recorded.since(isKnown ? before.recorded : '');
  // When the memory of this clone was lost, or the allowed signers changed, all standings are computed again.
  const isWhole = !isKnown || recorded.isWhole;
  const isSame = recorded.graphs.length + recorded.commits.length === 0;
  if (!isWhole && before.tip === tip && isSame) return false;
  begin();
  const signed = await vouchedNames(db, judge, isWhole ? 0 : before.signed);
  db.transaction(() => {
    for (const commit of recorded.commits) db.run('UPDATE note SET trusted = NULL WHERE oid = ?', commit);
    if (isWhole) {
      db.run('UPDATE note SET trusted = NULL');
      db.run('DELETE FROM weight');
      db.run('UPDATE graph SET standing = ? WHERE standing > ?', CLAIMED, CLAIMED);
    }
    for (const name of signed.names) setStanding(db, name, VOUCHED);
    for (const name of recorded.graphs) setStanding(db, name, RECORDED);
    const weighed: Weighed = { tip, signers, recorded: recorded.mark, signed: signed.last };
    db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('weighed', ?)", JSON.stringify(weighed));
  });
  await weighLines(db, judge, reader);
  return true;
}

function setStanding(db: Db, name: string, standing: number): void {
  db.run(
    'INSERT INTO weight VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET standing = max(standing, ?2)',
    name,
    standing,
  );
  db.run('UPDATE graph SET standing = ?1 WHERE name = ?2 AND standing < ?1', standing, name);
}

// The graphs that allowed signers vouch for, by the signatures after a row.
async function vouchedNames(
  db: Db,
  judge: StandingContext,
  from: number,
): Promise<{ names: Set<string>; last: number }> {
  const names = new Set<string>();
  const last = Number(db.get('SELECT max(id) AS last FROM signed')?.['last'] ?? 0);
  if (last <= from || !(await judge.signs())) return { names, last };
  let [commit, entries]: [Oid | undefined, Signature[]] = [undefined, []];
  const check = async (): Promise<void> => {
    if (commit) for (const name of await judge.vouchedGraphs(commit, entries)) names.add(name);
  };
  const sql = `SELECT n.oid, s.payload, s.scheme, s.signature FROM signed s JOIN note n ON n.id = s.note
    WHERE s.id > ? ORDER BY s.note, s.id`;
  for (const row of db.each(sql, from)) {
    const next = String(row['oid']) as Oid;
    if (next !== commit) {
      await check();
      [commit, entries] = [next, []];
    }
    entries.push({
      payload: Uint8Array.from(row['payload'] as Uint8Array),
      scheme: String(row['scheme']),
      signature: String(row['signature']),
    });
  }
  await check();
  return { names, last };
}
