import { matchLines } from './diff.ts';
import { MIN_LINE_WEIGHT, weight } from './text.ts';
import { slideToLines } from './slide-tokens.ts';

/** A word, a number, a string or a sign of a program's text, and its line. */
interface Token {
  readonly text: string;
  readonly line: number;
  /** A formatter may add or remove it here. */
  readonly soft: boolean;
}

/** Stretches with more tokens, in both texts together, are first split at their equal lines. */
const MAX_TOKENS = 20_000;
const TOKEN = /[\w$@#\u0080-\u00ff]+|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|=>|[^\s]/g;
const PAIRS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);
const CLOSERS = new Set(PAIRS.values());

/** The old lines with tokens in a new line, and how many characters of it each of them has. */
export type LineParts = ReadonlyMap<number, number>;

/** The old lines that a new line equals together. */
export interface TokenMatch {
  readonly parts: LineParts;
  /** It is a piece of an old line, and something new stands beside it: somebody wrapped the old line and added words. */
  readonly isPiece: boolean;
}

/**
 * For each new line the old lines that it equals together apart from formatting (white space, wrapping, the kind of quotes,
 * semicolons, trailing commas, parentheses around a wrapped expression or a single parameter); undefined where a token changed.
 */
export function matchTokens(old: readonly string[], fresh: readonly string[]): (TokenMatch | undefined)[] {
  const found: (TokenMatch | undefined)[] = Array.from({ length: fresh.length });
  const [a, b] = [tokensOf(old), tokensOf(fresh)];
  if (a.length + b.length > MAX_TOKENS) return matchSplit(old, fresh);
  const matches = matchLines(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  );
  slideToLines(a, b, matches);
  const used = new Uint8Array(a.length);
  for (const at of matches) if (at >= 0) used[at] = 1;
  for (let from = 0; from < b.length;) {
    const { line } = b[from]!;
    let to = from;
    while (to < b.length && b[to]!.line === line) to++;
    found[line] = partsOf({ a, b, matches, used }, from, to);
    from = to;
  }
  return found;
}

/** The tokens of a line without those that a formatter adds or removes: equal for a line before and after it was formatted. */
export function plainTokens(line: string): string {
  const tokens = tokensOf([line]).filter(({ soft }) => !soft);
  return tokens.map(({ text }) => text).join('\0');
}

// The tokens of each line, to match lines; a short line matches none.
const keysOf = (lines: readonly string[], mark: string): string[] =>
  lines.map((line, at) => (weight(line) < MIN_LINE_WEIGHT ? `${mark}${at}` : plainTokens(line)));

// Long texts: lines with the same tokens are the same line, and what stands between two such lines is compared token by token.
function matchSplit(old: readonly string[], fresh: readonly string[]): (TokenMatch | undefined)[] {
  const found: (TokenMatch | undefined)[] = Array.from({ length: fresh.length });
  const matches = matchLines(keysOf(old, '\0'), keysOf(fresh, '\0\0'));
  if (matches.every((at) => at < 0)) return found;
  let [at, i] = [0, 0];
  const takeUntil = (end: number, to: number): void => {
    const between = i < to && at < end ? matchTokens(old.slice(at, end), fresh.slice(i, to)) : [];
    for (const [n, match] of between.entries())
      if (match) found[i + n] = { ...match, parts: new Map([...match.parts].map(([line, size]) => [line + at, size])) };
  };
  for (const [line, same] of matches.entries()) {
    if (same < 0) continue;
    takeUntil(same, line);
    found[line] = { parts: new Map([[same, fresh[line]!.length]]), isPiece: false };
    [at, i] = [same + 1, line + 1];
  }
  takeUntil(old.length, fresh.length);
  return found;
}

/** Whether all tokens of a line are in another one, in this order; apart from formatting, see `matchTokens`. */
export function hasTokensOf(whole: string, line: string): boolean {
  let next = 0;
  const all = tokensOf([whole]);
  return tokensOf([line]).every(({ text, soft }) => {
    let at = next;
    const mayPass = (token: Token): boolean => token.text !== text && (!soft || token.soft);
    while (at < all.length && mayPass(all[at]!)) at++;
    const isFound = all[at]?.text === text;
    if (isFound) next = at + 1;
    return isFound || soft;
  });
}

