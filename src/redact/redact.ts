import { createHmac } from 'node:crypto';
import { ProvError } from '../errors.ts';
import { SEPARATOR } from './forms/decodings.ts';
import { localKey } from './forms/key.ts';
import { findPublic, findSecrets } from './rules.ts';
import type { Mapped } from './position-map.ts';
import { viewsOf } from './forms/decoded-views.ts';

/** What lies behind so many characters is cut off, when a text has to be looked at. */
const LONGEST = 256 * 1024;
/** A longer text is looked at in pieces of so many characters: it has more encodings, each of which is another text. */
const PIECE = 256 * 1024;
/** This much of a piece is looked at again with the next one: more than a secret is long. */
const OVERLAP = 16 * 1024;
/** A text whose rules took longer is dropped, in milliseconds. */
const PATIENCE_MS = 5000;

/** What stands where a text was that could not be looked at. */
export const UNREADABLE = '[redacted: could not be checked]';

/** What goes over the end of a line and is no word that was split there: a comment behind a value, a port and the next prompt. */
const GLUED =
  /^\d{1,8}[ \t]{0,8}\r?\n[ \t]{0,80}(?:[#>]|\/\/|--)|^\d{2,5}\r?\n[ \t]{0,8}[a-z]|\n[ \t]{0,80}[\w$.]{1,60}\($/;

// Whether lines were put together of which one begins or ends with a word.
const hasWord = (across: string): boolean =>
  /\s/.test(across) &&
  across.split(/[\s"'`+\\]+/).some((part) => /^(?:[A-Z]?[a-z]{2,11}|[A-Z]{3,11})(?:-[a-z]{2,11})?$/.test(part));

/** A secret where it stands in a text, in whatever encoding. */
export interface Secret {
  readonly from: number;
  readonly to: number;
  /** The rules that found it. */
  readonly rules: readonly string[];
  /** The secret itself, decoded. */
  readonly value: string;
}

/**
 * Finds the secrets in a text, also encoded ones and such as are split. They do not overlap and stand in order.
 * @throws ProvError `data` when there is no end to its encodings, or it takes too long
 */
export async function secretsIn(text: string): Promise<Secret[]> {
  const until = performance.now() + PATIENCE_MS;
  const found: Secret[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PIECE - OVERLAP)
    for (const one of await secretsOf(text.slice(from, from + PIECE), until))
      found.push({ ...one, from: one.from + from, to: one.to + from });
  return merged(found);
}

async function secretsOf(text: string, until: number): Promise<Secret[]> {
  const views = viewsOf(text);
  const starts: number[] = [];
  let whole = '';
  for (const view of views) {
    starts.push(whole.length);
    whole += view.text + SEPARATOR;
  }
  const told = await findSecrets(whole, () => {
    if (performance.now() > until) throw new ProvError('data', 'Looking for secrets took too long.');
  });
  const place = ({ from, to }: { readonly from: number; readonly to: number }): Place | undefined => {
    const at = starts.findLastIndex((start) => start <= from);
    const [view, start] = [views[at]!, from - starts[at]!];
    const end = Math.min(to - starts[at]!, view.text.length);
    return end <= start ? undefined : { view, value: view.text.slice(start, end), range: view.range(start, end) };
  };
  const open = [...findPublic(whole)].map((block) => place(block)?.range).filter((range) => range !== undefined);
  const found: Secret[] = [];
  for (const one of told) {
    const there = place(one);
    if (!there) continue;
    const [from, to] = there.range;
    const isOpen = open.some(([start, end]) => start <= from && to <= end);
    if (one.rule === 'random' && (there.view.torn || isOpen)) continue;
    const across = text.slice(from, to);
    if (GLUED.test(across) || (one.rule === 'random' && hasWord(across))) continue;
    found.push({ from, to, rules: [one.rule], value: there.value });
  }
  return found;
}

interface Place {
  readonly view: Mapped;
  readonly value: string;
  readonly range: readonly [from: number, to: number];
}

/** The later a rule stands here, the less it knows where a secret begins and ends. */
const VAGUE = [
  'address',
  'assigned',
  'called',
  'command',
  'layout',
  'beside',
  'random',
  'npm',
  'basicauth',
  'database-connection-string',
];
const vagueness = ({ rules: [rule = ''] }: Secret): number => VAGUE.indexOf(rule);

// What overlaps is one secret. Its value is what the rule says that knows best: equal secrets are to look equal.
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

/** So many texts of at most so many characters are remembered as they may be kept. */
const REMEMBERED = 1000;
const SHORT = 4096;

/** A text as it may be kept, and what was taken out of it. */
export interface Redacted {
  readonly text: string;
  readonly secrets: readonly Secret[];
  /** Nothing of it was kept, and why. */
  readonly dropped?: string;
}

/** Takes secrets out of texts. In the place of each stands a mark of its own, which nobody can make without the repository's key. */
export class Redactor {
  readonly #key: () => string;
  readonly #known = new Map<string, Promise<string>>();

  /** @param provDir the folder of the local state, which has the key; another one may be given */
  constructor(provDir: string, key: () => string = localKey(provDir)) {
    this.#key = key;
  }

  /**
   * The text with everything replaced that looks like a secret. Fails closed: on any fault the whole text is dropped.
   * @param longest what lies behind so many characters is cut off when any of the text has to be looked at
   */
  async text(text: string, longest: number = LONGEST): Promise<string> {
    if (text.length > Math.min(SHORT, longest)) return (await this.look(text, longest)).text;
    // A call's words come when it begins, when it ends and in its summary.
    let known = this.#known.get(text);
    if (known === undefined) {
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      known = this.look(text, longest).then(({ text: kept }) => kept);
      this.#known.set(text, known);
    }
    return known;
  }

  /** Like `text`, and tells what was taken out. */
  async look(text: string, longest: number = LONGEST): Promise<Redacted> {
    try {
      const kept = text.slice(0, longest);
      const secrets = await secretsIn(kept);
      if (secrets.length === 0) return { text: kept, secrets };
      let out = '';
      let at = 0;
      for (const secret of secrets) {
        out += kept.slice(at, secret.from) + this.mark(secret.value);
        at = secret.to;
      }
      return { text: out + kept.slice(at), secrets };
    } catch (cause) {
      return { text: UNREADABLE, secrets: [], dropped: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  /** What stands in the place of a secret: the same for equal ones. */
  mark(secret: string): string {
    const digest = createHmac('sha256', this.#key()).update(`redacted\0${secret}`).digest('hex');
    return `[redacted:${digest.slice(0, 8)}]`;
  }
}
