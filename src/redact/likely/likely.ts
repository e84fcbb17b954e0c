import type { Range, Tick } from '../matches.ts';
import { candidatesIn, type Candidate, isPlainlyNone, type Nearness, UUID } from './candidates.ts';
import { contextOf } from './context.ts';
import type { CuedText } from './cued-text.ts';
import { cuesIn } from './cues.ts';
import { shapeOf, sortOf } from './shape.ts';
import { BIAS, LEAST_SHAPE, WEIGHTS } from './weights.ts';

/** A word counts from this score on. It is chosen so that hardly more ordinary texts lose a word than with the rules before it. */
export const THRESHOLD = 0.5;
/** Words whose scores are kept. */
const MAX_CACHED_WORDS = 5000;

let weights: Map<string, number> | undefined;
const known = new Map<string, number>();

/** What the characters of a word and its nearness to cues say, as names of features. */
export function featuresOfShape(word: string, near: Nearness): string[] {
  const shape = shapeOf(word);
  const sort = sortOf(word);
  return [
    ...shape,
    `sort ${sort}`,
    `near ${near}`,
    `near ${near} sort ${sort}`,
    ...shape.slice(0, 4).map((one) => `near ${near} ${one}`),
  ];
}

function sum(features: readonly string[]): number {
  weights ??= readWeights();
  let score = 0;
  for (const one of features) score += weights.get(one) ?? 0;
  return score;
}

function shapeScore({ word, near }: Candidate): number {
  const name = `${near}${word}`;
  let score = known.get(name);
  if (score === undefined) {
    if (known.size >= MAX_CACHED_WORDS) known.clear();
    known.set(name, (score = BIAS + sum(featuresOfShape(word, near))));
  }
  return score;
}

/**
 * Words that are probably secrets: a logistic regression adds what their characters say to what the text around them says.
 * bench/redaction/train.mjs makes the weights.
 */
export function* likely(text: string, tick: Tick): Generator<Range> {
  const cued: CuedText = { text, cues: cuesIn(text) };
  for (const one of candidatesIn(cued, tick)) {
    const shape = shapeScore(one);
    if (shape < LEAST_SHAPE[one.near] || isPlainlyNone(one) || isOrdinary(text, one)) continue;
    if (shape + sum(contextOf(cued, one)) >= THRESHOLD) yield [one.from, one.to];
  }
}

/** What stands before the digits in the mark of a removed secret. */
const MARK = '[redacted:';

