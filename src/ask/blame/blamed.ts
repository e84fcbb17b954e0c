import type { Final } from './final-text.ts';
import type { NoteFeed } from './note-loader.ts';
import type { LineOwner } from './ownership.ts';
import type { Entry } from './porcelain.ts';
import type { Why } from './why.ts';

/** A file, blamed, with its notes. */
export interface Blamed extends Final {
  /** The commit of each line, in the order of git's output. */
  readonly entries: readonly Entry[];
  /** The entries, cut by owner, in the order of lines. */
  readonly pieces: readonly Piece[];
  readonly notes: NoteFeed;
  readonly lastChange: string | undefined;
  /** To how many digits ids can be cut so that they stay unique; 0 where the format does not ask for it. */
  readonly idDigits: number;
}

/** Lines `line` to `line + count - 1` of the blamed file: one commit, one owner. */
export interface Piece {
  readonly entry: Entry;
  readonly line: number;
  readonly count: number;
  readonly origLine: number;
  readonly owner: LineOwner;
  /** Only where the owner is an agent, or likely is. */
  readonly why: Why | undefined;
}
