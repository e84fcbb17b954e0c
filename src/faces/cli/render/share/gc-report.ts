import type { Quarantined } from '../../../../notes/repair/quarantine.ts';
import type { Oid } from '../../../../model/ids.ts';
import type { UnreachableNotes, NotePlace } from '../../../../notes/repair/unreachable.ts';

/** A note that was or may be removed. */
export interface GcNote extends NotePlace {
  /** Null when the commit's object is missing. */
  readonly subject: string | null;
  readonly time: string | null;
}

/** The output of `git prov gc`. */
export interface GcReport extends Omit<UnreachableNotes, 'gone' | 'missing' | 'lack'> {
  readonly schema: 'git-prov/gc/1';
  /** Whether notes were removed. Otherwise the report shows what `--prune` would remove. */
  readonly pruned: boolean;
  /** Which of the optional things were requested. */
  readonly with: { readonly missing: boolean; readonly quarantine: boolean };
  readonly gone: readonly GcNote[];
  readonly missing: readonly GcNote[];
  readonly lack: UnreachableNotes['lack'] | null;
  /** Local copies of graphs that are in notes. */
  readonly graphs: { readonly files: number; readonly bytes: number };
  readonly quarantine: readonly Quarantined[];
  /** The newest commit of the notes, before and after. */
  readonly before: Oid | null;
  readonly after: Oid | null;
}

/** The minimum age of damaged notes that can be removed. */
export const QUARANTINE_DAYS = 30;
