import type { Oid } from '../../../model/ids.ts';
import type { Note, Signature } from '../../../model/model.ts';
import { isDamaged } from '../../../notes/note-reader.ts';
import type { RankedReader, StandingContext } from '../../../notes/standing/judged.ts';
import type { Db, Row } from '../../../sqlite/sqlite.ts';
import { copiesBySession, linesBySession } from '../note-stats.ts';

/** Notes that are weighed in one transaction. */
const NOTES_PER_BATCH = 256;

/**
 * Computes for each new or changed note whether it is trusted, and which of its lines are only claimed (`note.trusted` and
 * `counted`). Only notes with parts of different standings are read again. This clone's own notes count as a whole, and so do
 * notes that are signed completely. Other notes without a signature are claims.
 */
export async function weighLines(db: Db, judge: StandingContext, reader: RankedReader): Promise<void> {
  const { vouching } = await judge.trust();
  if (!vouching && !judge.recorded.hasCommits()) return claimAll(db);
  for (;;) {
    const rows = db.all('SELECT id, oid, blobs FROM note WHERE trusted IS NULL LIMIT ?', NOTES_PER_BATCH);
    if (rows.length === 0) return;
    const trusted = new Map<number, boolean>();
    const mixed = new Map<Oid, { id: number; blobs: readonly Oid[] }>();
    for (const row of rows) {
      const [id, commit, blobs] = [Number(row['id']), String(row['oid']) as Oid, blobsOf(row)];
      if (judge.isOwn(commit, blobs)) trusted.set(id, true);
      else if (judge.recorded.commit(commit)) mixed.set(commit, { id, blobs });
      else {
        const signatures = vouching ? signaturesOf(db, id) : [];
        if (signatures.length === 0) trusted.set(id, false);
        else if (await isAllSigned(db, id, await vouching!.lineHashes(commit, signatures))) trusted.set(id, true);
        else mixed.set(commit, { id, blobs });
      }
    }
    const weighed: { id: number; note: Note; isTrusted: boolean }[] = [];
    const located = new Map([...mixed].map(([commit, { blobs }]) => [commit, blobs]));
    for await (const [commit, found] of reader.at(located)) {
      const { id, blobs } = mixed.get(commit)!;
      const note = isDamaged(found) ? found.note : found;
      if (note) weighed.push({ id, ...(await judge.weighed(commit, note, blobs)) });
      else trusted.set(id, false);
    }
    db.transaction(() => {
      for (const { id } of [...rows, ...mixed.values()]) db.run('DELETE FROM counted WHERE note = ?', Number(id));
      for (const { id, note, isTrusted } of weighed) {
        trusted.set(id, isTrusted);
        putCounted(db, id, note);
      }
      for (const [id, is] of trusted) db.run('UPDATE note SET trusted = ? WHERE id = ?', is ? 1 : 0, id);
    });
  }
}

// Where nothing was written or is signed, all notes are claims: as in a clone that has fetched them.
function claimAll(db: Db): void {
  db.transaction(() => {
    db.run('DELETE FROM counted WHERE note IN (SELECT id FROM note WHERE trusted IS NULL)');
    db.run('UPDATE note SET trusted = 0 WHERE trusted IS NULL');
  });
}

function putCounted(db: Db, id: number, note: Note): void {
  const claimed = { ...note, lines: onlyClaimed(note.lines) };
  const [all, some] = [linesBySession(note), linesBySession(claimed)];
  const [copied, copies] = [copiesBySession(note), copiesBySession(claimed)];
  const before = db.all('SELECT prefix FROM owned WHERE note = ?', id).map((row) => String(row['prefix']));
  const sql = 'INSERT INTO counted (prefix, note, lines, copied, claimed, copies) VALUES (?, ?, ?, ?, ?, ?)';
  for (const short of new Set([...before, ...all.keys()]))
    db.run(sql, short, id, all.get(short) ?? 0, copied.get(short) ?? 0, some.get(short) ?? 0, copies.get(short) ?? 0);
}

const onlyClaimed = (lines: Note['lines']): Note['lines'] =>
  new Map([...lines].map(([path, list]) => [path, list.filter(({ standing = 'claimed' }) => standing === 'claimed')]));

const blobsOf = (row: Row): Oid[] => String(row['blobs']).split(' ') as Oid[];

// Whether allowed signers vouch for the lines of each session, and for the graphs.
async function isAllSigned(db: Db, note: number, hashes: ReadonlyMap<string, ReadonlySet<string>>): Promise<boolean> {
  const graphs = 'SELECT 1 FROM held h JOIN graph g ON g.id = h.graph WHERE h.note = ? AND g.standing = 0 LIMIT 1';
  if (hashes.size === 0 || db.get(graphs, note)) return false;
  return db
    .all('SELECT prefix, hash FROM owned WHERE note = ?', note)
    .every((row) => hashes.get(String(row['prefix']))?.has(String(row['hash'])));
}

const signaturesOf = (db: Db, note: number): Signature[] =>
  db.all('SELECT payload, scheme, signature FROM signed WHERE note = ?', note).map((row) => ({
    payload: Uint8Array.from(row['payload'] as Uint8Array),
    scheme: String(row['scheme']),
    signature: String(row['signature']),
  }));
