import { parseLine } from '../agents/common/jsonl.ts';
import type { Payload } from '../recorder/spool/event.ts';
import { ProvError } from '../errors.ts';
import { readCommitObjects } from '../git/history/commit-objects.ts';
import { binaryReader } from '../git/objects/port.ts';
import { isFullName, resolveRef } from '../git/history/ref-updates.ts';
import type { Oid } from '../model/ids.ts';
import { NoteReader } from '../notes/note-reader.ts';
import type { ForeignSession } from './foreign.ts';
import type { SourceRequest } from './import-source.ts';
import { commitsIn } from '../git/history/rev-list.ts';

/** Size limit in bytes of another tool's note. */
const MAX_NOTE_BYTES = 16 * 1024 * 1024;
/** Bytes of notes per read. */
const BYTES_PER_READ = 4 * 1024 * 1024;
/** Commits per query. */
const COMMITS_PER_QUERY = 1000;

/** A note of another tool. */
export interface ForeignNote {
  readonly commit: Oid;
  readonly bytes: Buffer;
}

/**
 * The notes of another tool, in whatever fan-out, for commits that exist here. They come in order of author time, so that every clone
 * reads them in the same order. One git process reads all of them.
 * @param usual the tool's own ref
 * @throws ProvError `data` when the ref is missing or holds no notes, `usage` for an invalid ref name
 */
export async function* foreignNotes(request: SourceRequest, usual: string): AsyncGenerator<ForeignNote> {
  const { repo, objects, tally, names, expect } = request;
  const ref = fullName(request.ref ?? usual);
  const tip = await resolveRef(repo, ref);
  if (!tip)
    throw new ProvError('data', `There is no ${ref} here.`, {
      hint: `Fetch it: git fetch origin ${ref}:${ref}`,
    });
  const [commit] = await objects.info([`${tip}^{commit}`]);
  if (!commit)
    throw new ProvError('data', `${ref} holds no notes: it leads to no commit.`, {
      hint: `Name another with --ref, or fetch it again: git fetch origin +${ref}:${ref}`,
    });
  const blobs = await new NoteReader(binaryReader(repo, objects)).list(commit.oid);
  const wanted = names.length > 0 ? new Set(await commitsIn(repo, { revisions: names.map(checked) })) : undefined;
  const commits = [...blobs.keys()].filter((one) => !wanted || wanted.has(one));
  const rows: { readonly commit: Oid; readonly at: number }[] = [];
  for (let from = 0; from < commits.length; from += COMMITS_PER_QUERY) {
    const some = commits.slice(from, from + COMMITS_PER_QUERY);
    const facts = await readCommitObjects(objects, some);
    for (const noted of some) {
      const at = facts.get(noted)?.authoredAt;
      if (at === undefined) tally.add({ what: 'notes of commits that are not here', where: noted });
      else rows.push({ commit: noted, at });
    }
  }
  rows.sort((a, b) => a.at - b.at || (a.commit < b.commit ? -1 : 1));
  expect(rows.length);
  const places = rows.flatMap(({ commit: noted }) => blobs.get(noted)!.map((blob) => ({ commit: noted, blob })));
  for (let from = 0; from < places.length; from += COMMITS_PER_QUERY)
    yield* contents(request, places.slice(from, from + COMMITS_PER_QUERY));
}

interface NotePlace {
  readonly commit: Oid;
  readonly blob: Oid;
}

async function* contents({ objects, tally }: SourceRequest, places: readonly NotePlace[]): AsyncGenerator<ForeignNote> {
  const infos = await objects.info(places.map(({ blob }) => blob));
  for (let from = 0; from < places.length;) {
    let to = from;
    for (let bytes = 0; to < places.length && (to === from || bytes < BYTES_PER_READ); to++)
      bytes += infos[to]?.size ?? 0;
    const some = places.slice(from, to);
    const found = await objects.read(
      some.map(({ blob }) => blob),
      { limit: MAX_NOTE_BYTES },
    );
    for (const [i, { commit }] of some.entries()) {
      const object = found[i];
      if (!object) tally.add({ what: 'notes that are missing', where: commit });
      else if ('tooLarge' in object) tally.add({ what: 'notes over 16 MiB', where: commit });
      else yield { commit, bytes: object.bytes };
    }
    from = to;
  }
}

/** Parses a note as a JSON object; counts a note that is not one and returns undefined. */
export function jsonNote({ commit, bytes }: ForeignNote, { tally }: Pick<SourceRequest, 'tally'>): Payload | undefined {
  const found = parseLine(bytes.toString('utf8'));
  if (!found) tally.add({ what: 'notes that are no JSON object', where: commit });
  return found;
}

/** A recorded time in milliseconds since the epoch. Accepts milliseconds, seconds and ISO 8601. */
export function timeIn(value: unknown): number | undefined {
  if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value);
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  return Math.round(value < 100_000_000_000 ? value * 1000 : value);
}

/** A prompt, with its time where the record has one. */
export function promptOf(text: string, time: unknown): ForeignSession['prompts'][number] {
  const at = timeIn(time);
  return at === undefined ? { text } : { text, at };
}

function fullName(name: string): string {
  const ref = name.startsWith('refs/') ? name : `refs/notes/${name}`;
  if (isFullName(ref)) return ref;
  throw new ProvError('usage', `${JSON.stringify(name)} is not a ref name.`, {
    hint: 'Use for example refs/notes/ai.',
  });
}

/** Checks a revision or a range from the user. @throws ProvError `usage` for text that git would read as an option */
export function checked(revision: string): string {
  if (!revision.startsWith('-')) return revision;
  throw new ProvError('usage', `${JSON.stringify(revision)} is not a revision.`, {
    hint: 'Use for example main~5..main.',
  });
}
