import { changesOf, type CommitChange } from '../../git/history/commit-changes.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { Oid } from '../../model/ids.ts';
import { holds } from './candidates-by-content.ts';
import { prepareSameCode, sameCode, type Trees } from './same-code.ts';
import { type KnownTexts, SourceOwners } from './source-owners.ts';
import type { RewriteOrigin, ReadNotes, SourceCommit, Texts } from './source-commit.ts';

/** What following commits to their sources needs. */
export interface RewriteContext {
  readonly repo: Repo;
  readonly objects: ObjectReader;
  readonly texts: Texts;
  readonly trees: Trees;
  readonly readNotes: ReadNotes;
}

/**
 * Reads the changes of the source commits, and the texts to compare, in few requests for any number of commits.
 * @param changes the known changes of commits, some of them sources
 * @returns a function giving the origins of a commit
 */
export async function loadSourceOwners(
  sources: ReadonlyMap<Oid, readonly SourceCommit[]>,
  changes: ReadonlyMap<Oid, CommitChange>,
  around: RewriteContext,
): Promise<(commit: Oid) => Promise<SourceOwners>> {
  const ids = [...new Set([...sources.values()].flatMap((list) => list.map(({ commit }) => commit)))];
  const missing = ids.filter((id) => !changes.has(id));
  const read =
    missing.length > 0 ? await changesOf(around.repo, missing, around.objects) : new Map<Oid, CommitChange>();
  const changeOf = (id: Oid): CommitChange | undefined => changes.get(id) ?? read.get(id);
  const blobs = [...new Set([...sources.keys(), ...ids])].flatMap((id) => blobsOf(changeOf(id)));
  await around.texts.load(blobs);
  const rewrittenFrom = (commit: Oid): { target: CommitChange; sources: CommitChange[] }[] => {
    const target = changeOf(commit);
    const likely = (sources.get(commit) ?? []).filter(
      ({ main, how }) => how === 'content' || (main && how !== 'revert'),
    );
    return target ? [{ target, sources: likely.flatMap((source) => changeOf(source.commit) ?? []) }] : [];
  };
  await prepareSameCode([...sources.keys()].flatMap(rewrittenFrom), around.trees);
  const known: KnownTexts = new WeakMap();
  return async (commit) => {
    const list = sources.get(commit) ?? [];
    const notes = await around.readNotes(list.map((source) => source.commit));
    const target = changeOf(commit);
    const [rewritten] = rewrittenFrom(commit);
    const same = rewritten ? await sameCode(rewritten, around.trees) : new Set<Oid>();
    const origins: RewriteOrigin[] = [];
    const hasNoted = list.some((source) => source.main && notes.has(source.commit));
    for (const source of list) {
      const change = changeOf(source.commit);
      const note = notes.get(source.commit);
      if (!note && !source.needsNoNote && (source.twin || !source.main)) continue;
      if (!note && source.onlyAlone && hasNoted) continue;
      if (!change || (source.unproven && !(target && (await holds(target, change, around.texts))))) continue;
      origins.push({ ...source, change, note, same: same.has(source.commit) });
    }
    // What a note says of a line counts before a commit that says nothing.
    origins.sort((a, b) => Number(!a.note && a.needsNoNote) - Number(!b.note && b.needsNoNote));
    return new SourceOwners(around.repo, origins, around.texts, around.readNotes, target, known);
  };
}

const blobsOf = (change: CommitChange | undefined): Oid[] =>
  change?.parents.flatMap(({ files }) => files.flatMap(({ oldBlob, newBlob }) => [oldBlob, newBlob])).filter(isBlob) ??
  [];

const isBlob = (blob: Oid | undefined): blob is Oid => blob !== undefined;
