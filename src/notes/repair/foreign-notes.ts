import { NOTES_REF } from '../refs.ts';
import { ProvError } from '../../errors.ts';
import type { Oid } from '../../model/ids.ts';
import { hashObject, type NewObject, writeObjects } from '../../git/objects/pack.ts';
import { decodeCommit, type GitReader } from '../../git/objects/port.ts';
import { compareAndSwap } from '../../git/history/ref-updates.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { outlastPruning } from './gc-race.ts';
import { editTrees, locate, type Edit, type Trees } from '../fanout.ts';
import { encodeCommit, identityOf } from '../transaction.ts';

/** The result of writing notes. */
export interface OtherWritten {
  readonly written: number;
  /** Notes that existed already with the same bytes. */
  readonly same: number;
  /** Other notes that exist and must not be replaced. */
  readonly left: number;
}

/** Attempts while other processes move the ref. */
const MAX_ATTEMPTS = 20;
/** How long to wait for a `git gc --prune=now`, in milliseconds. */
const GC_TIMEOUT_MS = 10_000;
/** A larger note is not examined: it is not ours. */
const MAX_NOTE_BYTES = 64 * 1024 * 1024;

/**
 * The name of a ref for another tool's notes.
 * @param name the full name, or the part after `refs/notes/`
 * @throws ProvError `usage` for an invalid name, or one of ours
 */
export function otherNotesRef(name: string): string {
  const ref = name.startsWith('refs/') ? name : `refs/notes/${name}`;
  if (!/^refs\/notes(?:\/\w[\w-]*(?:\.[\w-]+)*)+$/.test(ref) || ref.endsWith('.lock'))
    throw new ProvError('usage', `${JSON.stringify(name)} is not a valid notes ref.`, {
      hint: 'Use for example refs/notes/ai.',
    });
  if (ref.startsWith(NOTES_REF))
    throw new ProvError('usage', `${ref} is reserved for the notes of git prov.`, {
      hint: 'Use for example refs/notes/ai.',
    });
  return ref;
}

/**
 * Writes notes of another tool in one transaction: all of them, or none. Other notes under the ref, and all other entries
 * of its tree, stay unchanged.
 * @param isOurs whether an existing note may be replaced
 * @throws ProvError `git` when they could not be written
 */
export async function writeOtherNotes(
  repo: Repo,
  reader: GitReader,
  ref: string,
  notes: ReadonlyMap<Oid, Uint8Array>,
  isOurs: (bytes: Buffer) => boolean,
): Promise<OtherWritten> {
  const blobs = new Map([...notes].map(([commit, bytes]): [Oid, NewObject] => [commit, { type: 'blob', bytes }]));
  const identity = identityOf(repo, Date.now);
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const tip = await reader.resolveRef(ref);
    const [object] = tip ? await reader.readObjects([tip], MAX_NOTE_BYTES) : [];
    const root = tip && decodeCommit(object).tree;
    const trees: Trees = new Map();
    const there = root ? await locate(reader, root, blobs.keys(), trees) : new Map<Oid, Oid[]>();
    const edits: Edit[] = [];
    let [same, left] = [0, 0];
    for (const [commit, blob] of blobs) {
      const id = hashObject(repo.hash, blob);
      const olds = there.get(commit) ?? [];
      if (olds.length === 1 && olds[0] === id) same++;
      else if (await areOurs(reader, olds, isOurs)) edits.push({ commit, blobs: [id] });
      else left++;
    }
    const done = { written: edits.length, same, left };
    if (edits.length === 0) return done;
    const after = editTrees(repo.hash, root, edits, trees);
    const commit = encodeCommit(after.root, tip ? [tip] : [], await identity(), 'git prov export');
    const objects = [...edits.map((edit) => blobs.get(edit.commit)!), ...after.objects, commit];
    await writeObjects(repo, objects);
    const swap = await compareAndSwap(repo, ref, hashObject(repo.hash, commit), tip, 'git prov export');
    if (swap.kind === 'lost') continue;
    await outlastPruning(repo, reader, objects, GC_TIMEOUT_MS);
    return done;
  }
  throw new ProvError('git', `The notes could not be written: others kept moving ${ref}.`, { hint: 'Try again.' });
}

async function areOurs(reader: GitReader, blobs: readonly Oid[], isOurs: (bytes: Buffer) => boolean): Promise<boolean> {
  const found = await reader.readObjects(blobs, MAX_NOTE_BYTES);
  return found.every((one) => one !== undefined && 'bytes' in one && isOurs(one.bytes));
}
