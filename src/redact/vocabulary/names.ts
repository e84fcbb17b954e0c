import { matchesOf } from '../matches.ts';
import {
  ABOUT,
  ASKS,
  FOREIGN_PASSWORD,
  KEY_QUALIFIERS,
  KEY_STEMS,
  NAMING,
  NO_PASSWORD,
  PASSWORD_STEMS,
  SHORT_PASSWORDS,
  WEAK,
} from './vocabulary.ts';

/**
 * How strongly a name marks its value as secret. `password`: any value may be one. `key`: any value except ordinary words.
 * `weak`: only values that look generated. `pin`: digits.
 */
export type Secrecy = 'password' | 'key' | 'weak' | 'pin';

/** A name in a text that marks a value as secret. */
export interface SecretName {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly secrecy: Secrecy;
}

/** Every name of a secret contains one of these. */
const STEMS =
  'pass|pasw|psswor|pepper|oauth|pwd|pw|psw|psk|mdp|secret|token|cred|key|auth|salt|seed|mnemonic|cookie|sig|pat|jwt|otp|bearer|login|clave|' +
  'licen[sc]e|webhook|community|pin|dsn|appid|csrf|xsrf|contrase|contrasin|senha|kennwort|wachtwoord|l[öo]senord|adgangskode|kodeord|' +
  'netzwerkschl|wlanschl|wifischl|salasana|has[łl]|hesl|jelsz|parol|motde|[şs]ifre|slapta|lozink|zaporka|geslo|sandi|matkhau|mima|aikotoba';
const CANDIDATE = new RegExp(`(?:${FOREIGN_PASSWORD})|(?:${STEMS})`, 'giu');
const ASCII_CANDIDATE = new RegExp(
  `mots? de passe|parola d.ordine|clave de acceso|kata (?:sandi|laluan)|palavra[- ]passe|${STEMS}`,
  'gi',
);
const IS_ASCII = /^[\0-\x7f]*$/; // eslint-disable-line no-control-regex
const LATIN = /[A-Za-z0-9_$À-ɏ]/;
const LETTER = /[\p{L}\p{M}]/u;
/** Scripts without blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
/** `Jwt:Key`, the form of settings in .NET. */
const SECTION = /(?<![A-Za-z])(?:Jwt|Token|Auth|Security|Encryption|Api|Signing)(?:Settings|Options|Config)?:$/i;
const MAX_NAME_CHARACTERS = 120;

/** The names of secrets in a text, in order. */
export function* namesIn(text: string): Generator<SecretName> {
  let end = 0;
  for (const { 0: stem, index } of matchesOf(IS_ASCII.test(text) ? ASCII_CANDIDATE : CANDIDATE, text)) {
    if (index < end) continue;
    const name = nameAround(text, index, index + stem.length);
    end = name.to;
    const secrecy = secrecyOf(name.text);
    if (secrecy) yield { ...name, secrecy };
  }
}

function nameAround(text: string, from: number, to: number): { from: number; to: number; text: string } {
  const first = Math.max(0, to - MAX_NAME_CHARACTERS);
  const last = Math.min(text.length, from + MAX_NAME_CHARACTERS);
  if (UNSPACED.test(text[to - 1]!)) return { from, to, text: text.slice(from, to) };
  if (!LATIN.test(text[to - 1]!)) {
    while (to < last && (LETTER.test(text[to]!) || /[_0-9]/.test(text[to]!))) to++;
    while (from > first && (LETTER.test(text[from - 1]!) || text[from - 1] === '_')) from--;
    return { from, to, text: text.slice(from, to) };
  }
  const isJoint = (at: number): boolean =>
    (text[at] === '-' || text[at] === '.') && LATIN.test(text[at - 1] ?? '') && LATIN.test(text[at + 1] ?? '');
  while (to < last && (LATIN.test(text[to]!) || isJoint(to))) to++;
  while (from > first && (LATIN.test(text[from - 1]!) || isJoint(from - 1))) from--;
  from -= SECTION.exec(text.slice(Math.max(0, from - 30), from))?.[0].length ?? 0;
  return { from, to, text: text.slice(from, to) };
}

/** The words of a name: `dbMasterPassword`, `DB_MASTER-PASSWORD` → db, master, password. */
export const segmentsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-zß-öø-ÿ])([A-ZÀ-Þ])|([0-9])([A-ZÀ-Þ](?=[a-z]))/g, '$1$3 $2$4')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((one) => one.replace(/^[0-9]+(?=.)|(?<=.)[0-9]+$/g, ''))
    .filter((one) => one !== '' && !/^[0-9]+$/.test(one));

