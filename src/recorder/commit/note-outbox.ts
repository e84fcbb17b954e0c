import { NOTES_REF } from '../../notes/refs.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ProvError } from '../../errors.ts';
import type { Repo } from '../../git/repository/repo.ts';
import { decodeNote, encodeNote } from '../../model/format/note.ts';
import { oid, type Oid } from '../../model/ids.ts';
import { joinNotes } from '../../model/graph/join.ts';
import type { Note } from '../../model/model.ts';
import { ScanCache } from '../../redact/scan-cache.ts';
import { type ChangeNote, NoteStore } from '../../notes/notes.ts';
import { messageFor } from '../../notes/message.ts';
import { ForgottenTexts } from '../../redact/forgotten.ts';
import { whyItStays } from '../../redact/leaving.ts';
import { hashObject } from '../../git/objects/pack.ts';
import { binaryReader } from '../../git/objects/port.ts';
import type { ObjectReader } from '../../git/objects/objects.ts';
import { Remembering } from './remember-owners.ts';
import { signNotes } from '../ledger/sign-notes.ts';
import type { Fault, Outgoing } from '../state/state.ts';
import { provDirOf } from '../../git/repository/local-files.ts';

/** A ref lock older than this (ms) was left by a git process that was killed. */
const STALE_LOCK_MS = 30_000;
/** Notes that a drain scans for secrets in passing. */
const MAX_SCANNED_NOTES = 20;

// Saves decoding a note that was made in this process.
const made = new WeakMap<Outgoing, Note>();

/** A note to write, as the state keeps it. */
export function toOutgoing(commit: Oid, note: Note): Outgoing {
  const outgoing = { commit, note: Buffer.from(encodeNote(note)).toString('base64') };
  made.set(outgoing, note);
  return outgoing;
}

/** The note to write. @throws ProvError `data` when it is damaged */
export function outgoingNote(outgoing: Outgoing): Note {
  const known = made.get(outgoing) ?? decodeNote(Buffer.from(outgoing.note, 'base64'));
  made.set(outgoing, known);
  return known;
}

const waiting = (cause: string): Fault => ({ kind: 'writing', what: `Notes could not be written yet: ${cause}` });

/** The result of writing notes: those to try again, and the faults. */
export interface Sent {
  readonly left: Outgoing[];
  readonly faults: readonly Fault[];
  /** The notes that were written in one transaction. */
  readonly written?: Notes;
}

/**
 * Writes notes in one transaction. A note that can never be written (too large, or damaged) is given up, and the others are
 * written. When none can be written now, all are left for the next time.
 * @param patience how long to wait for other writers, in milliseconds; the store's own default when absent
 * @param committer who writes them, where git need not be asked (see `StoreOptions`)
 */
export async function sendNotes(
  repo: Repo,
  outgoing: readonly Outgoing[],
  objects: ObjectReader,
  patience?: number,
  committer?: string,
): Promise<Sent> {
  const lock = join(repo.commonDir, `${NOTES_REF}.lock`);
  const lockedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  // Waiting for the lock of a killed process would only delay the user's commit.
  if (lockedAt !== undefined && Math.abs(Date.now() - lockedAt) > STALE_LOCK_MS)
    return {
      left: [...outgoing],
      faults: [waiting(`${lock} was left behind; git prov doctor --fix removes it.`)],
    };
  const waits = patience === undefined ? {} : { patience };
  const drafts = decoded(outgoing);
  const memory = new Remembering(provDirOf(repo), drafts.notes, drafts.late);
  const store = new NoteStore(repo, { reader: binaryReader(repo, objects), committer, ...waits, wrote: memory.wrote });
  const { notes, late, faults } = await signed(repo, drafts, objects, store);
  try {
    await write(store, notes, late);
    return { left: [], faults, written: notes };
  } catch (cause) {
    if (!isHopeless(cause)) return { left: [...outgoing], faults: [waiting(why(cause))] };
    return await writeEach(store, { notes, late, faults }, outgoing);
  } finally {
    memory.save();
    await store.close();
  }
}

