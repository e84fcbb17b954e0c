import { oneLine } from '../one-line.ts';
import { sentencesOf } from '../reasons/sentences.ts';
import { CONSTRAINTS, MOMENTARY, NAMELESS_OBJECT, NO_RULE, READ_ONLY } from './constraint-words.ts';

/** Longer prompts are mostly pasted: plans, logs, reviews. */
const MAX_PROMPT_CHARACTERS = 4000;
const MAX_SENTENCE_CHARACTERS = 240;
const MIN_WORDS = 3;
/** Constraints taken from one prompt. */
const MAX_CONSTRAINTS = 5;

/** Prompts that a program writes in the name of a person: an accepted plan, a continued conversation, a report of a hook. */
const BY_A_PROGRAM =
  /^\s*(?:\/\S|<(?!ide_|system-reminder|current_datetime|context|pasted)[a-z][\w-]*[\s>]|Implement the following plan:|Caveat: |This session is being continued|\[Request interrupted|Base directory for this skill|Stop hook feedback|ARGUMENTS: )/i;
/** The answer of an agent, pasted. */
const PASTED_ANSWER =
  /^\s*(?:Looking at|Let me|I['’]ll|I will|I['’]ve|I need to|I can see|Based on|Here['’]s|Here (?:is|are)|Sure[,!.]|Certainly|Perfect[,!.]|Great[,!.]|Done[.!])/i;
/** Characters of a short prompt, which a person typed. */
const SHORT_CHARACTERS = 400;
const TAGS = /<([a-z][\w-]*)(?:\s[^>]*)?>[\s\S]*?<\/\1>/gi;
const FENCED = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
/** What follows a line like these was written by another: "Fix this review comment:". */
const PASTED =
  /^.{0,120}\b(?:feedback|reviews?|comments?|errors?|output|logs?|findings?|reports?|messages?|issues?|says?|said|writes|wrote|quote|here is|here's|transcript|warning|prompt|description|e-?mail)\b[^.!?\n]{0,40}:\s*$/im;
/** Quoted lines, table rows, and items of a list of tasks. */
const QUOTED_LINE = /^\s*(?:>|\||[-*+]\s+\[[ xX]\]).*$/gm;
/** Where a sentence ends although the next one begins in lower case, as people write to an agent. */
const LOWER_CASE_START = /(?<=[\p{L}\p{N})]{2}[.!])\s+(?=[\p{Ll}`])/u;
/** Words in quotation marks, when they are more than a name. */
const QUOTED = /"[^"\n]*\s[^"\n]*\s[^"\n]*"|“[^”\n]*\s[^”\n]*\s[^”\n]*”|«[^»\n]*\s[^»\n]*\s[^»\n]*»/g;
/** Replaces a quotation. The rules leave out a sentence with it, because its words are not the person's. */
const QUOTATION = '\uFFFC';
/** Lines of logs, diffs, stack traces and code. */
const MACHINE_LINE =
  /^\s*(?:\[?\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}|[+-]{1,3}\s{2,}|[+]\s|@@|at\s+\S+[(:]|---\s|\$\s|❯|⏺|⎿|✗|✓|(?:error|warning|fatal|panic|hint|note|info|debug|remote|usage|flags|expected|actual|messages?|error trace|test)\b\s*[:[])|\d{4,}.*\b(?:debug|info|warn)\b|[{};]\s*$|=>|:=|\w\(\)\s*\{|\w+=\S+\s+\w+=\S+|^\s*\/\/|^\s*\d{1,5}\s*[+|-]\s/i;

/**
 * The constraints that a person states in a prompt, as they wrote them: sentences that limit later work, or that name what has to
 * go on ("never edit generated files", "Node 18 must keep working"). Rules only, made to leave out what is in doubt: questions,
 * what holds for a moment, quotations, code, logs, and sentences that only their conversation explains.
 * @param prompt its words, redacted
 * @returns at most five, each on one line, in the order of the prompt
 */
export function statedConstraints(prompt: string): string[] {
  const text = ownWords(prompt);
  const found: string[] = [];
  for (const sentence of text === '' ? [] : sentencesOf(text).flatMap((one) => one.text.split(LOWER_CASE_START))) {
    if (found.length >= MAX_CONSTRAINTS) break;
    const line = oneLine(sentence, MAX_SENTENCE_CHARACTERS + 1);
    if (isConstraint(line) && !found.some((one) => sameStatement(one) === sameStatement(line))) found.push(line);
  }
  return found;
}

/** The words of a statement without case, punctuation and politeness: two prompts that say the same have the same. */
export const sameStatement = (statement: string): string =>
  statement
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(?:please|also|and|but|just)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

// The words of a prompt that its person wrote.
function ownWords(prompt: string): string {
  if (prompt.length > MAX_PROMPT_CHARACTERS || BY_A_PROGRAM.test(prompt) || READ_ONLY.test(prompt)) return '';
  if (prompt.length > SHORT_CHARACTERS && PASTED_ANSWER.test(prompt)) return '';
  const text = prompt.replace(TAGS, '\n').replace(FENCED, '\n').replace(QUOTED_LINE, '').replace(QUOTED, QUOTATION);
  const pasted = PASTED.exec(text);
  return (pasted ? text.slice(0, pasted.index) : text)
    .split('\n')
    .map((line) => (MACHINE_LINE.test(line) ? '' : line))
    .join('\n');
}

function isConstraint(sentence: string): boolean {
  if (sentence.length > MAX_SENTENCE_CHARACTERS || /[?\uFFFC]/.test(sentence)) return false;
  if (sentence.split(' ').length < MIN_WORDS) return false;
  if ([MOMENTARY, NO_RULE, NAMELESS_OBJECT].some((sign) => sign.test(sentence))) return false;
  return CONSTRAINTS.some((rule) => rule.test(sentence));
}
