import { toneOf } from '../color.ts';
import type { Segment } from '../../../../ask/blame/blamed.ts';
import { bytesOf, type Bytes } from '../../../../ask/blame/porcelain.ts';
import type { Overruled } from '../../../../ask/shapes/shapes.ts';
import type { Sign } from './blame-legend.ts';
import type { Style } from './blame-style.ts';
import { agentBytes } from './blame-words.ts';
import { authorOf, type Layout } from './git-layout.ts';
import { gitWidth } from '../width.ts';

/** The agent with its session, or git's author, in bytes. */
export const authorOrAgent = ({ why, entry }: Segment, email: boolean): Bytes =>
  why ? agentBytes(why) : authorOf(entry.commit, email);

/**
 * The author's column: the name, and one mark for each line of an agent or of an unknown writer. The marks are below each other.
 * Without any mark the names are git's.
 */
export class Gutter {
  /** Columns of the widest name with its mark. */
  readonly width: number;
  readonly #email: boolean;
  readonly #style: Style;
  /** Columns of the widest name without a mark; undefined without any mark. */
  readonly #markAt: number | undefined;
  /** Whether a column shows which lines have a decision that was rejected or retracted. */
  readonly #hasOverruled: boolean;
  readonly #names = new Map<string, Bytes>();

  constructor(pieces: readonly Segment[], { author, email }: Layout, style: Style) {
    this.#email = email;
    this.#style = style;
    const widest = Math.max(0, ...new Set(pieces.map((piece) => gitWidth(authorOrAgent(piece, email)))));
    // A file that no note says anything about is printed as git prints it, except on a terminal, where people read.
    const isKnown =
      style.columns !== undefined || pieces.some(({ owner }) => owner.owner !== 'unknown' || owner.evidence);
    const marks = author && isKnown ? new Set(pieces.map(markOf)) : new Set<undefined>();
    for (const mark of marks) if (mark) style.marks?.add(mark);
    this.#markAt = marks.size > 1 || (marks.size === 1 && !marks.has(undefined)) ? widest : undefined;
    this.#hasOverruled = marks.size > 0 && pieces.some((piece) => statusOf(piece) !== undefined);
    for (const piece of this.#hasOverruled ? pieces : []) {
      const status = statusOf(piece);
      if (status) style.marks?.add(status);
    }
    this.width = this.#markAt === undefined ? widest : widest + (this.#hasOverruled ? 3 : 2);
  }

  /** The name and the mark, in bytes. */
  name(piece: Segment): Bytes {
    return this.#cached(piece, false);
  }

  /** The same with colours. */
  shown(piece: Segment): Bytes {
    return this.#cached(piece, true);
  }

  // Cached, because a file has many pieces and few names.
  #cached(piece: Segment, isPainted: boolean): Bytes {
    const name = authorOrAgent(piece, this.#email);
    const mark = this.#markAt === undefined ? undefined : markOf(piece);
    const key = `${mark} ${statusOf(piece) ?? ''} ${piece.owner.node ? 'agent' : ''} ${isPainted} ${name}`;
    let bytes = this.#names.get(key);
    if (bytes === undefined) this.#names.set(key, (bytes = this.#bytes(piece, name, mark, isPainted)));
    return bytes;
  }

  #bytes(piece: Segment, name: Bytes, mark: Sign | undefined, isPainted: boolean): Bytes {
    const { paint, signs } = this.#style;
    const { owner } = piece;
    const tone = owner.node ? 'agent' : owner.owner === 'unknown' ? 'unknown' : undefined;
    const shown = isPainted && tone ? paint(tone, name) : name;
    if (this.#markAt === undefined) return shown;
    const gap = ' '.repeat(this.#markAt - gitWidth(name) + 1);
    const overruled = statusOf(piece) ? bytesOf(signs.overruled) : ' ';
    const more = this.#hasOverruled ? (isPainted ? paint('failed', overruled) : overruled) : '';
    if (mark === undefined) return `${shown}${gap} ${more}`;
    const sign = bytesOf(signs[mark]);
    return `${shown}${gap}${isPainted ? paint(mark === 'unknown' ? mark : toneOf(mark), sign) : sign}${more}`;
  }
}

const markOf = ({ owner, why }: Segment): Sign | undefined =>
  owner.owner === 'unknown' ? 'unknown' : owner.node ? (why?.verification ?? 'none') : undefined;

const statusOf = ({ owner, why }: Segment): Overruled | undefined => (owner.node ? why?.decision?.status : undefined);
