import { shortOid } from '../../git/repository/abbreviation.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { type Oid, sessionPart } from '../../model/ids.ts';
import { FORGOTTEN, isForgottenPath } from '../../model/format/forgotten-path.ts';
import { graphIdOf } from '../../model/format/graph-id.ts';
import type { Attribution, Note } from '../../model/model.ts';
import { linesBySession } from '../../model/statement.ts';
import { isDamaged } from '../../notes/note-reader.ts';
import type { Notes } from '../../ask/history/history.ts';
import type { VerifyFinding } from '../finding.ts';
import type { NamedCommit, Signatures, VouchedParts } from './signatures.ts';

/** Commits whose notes are read together. */
const COMMITS_PER_BATCH = 256;

/**
 * Finds notes without the signature that they had: a later statement of the signer names the commit. So whoever removes the
 * signatures of one note has to remove those of all later commits of that clone too, up to its newest one.
 * @param signatures has seen the verified notes; others are read
 */
export async function* missingSignatures(
  signatures: Signatures,
  store: Pick<Notes, 'read'>,
  objects: ObjectReader,
): AsyncGenerator<VerifyFinding> {
  const { signed, named } = signatures.chain();
  const known = new Set(signed.map(([commit, by]) => keyOf(commit, by)));
  const open = new Map<string, NamedCommit>();
  for (const one of named) if (!known.has(keyOf(one.commit, one.by))) open.set(keyOf(one.commit, one.by), one);
  const list = [...open.values()].sort((a, b) => (a.commit < b.commit ? -1 : 1));
  for (let at = 0; at < list.length; at += COMMITS_PER_BATCH)
    yield* missingOf(list.slice(at, at + COMMITS_PER_BATCH), signatures, store, objects);
}

async function* missingOf(
  list: readonly NamedCommit[],
  signatures: Signatures,
  store: Pick<Notes, 'read'>,
  objects: ObjectReader,
): AsyncGenerator<VerifyFinding> {
  const commits = [...new Set(list.map(({ commit }) => commit))];
  const infos = await objects.info(commits);
  const here = new Set(commits.filter((_, i) => infos[i]?.type === 'commit'));
  const notes = await store.read(here);
  const fresh = signatures.anew(true);
  for (const [commit, note] of notes) if (!isDamaged(note)) fresh.add(commit, note);
  for await (const _ of fresh.findings()); // reported when these notes are verified themselves
  const known = new Set(fresh.chain().signed.map(([commit, by]) => keyOf(commit, by)));
  for (const { commit, by, in: other } of list) {
    const note = notes.get(commit);
    if (!here.has(commit) || (note && isDamaged(note)) || known.has(keyOf(commit, by))) continue;
    const what = `${by} had signed a note of it before signing that of ${shortOid(other)}.`;
    if (!note) yield { kind: 'gap', commit, field: 'signatures', what: `${what} It is not here.` };
    else if (isForgotten(note, fresh.vouchedIn(commit)))
      yield { kind: 'gap', commit, field: 'signatures', what: `${what} A text of it was forgotten since.` };
    else yield { kind: 'fault', commit, field: 'signatures', what: `${what} That signature was removed.` };
  }
}

const keyOf = (commit: Oid, by: string): string => `${commit} ${by}`;

// Whether a text of the note was forgotten: `git prov forget` drops the signatures of a note, and signs it again. Anyone can write
// the mark of a forgotten text, so it counts only in what an allowed signer vouches for now.
function isForgotten({ graphs, lines }: Note, vouched: VouchedParts | undefined): boolean {
  if (!vouched) return false;
  const isMarked = graphs.some(
    (graph) =>
      vouched.graphs.has(graphIdOf(graph)) && graph.nodes.some((node) => JSON.stringify(node).includes(FORGOTTEN)),
  );
  if (isMarked) return true;
  const hashes = linesBySession(lines);
  const isVouched = ({ node }: Attribution): boolean => {
    const session = node ? sessionPart(node) : '';
    return vouched.lines.has(`${session} ${hashes.get(session)}`);
  };
  return [...lines].some(([path, list]) => isForgottenPath(path) && list.some(isVouched));
}
