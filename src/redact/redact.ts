import { createHmac } from 'node:crypto';
import { ProvError } from '../errors.ts';
import { SEPARATOR } from './forms/decodings.ts';
import { localKey } from './forms/key.ts';
import type { Secret, Tick } from './matches.ts';
import { findPublic, findSecrets } from './rules.ts';
import { hasWord, isOfSeparateLines } from './joined-lines.ts';
import { widened } from './extent.ts';
import { repeated } from './repeated.ts';
import type { MappedText } from './position-map.ts';
import { viewsOf } from './forms/decoded-views.ts';
import { ownLinesOf } from './forms/own-lines.ts';

/** Default length limit in characters. */
const MAX_CHARACTERS = 256 * 1024;
/** Characters per piece. Longer texts are checked in pieces, because each of their encodings gives another text. */
const PIECE_CHARACTERS = 256 * 1024;
/** Characters that consecutive pieces share. It exceeds the length of a secret. */
const OVERLAP_CHARACTERS = 16 * 1024;
/** Limit of processor time for the rules in milliseconds. A text that takes longer is dropped. */
const SCAN_TIMEOUT_MS = 5000;
/** From this time on the processor time is counted. The time before counts as processor time. */
const CPU_FROM_MS = 50;
/** The same by the clock, for a machine that is busy with other programs. */
const BUSY_TIMEOUT_MS = 15_000;

/** How often a redacted text is checked again. The second pass finds nothing in nearly all texts. */
const MAX_PASSES = 4;

/** The replacement for a text that could not be checked. */
export const UNREADABLE = '[redacted: could not be checked]';

/** The characters of a mark. */
const MARK_CHARACTERS = '[redacted:01234567]'.length;

/** Widens a range to whole marks of removed secrets: `1f2e3d4c]` is the end of one. */
function withWholeMarks(text: string, from: number, to: number): string {
  const head = /\[redacted[^\]]*$/.exec(text.slice(Math.max(0, from - MARK_CHARACTERS), from))?.[0] ?? '';
  const range = head + text.slice(from, to);
  const tail = /\[redacted[^\]]*$/.test(range.slice(-MARK_CHARACTERS))
    ? (/^[0-9a-f:]{0,9}\]/.exec(text.slice(to, to + MARK_CHARACTERS))?.[0] ?? '')
    : '';
  return range + tail;
}

/** Texts up to this length are checked again as a whole; of longer ones, the characters around each mark, in whole lines. */
const MAX_CHECKED_AGAIN = 4000;
const AROUND_MARK_CHARACTERS = 160;

/** The parts of a redacted text in which its marks may change what the rules find. */
function nearMarks(text: string): [from: number, to: number][] {
  if (text.length <= MAX_CHECKED_AGAIN) return [[0, text.length]];
  const parts: [number, number][] = [];
  for (let at = text.indexOf('[redacted'); at >= 0; at = text.indexOf('[redacted', at + 1)) {
    const last = parts.at(-1);
    const start = Math.max(0, at - AROUND_MARK_CHARACTERS);
    const end = at + MARK_CHARACTERS + AROUND_MARK_CHARACTERS;
    // A part ends where its line does, so no character of a long line is read for two marks.
    if (last && end <= last[1]) continue;
    const isNext = !last || start > last[1];
    const lineEnd = text.indexOf('\n', end);
    const to = lineEnd < 0 ? text.length : lineEnd;
    if (isNext) parts.push([text.lastIndexOf('\n', start) + 1, to]);
    else last[1] = to;
  }
  return parts;
}

/** Whether a range has nothing but the mark of a removed secret, and signs beside it: `%[redacted:9edbcb92`. */
const isMark = (across: string): boolean =>
  across.includes('[redacted') && !/[\p{L}\p{N}]{2}/u.test(across.replaceAll(/\[redacted(?::[0-9a-f]{0,8}\]?)?/g, ''));

/**
 * Finds the secrets in a text, including encoded and split ones. They do not overlap and are in order.
 * @param judged as in `findSecrets`. Texts of a note were judged when they were written, and other texts around them change the answer.
 * @throws ProvError `data` when decoding exceeds its limits or the search takes too long
 */
