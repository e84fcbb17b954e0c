import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { FORGOTTEN } from '../model/format/forgotten-path.ts';
import type { Note } from '../model/model.ts';
import { localKey } from './forms/key.ts';
import { textsOf } from './note-texts.ts';
import { localFiles } from '../git/repository/local-files.ts';

/** A file name in the folder of the local state. */
export const FORGOTTEN_FILE = 'forgotten.json';

/** A forgotten text: only its length, a rolling sum with a secret factor, and an HMAC are stored. */
interface Mark {
  readonly length: number;
  readonly sum: number;
  readonly hmac: string;
}

/**
 * The content of the file. `fields` are whole texts of steps that contained a forgotten text in any encoding: lengths and
 * HMACs.
 */
interface Marks {
  readonly texts: readonly Mark[];
  readonly fields: readonly (readonly [length: number, hmac: string])[];
}

/**
 * The texts that were forgotten here, so that other clones' notes do not bring them back. The texts themselves are not
 * stored. With the repository's key an attacker can test guesses, but a good guess could also be tested where the secret
 * was used.
 */
export class ForgottenTexts {
  readonly #key: () => string;
  readonly #marks: Marks;
  readonly #fields: ReadonlyMap<number, ReadonlySet<string>>;
  #known: number | undefined;

  /** @param provDir the folder of the local state. A damaged file counts as empty */
  constructor(provDir: string) {
    this.#key = localKey(provDir);
    this.#marks = read(localFiles(provDir).forgotten);
    const fields = new Map<number, Set<string>>();
    for (const [length, hmac] of this.#marks.fields) fields.set(length, (fields.get(length) ?? new Set()).add(hmac));
    this.#fields = fields;
  }

  /** Whether nothing was ever forgotten here. */
  get isEmpty(): boolean {
    return this.#marks.texts.length === 0;
  }

  /** The content of the file with more entries. @param fields whole texts that contained one of `texts` */
  with(texts: Iterable<string>, fields: Iterable<string>): string {
    const marks = new Map(this.#marks.texts.map((mark) => [mark.hmac, mark]));
    for (const text of texts) {
      const hmac = this.#hmac(text);
      marks.set(hmac, { length: text.length, sum: sumOf(text, this.#factor()), hmac });
    }
    const whole = new Map(this.#marks.fields.map(([length, hmac]) => [hmac, length]));
    for (const field of fields) whole.set(this.#hmac(field), field.length);
    const next: Marks = { texts: [...marks.values()], fields: [...whole].map(([hmac, length]) => [length, hmac]) };
    return `${JSON.stringify({ version: 1, ...next })}\n`;
  }

  /** Whether a text contains a forgotten text, or is one of the fields that did. */
  isIn(text: string): boolean {
    if (this.#fields.get(text.length)?.has(this.#hmac(text))) return true;
    return this.#marks.texts.some((mark) => this.#isAt(text, mark));
  }

  /** Whether a note contains a forgotten text. */
  isInNote({ graphs, lines }: Note): boolean {
    for (const path of lines.keys()) if (this.isIn(path)) return true;
    const seen = new Set<string>();
    for (const { nodes, context = [] } of graphs)
      for (const node of [...nodes, ...context])
        for (const { text } of textsOf(node)) {
          if (seen.has(text)) continue;
          seen.add(text);
          if (this.isIn(text)) return true;
        }
    return false;
  }

  // Rabin-Karp search, because only a sum of the text is known.
  #isAt(text: string, { length, sum, hmac }: Mark): boolean {
    if (text.length < length) return false;
    const factor = this.#factor();
    let power = 1;
    for (let i = 0; i < length; i++) power = Math.imul(power, factor);
    let rolling = sumOf(text.slice(0, length), factor);
    for (let at = 0; ; at++) {
      if (rolling === sum && this.#hmac(text.slice(at, at + length)) === hmac) return true;
      if (at + length >= text.length) return false;
      const next = text.charCodeAt(at + length) - Math.imul(text.charCodeAt(at), power);
      rolling = (Math.imul(rolling, factor) + next) | 0;
    }
  }

  // Odd, so that every character affects the sum.
  #factor(): number {
    return (this.#known ??= Number.parseInt(this.#hmac('factor').slice(0, 8), 16) | 1);
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#key()).update(`forgotten\0${text}`).digest('hex');
  }
}

function sumOf(text: string, factor: number): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, factor) + text.charCodeAt(i)) | 0;
  return sum;
}

function read(file: string): Marks {
  const none: Marks = { texts: [], fields: [] };
  if (!existsSync(file)) return none;
  try {
    const { texts, fields } = JSON.parse(readFileSync(file, 'utf8')) as Record<keyof Marks, unknown>;
    const isSound =
      Array.isArray(texts) &&
      texts.every(({ length, sum, hmac }) => isMark(length, hmac) && Number.isSafeInteger(sum)) &&
      Array.isArray(fields) &&
      fields.every(([length, hmac]) => isMark(length, hmac));
    return isSound ? ({ texts, fields } as Marks) : none;
  } catch {
    return none;
  }
}

const isMark = (length: unknown, hmac: unknown): boolean =>
  Number.isSafeInteger(length) && Number(length) > 0 && typeof hmac === 'string';

/**
 * Whether a note contains two versions of the same steps, because another clone forgot a text that this one still has: one
 * version of a step has the text and the other has its replacement, or the steps are equal and the hashes before them are
 * not. Such a note must not be pushed.
 */
export function isRevived({ graphs }: Note): boolean {
  const readable = new Map<string, string>();
  const starts = new Map<string, string>();
  for (const { session, nodes, context = [], chain } of graphs) {
    for (const node of [...nodes, ...context]) {
      const text = [...textsOf(node)].map((one) => one.text).join('\0');
      const key = `${session.id}\0${node.id}`;
      const other = readable.get(key);
      if (other !== undefined && other !== text && (text + other).includes(FORGOTTEN)) return true;
      if (other === undefined || text.includes(FORGOTTEN)) readable.set(key, text);
    }
    const steps = `${session.id}\0${nodes.map(({ id }) => id).join()}`;
    if (nodes.length > 0 && (starts.get(steps) ?? chain.start) !== chain.start) return true;
    starts.set(steps, chain.start);
  }
  return false;
}
