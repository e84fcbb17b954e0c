import type { ObjectReader } from '../../git/objects/objects.ts';
import { type MissingHistory, lackOf, presentCommits, reachableCommits } from '../../git/history/reachable.ts';
import type { Repo } from '../../git/repository/repo.ts';
import type { NodeId, Oid } from '../../model/ids.ts';
import type { Note } from '../../model/model.ts';
import { isDamaged, type NoteReader } from '../note-reader.ts';

/** The place of a note. */
export interface NotePlace {
  readonly commit: Oid;
  /** Its blob; several where it has entries in more than one fan-out. */
  readonly blobs: readonly Oid[];
  readonly bytes: number;
}

/** Notes by the state of their commits. */
export interface UnreachableNotes {
  /** How many notes there are. */
  readonly notes: number;
  /** Notes of existing commits that are unreachable. */
  readonly gone: readonly NotePlace[];
  /** Notes of missing commits: never fetched, or deleted by git's own gc. In a shallow or partial clone these cannot be determined. */
  readonly missing: readonly NotePlace[];
  /** Notes of such commits that stay: other notes refer to steps that only they contain, or they are unreadable. */
  readonly kept: readonly { readonly commit: Oid; readonly why: 'needed' | 'damaged' }[];
  readonly lack: MissingHistory | undefined;
}

export interface UnreachableOptions {
  /** Notes of missing commits are removed too, so they do not count as users of other notes. */
  readonly missing: boolean;
  /** Called with the number of notes examined so far, and of all. */
  readonly progress: (done: number, all: number) => void;
}

/**
 * Finds the notes that no commit needs any more. A constant number of git processes; if any commit is unreachable, every note is
 * read, in memory that does not grow with their sizes.
 * @throws ProvError `git` when a ref or the history is broken
 */
export async function findUnreachable(
  repo: Repo,
  store: NoteReader,
  objects: ObjectReader,
  options: UnreachableOptions,
): Promise<UnreachableNotes> {
  const [listed, lack] = await Promise.all([store.list(), lackOf(repo)]);
  const all = { notes: listed.size, lack };
  // Beyond the end of a shallow history there may be any commit, even one that still exists.
  if (listed.size === 0 || lack === 'shallow') return { ...all, gone: [], missing: [], kept: [] };
  const reachable = await reachableCommits(repo);
  const lost = [...listed.keys()].filter((commit) => !reachable.has(commit));
  const present = await presentCommits(repo, lost);
  const missing = lack ? [] : await absent(objects, lost, present);
  const going = new Set([...present, ...(options.missing ? missing : [])]);
  const kept = going.size > 0 ? await keep(store, listed, going, options) : [];
  const placesOf = (commits: Iterable<Oid>): Promise<NotePlace[]> => measure(objects, listed, [...commits]);
  const stays = new Set(kept.map(({ commit }) => commit));
  return {
    ...all,
    gone: await placesOf([...present].filter((commit) => !stays.has(commit))),
    missing: await placesOf(missing.filter((commit) => !stays.has(commit))),
    kept,
  };
}

// A note may also be on a file, a tree or a tag: such a note is left alone while its object exists.
async function absent(objects: ObjectReader, lost: readonly Oid[], present: ReadonlySet<Oid>): Promise<Oid[]> {
  const rest = lost.filter((commit) => !present.has(commit));
  const infos = await objects.info(rest);
  return rest.filter((_, i) => !infos[i]);
}

async function measure(
  objects: ObjectReader,
  listed: ReadonlyMap<Oid, readonly Oid[]>,
  commits: readonly Oid[],
): Promise<NotePlace[]> {
  const blobs = [...new Set(commits.flatMap((commit) => listed.get(commit) ?? []))];
  const infos = await objects.info(blobs);
  const sizes = new Map(blobs.map((blob, i) => [blob, infos[i]?.size ?? 0]));
  return commits.map((commit) => {
    const own = listed.get(commit) ?? [];
    return { commit, blobs: own, bytes: own.reduce((sum, blob) => sum + (sizes.get(blob) ?? 0), 0) };
  });
}

// Removes from `going` the commits with notes that must stay.
async function keep(
  store: NoteReader,
  located: ReadonlyMap<Oid, readonly Oid[]>,
  going: Set<Oid>,
  { progress }: UnreachableOptions,
): Promise<UnreachableNotes['kept'][number][]> {
  const kept: UnreachableNotes['kept'][number][] = [];
  let wanted = new Set<NodeId>();
  let done = 0;
  for await (const [commit, found] of store.at(located)) {
    progress(++done, located.size);
    const note = isDamaged(found) ? found.note : found;
    if (isDamaged(found) && going.delete(commit)) kept.push({ commit, why: 'damaged' });
    if (note && !going.has(commit)) for (const id of namedElsewhere(note)) wanted.add(id);
  }
  // Usually nothing is wanted. A note that stays for it may itself refer to steps of other notes.
  while (wanted.size > 0) {
    await without(
      wanted,
      store,
      [...located.keys()].filter((commit) => !going.has(commit)),
    );
    const more = new Set<NodeId>();
    for await (const [commit, note] of store.each([...going])) {
      if (isDamaged(note) || !drop(wanted, note)) continue;
      going.delete(commit);
      kept.push({ commit, why: 'needed' });
      for (const id of namedElsewhere(note)) more.add(id);
    }
    wanted = more;
  }
  return kept;
}

async function without(wanted: Set<NodeId>, store: NoteReader, commits: readonly Oid[]): Promise<void> {
  for await (const [, found] of store.each(commits)) {
    const note = isDamaged(found) ? found.note : found;
    if (note) drop(wanted, note);
    if (wanted.size === 0) return;
  }
}

/** The steps that lines of a note refer to and its own graphs do not contain. */
function namedElsewhere({ graphs, lines }: Note): Set<NodeId> {
  const named = new Set<NodeId>();
  for (const list of lines.values())
    for (const { node, from } of list) for (const id of [node, from]) if (id) named.add(id);
  if (named.size > 0) for (const { nodes } of graphs) for (const { id } of nodes) named.delete(id);
  return named;
}

// Whether a note contains any of these steps, which are then no longer wanted.
function drop(wanted: Set<NodeId>, { graphs }: Note): boolean {
  const before = wanted.size;
  for (const { nodes } of graphs) for (const { id } of nodes) wanted.delete(id);
  return wanted.size < before;
}
