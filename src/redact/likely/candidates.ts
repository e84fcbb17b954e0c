import type { Cue } from './cues.ts';
import type { CuedText } from './cued-text.ts';
import { standingOf } from './ordinary-words.ts';
import { isMarkedLetter, otherScripts, withoutMarks } from './other-letters.ts';
import { matchesOf, type Tick } from '../matches.ts';
import { isCommon } from '../vocabulary/common-words.ts';
import { isGibberish } from '../vocabulary/random.ts';
import { isOfPeople, isOwnName, isPlaceholder, isProgramName } from '../vocabulary/values.ts';

/** What is near a word: 0 nothing, 1 a user or a login, 2 the name of a secret, 3 the name of a secret directly before it. */
export type Nearness = 0 | 1 | 2 | 3;

/** A word that may be a secret. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  readonly near: Nearness;
}

/** A string with blanks, brackets or commas. */
const QUOTED = /(?<![\w\\])(["'`])([\x21-\x7e][^"'`\n\u0000]{2,62}[\x21-\x7e])\1(?!\w)/g;
const MIN_CHARACTERS = 4;
const MAX_CHARACTERS = 48;
/** Letters of a word that no ordinary text has, where it need not be near the name of a secret. */
const MIN_UNKNOWN = 6;
const MAX_RUN_CHARACTERS = 300;
/** How far from a cue a word may be, in characters, and how far at most in the next line. */
const REACH = { before: 120, nextLine: 40, after: 60, direct: 24 };
/** A name that a value follows. */
const NAMED = /^-{0,2}[A-Za-z][\w.-]*[=:]/;
const SEPARATOR = /[=:/@?&%]/;

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const JOINT = 4;
const SIGN = 5;
/** The kinds of the ASCII characters that a word may have. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return LOWER;
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (/[-._/]/.test(char)) return JOINT;
  return /[!#$%&*+:=?@\\^~]/.test(char) ? SIGN : OTHER;
});

/** The end of the last cue of some kind before a place, and its line. */
interface Last {
  to: number;
  line: number;
}

/** The candidates of a text; some overlap. */
export function* candidatesIn({ text, cues }: CuedText, tick: Tick): Generator<Candidate> {
  const counts = new Uint16Array(6);
  const last: Last = { to: -1000, line: 0 };
  const lastSecret: Last = { to: -1000, line: 0 };
  let [cue, line, from, inner] = [0, 0, -1, 0];
  let isMarked = false;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    const kind = code < 128 ? KINDS[code]! : isMarkedLetter(code) ? LOWER : OTHER;
    if (kind !== OTHER) {
      if (from < 0) {
        from = at;
        inner = 0;
        isMarked = false;
        counts.fill(0);
      } else if (kind === UPPER) inner++;
      if (code > 127) isMarked = true;
      counts[kind]!++;
      continue;
    }
    if (from >= 0) {
      const long = at - from;
      const isOdd = isUncommon(counts, inner, long);
      if (long >= MIN_CHARACTERS && long <= MAX_RUN_CHARACTERS && (isOdd || cues.length > 0)) {
        const named = secretWithin(cues, cue, from, at);
        const before = named > 0 ? 3 : secretsNear(from, line, last, lastSecret);
        const isString = isQuote(text.charCodeAt(from - 1));
        // Without a cue only uncommon words count, and plain words only directly after the name of a secret, or as a string.
        const near = nearness(text, before, cues, cue, from, at);
        if (
          isOdd ||
          // Words of sentences have marks, too.
          (!isMarked && near > 0 && isString) ||
          (!isMarked && near > (counts[DIGIT]! + counts[SIGN]! + inner > 0 || counts[JOINT]! > 1 ? 0 : 1)) ||
          (!isMarked && near > 0 && long >= MIN_UNKNOWN && counts[JOINT] === 0 && isUnknown(text.slice(from, at)))
        ) {
          tick();
          const run = text.slice(from, at);
          yield* partsOf(isMarked ? withoutMarks(run) : run, { start: from, near, isString, named: named - from });
        }
      }
      from = -1;
    }
    if (code === 10) line++;
    while (cue < cues.length && cues[cue]!.to <= at + 1) {
      const { kind: sort, to } = cues[cue++]!;
      last.to = to;
      last.line = line;
      if (sort === 'p' || sort === 'k') {
        lastSecret.to = to;
        lastSecret.line = line;
      }
    }
  }
  if (cues.length === 0) return;
  yield* stringsIn(text, cues);
  yield* ofOtherScripts(text, cues);
}

function* ofOtherScripts(text: string, cues: readonly Cue[]): Generator<Candidate> {
  for (const { word, latin, from } of otherScripts(text)) {
    const near = nearnessOf(text, cues, from, from + word.length);
    if (near > 0) yield { from, to: from + word.length, word: latin, near };
  }
}

/** What is near a place. */
function nearnessOf(text: string, cues: readonly Cue[], from: number, to: number): Nearness {
  let [cue, high] = [0, cues.length];
  while (cue < high) {
    const middle = (cue + high) >> 1;
    if (cues[middle]!.to <= from) cue = middle + 1;
    else high = middle;
  }
  let before: Nearness = 0;
  for (let i = cue - 1; i >= 0 && before < 2; i--) {
    const { to: end, kind } = cues[i]!;
    if (from - end > REACH.before || linesIn(text, end, from) > 0) break;
    before = kind === 'p' || kind === 'k' ? (from - end < REACH.direct ? 3 : 2) : 1;
  }
  return nearness(text, before, cues, cue, from, to);
}

function isUnknown(word: string): boolean {
  const standing = standingOf(word);
  return standing === 'unknown' || standing === 'double';
}

const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96;

/** The end of the last name of a secret within a word: `db.password:x`; 0 for none. */
function secretWithin(cues: readonly Cue[], at: number, from: number, to: number): number {
  let end = 0;
  for (let i = at; i < cues.length && cues[i]!.from < to; i++) {
    const { kind, from: start, to: stop } = cues[i]!;
    if ((kind === 'p' || kind === 'k') && start >= from && stop < to) end = stop;
  }
  return end;
}

function secretsNear(from: number, line: number, last: Last, lastSecret: Last): Nearness {
  const isWithin = (one: Last): boolean => {
    const distance = from - one.to;
    return distance <= REACH.before && (line === one.line || (line === one.line + 1 && distance <= REACH.nextLine));
  };
  if (isWithin(lastSecret)) return from - lastSecret.to < REACH.direct ? 3 : 2;
  return isWithin(last) ? 1 : 0;
}

function nearness(
  text: string,
  before: Nearness,
  cues: readonly Cue[],
  at: number,
  from: number,
  to: number,
): Nearness {
  if (before > 1) return before;
  let near = before;
  for (let i = at; i < cues.length && i < at + 4; i++) {
    const { from: start, kind } = cues[i]!;
    if (start < to) {
      if (start >= from && near === 0) near = 1;
      continue;
    }
    if (start - to >= REACH.after) break;
    // On the same line, or on the next one.
    if (linesIn(text, to, start) > 1) break;
    return kind === 'p' || kind === 'k' ? 2 : 1;
  }
  return near;
}

/** The line breaks between two places, which are near each other. */
function linesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) count++;
  return count;
}