/** Scans notes that were redacted just now, while they are few, so that a push of all of them is quick. */
export async function scanWritten(repo: Repo, notes: Notes): Promise<void> {
  const dir = provDirOf(repo);
  const cleared = new ScanCache(dir);
  const forgotten = new ForgottenTexts(dir);
  for (const [commit, note] of [...notes].slice(0, MAX_SCANNED_NOTES)) {
    if (await whyItStays(note, cleared, forgotten)) continue;
    if ((note.commit ?? commit) !== commit) continue;
    // The note was encoded here, so it can be read.
    cleared.addNote(commit, hashObject(repo.hash, { type: 'blob', bytes: encodeNote(note) }));
  }
  cleared.save();
}

// The notes with signatures. A late graph gets a signed statement of its own, because it may not be written at all.
async function signed(
  repo: Repo,
  { notes, late, faults }: Decoded,
  objects: ObjectReader,
  store: NoteStore,
): Promise<Decoded> {
  const own = await signNotes(repo, notes, objects, store);
  const later = own.fault ? { notes: late, fault: undefined } : await signNotes(repo, late, objects, store);
  const unsigned = own.fault ?? later.fault;
  const all: Fault[] = unsigned === undefined ? faults : [...faults, { kind: 'signing', what: unsigned }];
  return { notes: own.notes, late: later.notes, faults: all };
}

async function writeEach(
  store: NoteStore,
  { notes, late, faults }: Decoded,
  outgoing: readonly Outgoing[],
): Promise<Sent> {
  const left: Outgoing[] = [];
  const attempt = async (commit: Oid, isLate: boolean, writing: Promise<unknown>): Promise<void> => {
    try {
      await writing;
    } catch (cause) {
      faults.push({ kind: 'recording', what: why(cause) });
      if (!isHopeless(cause)) left.push(...outgoing.filter((one) => one.commit === commit && !one.joins !== isLate));
    }
  };
  // A late graph must not cost a commit its own note.
  for (const [commit, note] of notes) await attempt(commit, false, write(store, new Map([[commit, note]]), new Map()));
  for (const [commit, note] of late) await attempt(commit, true, write(store, new Map(), new Map([[commit, note]])));
  return { left, faults };
}

function write(store: NoteStore, notes: Notes, late: Notes): Promise<unknown> {
  const changes = new Map<Oid, ChangeNote>();
  for (const commit of [...notes.keys(), ...late.keys()])
    changes.set(commit, (old) => {
      const own = joined(old, notes.get(commit));
      return own && joined(own, late.get(commit));
    });
  return store.update(changes, messageFor(new Map([...notes, ...late, ...notes])));
}

const joined = (old: Note | undefined, note: Note | undefined): Note | undefined =>
  old && note ? joinNotes(old, note) : (old ?? note);

/** Notes by the commits that they are about. */
export type Notes = ReadonlyMap<Oid, Note>;

interface Decoded {
  readonly notes: Notes;
  /** Graphs that are only joined to existing notes. */
  readonly late: Notes;
  readonly faults: Fault[];
}

// A commit may be there twice, if it was examined again before its first note was written.
function decoded(outgoing: readonly Outgoing[]): Decoded {
  const notes = new Map<Oid, Note>();
  const late = new Map<Oid, Note>();
  const faults: Fault[] = [];
  for (const one of outgoing) {
    const { commit, joins } = one;
    try {
      const known = joins ? late : notes;
      known.set(oid(commit), joined(known.get(commit), outgoingNote(one))!);
    } catch (cause) {
      faults.push({ kind: 'recording', what: `The note for ${commit} could not be written: ${why(cause)}` });
    }
  }
  return { notes, late, faults };
}

const isHopeless = (cause: unknown): boolean =>
  cause instanceof ProvError && (cause.kind === 'data' || cause.kind === 'bug');
const why = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