export async function secretsIn(text: string, judged = true): Promise<Secret[]> {
  const tick = timeLimit();
  const found: Secret[] = [];
  for (
    let from = 0;
    from === 0 || from + OVERLAP_CHARACTERS < text.length;
    from += PIECE_CHARACTERS - OVERLAP_CHARACTERS
  )
    for (const one of await secretsOf(text.slice(from, from + PIECE_CHARACTERS), tick, judged))
      found.push({ ...one, from: one.from + from, to: one.to + from });
  const secrets = merged(merged(found).map((one) => widened(text, one)));
  const again = repeated(text, secrets);
  return again.length === 0 ? secrets : merged([...secrets, ...again]);
}

function timeLimit(): Tick {
  const started = performance.now();
  let used: NodeJS.CpuUsage | undefined;
  return () => {
    const passedMs = performance.now() - started;
    // Asking for the processor time takes longer than a search in a short text.
    if (passedMs < CPU_FROM_MS) return;
    used ??= process.cpuUsage();
    if (passedMs < SCAN_TIMEOUT_MS) return;
    const { user, system } = process.cpuUsage(used);
    if (passedMs > BUSY_TIMEOUT_MS || (user + system) / 1000 + CPU_FROM_MS > SCAN_TIMEOUT_MS)
      throw new ProvError('data', 'Looking for secrets took too long.');
  };
}

async function secretsOf(text: string, tick: Tick, judged: boolean): Promise<Secret[]> {
  const decoded = viewsOf(text);
  const views = [...decoded, ...ownLinesOf(decoded)];
  let judgedCharacters = 0;
  const starts: number[] = [];
  let whole = '';
  for (const view of views) {
    starts.push(whole.length);
    whole += view.text + SEPARATOR;
    if (judged && starts.length === decoded.length) judgedCharacters = whole.length;
  }
  const secrets = await findSecrets(whole, tick, judgedCharacters);
  const place = ({ from, to }: { readonly from: number; readonly to: number }): TextPlace | undefined => {
    const at = starts.findLastIndex((start) => start <= from);
    const [view, start] = [views[at]!, from - starts[at]!];
    const end = Math.min(to - starts[at]!, view.text.length);
    return end <= start ? undefined : { view, value: view.text.slice(start, end), range: view.range(start, end) };
  };
  const open = [...findPublic(whole)].map((block) => place(block)?.range).filter((range) => range !== undefined);
  const found: Secret[] = [];
  for (const one of secrets) {
    const there = place(one);
    if (!there) continue;
    const [from, to] = there.range;
    const isOpen = open.some(([start, end]) => start <= from && to <= end);
    if (GUESSES.has(one.rule) && (there.view.torn || isOpen)) continue;
    const across = withWholeMarks(text, from, to);
    if (isOfSeparateLines(text, across, to) || isMark(across) || (GUESSES.has(one.rule) && hasWord(across))) continue;
    // A word of lines that were joined was seen without what stands around it.
    if (one.rule === 'likely' && across.includes('\n')) continue;
    found.push({ from, to, rules: [one.rule], value: there.value });
  }
  return found;
}

interface TextPlace {
  readonly view: MappedText;
  readonly value: string;
  readonly range: readonly [from: number, to: number];
}

/** Rules that judge a word by its look. They do not apply to words that are joined from two lines, or to public keys. */
const GUESSES: ReadonlySet<string> = new Set(['likely', 'random']);

/** Rules that only guess where a secret starts and ends; later ones are less precise. All other rules know it exactly. */
const VAGUE = [
  'address',
  'assigned',
  'called',
  'command',
  'layout',
  'beside',
  'named-key',
  'likely',
  'random',
  'npm',
  'basicauth',
  'database-connection-string',
];
const vagueness = ({ rules: [rule = ''] }: Secret): number => VAGUE.indexOf(rule);

/** Whether more than its look shows that something is a secret. */
export const isKnownByRule = ({ rules }: { readonly rules: readonly string[] }): boolean =>
  rules.some((rule) => !GUESSES.has(rule));

