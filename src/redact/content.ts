import { redact, UNREADABLE } from './redact.ts';

/** Enough for a secret that the end of what is kept would cut in two. */
const MARGIN = 8 * 1024;
const SEPARATOR = '\n\u0000\n';
/** Keys of which the whole value is a secret, whatever it looks like. */
const SECRET =
  /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization)$/i;
const SHORTEST = 6;
/** Strings of one JSON text that are looked at one by one, where they cannot be together. */
const ONE_BY_ONE = 1000;

/**
 * An input or output of a step as it may be kept: without what looks like a secret, the strings of JSON looked at as they
 * are meant and not as they are escaped, and no longer than `limit` characters, after which its end says what is missing.
 */
export async function redactContent(content: string, limit: number): Promise<string> {
  if (content.length <= limit) return redactJson(content, limit);
  // What is cut is no JSON any more: it is read as the text that it stands for.
  const cut = unescape(content.slice(0, limit + MARGIN));
  const text = (await redact(cut, cut.length)).slice(0, limit).toWellFormed();
  return `${text}\n[truncated: these are the first ${text.length} of ${content.length} characters]`;
}

async function redactJson(text: string, limit: number): Promise<string> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return redact(text, limit);
  try {
    const strings: string[] = [];
    const before = JSON.stringify(value);
    mapStrings(value, (one) => {
      strings.push(one);
      return one;
    });
    const clean = await redactAll(strings);
    let next = 0;
    const after = JSON.stringify(mapStrings(value, () => clean[next++]!));
    return await redact(after === before ? text : after, Infinity);
  } catch {
    return UNREADABLE; // nested too deep
  }
}

// Together where that is possible: the rules take a third of a millisecond for any text.
async function redactAll(strings: readonly string[]): Promise<string[]> {
  const clean = (await redact(strings.join(SEPARATOR), Infinity)).split(SEPARATOR);
  if (clean.length === strings.length) return clean;
  if (strings.length > ONE_BY_ONE) return strings.map(() => UNREADABLE);
  return Promise.all(strings.map((one) => redact(one, Infinity)));
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const secret = typeof one === 'string' && one.length >= SHORTEST && SECRET.test(key);
      return [map(key), mapStrings(secret ? '[redacted]' : one, map)];
    }),
  );
}

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
