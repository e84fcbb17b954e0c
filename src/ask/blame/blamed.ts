import type { Oid } from '../../model/ids.ts';
import type { Final } from './final-text.ts';
import type { NoteLoader } from './note-loader.ts';
import type { LineOwner } from './ownership.ts';
import type { Entry } from './porcelain.ts';
import type { Why } from './rationale.ts';

/** A blamed file with its notes. */
export interface Blamed extends Final {
  /** The commit of each line, in the order of git's output. */
  readonly entries: readonly Entry[];
  /** The entries, cut by owner, in the order of lines. */
  readonly pieces: readonly Segment[];
  readonly notes: NoteLoader;
  /** The last commit that changed the file, up to its revision. */
  readonly lastChange: string | undefined;
  /** The id of the file's content; undefined when it is not known. */
  readonly content: Oid | undefined;
  /** The number of digits that make ids unique; 0 when the format does not need it. */
  readonly idDigits: number;
}

/** Lines `line` to `line + count - 1` of the blamed file: one commit, one owner. */
export interface Segment {
  readonly entry: Entry;
  readonly line: number;
  readonly count: number;
  readonly origLine: number;
  readonly owner: LineOwner;
  /** Only when the owner is an agent or probably one. */
  readonly why: Why | undefined;
}
