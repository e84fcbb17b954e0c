import type { Quarantined } from '../../../notes/repair/quarantine.ts';
import type { Oid } from '../../../model/ids.ts';
import type { Gone, NotePlace } from '../../../notes/repair/unreachable.ts';

/** A note that goes, or may go. */
export interface GcNote extends NotePlace {
  /** Null where the commit's object is not here. */
  readonly subject: string | null;
  readonly time: string | null;
}

/** What `git prov gc` says. */
export interface GcReport extends Omit<Gone, 'gone' | 'missing' | 'lack'> {
  readonly schema: 'git-prov/gc/1';
  /** Whether it was removed; otherwise it is what `--prune` would remove. */
  readonly pruned: boolean;
  /** Which of the things that stay by default were asked for too. */
  readonly with: { readonly missing: boolean; readonly quarantine: boolean };
  readonly gone: readonly GcNote[];
  readonly missing: readonly GcNote[];
  readonly lack: Gone['lack'] | null;
  /** Local copies of graphs that notes hold. */
  readonly graphs: { readonly files: number; readonly bytes: number };
  readonly quarantine: readonly Quarantined[];
  /** The newest commit of the notes, before and after. */
  readonly before: Oid | null;
  readonly after: Oid | null;
}

/** Damaged notes are set aside for so long at least. */
export const QUARANTINE_DAYS = 30;
