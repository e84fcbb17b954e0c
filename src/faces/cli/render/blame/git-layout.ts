import type { BlamedCommit, Bytes, Entry } from '../../../../ask/blame/porcelain.ts';
import { gitWidth } from '../width.ts';

/** The layout of `git blame`'s header: git's options, completed from the configuration. */
export interface Layout {
  readonly author: boolean;
  readonly email: boolean;
  readonly rawTime: boolean;
  readonly origLine: boolean;
  readonly path: boolean;
  readonly blankBoundary: boolean;
  /** Only the day of the author's time: on a narrow terminal, so that code and reasons have room. */
  readonly dayOnly: boolean;
  /** Columns of the id with its boundary mark, counted like git. */
  readonly idLength: number;
}

/** The columns of git's default layout. All text is latin1: one character for each byte. */
export class GitLayout {
  readonly #layout: Layout;
  readonly #nameWidth: number;
  readonly #lineDigits: number;
  readonly #origDigits: number;
  readonly #pathWidth: number;
  readonly #showPath: boolean;

  /**
   * @param names every name for the author's column, in bytes
   * @param finalPath the blamed file's path; when a line comes from another one, all paths are shown
   */
  constructor(layout: Layout, entries: readonly Entry[], names: Iterable<Bytes>, finalPath: Bytes) {
    this.#layout = layout;
    this.#nameWidth = 0;
    for (const name of names) this.#nameWidth = Math.max(this.#nameWidth, gitWidth(name));
    let [lastLine, lastOrigLine, pathWidth, elsewhere] = [0, 0, 0, false];
    for (const { line, origLine, count, path } of entries) {
      lastLine = Math.max(lastLine, line + count - 1);
      lastOrigLine = Math.max(lastOrigLine, origLine + count - 1);
      pathWidth = Math.max(pathWidth, path.length);
      elsewhere ||= path !== finalPath;
    }
    this.#lineDigits = String(lastLine).length;
    this.#origDigits = String(lastOrigLine).length;
    this.#pathWidth = pathWidth;
    this.#showPath = layout.path || elsewhere;
  }

  /**
   * Returns a function giving the header of each line of an entry: everything before the content.
   * @param name the text in the author's column, in bytes
   * @param shown the same with its colours
   */
  headers(entry: Entry, name: Bytes, shown: Bytes): (line: number, origLine: number) => Bytes {
    const { origLine: showOrig, author, rawTime, dayOnly } = this.#layout;
    const start = this.#id(entry.commit) + (this.#showPath ? ` ${entry.path.padEnd(this.#pathWidth)}` : '');
    const when = rawTime
      ? time(entry.commit, true)
      : timeOf(entry.commit).slice(0, dayOnly ? DAY_CHARACTERS : undefined);
    const who = author ? ` (${shown}${' '.repeat(this.#nameWidth - gitWidth(name))} ${when}` : '';
    const lineDigits = this.#lineDigits;
    if (!showOrig) return (line) => `${start}${who} ${String(line).padStart(lineDigits)}) `;
    const origDigits = this.#origDigits;
    return (line, origLine) =>
      `${start} ${String(origLine).padStart(origDigits)}${who} ${String(line).padStart(lineDigits)}) `;
  }

  #id({ oid, headers }: BlamedCommit): Bytes {
    const length = this.#layout.idLength;
    if (!headers.has('boundary')) return oid.slice(0, length);
    return this.#layout.blankBoundary ? ' '.repeat(Math.min(length, oid.length)) : `^${oid.slice(0, length - 1)}`;
  }
}

/** Characters of a date without its time. */
const DAY_CHARACTERS = 10;

const times = new WeakMap<BlamedCommit, string>();

/** The author's time in git's default form. Cached, because a commit has many lines. */
export function timeOf(commit: BlamedCommit): string {
  let known = times.get(commit);
  if (known === undefined) times.set(commit, (known = time(commit, false)));
  return known;
}

/** The text that git shows for the author of a commit's lines. */
export const authorOf = ({ headers }: BlamedCommit, email: boolean): Bytes =>
  headers.get(email ? 'author-mail' : 'author') ?? '';

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

// The author's time in the author's zone, or git's raw form.
function time({ headers }: BlamedCommit, raw: boolean): string {
  const seconds = headers.get('author-time') ?? '0';
  const zone = headers.get('author-tz') ?? '+0000';
  if (raw) return `${seconds} ${zone}`.padStart(10);
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])([0-9]*)([0-9]{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60);
  const date = new Date((Number(seconds) + offset) * 1000);
  if (Number.isNaN(date.getTime())) return '1970-01-01 00:00:00 +0000'; // git's output for a date that it cannot represent
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  const zoneText = `${offset < 0 ? '-' : '+'}${pad(Number(hours))}${minutes}`;
  return `${day} ${clock} ${zoneText}`;
}
