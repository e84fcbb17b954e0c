import { SEPARATOR } from './forms/decodings.ts';
import { type Redactor, UNREADABLE } from './redact.ts';

/** Characters read beyond the limit, so that a secret at the limit is not cut in two. */
const MARGIN_CHARACTERS = 8 * 1024;
/** Keys with a secret value, whatever the value looks like. */
const SECRET =
  /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization)$/i;
const MIN_SECRET_CHARACTERS = 6;
/** Strings of one JSON text that are checked separately when they cannot be checked together. */
const MAX_STRINGS_ONE_BY_ONE = 1000;

/**
 * Redacts an input or output of a step and limits its length. The strings of JSON are checked in decoded form. A longer
 * text ends with a sentence that states its full length.
 */
export async function redactContent(redactor: Redactor, content: string, limit: number): Promise<string> {
  if (content.length <= limit) return redactJson(redactor, content, limit);
  // Cut JSON is no longer valid, so it is decoded as text.
  const cut = unescape(content.slice(0, limit + MARGIN_CHARACTERS));
  const text = (await redactor.text(cut, cut.length)).slice(0, limit).toWellFormed();
  return `${text}\n[truncated: these are the first ${text.length} of ${content.length} characters]`;
}

async function redactJson(redactor: Redactor, text: string, limit: number): Promise<string> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return redactor.text(text, limit);
  try {
    const strings: string[] = [];
    const before = JSON.stringify(value);
    const collect = (one: string): string => {
      strings.push(one);
      return one;
    };
    mapStrings(value, collect, String);
    const clean = await redactAll(redactor, strings);
    let next = 0;
    const mark = (secret: string): string => redactor.mark(secret);
    const after = JSON.stringify(mapStrings(value, () => clean[next++]!, mark));
    return await redactor.text(after === before ? text : after, Infinity);
  } catch {
    return UNREADABLE; // nested too deeply
  }
}

// Checks all strings together if possible, because the rules take a third of a millisecond for any text.
async function redactAll(redactor: Redactor, strings: readonly string[]): Promise<string[]> {
  const clean = (await redactor.text(strings.join(SEPARATOR), Infinity)).split(SEPARATOR);
  if (clean.length === strings.length) return clean;
  if (strings.length > MAX_STRINGS_ONE_BY_ONE) return strings.map(() => UNREADABLE);
  return Promise.all(strings.map((one) => redactor.text(one, Infinity)));
}

// `hide` replaces the value at a key that names a secret. Such a value is not checked as a text.
function mapStrings(value: unknown, map: (text: string) => string, hide: (secret: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, map, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      map(key),
      isSecret(key, one) ? hide(String(one)) : mapStrings(one, map, hide),
    ]),
  );
}

const isSecret = (key: string, value: unknown): boolean =>
  SECRET.test(key) &&
  ((typeof value === 'string' && value.length >= MIN_SECRET_CHARACTERS && !value.startsWith('[redacted')) ||
    (typeof value === 'number' && String(value).length >= MIN_SECRET_CHARACTERS));

function parse(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const unescape = (text: string): string =>
  /^\s*[[{]/.test(text) ? text.replace(/\\([nrt"\\/])/g, (_, char: string) => ESCAPES[char] ?? char) : text;