/** What names an id or a user, directly before its value: `accountId": "`, `login: `. */
const ID_NAME =
  /(?:[a-z]Id|[_-]id|\bId|\blogin|(?:commit|git)_?(?:hash(?:es)?|shas?|oids?)|(?:pub(?:lic)?|idempotency|cache)_?key|\buser(?:_?name)?|\bauthor|\bowner|get_?user(?:name)?(?:\.return_value)?)["'`]?(?:[:=]|: |: ?["'`]|\s={1,3}\s|,[ \t]{0,4}(?=["']))\[?["'`]?$/i;
/** What stands before a user's name, a digest or the hash of a key. */
const NO_SECRET_NEXT =
  /(?:^|\s)(?:-u|-U|--user(?:name)?)[ =]$|\b(?:h1|sha\d+)[:-]$|\b(?:md5|sha-?\d+|crc32|digest|checksum)[:=]\s?$/;
/** A person in the last lines of a commit's message: `Co-authored-by: Kim42 <…>`. */
const PERSON = /(?:^|\n|[ *])[A-Z][a-z]+(?:-[a-z]+){0,2}-by: (?:[^\n<]{0,60}<?)?$/;
/** The option for a package: `cargo test -p`. */
const OF_PACKAGE = /(?:^|[\s`$])(?:cargo|pnpm|npm|nx|turbo|dotnet|swift|bazel)[ \t][^\n]{0,70}[ \t]-p[ \t]$/;
/** A time in seconds, as in `author A <a@b.c> 1593509879 +0800`. */
const TIME = /^1[0-9]{9}(?:[0-9]{3})?$/;

/** Whether a word is a number of a program, an id, a part of a path, or of the mark of a removed secret, also of a cut one. */
export function isOrdinary(text: string, { from, to, word, near: nearness }: Candidate): boolean {
  const before = text[from - 1] ?? '';
  if (/^[0-9a-f]{1,8}…?$/.test(word) && text.startsWith(MARK, from - MARK.length)) return true;
  // The beginning of a mark that was cut off.
  if (before === '[' && 'redacted'.startsWith(word)) return true;
  if (word.length >= 20 && /\bsha\d{1,3}-[A-Za-z0-9+/]*$/.test(text.slice(Math.max(0, from - 90), from))) return true;
  if (/^sha\d{1,3}-/.test(word)) return true;
  // An abbreviated commit, and a user in an address.
  if (nearness < 3 && /^[0-9a-f]{7,12}$/.test(word) && /[a-f]/.test(word) && /["'>\s(]/.test(before || ' '))
    return true;
  if (before === '/' && /\b(?:github|gitlab)\.com\/$/.test(text.slice(Math.max(0, from - 16), from))) return true;
  if (/^\d+$/.test(word))
    return (
      TIME.test(word) || (!/["'`]/.test(before) && /[);,\]}]/.test(text[to] ?? '') && !text.startsWith(' (', from - 2))
    );
  if (UUID.test(word) && !/token|secret|passw|credential/i.test(text.slice(Math.max(0, from - 40), from))) return true;
  const near = text.slice(Math.max(0, from - 24), from);
  // `import * as admin from 'firebase-admin'`
  if ((before === "'" || before === '"') && /\b(?:from|import|require\()\s*["']$/.test(near)) return true;
  if (ID_NAME.test(near) || (NO_SECRET_NEXT.test(near) && text[to] !== ':' && !word.includes(':'))) return true;
  if ((before === ' ' || before === '<') && PERSON.test(text.slice(Math.max(0, from - 90), from))) return true;
  // `merges by @kim42`, `cargo test -p some-package`
  if (word.startsWith('@') && /(?:^|\W)(?:by|from|and|to|cc|thanks|with),?\s$/i.test(near)) return true;
  if (before === ' ' && OF_PACKAGE.test(text.slice(Math.max(0, from - 80), from))) return true;
  // `connect(password=newpassword)`
  if (before === '=' && text[to] === ')' && /^[a-z_]*(?:pass(?:word|wd|phrase)?|phrase|pwd)\d?$/i.test(word))
    return true;
  // `{"full_name": full_name}`
  if (/^["'`]/.test(before) && /^[a-z]+(?:_[a-z]+)*$/i.test(word) && /^["'`]\s{0,2}:/.test(text.slice(to, to + 4)))
    return true;
  // `Thanks @kim42!`
  if (before === '@' && /^(?:|.*\s)$/s.test(text.slice(Math.max(0, from - 2), from - 1))) return true;
  // The name in a mail address.
  if (text[to] === '@' && !/[:/]/.test(before) && /^@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/.test(text.slice(to, to + 60)))
    return true;
  // `app: :hello`, an atom
  if (before === ':' && text[from - 2] === ' ' && /^[a-z_]+$/.test(word)) return true;
  // `input[type="password"]:focus`
  if (before === '%' || (before === ':' && text[from - 2] === ']')) return true;
  return before === '/' && /^[a-z]+(?:-[a-z]+)*$/.test(word);
}

function readWeights(): Map<string, number> {
  const table = new Map<string, number>();
  for (const line of WEIGHTS.split('\n')) {
    const [family = '', ...members] = line.split('\t');
    for (let i = 0; i + 1 < members.length; i += 2)
      table.set(family === '' ? members[i]! : `${family} ${members[i]}`, Number(members[i + 1]) / 100);
  }
  return table;
}
