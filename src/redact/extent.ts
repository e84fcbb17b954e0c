import type { Secret } from './matches.ts';

/** Rules that may end a value too early. */
const CUTS: ReadonlySet<string> = new Set([
  'assigned',
  'called',
  'command',
  'layout',
  'beside',
  'named-key',
  'likely',
  'random',
]);
const MAX_MORE_CHARACTERS = 40;
const MAX_LEFT_CHARACTERS = 6;
/** What may stand between a value and its closing quote: signs of a password, no separator of a program. */
const MORE_IN_QUOTES = /^(?![:/@&,;|)\]}>.\\]|[^"'`]*(?:\$\{|\{\{|:\/\/))[^\s"'`<>]+$/;
/** The same without quotes: after a value with signs, signs and letters go on. */
const MORE = /^[(!#$%^*+~?=&{[][^\s"'`<>,;]*[\p{L}\p{N}!#$%*?]$/u;
const SIGNS = /[!#$%^*+~?@]/;

/** A secret with all of its value. A rule that stops at a sign would leave a part of a password. */
export function widened(text: string, secret: Secret): Secret {
  const { from, to, rules, value } = secret;
  if (!rules.every((rule) => CUTS.has(rule)) || text.slice(from, to) !== value || value.includes('\n')) return secret;
  const right = /^[^\s"'`<>]+/.exec(text.slice(to, to + MAX_MORE_CHARACTERS))?.[0] ?? '';
  const left = /[^\s"'`<>]+$/.exec(text.slice(Math.max(0, from - MAX_MORE_CHARACTERS), from))?.[0] ?? '';
  if (left === '' && right === '') return secret;
  const quote = text[from - left.length - 1] ?? '';
  const isQuoted = /["'`]/.test(quote) && text[to + right.length] === quote;
  const start = isLeftPart(left, value, isQuoted) ? from - left.length : from;
  const isMore =
    right !== '' &&
    (isQuoted ? MORE_IN_QUOTES.test(right) && start === from - left.length : SIGNS.test(value) && MORE.test(right));
  const end = isMore ? to + right.length : to;
  if (start === from && end === to) return secret;
  return { from: start, to: end, rules, value: text.slice(start, end) };
}

const isLeftPart = (left: string, value: string, isQuoted: boolean): boolean =>
  left !== '' &&
  (isQuoted
    ? left.length <= MAX_LEFT_CHARACTERS && !/[=:,;/@|&({[\\.$]|^-/.test(left)
    : /^[^\x00-\x7f]+$/.test(left) && /^[\p{L}]+$/u.test(left) && /^[0-9]/.test(value));
