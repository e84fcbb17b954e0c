import { isUnbuilt } from './compiled.ts';
import { filesNamedIn } from './named-files.ts';
import { saysNotStarted, saysStopped } from './stopped.ts';
import { withoutFrame } from './patterns/frames.ts';
import { markedBy, placesIn } from './places.ts';
import { type Failing, failingIn } from './selected/failing.ts';
import { readingOf, readLine, type Reading, type ReadLine } from './reading.ts';

/** What a command's output shows about its checks. */
export interface CheckOutput extends Reading {
  /** How many lines the output has that are not empty, with the note of an agent that it is. */
  readonly lines: number;
  /**
   * What is between the lines that the command line itself prints (`marks`). One place if it prints none. Absent if the output does
   * not have these lines in their order.
   */
  readonly places?: readonly Reading[];
  /** Which of the marks were printed in their second form: `echo bad` of `… && echo good || echo bad`. */
  readonly negated?: readonly number[];
  /** Which of the marks are absent that the command line prints only after a failure. */
  readonly skipped?: readonly number[];
  /** The exit statuses that the command line printed, by mark. */
  readonly statuses?: ReadonlyMap<number, number>;
  /** The exit status that the command printed itself (`echo "exit: $?"`), or a number that may be one. */
  readonly status?: number;
  /** How many lines it has, the empty ones between others too. */
  readonly height: number;
  /** A linter says that the code did not compile. */
  readonly unbuilt?: true;
  /** The files that it names, where it lists faults by file and is whole; see `filesNamedIn`. */
  readonly files?: readonly string[];
  /** The tests that failed, where it names all of them. A filter may hide some, unless they are counted. */
  readonly failing?: Failing;
  /** The command was stopped before its end: by a time limit, or by a signal. */
  readonly stopped?: true;
  /** Its exit status says that the shell could not start a program. */
  readonly notStarted?: true;
  /** The scripts that npm or pnpm began, in order, if no line was left out. */
  readonly begun?: readonly string[];
}

/** Characters read at each end of the output. Summaries are near the ends. */
const MAX_END_CHARACTERS = 64 * 1024;
const MAX_LINE_CHARACTERS = 400;
const MAX_LINES = 4000;
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
const LINE_END = /\r?\n|\r/;
/** Text that agents show for empty output. */
const NOTHING = /^\((?:Bash completed with )?no output\)$/i;
/** What agents and task runners print in the place of lines that they left out. */
const CUT =
  /\b(?:lines?|output|characters|bytes)\b.{0,20}\b(?:truncated|omitted)\b|\b(?:truncated|omitted)\b.{0,9}\b(?:lines?|output|characters)\b/i;
/** What npm and pnpm print before the command line of a script: `> app@1.0.0 lint`. */
const SCRIPT = /^> (?:\S+ )?([\w:.-]+)(?: \/\S*)?$/;
const STATUS_LINE = /^\W*(?:exit|exit[ _]code|exit status|\w+ exit|(?:pipe)?status|rc)\s*[:=]\s*(\d{1,3})$/i;

/**
 * Reads the runners' summaries in a command's output. The output is only matched, never stored.
 * @param marks the lines that the command line itself prints between its parts
 */
export function readOutput(output: string, marks: readonly string[] = []): CheckOutput {
  const isLong = output.length > 2 * MAX_END_CHARACTERS;
  const ends = isLong ? `${output.slice(0, MAX_END_CHARACTERS)}\n${output.slice(-MAX_END_CHARACTERS)}` : output;
  const text = withoutFrame(ends);
  const all = text.replace(COLOURS, '').split(LINE_END);
  const some = all.length > MAX_LINES ? [...all.slice(0, MAX_LINES / 2), ...all.slice(-MAX_LINES / 2)] : all;
  const trimmed = some.map((line) => line.trim().slice(0, MAX_LINE_CHARACTERS)).filter((line) => line !== '');
  const texts = trimmed.filter((line) => !NOTHING.test(line));
  const isMark = markedBy(marks);
  const lines: ReadLine[] = texts.map((text, i) => {
    const line = readLine(texts, i);
    return isMark(text) ? { ...line, says: [], single: undefined } : line;
  });
  const status = statusIn(texts);
  const isCut = isLong || some !== all || texts.some((line) => CUT.test(line));
  const places = placesIn(texts, marks, isCut);
  const isWhole = !isCut && some.every((line) => line.length <= MAX_LINE_CHARACTERS);
  const failing = failingIn(texts);
  const files = isWhole ? filesNamedIn(texts) : undefined;
  const framed = text === ends ? undefined : linesOf(ends);
  const said = (says: (lines: readonly string[]) => boolean): boolean => says(texts) || (framed ? says(framed) : false);
  return {
    ...readingOf(lines),
    lines: trimmed.length,
    height: text.trim().split('\n').length,
    ...(places && {
      places: places.ranges.map(([begin, end]) => readingOf(lines.slice(begin, end))),
      negated: places.negated,
      skipped: places.skipped,
      statuses: places.statuses,
    }),
    ...(status !== undefined && { status }),
    ...(texts.some(isUnbuilt) && { unbuilt: true }),
    ...(files && { files }),
    ...(failing && (failing.counted || !isCut) && { failing }),
    ...(said(saysStopped) && { stopped: true }),
    ...(said(saysNotStarted) && { notStarted: true }),
    ...(!isCut && { begun: scriptsIn(texts) }),
  };
}

const scriptsIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, i) => (lines[i + 1]?.startsWith('> ') ? (SCRIPT.exec(line)?.[1] ?? []) : []));

// Not empty, and trimmed.
const linesOf = (text: string): readonly string[] =>
  text
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function statusIn(lines: readonly string[]): number | undefined {
  const stated = lines.flatMap((line) => STATUS_LINE.exec(line)?.[1] ?? []).at(-1);
  // `npm test >/dev/null; echo $?`
  const last = stated ?? /^\d{1,3}$/.exec(lines.at(-1) ?? '')?.[0];
  return last === undefined ? undefined : Number(last);
}
