/** Size limit of an answer, in bytes of JSON, so that it does not fill the conversation. */
export const MAX_BYTES = 32_768;

/** Limits for lists and texts, largest first. The first one that makes an answer small enough is used. */
const STEPS: readonly (readonly [items: number, characters: number])[] = [
  [1000, 32_768],
  [1000, 4000],
  [100, 2000],
  [50, 1000],
  [20, 500],
  [10, 240],
  [5, 120],
  [2, 80],
  [0, 40],
];
const MAX_DEPTH = 40;
/** Cuts that are listed. */
const MAX_LISTED_CUTS = 10;

/** An answer, and what was cut from it. */
export interface Fitted {
  readonly data: object;
  /** As text, such as `answers: 20 of 90`. */
  readonly cut: readonly string[];
}

/** Cuts long lists and texts until an answer fits, and removes invisible characters. */
export function fit(data: object, most = MAX_BYTES): Fitted {
  for (const [items, characters] of STEPS) {
    const cut: string[] = [];
    const shortened = shorten(data, '', items, characters, cut, 0) as object;
    if (Buffer.byteLength(JSON.stringify(shortened), 'utf8') <= most || items === 0)
      return {
        data: shortened,
        cut:
          cut.length > MAX_LISTED_CUTS
            ? [...cut.slice(0, MAX_LISTED_CUTS), `and ${cut.length - MAX_LISTED_CUTS} more`]
            : cut,
      };
  }
  return { data: {}, cut: ['everything'] };
}

function shorten(value: unknown, at: string, items: number, characters: number, cut: string[], depth: number): unknown {
  if (typeof value === 'string') return shortText(value, at, characters, cut);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) {
    if (value.length > items) cut.push(`${at || 'list'}: ${items} of ${value.length}`);
    return value.slice(0, items).map((item) => shorten(item, at, items, characters, cut, depth + 1));
  }
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  // A table of nodes or sessions is treated like a list. Objects with fixed fields are shorter.
  const kept = entries.slice(0, Math.max(items, 30));
  if (kept.length < entries.length) cut.push(`${at}: ${kept.length} of ${entries.length}`);
  return Object.fromEntries(
    kept.map(([key, item]) => [
      visible(key),
      shorten(item, at ? `${at}.${visible(key)}` : visible(key), items, characters, cut, depth + 1),
    ]),
  );
}

function shortText(text: string, at: string, characters: number, cut: string[]): string {
  if (text.length <= characters) return visible(text);
  cut.push(`${at}: ${characters} of ${text.length} characters`);
  return `${visible(text.slice(0, characters).toWellFormed())}…`;
}

/** Text without control characters (except line breaks and tabs), bidirectional and invisible ones. */
const visible = (text: string): string => text.toWellFormed().replace(UNSEEN, '');

const UNSEEN = /(?![\n\t])\p{Cc}|[\p{Cf}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/gu;
