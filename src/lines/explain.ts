import { type CopySource, copiedOwners } from './copies.ts';
import { HUMAN, type Owned, type Owner } from './owner.ts';
import { weight } from './text.ts';
import { plainTokens } from './tokens.ts';

/** Represents an unknown text in a pattern. */
const HOLE = '\0';
/** A line with less weight may occur in a program's text by chance. */
const MIN_LINE_WEIGHT = 8;
/** A line that equals a whole string of a program needs less weight. */
const MIN_STRING_WEIGHT = 4;
/** The literal parts of a pattern need this weight. */
const MIN_PATTERN_WEIGHT = 12;
/** Words that a linter may put into a line or take out of it. */
const EXCHANGED = new Set('var let const type async await return not is in none null undefined'.split(' '));
/** Removed lines that are compared with substitutions. */
const MAX_REMOVED_LINES = 2000;

/** A replacement within lines; a hole in `fresh` represents the text that a pattern matched. */
export interface Replaced {
  /** Undefined where a pattern matched it. */
  readonly old: string | undefined;
  readonly fresh: string;
}

/** The possible writes of a step to one file. All texts have one character for each byte. */
export interface PossibleWrites {
  /** Lines that it writes, or patterns of such lines, with holes. */
  readonly lines: readonly string[];
  readonly substitutions: readonly Replaced[];
  /** Lines of the other files that it names: it may have moved them here before changing them. */
  readonly copied: readonly string[];
  /** The same files with the owners of their lines: a copied line keeps its owner. */
  readonly copies: readonly CopySource[];
  /** Texts of the step: its command, and the files that the command names. */
  readonly texts: readonly string[];
  /** The step owns everything new: a tool maintains the file by itself. */
  readonly all: boolean;
  /** A tool repairs lines of the file: it owns lines that have the words of a removed line. */
  readonly repairs: boolean;
}

/** The certainty that a step wrote a line: its words contain it, or its program does. */
export type Sureness = 'exact' | 'inferred';

/**
 * Which lines of a text a step explains.
 * @param before the former text
 * @param isNew whether the step may have written line `i` (from 0)
 */
export function explain(
  source: PossibleWrites,
  before: readonly string[],
  lines: readonly string[],
  isNew: (line: number) => boolean,
): (Sureness | undefined)[] {
  const found: (Sureness | undefined)[] = Array.from({ length: lines.length });
  const wanting = Array.from(lines.keys()).filter(isNew);
  if (wanting.length === 0) return found;
  if (source.all) {
    for (const i of wanting) found[i] = 'inferred';
    return found;
  }
  const spelledOut = new Set(source.lines.filter((line) => !line.includes(HOLE)).map((line) => line.trim()));
  const patterns = source.lines.filter((line) => line.includes(HOLE)).map(patternOf);
  const quoted = source.texts.flatMap((text) => stringsIn(text));
  const strings = new Set(quoted.map((line) => line.trim()));
  const made = [...quoted.flatMap(valuedIn), ...patterns].filter((one) => one.matchedWeight >= MIN_PATTERN_WEIGHT);
  // The next part of a command may change the lines that one part wrote.
  const changed = source.substitutions.length > 0 ? [...source.lines, ...source.copied, ...without(before, lines)] : [];
  const removed = changed.slice(0, MAX_REMOVED_LINES);
  const broken = source.repairs ? without(before, lines).slice(0, MAX_REMOVED_LINES) : [];
  const repaired = new Set(broken.map(meaningOf));
  // A line that was only formatted is its author's, wherever it is now.
  const formatted = new Set(broken.map(plainTokens));
  const isRepaired = (line: string): boolean =>
    wordsOf(line) !== '' && repaired.has(meaningOf(line)) && !formatted.has(plainTokens(line));
  // A short line (`}`) counts if it was not added more often than the step wrote it.
  const came = countsOf(wanting.map((i) => lines[i]!.trim()));
  const went = countsOf(source.lines.map((line) => line.trim()));
  const isAsOften = (text: string): boolean => text !== '' && came.get(text)! <= (went.get(text) ?? 0);
  for (const i of wanting) {
    const line = lines[i]!;
    const text = line.trim();
    const says = weight(text);
    if (spelledOut.has(text) && (says > 0 || isAsOften(text))) found[i] = 'exact';
    else if (removed.some((old) => source.substitutions.some((one) => isReplaced(old, line, one)))) found[i] = 'exact';
    else if (removed.some((old) => isSame(replaceAll(old, source.substitutions), text))) found[i] = 'exact';
    else if (says >= MIN_STRING_WEIGHT && strings.has(text)) found[i] = 'inferred';
    else if (says >= MIN_LINE_WEIGHT && source.texts.some((one) => one.includes(text))) found[i] = 'inferred';
    else if (says >= MIN_LINE_WEIGHT && made.some((one) => fits(one, text))) found[i] = 'inferred';
    else if (isRepaired(line)) found[i] = 'inferred';
  }
  spread(found, wanting, lines, [source.lines.join('\n'), ...source.texts]);
  return found;
}

/**
 * The owners of lines, without those of a step that it does not explain.
 * @param author the step; lines that are not its own keep their owner
 * @param other the owner of the unexplained lines
 */
export function withoutUnexplained(
  source: PossibleWrites,
  before: readonly string[],
  { lines, owners }: Owned,
  author: Owner,
  other: Owner,
): Owner[] {
  if (author.kind !== 'node') return [...owners];
  const isOwn = (owner: Owner): boolean =>
    owner.kind === 'node' && owner.node === author.node && owner.evidence === author.evidence;
  const found = explain(source, before, lines, (i) => isOwn(owners[i]!));
  const copied = copiedOwners(lines, source.all ? [] : source.copies, (i) => found[i] === 'inferred');
  return owners.map((owner, i) => {
    if (!isOwn(owner) || owner.kind !== 'node') return owner;
    if (copied[i]) return copied[i];
    const sure = found[i];
    if (sure) return author.evidence === 'exact' ? { ...owner, evidence: sure } : owner;
    return other === HUMAN && owner.from ? { kind: 'human', from: owner.from } : other;
  });
}

