import { fixture } from '../corpus.ts';
import { EIGHTH_VALUES, usual } from './eighth-values.ts';
import { FIFTH_VALUES, typed } from './fifth-values.ts';
import { chosen, SEVENTH_VALUES } from './seventh-values.ts';
import { stored } from './sixth-values.ts';
import { SPECIAL_VALUES } from './special-values.ts';
import { surround, type Form } from './surroundings.ts';
import { dress, fill, password, pick, plainPassword, random, type Random } from './values.ts';

/** A kind of text with a secret. A template holds the secret once. */
interface Kind {
  name: string;
  form: Form;
  templates: readonly string[];
  /** Makes the secret; a password of a person if absent. */
  value?: (r: Random) => string;
  /** Makes the passwords of a person. */
  person: (r: Random) => string;
}

/** A text, and the pieces of it that are the secret. */
export interface Planted {
  text: string;
  secrets: string[];
}

/** Makers of passwords by the word that a list says. */
const PASSWORDS: Readonly<Record<string, (r: Random) => string>> = { '': password, typed, stored, chosen, usual };
const LINE_SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/**
 * The kinds of a list. A kind starts with `=== name | form | values`, and its templates follow, a line each. Values are patterns as in
 * `fill`, `typed`, `stored`, `chosen` or `usual` for passwords by other habits, or `special`: then the function is in `special-values.ts`,
 * `fifth-values.ts`, `seventh-values.ts` or `eighth-values.ts`.
 * @param name of a file in fixtures/redact
 */
export function kindsIn(name: string): Kind[] {
  return fixture(name)
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...templates] = part.trimEnd().split('\n');
      const [kind = '', form = '', values = ''] = head.split(' | ');
      const patterns = values.split(' ');
      const value =
        values === 'special'
          ? (SPECIAL_VALUES[kind] ?? FIFTH_VALUES[kind] ?? SEVENTH_VALUES[kind] ?? EIGHTH_VALUES[kind])
          : (PASSWORDS[values] ?? ((r: Random) => fill(r, patterns.length === 1 ? values : pick(r, patterns))));
      return {
        name: kind,
        form: form as Form,
        templates: templates.map((one) => one.replaceAll(/\\(.)/g, (_, sign: string) => LINE_SIGNS[sign] ?? sign)),
        person: PASSWORDS[values] ?? password,
        ...(value && { value }),
      };
    });
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** How a value is written: `{v}` unchanged, `{s}` as a shell needs it, `{u}` as a URL, `{x}` as XML needs it; `{p}` is a value of letters, digits, `-` and `_`; `{v:<a9>}` has its own pattern. */
function written(r: Random, how: string, kind: Kind, pattern?: string): string {
  if (pattern !== undefined) return fill(r, pattern);
  const value = how === 'p' ? plainPassword(r, kind.person) : (kind.value ?? kind.person)(r);
  if (how === 'u') return encodeURIComponent(value);
  if (how === 'x') return value.replaceAll(/[&<>]/g, (one) => XML[one] ?? one);
  return value;
}
const shellWord = (r: Random, value: string): string =>
  pick(r, /^[\w-]+$/.test(value) ? [value, value, `'${value}'`, `"${value}"`] : [`'${value}'`]);

/** @returns one text of a kind */
export function plant(r: Random, kind: Kind): Planted {
  const template = dress(r, pick(r, kind.templates));
  const [place = '', how, pattern] = /\{([vsupx])(?::([^}]+))?\}/.exec(template) ?? [];
  if (how === undefined) throw new Error(`No place for the secret: ${template}`);
  const secret = written(r, how, kind, pattern);
  const text = template.replace(place, () => (how === 's' ? shellWord(r, secret) : secret));
  const whole = surround(r, kind.form, text);
  const lines = secret.split('\n').filter((line) => line.length >= 5);
  return { text: whole, secrets: lines.flatMap((line) => [line, JSON.stringify(line).slice(1, -1)]) };
}

/** The part of a secret that counts as leaked when it is left in one piece. */
const LEAKED_PART = 0.6;

/** @returns whether a secret is left after redaction, whole or at least 60 % of its characters in one piece */
export function leaks({ text, secrets }: Planted, redacted: string): boolean {
  return secrets.some((secret) => {
    const blank = text.replaceAll(secret, '\0');
    const length = Math.ceil(secret.length * LEAKED_PART);
    for (let at = 0; at + length <= secret.length; at += 1) {
      const piece = secret.slice(at, at + length);
      if (redacted.includes(piece) && !blank.includes(piece)) return true;
    }
    return false;
  });
}

/** @returns so many texts of each kind, by a seed */
export function* corpus(kinds: readonly Kind[], each: number, seed: number): Generator<Planted & { kind: string }> {
  for (const [at, kind] of kinds.entries()) {
    const r = random(seed * 1009 + at * 7919);
    for (let n = 0; n < each; n += 1) yield { kind: kind.name, ...plant(r, kind) };
  }
}
