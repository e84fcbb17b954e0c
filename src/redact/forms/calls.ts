import { matchesOf, type Range, type Tick } from '../matches.ts';
import { isSecret } from '../vocabulary/values.ts';
import { CALLS } from './call-table.ts';

/** Characters read of a call's arguments. */
const MAX_CALL_CHARACTERS = 600;
const MAX_ARGUMENTS = 6;
const POSITIONS = readTable();
const LAST_WORDS: ReadonlySet<string> = new Set([...POSITIONS.keys()].map((name) => /\w+$/.exec(name)![0]));
/** Any call. To compile a pattern with all these names takes longer than to search a commit's texts. */
const CALL = /(?<!\w)((?:\w{1,40}(?:\.|->|::|:)){0,2}(\w{1,40}))(?:[ \t]{0,2}\(|[ \t]{1,2}(?=["']))/g;
/** A string, possibly wrapped in `[]byte(`, `Some(` or `b`. */
const STRING =
  /\s{0,40}(?:(?:\[\]byte|Some|Buffer\.from|String::from|new String|SecureString|utf8\w{0,10}|\w{1,20}\.getBytes)\()?(?:[bruN]{0,2})(["'`])/y;

/** Strings passed to functions as a password argument: `mysqli_connect("host", "user", "…")`. */
export function* calledWith(text: string, tick: Tick): Generator<Range> {
  for (const match of matchesOf(CALL, text)) {
    if (!LAST_WORDS.has(match[2]!.toLowerCase())) continue;
    const name = match[1]!.toLowerCase();
    const places = POSITIONS.get(name) ?? POSITIONS.get(/\w+(?:\.|->|::|:)\w+$/.exec(name)?.[0] ?? '') ?? byLast(name);
    if (!places) continue;
    tick();
    const strings = stringsAt(text, match.index + match[0].length);
    for (const place of places) {
      const range = strings[place - 1];
      if (range === undefined) continue;
      const value = text.slice(...range);
      // An e-mail address is not a password.
      if (/^[\w.+-]+@[\w-]+\.[\w.]+$/.test(value)) continue;
      if (isSecret(value, 'quoted', 'password')) yield range;
      break;
    }
  }
}

const byLast = (name: string): readonly number[] | undefined => POSITIONS.get(/\w+$/.exec(name)![0]);

/** The string arguments of a call, by position. */
function stringsAt(text: string, from: number): (Range | undefined)[] {
  const found: (Range | undefined)[] = [];
  const last = Math.min(text.length, from + MAX_CALL_CHARACTERS);
  let at = from;
  while (at < last && found.length < MAX_ARGUMENTS) {
    STRING.lastIndex = at;
    const begin = STRING.exec(text);
    let range: Range | undefined;
    if (begin) {
      const inside = at + begin[0].length;
      const end = endOfString(text, inside, begin[1]!, last);
      if (end === undefined) return found;
      range = [inside, end];
      at = end + 1;
    }
    found.push(range);
    const next = endOfArgument(text, at, last);
    if (next === undefined) return found;
    at = next;
  }
  return found;
}

function endOfString(text: string, from: number, quote: string, last: number): number | undefined {
  for (let at = from; at < last; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
    else if (text[at] === '\u0000' || (text[at] === '\n' && quote !== '`')) return undefined;
  }
  return undefined;
}

/** The offset after the comma that ends an argument; undefined at the end of the call. */
function endOfArgument(text: string, from: number, last: number): number | undefined {
  let depth = 0;
  for (let at = from; at < last; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'" || char === '`') {
      const end = endOfString(text, at + 1, char, last);
      if (end === undefined) return undefined;
      at = end;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) {
      if (--depth < -1) return undefined;
      // `Some("x")`: the bracket of a wrapped string.
      if (depth === -1 && !/^\)[ \t\n]{0,20}[,)]/.test(text.slice(at, at + 24))) return undefined;
      if (depth === -1) depth = 0;
    } else if (char === ',' && depth === 0) return at + 1;
    else if (char === '\u0000' || (char === ';' && depth === 0)) return undefined;
  }
  return undefined;
}

function readTable(): Map<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  for (const [, names, places] of CALLS.matchAll(/([^]*?):[ \t]([\d ]+)\n/g))
    for (const name of names!.trim().split(/\s+/)) table.set(name, places!.trim().split(' ').map(Number));
  return table;
}
