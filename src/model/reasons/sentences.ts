import { MAX_TEXT_CHARACTERS } from './talk-item.ts';

/** A complete sentence, with its position in the text (`text.slice(start, end)`). */
export interface Sentence {
  /** Without Markdown, on one line. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What the heading above it announces: reasons, checks, or anything else. */
  readonly under?: Section;
  /** The heading above it announces what is not done ("What NOT to add", "Out of scope"). */
  readonly against?: true;
}

export type Section = 'why' | 'checks' | 'what';

/** A full stop after an abbreviation, a number or a version does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|incl|[A-Z]|\d+)\.$/i;
const END = /(?<!\s)[.!?](?:["'”’)\]*_`]+)?(?=\s)/g;
const FENCE = /^\s*(?:```|~~~)/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/;
const QUOTE = /^\s*(?:>\s?)+/;
/** Lines that are not prose: headings, table rows, rules, tags, trailers of commits. */
const NO_PROSE =
  /^\s*(?:#{1,6}\s|\||[-=*_]{3,}\s*$|<\/?[\w-]+[^>]*>\s*$|(?:Co-authored-by|Signed-off-by|Entire-\w+): )/i;
/** A line that is drawn, around the insights of Claude Code's explanatory style. */
const RULE = '────';
/** A heading: in Markdown, or a line in bold. */
const HEADING = /^\s*(?:#{1,6}\s+(.+)|\*\*([^*]{3,60})\*\*:?)\s*$/;
const WHY =
  /\b(?:context|problems?|goals?|why|background|motivation|(?:root )?causes?|rationale|overview|objectives?|issues?|reasons?|findings?|analysis|diagnosis|current(?:ly)?|decisions?|trade-?offs?|purpose)\b/i;
const CHECKS = /\b(?:verif\w+|tests?|testing|validation|acceptance|checklist|next steps?)\b/i;
const AGAINST =
  /\b(?:not (?:to (?:add|do|change|include|touch)|included|in scope|doing|adding)|out of scope|non-?goals?|alternatives? considered|skipp(?:ed|ing)|rejected|left out|not taken|declined)\b/i;
/** Characters around a full stop that decide whether the sentence ends there. */
const CONTEXT_CHARACTERS = 16;
/** Characters of code in a sentence. */
const MAX_CODE_CHARACTERS = 80;
/** Characters read of a sentence. Longer ones are dropped. */
const MAX_CHARACTERS = 600;
/** A line of at least this many characters may have been wrapped. */
const MIN_WRAPPED_CHARACTERS = 45;

interface Line {
  readonly start: number;
  readonly end: number;
  /** It starts a new unit, such as a list item. */
  readonly begins: boolean;
  readonly under: Heading | undefined;
}

interface Heading {
  readonly section: Section;
  readonly isAgainst: boolean;
}

/** The sentences of an agent's text: prose and lists, without code, headings and tables. A long text is read in part. */
export function sentencesOf(whole: string): Sentence[] {
  const text = whole.slice(0, MAX_TEXT_CHARACTERS);
  const found: Sentence[] = [];
  for (const { start, end, under } of paragraphs(text)) {
    const part = text.slice(start, end);
    let from = 0;
    for (const { index, 0: mark } of part.matchAll(END)) {
      const to = index + mark.length;
      if (isInCode(part, from, to)) continue;
      const next = part.slice(to, to + CONTEXT_CHARACTERS).trimStart()[0] ?? '';
      if (ABBREVIATION.test(part.slice(Math.max(from, to - CONTEXT_CHARACTERS), to)) || /[\p{Ll},;]/u.test(next))
        continue;
      add(found, text, start + from, start + to, under);
      from = to;
    }
    add(found, text, start + from, end, under);
  }
  return found;
}

// Whether a place is within the code of a sentence, such as `a ?? []`. A mark without its pair is none.
function isInCode(text: string, from: number, at: number): boolean {
  let marks = 0;
  for (let i = text.indexOf('`', from); i >= 0 && i < at; i = text.indexOf('`', i + 1)) marks++;
  if (marks % 2 === 0) return false;
  const close = text.indexOf('`', at);
  return close >= 0 && close - at <= MAX_CODE_CHARACTERS && !text.slice(at, close).includes('\n');
}

function add(found: Sentence[], text: string, start: number, end: number, under: Heading | undefined): void {
  const raw = text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  const to = start + raw.trimEnd().length;
  const said = plain(text.slice(from, to));
  if (/\p{L}{2}/u.test(said))
    found.push({
      text: said,
      start: from,
      end: to,
      ...(under && { under: under.section }),
      ...(under?.isAgainst && { against: true }),
    });
}

// Groups lines: a wrapped paragraph, or a list item.
function paragraphs(text: string): { start: number; end: number; under: Heading | undefined }[] {
  const found: { start: number; end: number; under: Heading | undefined }[] = [];
  let last: Line | undefined;
  for (const line of lines(text)) {
    const open = found.at(-1);
    if (open && last && !line.begins && continues(text, last, line)) open.end = line.end;
    else found.push({ start: line.start, end: line.end, under: line.under });
    last = line;
  }
  return found;
}

function continues(text: string, last: Line, line: Line): boolean {
  if (text.slice(last.end, line.start).split('\n').length > 2) return false;
  const before = text.slice(last.start, last.end).trimEnd();
  if (/[.!?:]$/.test(before)) return false;
  return before.length >= MIN_WRAPPED_CHARACTERS || /^\s*\p{Ll}/u.test(text.slice(line.start, line.end));
}

function* lines(text: string): Generator<Line> {
  let isCode = false;
  let under: Heading | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    const heading = isCode ? null : HEADING.exec(line);
    if (FENCE.test(line)) isCode = !isCode;
    else if (heading) under = sectionOf(heading[1] ?? heading[2]!);
    else if (
      !isCode &&
      line.trim() !== '' &&
      !NO_PROSE.test(line) &&
      !line.includes(RULE) &&
      !/^(?: {4,}|\t)\S*[;{}]\s*$/.test(line)
    ) {
      const item = ITEM.exec(line) ?? QUOTE.exec(line);
      yield { start: start + (item?.[0].length ?? 0), end: start + line.length, begins: item !== null, under };
    }
  }
}

const sectionOf = (heading: string): Heading => ({
  section: WHY.test(heading) ? 'why' : CHECKS.test(heading) ? 'checks' : 'what',
  isAgainst: AGAINST.test(heading),
});

/** Code in a sentence, with its marks. */
const CODE = /(`+[^`]*`+)/;

// Only prose loses its marks: code may contain the same characters (`__init__.py`, `src/**`, `*Config`).
const plain = (raw: string): string =>
  raw
    .slice(0, MAX_CHARACTERS)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(CODE)
    .map((part, i) => (i % 2 === 1 ? part.replace(/^`+|`+$/g, '') : withoutMarks(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

const withoutMarks = (prose: string): string =>
  prose
    .replace(/\*\*(.+?)\*\*/g, '$1')
    // A single word between these marks is a name, such as `__init__`.
    .replace(/(?<!\w)__(\S[^_]* [^_]*)__(?!\w)/g, '$1')
    .replace(/(?<!\/)\*\*(?!\/)|(?<!\w)\*(?=[\w"“'‘])|(?<=[\w"”'’.!?])\*(?!\w)/g, '');
