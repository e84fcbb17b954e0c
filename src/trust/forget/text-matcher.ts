import { ProvError } from '../../errors.ts';
import type { Extra, Node } from '../../model/model.ts';
import { FORGOTTEN } from '../../model/format/forgotten-path.ts';
import { MappedText } from '../../redact/position-map.ts';
import { mapTexts, textsOf } from '../../redact/note-texts.ts';
import { viewsOf } from '../../redact/forms/decoded-views.ts';

/** Least length in characters: a shorter text is part of too many words. */
const MIN_TEXT_CHARACTERS = 4;
/** Characters that identify the text at the cut-off end of a shortened text. */
const MIN_CUT_CHARACTERS = 8;

/** A text to forget, in any place and encoding. */
export class TextMatcher {
  readonly #forms: readonly string[];
  #bytes: readonly Buffer[] | undefined;

  /** @throws ProvError `usage` when it is too short to be distinguished from other words */
  constructor(text: string) {
    const whole = text.replace(/\r?\n$/, '');
    if (whole.trim().length < MIN_TEXT_CHARACTERS)
      throw new ProvError('usage', `A text to be forgotten has ${MIN_TEXT_CHARACTERS} characters or more.`, {
        hint: 'Give the whole secret, on standard input or in a file.',
      });
    // Summaries are one line.
    const line = whole.replaceAll(/\s+/g, ' ').trim();
    this.#forms = [...new Set([whole, line])].toSorted((a, b) => b.length - a.length);
  }

  /** The text in its original form, and on one line. */
  get forms(): readonly string[] {
    return this.#forms;
  }

  /** Whether a file contains it, also as JSON, in base64, hexadecimal or percent signs; not split. */
  isInFile(content: Buffer): boolean {
    this.#bytes ??= this.#forms.flatMap(encodings);
    return this.#bytes.some((bytes) => content.includes(bytes));
  }

  /** Whether a text contains it. */
  isIn(text: string): boolean {
    return this.#forms.some((form) => text.includes(form)) || this.#places(text).length > 0;
  }

  /** The text with the needle replaced. */
  replace(text: string): string {
    const places = this.#places(text);
    if (places.length === 0) return text;
    let out = '';
    let at = 0;
    for (const [from, to] of places) {
      if (from >= at) out += text.slice(at, from) + FORGOTTEN;
      at = Math.max(at, to);
    }
    return out + text.slice(at);
  }

  /** A step without it. The hashes of its input and output are removed too, because a hash shows whether a guess is right. */
  inNode(node: Node): Node {
    const texts = [...textsOf(node)].map(({ text }) => text);
    const extra = node.extra && this.inExtra(node.extra);
    if (extra === node.extra && !texts.some((text) => this.isIn(text))) return node;
    const { input: _, output: __, ...rest } = mapTexts(node, (text) => this.replace(text));
    return { ...rest, ...(extra && { extra }) };
  }

  /** Unknown fields of newer versions without it; the same map when it does not occur. */
  inExtra<Fields extends Extra>(extra: Fields): Fields {
    let found = false;
    const map = (value: unknown): unknown => {
      if (typeof value === 'string') {
        const next = this.replace(value);
        found ||= next !== value;
        return next;
      }
      if (Array.isArray(value)) return value.map(map);
      if (value instanceof Map) return new Map([...value].map(([key, one]) => [map(key), map(one)]));
      return value;
    };
    const next = map(extra) as Fields;
    return found ? next : extra;
  }

  #places(text: string): (readonly [from: number, to: number])[] {
    const found: (readonly [from: number, to: number])[] = [];
    for (const view of viewsOrOnly(text))
      for (const form of this.#forms) {
        for (let at = view.text.indexOf(form); at >= 0; at = view.text.indexOf(form, at + form.length))
          found.push(view.range(at, at + form.length));
        const cut = cutAt(view.text, form);
        if (cut !== undefined) found.push(view.range(cut, view.text.length));
      }
    return found.toSorted(([a], [b]) => a - b);
  }
}

function encodings(form: string): Buffer[] {
  const bytes = Buffer.from(form, 'utf8');
  // The bytes before it shift the digits of base64. The digits at its ends also depend on its neighbours.
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(before === 0 ? 0 : before + 1, (bytes.length + before) % 3 === 0 ? undefined : -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const texts = [
    JSON.stringify(form).slice(1, -1),
    encodeURIComponent(form),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64.filter((one) => one.length >= MIN_TEXT_CHARACTERS),
  ];
  return [bytes, Buffer.from(form, 'utf16le'), ...texts.map((text) => Buffer.from(text, 'utf8'))];
}

// A text with too many nested encodings is checked as far as possible.
function viewsOrOnly(text: string): MappedText[] {
  for (const all of [true, false])
    try {
      return viewsOf(text, all);
    } catch {
      // try with less
    }
  return [new MappedText(text)];
}

// The position where a text that `oneLine` cut off ends in a prefix of the needle.
function cutAt(text: string, form: string): number | undefined {
  if (!text.endsWith('…')) return undefined;
  const end = text.length - 1;
  for (let length = Math.min(form.length - 1, end); length >= Math.min(MIN_CUT_CHARACTERS, form.length - 1); length--)
    if (text.startsWith(form.slice(0, length), end - length)) return end - length;
  return undefined;
}