/** The tokens of both texts, the old token for each new one (or -1), and which old tokens are still there. */
interface Alignment {
  readonly a: readonly Token[];
  readonly b: readonly Token[];
  readonly matches: Int32Array;
  readonly used: Uint8Array;
}

// The old lines of the new tokens `from` to `to - 1`, if the tokens are the same.
function partsOf({ a, b, matches, used }: Alignment, from: number, to: number): TokenMatch | undefined {
  const weights = new Map<number, number>();
  let [first, last] = [-1, -1];
  for (let i = from; i < to; i++) {
    const at = matches[i]!;
    if (at < 0) {
      if (!b[i]!.soft) return undefined;
      continue;
    }
    if (first < 0) first = at;
    last = at;
    weights.set(a[at]!.line, (weights.get(a[at]!.line) ?? 0) + a[at]!.text.length);
  }
  if (first < 0) return undefined;
  // Whether a token of the old text was removed.
  const lostBy = (at: number, end: number, line?: number): boolean => {
    for (let i = at; i < end; i++) if (!used[i] && !a[i]!.soft && (line ?? a[i]!.line) === a[i]!.line) return true;
    return false;
  };
  // Removed tokens before the first token, between two tokens, or after the last one.
  if (lostBy(first, last + 1)) return undefined;
  let before = first;
  while (before > 0 && !used[before - 1]) before--;
  let behind = last + 1;
  while (behind < a.length && !used[behind]) behind++;
  if (lostBy(before, first, a[first]!.line)) return undefined;
  if (lostBy(last + 1, behind, a[last]!.line)) return undefined;
  // A line that was wrapped here, with a new token in between, is not the same line.
  const inserted = (i: number, step: 1 | -1): boolean => {
    while (matches[i]! < 0 && b[i]!.soft) i += step;
    return matches[i]! < 0; // not beyond the text's ends
  };
  const goesOn = (at: number, step: 1 | -1): boolean => {
    for (let i = at + step; a[i]?.line === a[at]!.line; i += step) if (used[i]) return true;
    return false;
  };
  const isCutBehind = goesOn(last, 1) && inserted(to, 1);
  const isCutBefore = goesOn(first, -1) && inserted(from - 1, -1);
  if (!isCutBehind && !isCutBefore) return { parts: weights, isPiece: false };
  // `f() {}` that gets a body is another line: all in its brackets is new.
  const isEmptyPair = (at: number): boolean => PAIRS.get(a[at]!.text) === a[at + 1]?.text;
  if ((isCutBehind && isEmptyPair(last)) || (isCutBefore && isEmptyPair(first - 1))) return undefined;
  // Only a wrapped line has all its tokens still. Otherwise some of its words are back in other code.
  return a.every(({ line, soft }, i) => used[i] || soft || !weights.has(line))
    ? { parts: weights, isPiece: true }
    : undefined;
}

function tokensOf(lines: readonly string[]): Token[] {
  const plain: { text: string; line: number }[] = [];
  for (const [line, text] of lines.entries())
    for (const [token] of text.matchAll(TOKEN)) plain.push({ text: sameQuotes(token), line });
  return plain.map((token, i): Token => {
    const soft = isSoft(token, plain[i - 1], plain[i + 1], plain[i + 2]);
    return { text: token.text, line: token.line, soft };
  });
}

// `'it\'s'` and `"it's"` are one string.
function sameQuotes(token: string): string {
  if (token.length < 2 || !/^["']/.test(token)) return token;
  return `"${token.slice(1, -1).replace(/\\(["'])/g, '$1')}"`;
}

type Plain = Pick<Token, 'text' | 'line'> | undefined;

function isSoft({ text, line }: Pick<Token, 'text' | 'line'>, before: Plain, after: Plain, next: Plain): boolean {
  switch (text) {
    case ';':
      return true;
    case ',':
      return after === undefined || CLOSERS.has(after.text);
    case '(':
      // At the end of a line it wraps; `(x) =>`.
      return after === undefined || after.line !== line || next?.text === ')';
    case ')':
      return before === undefined || before.line !== line || after?.text === '=>';
    default:
      return false;
  }
}
