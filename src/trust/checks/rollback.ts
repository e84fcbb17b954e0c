import type { ObjectReader } from '../../git/objects/objects.ts';
import { reachableCommits } from '../../git/history/reachable.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import type { Signature } from '../../model/model.ts';
import type { Notes } from '../../ask/history/history.ts';
import { noteVersions } from '../../notes/repair/note-versions.ts';
import { isDamaged } from '../../notes/note-reader.ts';
import type { VerifyFinding } from '../finding.ts';

const NOTES_PER_BATCH = 256;

/**
 * Finds notes that went back to an older state: this clone has seen signatures on a commit that are missing now. Notes only ever grow,
 * so someone removed them. The check reaches as far back as the history of the notes and its reflog; a clone that never had the newer
 * state cannot detect the change.
 */
export async function* findRollbacks(repo: Repo, store: Notes, objects: ObjectReader): AsyncGenerator<VerifyFinding> {
  const seen = new Map<Oid, Set<string>>();
  for await (const { commit, note } of noteVersions(repo, objects))
    for (const one of note.signatures ?? []) seen.set(commit, (seen.get(commit) ?? new Set()).add(keyOf(one)));
  const commits = [...seen.keys()].sort();
  const without: Oid[] = [];
  for (let at = 0; at < commits.length; at += NOTES_PER_BATCH) {
    const some = commits.slice(at, at + NOTES_PER_BATCH);
    const now = await store.read(some);
    for (const commit of some) {
      const found = now.get(commit);
      if (!found) without.push(commit);
      if (!found || isDamaged(found)) continue; // a damaged note is reported as a separate fault
      const here = new Set((found.signatures ?? []).map(keyOf));
      const missing = [...seen.get(commit)!].filter((key) => !here.has(key)).length;
      if (missing > 0)
        yield fault(
          commit,
          `${missing === 1 ? 'A signature that was' : `${missing} signatures that were`} here on it before`,
        );
    }
  }
  if (without.length === 0) return;
  // `git prov gc` removes notes of missing commits.
  const reachable = await reachableCommits(repo);
  for (const commit of without)
    if (reachable.has(commit)) yield fault(commit, 'The signed note that was here on it before');
}

const fault = (commit: Oid, what: string): VerifyFinding => ({
  kind: 'fault',
  commit,
  field: 'signatures',
  what: `${what} went missing: an older state of the notes was put in the place of a newer one.`,
});

const keyOf = ({ payload, signature }: Signature): string => `${Buffer.from(payload).toString('base64')} ${signature}`;