// The words of a line, without those that linters put in or take out, and without a snapshot that a test runner wrote into it.
function wordsOf(line: string): string {
  const [text] = line.split('InlineSnapshot(', 1) as [string];
  const words = text.toLowerCase().match(/[\w$\u0080-\u00ff]+/g) ?? [];
  return words.filter((word) => !EXCHANGED.has(word)).join(' ');
}

// The words of a line, and its operators. A linter that changes an operator changes what the code does, and few do that without being
// asked; a person who edits a condition does. A list's mark (`* one`) is none.
function meaningOf(line: string): string {
  const operators = line.replace(/^\s*[-*+]\s/, '').match(/[-+*/%&|^~!<>=?]/g) ?? [];
  return `${wordsOf(line)}\n${operators.join('')}`;
}

/** The lines of a text that another lacks, each as often as it lacks them. */
export function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = countsOf(others);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

// A short line (`}`) next to a line of the step is the step's too, if a text of the step has the two side by side.
function spread(
  found: (Sureness | undefined)[],
  wanting: readonly number[],
  lines: readonly string[],
  texts: readonly string[],
): void {
  if (!wanting.some((i) => found[i]) || wanting.every((i) => found[i])) return;
  const pairs = new Set<string>();
  for (const text of texts) {
    const all = unescaped(text)
      .split('\n')
      .map((line) => line.trim());
    for (let i = 0; i + 1 < all.length; i++) pairs.add(`${all[i]!}\n${all[i + 1]!}`);
  }
  const take = (i: number, beside: number): void => {
    if (found[i] || !found[beside]) return;
    const [first, second] = i < beside ? [i, beside] : [beside, i];
    if (pairs.has(`${lines[first]!.trim()}\n${lines[second]!.trim()}`)) found[i] = found[beside];
  };
  for (const i of wanting) take(i, i - 1);
  for (const i of wanting.toReversed()) take(i, i + 1);
}

/** The literal parts of a line, with a hole between each two of them. */
interface Pattern {
  readonly parts: readonly string[];
  readonly matchedWeight: number;
}

function patternOf(line: string): Pattern {
  const parts = line.trim().split(HOLE);
  return { parts, matchedWeight: weight(parts.join('')) };
}

// The strings in a program, line by line, with those of a program in a string (`awk '{ print "x" }'`).
function stringsIn(text: string, inner = false): string[] {
  const found: string[] = [];
  for (const [, , content = ''] of text.matchAll(/(["'`])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g)) {
    for (const line of unescaped(content).split('\n')) found.push(line);
    if (!inner && /["'`]/.test(content)) for (const line of stringsIn(content, true)) found.push(line);
  }
  return found;
}

// A string with inserted values, as a pattern.
function valuedIn(line: string): Pattern[] {
  const holes = line.replace(/\$\{[^}]*\}|\{[^{}]*\}|%[-+\d.]*[a-z]|\$\w+/g, HOLE);
  return holes.includes(HOLE) ? [patternOf(holes)] : [];
}

const unescaped = (text: string): string =>
  text.replace(/\\([nt"'`\\])/g, (_, one: string) => (one === 'n' ? '\n' : one === 't' ? '\t' : one));

// Whether a text consists of the parts of a pattern, in order, from the first to the last.
function fits({ parts }: Pattern, text: string): boolean {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return at <= text.length - last.length;
}

const isSame = (text: string | undefined, line: string): boolean => text !== undefined && text.trim() === line;

// A line after all substitutions of literal texts; undefined when no substitution applied.
function replaceAll(line: string, substitutions: readonly Replaced[]): string | undefined {
  let now = line;
  for (const { old, fresh } of substitutions)
    if (old !== undefined && old !== '' && !fresh.includes(HOLE)) now = now.split(old).join(fresh);
  return now === line ? undefined : now;
}

// Whether a substitution turns one line into the other. A replacement with several lines may have made any of these.
function isReplaced(before: string, after: string, { old, fresh }: Replaced): boolean {
  if (before === after) return false;
  if (old !== undefined && !fresh.includes(HOLE)) {
    const at = before.indexOf(old);
    if (old === '' || at < 0) return false;
    const once = before.slice(0, at) + fresh + before.slice(at + old.length);
    return [once, before.split(old).join(fresh)].some((one) => one.split('\n').includes(after));
  }
  return fresh.split('\n').some((part) => isAround(before, after, part.split(HOLE)));
}

// Whether `after` is `before` with a part of it replaced by these parts: the text around it is the same.
function isAround(before: string, after: string, parts: readonly string[]): boolean {
  let shared = 0;
  while (shared < before.length && before[shared] === after[shared]) shared++;
  let behind = 0;
  while (behind < before.length && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++;
  let start = -1;
  let at = 0;
  for (const [n, part] of parts.entries()) {
    const next = after.indexOf(part, at);
    if (next < 0) return false;
    if (start < 0) start = next;
    // What the pattern kept was in the line before. A replacement that begins with it may begin anywhere in the text that both share.
    const kept = n === 1 && parts[0] === '' ? Math.min(shared, next) : at;
    if (n > 0 && !before.includes(after.slice(kept, next))) return false;
    at = next + part.length;
  }
  const isWhole = parts.join('') === '';
  return isWhole ? shared + behind >= after.length : start <= shared && after.length - at <= behind;
}
