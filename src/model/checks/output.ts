import { saysStopped } from './stopped.ts';
import { type CheckKind, CHECK_KINDS, OR } from './kind.ts';
import { FAULTS, NEVER_RAN, type RunnerLine, SUMMARIES, type Summary } from './runners.ts';

/** What a command's output shows about its checks. */
export interface CheckOutput {
  /** Results from the summaries of test runners and similar tools, by kind. */
  readonly said: Partial<Readonly<Record<CheckKind, RunnerLine>>>;
  /** A task runner or package manager reports a failure. */
  readonly fault: boolean;
  /** A program was not found. */
  readonly missing: boolean;
  /** The output is empty apart from command lines that a package manager echoes. */
  readonly empty: boolean;
  /** How many lines the output has that are not empty, with the note of an agent that it is. */
  readonly lines: number;
  /**
   * Whether the parts between the lines that the command line itself prints (`marks`) printed lines that are in no summary. Absent if
   * the output does not have these lines in their order.
   */
  readonly parts?: readonly boolean[];
  /** Which of the marks were printed in their second form: `echo bad` of `… && echo good || echo bad`. */
  readonly negated?: readonly number[];
  /** The exit status that the command printed itself (`echo "exit: $?"`), or a number that may be one. */
  readonly status?: number;
  /** The command was stopped before its end: by a time limit, or by a signal. */
  readonly stopped?: true;
}

/** Characters read at each end of the output. Summaries are near the ends. */
const MAX_END_CHARACTERS = 64 * 1024;
const MAX_LINE_CHARACTERS = 400;
const MAX_LINES = 4000;
// eslint-disable-next-line no-control-regex
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** Prefixes that task runners add to the output of tasks: `[lint] `, `@app/web test: `, `packages/cli build: `. */
const PREFIX = /^(?:\d\d:\d\d:\d\d |\[[\w:@./-]+\] |[\w@./-]+ (?:[\w:-]+): )/;
/** Text that agents show for empty output. */
const NOTHING = /^\((?:Bash completed with )?no output\)$/i;
/** A line that an agent adds at the end, and what compilers print beside faults: warnings and the names of packages. */
const NO_FAULT = /^Shell cwd was reset to |^\S+:\d+:\d+: warning: |^# [\w-]+\.[\w./-]+$/;
/** Command lines that package managers and task runners echo before they run them. */
const REPEATED = /^(?:[$>] |\[[\w:@./-]+\] \$ )/;

/**
 * Reads the runners' summaries in a command's output. The output is only matched, never stored.
 * @param marks the lines that the command line itself prints between its parts
 */
export function readOutput(output: string, marks: readonly string[] = []): CheckOutput {
  const text =
    output.length > 2 * MAX_END_CHARACTERS
      ? `${output.slice(0, MAX_END_CHARACTERS)}\n${output.slice(-MAX_END_CHARACTERS)}`
      : output;
  const all = text.replace(COLOURS, '').split(/\r?\n|\r/);
  const lines = all.length > MAX_LINES ? [...all.slice(0, MAX_LINES / 2), ...all.slice(-MAX_LINES / 2)] : all;
  const found = new Map<Summary, RunnerLine>();
  let [fault, missing, empty] = [false, false, true];
  let noted = 0;
  let status: number | undefined;
  const read: string[] = [];
  const summed = new Set<number>();
  for (const whole of lines) {
    const line = whole.trim().slice(0, MAX_LINE_CHARACTERS);
    if (line === '') continue;
    if (NOTHING.test(line)) noted++;
    if (NOTHING.test(line)) continue;
    const before = read.at(-1);
    read.push(line);
    if (!REPEATED.test(line)) empty = false;
    const bare = line.replace(PREFIX, '');
    for (const one of bare === line ? [line] : [line, bare]) {
      for (const summary of SUMMARIES)
        if ((before === undefined || summary.unlessAfter !== before) && note(found, summary, one))
          summed.add(read.length - 1);
      fault ||= FAULTS.some((pattern) => pattern.test(one));
      missing ||= NEVER_RAN.test(one);
    }
    const exit = /^\W*(?:exit|exit[ _]code|exit status|\w+ exit|(?:pipe)?status|rc)\s*[:=]\s*(\d{1,3})$/i.exec(line);
    if (exit) status = Number(exit[1]);
  }
  // `npm test >/dev/null; echo $?`
  if (status === undefined && /^\d{1,3}$/.test(read.at(-1) ?? '')) status = Number(read.at(-1));
  const parts = partsBetween(read, marks, summed);
  return {
    said: byKind(found),
    fault,
    missing,
    empty,
    lines: read.length + noted,
    ...parts,
    ...(status !== undefined && { status }),
    ...(saysStopped(read) && { stopped: true }),
  };
}

function note(found: Map<Summary, RunnerLine>, summary: Summary, line: string): boolean {
  const match = summary.pattern.exec(line);
  const says = match && (typeof summary.says === 'function' ? summary.says(match) : summary.says);
  if (!says) return false;
  const before = found.get(summary);
  found.set(summary, before === undefined || summary.last ? says : worse(before, says));
  return true;
}

// A package without tests does not matter beside packages with tests.
const worse = (a: RunnerLine, b: RunnerLine): RunnerLine =>
  a === 'failed' || b === 'failed' ? 'failed' : a === 'passed' ? a : b;

function byKind(found: ReadonlyMap<Summary, RunnerLine>): CheckOutput['said'] {
  const said: Partial<Record<CheckKind, RunnerLine>> = {};
  for (const kind of CHECK_KINDS)
    for (const [{ kinds }, says] of found)
      if (kinds.includes(kind)) said[kind] = said[kind] === undefined ? says : worse(said[kind], says);
  return said;
}

// Empty unless the output has all marks, each once and in their order.
function partsBetween(
  lines: readonly string[],
  marks: readonly string[],
  summed: ReadonlySet<number>,
): Pick<CheckOutput, 'parts' | 'negated'> {
  const forms = marks.map((mark) => mark.split(OR));
  const known = new Set(forms.flat());
  const parts = [false];
  const negated: number[] = [];
  for (const [i, line] of lines.entries())
    if (known.has(line)) {
      const form = forms[parts.length - 1]?.indexOf(line) ?? -1;
      if (form < 0) return {};
      if (form > 0) negated.push(parts.length - 1);
      parts.push(false);
    } else parts[parts.length - 1] ||= !summed.has(i) && !REPEATED.test(line) && !NO_FAULT.test(line);
  if (parts.length <= marks.length) return {};
  return { parts, ...(negated.length > 0 && { negated }) };
}