// Merges overlapping secrets. The value comes from the most precise rule, because equal secrets must get equal marks.
function merged(found: Secret[]): Secret[] {
  const out: Secret[] = [];
  let best: Secret | undefined;
  for (const one of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = out.at(-1);
    if (!last || !best || one.from >= last.to) {
      out.push(one);
      best = one;
      continue;
    }
    const vaguer = vagueness(one) - vagueness(best);
    if (vaguer < 0 || (vaguer === 0 && one.value.length > best.value.length)) best = one;
    const rules = [...new Set([...last.rules, ...one.rules])];
    out[out.length - 1] = { from: last.from, to: Math.max(last.to, one.to), rules, value: best.value };
  }
  return out;
}

/** Cached results, and characters of a text that is cached. */
const MAX_CACHED_TEXTS = 1000;
const MAX_CACHED_TEXT_CHARACTERS = 4096;

/** A redacted text and the secrets that it contained. */
export interface Redacted {
  readonly text: string;
  readonly secrets: readonly Secret[];
  /** Why the whole text was dropped, if it was. */
  readonly dropped?: string;
}

/** Replaces secrets in texts by marks. Equal secrets get equal marks, and making a mark requires the repository's key. */
export class Redactor {
  readonly #key: () => string;
  readonly #known = new Map<string, Promise<string>>();

  /** @param provDir the folder of the local state, which contains the key. @param key another source of the key */
  constructor(provDir: string, key: () => string = localKey(provDir)) {
    this.#key = key;
  }

  /**
   * Replaces everything in a text that looks like a secret. Fails closed: on any error the whole text is dropped.
   * @param longest characters kept; the rest is cut off
   */
  async text(text: string, longest: number = MAX_CHARACTERS): Promise<string> {
    if (text.length > Math.min(MAX_CACHED_TEXT_CHARACTERS, longest)) return (await this.look(text, longest)).text;
    // A call's words arrive at its start, at its end, and in its summary.
    return this.#once(text, async () => (await this.look(text, longest)).text);
  }

  /**
   * A name that a program gave, such as that of a tool, a call or a model, without secrets. It is not judged by its look and
   * surroundings, because ids look like passwords. Fails closed.
   */
  name(text: string): Promise<string> {
    return this.#once(`name\0${text}`, () => this.#withoutSecrets(text, () => true));
  }

  /** The same for the id of a session, which may look random: without secrets that a rule knows. */
  id(text: string): Promise<string> {
    return this.#once(`id\0${text}`, () => this.#withoutSecrets(text, isKnownByRule));
  }

  async #withoutSecrets(text: string, isMeant: (secret: Secret) => boolean): Promise<string> {
    try {
      return this.#withMarks(text, (await secretsIn(text, false)).filter(isMeant));
    } catch {
      return UNREADABLE;
    }
  }

  #once(key: string, make: () => Promise<string>): Promise<string> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_CACHED_TEXTS) this.#known.clear();
    const made = make();
    this.#known.set(key, made);
    return made;
  }

  /** Like `text`, but also returns the secrets. */
  async look(text: string, longest: number = MAX_CHARACTERS): Promise<Redacted> {
    try {
      const kept = text.slice(0, longest);
      const secrets = await secretsIn(kept);
      return { text: secrets.length === 0 ? kept : await this.#settled(this.#withMarks(kept, secrets)), secrets };
    } catch (cause) {
      return { text: UNREADABLE, secrets: [], dropped: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  #withMarks(text: string, secrets: readonly Secret[]): string {
    let out = '';
    let at = 0;
    for (const secret of secrets) {
      out += text.slice(at, secret.from) + this.mark(secret.value);
      at = secret.to;
    }
    return out + text.slice(at);
  }

  // Redacts until the check before a push finds nothing: else the note of this text could never be pushed.
  async #settled(text: string): Promise<string> {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      let out = '';
      let at = 0;
      for (const [from, to] of nearMarks(text)) {
        const part = text.slice(from, to);
        out += text.slice(at, from) + this.#withMarks(part, await secretsIn(part, false));
        at = to;
      }
      out += text.slice(at);
      if (out === text) return text;
      text = out;
    }
    throw new ProvError('data', 'Secrets remain after redaction.');
  }

  /** The mark that replaces a secret; equal for equal secrets. */
  mark(secret: string): string {
    const digest = createHmac('sha256', this.#key()).update(`redacted\0${secret}`).digest('hex');
    return `[redacted:${digest.slice(0, 8)}]`;
  }
}