const PASSWORD = new RegExp(`(?:${PASSWORD_STEMS})s?$|^(?:${PASSWORD_STEMS})`, 'u');
const FOREIGN = new RegExp(`^[הבלוכמשوبلف]?(?:${FOREIGN_PASSWORD})`, 'iu');
const KEY = new RegExp(`(?:${KEY_STEMS})$`);
const SHORT_TAIL = /^[a-z]{1,12}(?:pass|pw|psk)$/;
const KEY_TAIL = /^([a-z]{2,12})keys?$/;
const WHOLE = new RegExp(`^(?:${PASSWORD_STEMS}|${FOREIGN_PASSWORD}|pass|secret|token|credentials?)s?$`, 'iu');
/** Whether a word is only the name of a secret: `Passwort`. */
export const isSecretWord = (word: string): boolean => WHOLE.test(word);

const known = new Map<string, Secrecy | undefined>();
const MAX_CACHED_NAMES = 5000;

/** How strongly a name marks its value as secret; undefined when it does not. */
export function secrecyOf(name: string): Secrecy | undefined {
  if (known.has(name)) return known.get(name);
  if (known.size >= MAX_CACHED_NAMES) known.clear();
  const secrecy = classify(name);
  known.set(name, secrecy);
  return secrecy;
}

function classify(name: string): Secrecy | undefined {
  if (FOREIGN.test(name) || (/[a-z][_-]/.test(name) && FOREIGN.test(name.replaceAll(/[_-]/g, ' ')))) return 'password';
  const segments = segmentsOf(name);
  if (
    segments.length === 0 ||
    (segments.length > 1 && ASKS.has(segments[0]!) && !/^enable[_-](?:password|secret)$/i.test(name))
  )
    return undefined;
  if (/web-?socket-?(?:key|accept)/i.test(name)) return undefined;
  if (segments.includes('public') || segments.includes('publishable') || /pub(?:lic)?key/.test(segments.join('')))
    return undefined;
  let found: Secrecy | undefined;
  let at = -1;
  for (const [i, segment] of segments.entries()) {
    const one = secrecyOfSegment(segment, segments[i - 1]);
    if (one === undefined || (found !== undefined && found !== 'weak' && one === 'weak')) continue;
    found = one;
    at = i;
  }
  if (found === undefined) return undefined;
  // `countsByPassword`
  if (at > 0 && segments[at - 1] === 'by') return undefined;
  const rest = segments.slice(at + 1);
  // `passThreshold`: here `pass` is a verb.
  if (segments[at] === 'pass' && rest.length > 0) return undefined;
  if (rest.some((one) => ABOUT.has(one))) return rest.length === 1 && rest[0] === 'value' ? found : undefined;
  // With more than two further words, the name describes something else.
  return rest.length > 3 ? undefined : found;
}

/** Words that make `credentials` a password: `ldap.bind.credentials`. */
const CREDENTIALS_OF: ReadonlySet<string> = new Set([
  'security',
  'bind',
  'ldap',
  'manager',
  'db',
  'database',
  'jdbc',
  'smtp',
]);

function secrecyOfSegment(segment: string, before: string | undefined): Secrecy | undefined {
  if (segment === 'parole') return undefined; // an ordinary word of French and Italian
  if (PASSWORD.test(segment) || SHORT_PASSWORDS.has(segment)) return 'password';
  if (SHORT_TAIL.test(segment) && !NO_PASSWORD.test(segment)) return 'password';
  if (KEY.test(segment)) return 'key';
  if (segment === 'phrase' && before === 'pass') return 'password';
  if (segment === 'credentials' && before !== undefined && CREDENTIALS_OF.has(before)) return 'password';
  if (segment === 'auth' && before === 'rediscli') return 'password';
  if (segment === 'login' && before === 'sonar') return 'key';
  if (segment === 'word' && (before === 'pass' || before === 'secret')) return 'password';
  if (segment === 'key' && (before === 'shared' || before === 'preshared')) return 'password';
  if (segment === 'key' && before !== undefined && KEY_QUALIFIERS.has(before)) return 'key';
  // `AUTH_SALT`, `LOGGED_IN_SALT` of WordPress
  if (
    segment === 'salt' &&
    before !== undefined &&
    /^(?:auth|in|nonce|hash|app|secure|session|site|token|signing)$/.test(before)
  )
    return 'key';
  const joined = KEY_TAIL.exec(segment)?.[1];
  if (joined !== undefined && KEY_QUALIFIERS.has(joined)) return 'key';
  if (segment === 'key' && before !== undefined && NAMING.has(before)) return undefined;
  if (segment === 'pat' && before !== undefined) return 'key';
  if (segment === 'pin') return 'pin';
  if (segment === 'authorization') return 'key';
  return WEAK.has(segment) ? 'weak' : undefined;
}

/** Whether a value of this name is a secret: an environment variable, for example. */
export const isSecretName = (name: string): boolean => secrecyOf(name) !== undefined;
