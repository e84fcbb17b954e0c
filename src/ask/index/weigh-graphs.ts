import type { Judge } from '../../notes/standing/judged.ts';
import type { Oid } from '../../model/ids.ts';
import type { Signature } from '../../model/model.ts';
import type { RecordStanding } from '../../model/standing/level.ts';
import type { Db } from '../../sqlite/sqlite.ts';

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
 * Computes the standing of each graph in the tables, where notes, this clone's memory or the allowed signers have changed since.
 * @param begin is called before the first change
 * @returns whether the tables were changed
 */
export async function weighGraphs(db: Db, judge: Judge, begin: () => void = () => undefined): Promise<boolean> {
  const meta = (name: string): string => String(db.get('SELECT value FROM meta WHERE name = ?', name)?.['value'] ?? '');
  const before = meta('weighed') === '' ? undefined : (JSON.parse(meta('weighed')) as Weighed);
  const { vouching } = await judge.trust();
  const now = { tip: meta('tip'), recorded: judge.recorded.state, signers: vouching?.state ?? '' };
  const isSameSigners = before?.signers === now.signers;
  if (before && isSameSigners && before.tip === now.tip && before.recorded === now.recorded) return false;
  begin();
  // What was recorded here may be forgotten, and a signer removed from the list: then all are computed again.
  const isWhole = !isSameSigners || before?.recorded !== now.recorded;
  const from = isWhole ? 0 : before.signed;
  const signed = await vouchedNames(db, judge, from);
  db.transaction(() => {
    if (isWhole) db.run('UPDATE graph SET standing = ? WHERE standing > ?', CLAIMED, CLAIMED);
    for (const name of signed.names) setStanding(db, name, VOUCHED);
    for (const name of judge.recorded.graphs) setStanding(db, name, RECORDED);
    const weighed: Weighed = { ...now, signed: signed.last };
    db.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('weighed', ?)", JSON.stringify(weighed));
  });
  return true;
}

const setStanding = (db: Db, name: string, standing: number): unknown =>
  db.run('UPDATE graph SET standing = ?1 WHERE name = ?2 AND standing < ?1', standing, name);

// The graphs that allowed signers vouch for, by the signatures after a row.
async function vouchedNames(db: Db, judge: Judge, from: number): Promise<{ names: Set<string>; last: number }> {
  const notes = new Map<Oid, Signature[]>();
  let last = from;
  const sql =
    'SELECT s.id, n.oid, s.payload, s.scheme, s.signature FROM signed s JOIN note n ON n.id = s.note WHERE s.id > ?';
  for (const row of db.each(sql, from)) {
    const commit = String(row['oid']) as Oid;
    const entries = notes.get(commit) ?? [];
    entries.push({
      payload: Uint8Array.from(row['payload'] as Uint8Array),
      scheme: String(row['scheme']),
      signature: String(row['signature']),
    });
    notes.set(commit, entries);
    last = Math.max(last, Number(row['id']));
  }
  const names = new Set<string>();
  for (const [commit, entries] of notes) for (const name of await judge.vouchedGraphs(commit, entries)) names.add(name);
  return { names, last };
}