/** Whether the characters alone may be those of a password. It is cheap, and true for far too many words. */
function isUncommon(counts: Uint16Array, inner: number, long: number): boolean {
  const [lower, upper, digits, signs] = [counts[LOWER]!, counts[UPPER]!, counts[DIGIT]!, counts[SIGN]!];
  if (lower + upper === 0) return false;
  return (
    (digits > 0 && (signs > 0 || digits > 1 || inner > 0)) ||
    (signs > 0 && long >= 8 && signs < 4) ||
    (inner > 1 && lower > 0 && long >= 8)
  );
}

function isUncommonWord(word: string): boolean {
  const counts = new Uint16Array(6);
  let inner = 0;
  for (let at = 0; at < word.length; at++) {
    const kind = KINDS[word.charCodeAt(at)] ?? OTHER;
    counts[kind]!++;
    if (kind === UPPER && at > 0) inner++;
  }
  return isUncommon(counts, inner, word.length) && (counts[DIGIT]! + counts[SIGN]! > 0 || isGibberish(word));
}

interface Run {
  readonly start: number;
  readonly near: Nearness;
  readonly isString: boolean;
  /** Where the name of a secret ends in the word; at most 0 for none. */
  readonly named: number;
}

/** The parts of a word that may be a password of their own: `user:x@host`, `name=x&other`. */
function* partsOf(run: string, { start, near: nearRun, isString, named: after }: Run): Generator<Candidate> {
  const seen = new Set<number>();
  const named = NAMED.exec(run);
  const ranges: [number, number][] = [];
  const isAddress = run.includes('://');
  if (named && !isAddress) ranges.push([named[0].length, run.length]);
  else if (!isAddress) ranges.push([0, run.length]);
  if (SEPARATOR.test(run))
    for (let at = 0, from = 0; at <= run.length; at++)
      if (at === run.length || SEPARATOR.test(run[at]!)) {
        // Of an address, only what stands before `@` or behind `=`.
        if (run[at] !== '=' && (!isAddress || run[at] === '@' || run[from - 1] === '=')) ranges.push([from, at]);
        from = at + 1;
      }
  for (let [from, to] of ranges) {
    while (from < to && /[-.:=?&/+*#\\]/.test(run[from]!)) from++;
    while (from < to && /[.:=?&\\]/.test(run[to - 1]!)) to--;
    if (to - from < MIN_CHARACTERS || to - from > MAX_CHARACTERS || seen.has(from * MAX_RUN_CHARACTERS + to)) continue;
    seen.add(from * MAX_RUN_CHARACTERS + to);
    const word = run.slice(from, to);
    const near = after > 0 && from < after ? 1 : nearRun;
    if (near < 1 && !isString && !isUncommonWord(word)) continue;
    yield { from: start + from, to: start + to, word, near };
  }
}

function* stringsIn(text: string, cues: readonly Cue[]): Generator<Candidate> {
  for (const { 2: word = '', index } of matchesOf(QUOTED, text)) {
    if (!/[\s(){}[\]<>,;|]/.test(word)) continue;
    const from = index + 1;
    const near = nearnessOf(text, cues, from, from + word.length);
    if (near > 0) yield { from, to: from + word.length, word, near };
  }
}

export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const NONE =
  /^[a-z][\w-]*(?:\/[\w.-]+)+\.[a-z]{1,6}$|^HEAD[~^]|^@localhost\b|#L\d+$|#\d+$|^(?:complex|float|u?int|Atomic[UI])\d{1,3}$|^[@^][0-9a-f]{7,12}$|^(?:19|20)\d\d(?:0\d|1[0-2])[0-3]\d$|^IPv4\+IPv6$|\\0|^(?:dead|face|cafe)(?:beef|cafe|d00d|feed)|^argon2(?:id|i|d)\*\*$|^[\w.+-]+@[\w-]+\.[a-z.]{2,}$|^https?:|^\$|\$\{|\{\{|^%[sd]|^\/(?:[\w.-]+\/)+|\\[nrtux]|\.(?:com|org|net|io|local|internal|json|ya?ml|py|[jt]sx?|go|md|sh|txt|html?|xml|conf|pem|key)$|^abcdef|^0123456|^\[?redacted|^[a-z][a-z.-]*@[a-z][a-z-]*$|-20\d{6}$|^[a-z]+\d\+\d$|^[a-z]+(?:\.[a-z_]+)+$|^en[pos]\d|^sha\d+_|=\{|%[0-9a-f]{2}|^I?[0-9a-f]{40}$|^(?:test|build)\d+$|^(?:react|node|user|redis)[-@]?[\d.]+$|^(?:has|is)[A-Z]\w+$|^![a-z]\w*$|^utf-?8['?]|^[a-z_]\w*\+\+$|\{\d?\}|^ws_[a-z0-9]+$|^[a-z]{3,}_\d+$|^\d+(?:\.\d+)*-(?:alpine|slim|bookworm|bullseye|buster|jammy|focal|noble)[\w.-]*$|^(?:raise|throw|return|await|yield|assert|lambda|except|finally|import|export|print)$/i;

/** `item.m3uChannel`, `AdminDashboardProps`: members and types of programs. */
const MEMBER =
  /^[a-z]+\.[a-z]+\d{0,2}[a-z]*[A-Z][a-z]+$|^[a-z]+\.[A-Z][a-z]+[A-Z][A-Za-z]*\d{0,2}$|^(?:[A-Z][a-z]+){2,}(?:Props|State|Options|Params|Response|Request|Context|Service|Handler|Error|Provider|Screen|Component|Controller|Repository|Manager|Factory|Exception|Middleware|Module|Plugin|View|Test)$/;

/**
 * What only programs and their documents have: the path of a class (`Http\\Psr7`), `index+1`, numbers of 64 bits, `*emphasis*`, the
 * end of a comment, a boundary of a message, a public key, an entity of HTML.
 */
const OF_PROGRAMS =
  /^\\?[A-Za-z_]\w*(?:\\{1,2}[A-Za-z_]\w*)+$|^[A-Za-z_]\w*\+\d{1,2}$|^0x[0-9a-f]{1,16}$|^\*{1,2}\p{L}+\*{1,2}$|^\p{L}+\d?(?:\*{1,2}|\*\/)$|^-*WebKitFormBoundary|^\w+--$|^(?:[nrt])?AAAA[A-E][23A-Z]|&#x?\w|^commit\/[0-9a-f]{7,40}$|^DES-EDE\d|^\w+&\.\w+$|^(?:ses|toolu|srvtoolu|msg|call|evt|thread|chatcmpl)_(?:\d\d_)?[0-9A-Za-z_]{16,}|^Kex[A-Z]|^(?:Uint|Int|Float|BigU?int)\d{1,2}(?:Clamped)?Array$|^\d{2,5}\/[a-z]+$|^\d+(?:,\d+)+$|^v?\d+(?:\.\d+)+\+\d+$|^[a-z][a-z-]*@[~^]?\d+\.\d|^[\da-f]{4,40}#diff-|^\d+\.(?:second|minute|hour|day|week|month|year)s?$|^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_(?:hash|hashed|digest)$/iu;

/** Whether a word is a placeholder, an ordinary word, a name, an address or an id. */
export const isPlainlyNone = ({ word, near }: Candidate): boolean =>
  (NONE.test(word) && !(near > 1 && isOfPeople(word))) ||
  MEMBER.test(word) ||
  OF_PROGRAMS.test(word) ||
  (near < 3 && (UUID.test(word) || isProgramName(word))) ||
  isPlaceholder(word) ||
  isCommon(word) ||
  isOwnName(word);
