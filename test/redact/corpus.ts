import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Pseudo-random numbers that are the same each time. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const LETTERS = LOWER + LOWER.toUpperCase() + DIGITS;
const KINDS: Readonly<Record<string, string>> = {
  a: LETTERS,
  l: LOWER + DIGITS,
  u: LOWER.toUpperCase() + DIGITS,
  h: `${DIGITS}abcdef`,
  d: DIGITS,
  b: `${LETTERS}+/`,
  w: `${LETTERS}-_`,
  U: `${DIGITS}ABCDEF`,
  2: `${LOWER}234567`,
  3: `${LOWER.toUpperCase()}234567`,
};

/** A text with a newly made-up secret. */
export interface Positive {
  readonly rule: string;
  readonly by: 'look' | 'name';
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

interface Template {
  readonly rule: string;
  readonly by: 'look' | 'name';
  readonly text: string;
}

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/redact');
export const fixture = (name: string): string => readFileSync(resolve(FIXTURES, name), 'utf8');

/** All positives, each `times` times with other secrets. */
export function positives(random: () => number, times: number): Positive[] {
  const { positives: templates } = JSON.parse(fixture('positives.json')) as { positives: Template[] };
  return Array.from({ length: times }, () => templates.map((one) => make(one, random))).flat();
}

function make({ rule, by, text }: Template, random: () => number): Positive {
  const filled = text.replaceAll(/<([a-zA-Z0-9]):([0-9]+)>/g, (_, kind: string, count: string) =>
    draw(kind, Number(count), random),
  );
  const [before = '', secret = '', after = ''] = filled.split(/[«»]/);
  return { rule, by, before, secret, after };
}

// In the form of real issuers: a secret has a digit somewhere, and no word begins or ends with a sign.
export function draw(kind: string, count: number, random: () => number): string {
  const signs = KINDS[kind]!;
  const plain = signs.replace(/[^A-Za-z0-9]/g, '');
  const pick = (from: string): string => from[Math.floor(random() * from.length)]!;
  const chars = Array.from({ length: count }, (_, i) => pick(i === 0 || i === count - 1 ? plain : signs));
  if (!chars.some((one) => DIGITS.includes(one))) chars[Math.floor(count / 2)] = pick(DIGITS);
  return chars.join('');
}

/** A text with the secret in some encoding, and the parts that must not remain. */
export interface Encoded {
  readonly text: string;
  readonly parts: readonly string[];
}

const whole =
  (encode: (text: string) => string, long = 12) =>
  ({ before, secret, after }: Positive): Encoded => {
    const text = encode(before + secret + after);
    return { text, parts: [core(encode(secret), long)] };
  };
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const codes = (text: string, each: (code: number) => string): string =>
  Array.from(text, (_, i) => each(text.charCodeAt(i))).join('');
const hex2 = (code: number): string => code.toString(16).padStart(2, '0');
const inJson = (text: string): string => JSON.stringify({ command: text });
const core = (text: string, long: number): string => {
  const middle = Math.max(0, Math.floor((text.length - long) / 2));
  return text.slice(middle, middle + long);
};
const wrapped = (text: string, width: number): string => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n');
/** Nothing of the base64 text may remain: the position of the secret in it depends on the text before it. */
const coded =
  (encode: (text: string) => string, wrap: (text: string) => string = String) =>
  ({ before, secret, after }: Positive): Encoded => {
    const text = encode(before + secret + after);
    return { text: wrap(text), parts: [core(text, 16), text.slice(-12)] };
  };

function split(
  { before, secret, after }: Positive,
  random: () => number,
  count: number,
  joint: string,
  quote = '',
): Encoded {
  const cuts = new Set<number>();
  // Pieces of four characters at least; a line of a key stays one.
  while (cuts.size < count - 1) {
    const at = 4 + Math.floor(random() * (secret.length - 7));
    if ([...cuts].every((other) => Math.abs(other - at) >= 4) || random() < 0.02) cuts.add(at);
  }
  const parts: string[] = [];
  let from = 0;
  for (const at of [...cuts].toSorted((a, b) => a - b)) {
    parts.push(secret.slice(from, at));
    from = at;
  }
  parts.push(secret.slice(from));
  const isString = quote === '' || before.endsWith(quote);
  const plain = (words: string): string => (isString ? words : words.replaceAll(/["']/g, ''));
  const ends = isString ? '' : quote;
  const text = ends + plain(before) + parts.join(joint) + plain(after) + ends;
  return { text, parts: parts.flatMap((part) => part.split('\n')).filter((part) => part.length >= 8) };
}

/** The encodings that a secret may have in a text. */
export const ENCODINGS: Readonly<Record<string, (one: Positive, random: () => number) => Encoded>> = {
  plain: ({ before, secret, after }) => ({ text: before + secret + after, parts: [secret] }),
  'a JSON string': (one) => ({ text: inJson(one.before + one.secret + one.after), parts: [core(one.secret, 6)] }),
  'a JSON string in a JSON string': (one) => ({
    text: inJson(inJson(one.before + one.secret + one.after)),
    parts: [core(one.secret, 6)],
  }),
  '\\u escapes': whole((text) => codes(text, (code) => `\\u00${hex2(code)}`), 36),
  '\\u escapes in JSON': whole((text) => codes(text, (code) => `\\\\u00${hex2(code).toUpperCase()}`), 42),
  '\\x escapes': whole((text) => codes(text, (code) => `\\x${hex2(code)}`), 24),
  'URL encoding': whole((text) => encodeURIComponent(text).replaceAll('%20', '+'), 6),
  'URL encoding of every character': whole((text) => codes(text, (code) => `%${hex2(code)}`), 18),
  base64: coded(base64),
  base64url: coded((text) => Buffer.from(text).toString('base64url')),
  'base64 in base64': coded((text) => base64(base64(text))),
  'base64 of JSON': coded((text) => base64(inJson(text))),
  'base64 in JSON': coded(base64, (text) => inJson(`echo ${text} | base64 -d`)),
  'base64, URL-encoded': coded(
    (text) => encodeURIComponent(base64(text)),
    (text) => `q=${text}`,
  ),
  'base64 of UTF-16': coded((text) => Buffer.from(text, 'utf16le').toString('base64')),
  'base64 in lines': coded((text) => wrapped(base64(text), 40)),
  'the secret in base64': (one) => {
    const text = base64(one.secret);
    return { text: one.before + text + one.after, parts: [core(text, 12)] };
  },
  hexadecimal: coded((text) => Buffer.from(text).toString('hex')),
  'two lines': (one, random) => split(one, random, 2, '\n'),
  'two indented lines': (one, random) => split(one, random, 2, '\r\n    '),
  'three lines': (one, random) => split(one, random, 3, '\n'),
  'a line that goes on in the shell': (one, random) => split(one, random, 2, '\\\n'),
  'lines that go on in the shell': (one, random) => split(one, random, 3, '\\\n  '),
  'lines in JSON': (one, random) => {
    const { text, parts } = split(one, random, 2, '\n');
    return { text: inJson(text), parts };
  },
  'strings put together': (one, random) => split(one, random, 2, '" + "', '"'),
  'four strings put together': (one, random) =>
    split(one, random, Math.min(4, Math.floor(one.secret.length / 6)), "' + '", "'"),
  'strings put together over lines': (one, random) => split(one, random, 3, '" +\n      "', '"'),
  'strings side by side': (one, random) => split(one, random, 2, '"\n  "', '"'),
  'strings put together in quotes of the shell': (one, random) => {
    const { text, parts } = split(one, random, 2, "' + '", "'");
    return { text: `node -e '${text.replaceAll("'", `'\\''`)}'`, parts };
  },
  'JSON with slashes in place of backslashes': (one) => {
    const text = inJson(`{"command":${JSON.stringify(one.before + one.secret + one.after)}}`);
    return { text: text.replaceAll('\\', '/'), parts: [core(one.secret, 6)] };
  },
  'strings put together in JSON': (one, random) => {
    const { text, parts } = split(one, random, 2, '" + "', '"');
    return { text: inJson(text), parts };
  },
};
