import { type CheckKind, CHECK_KINDS } from './kind.ts';
import { FAULTS, MISUSED, NEVER_RAN, NOT_STARTED } from './patterns/faults.ts';
import { REPORTS } from './patterns/reports.ts';
import { type SingleTest, singleTest } from './patterns/single-tests.ts';
import { FORMAT, LINES_AFTER, LINT, type RunnerLine, type Summary, worse } from './summary.ts';
import { SUMMARIES } from './runners.ts';

type ByKind = Partial<Readonly<Record<CheckKind, RunnerLine>>>;

/** What some lines of an output show about checks. */
export interface Reading {
  /** Results from the summaries of test runners and similar tools, by kind. */
  readonly said: ByKind;
  /** The same for several runs: the worst summary of each runner counts. */
  readonly worst: ByKind;
  /** Results from summaries of formatters for a linter, and of linters for a formatter. Some tools are both. */
  readonly saidToo: ByKind;
  readonly worstToo: ByKind;
  /** How many different summaries show a pass, by kind. */
  readonly passes: Partial<Readonly<Record<CheckKind, number>>>;
  /** A task runner or package manager reports a failure. */
  readonly fault: boolean;
  /** It does so at the end. */
  readonly endsInFault: boolean;
  /** A program was not found. */
  readonly missing: boolean;
  /** Nothing was printed but that: the check never began. */
  readonly neverRan: boolean;
  /** A program did not know one of its options. */
  readonly misused: boolean;
  /** There are no lines, apart from command lines that a package manager echoes. */
  readonly empty: boolean;
  /** How many lines there are that are not empty. */
  readonly lines: number;
  /** Whether there are lines that are in no summary or report of a runner, and that may be faults. */
  readonly other: boolean;
  /** One of these lines may be a fault by its words. */
  readonly alarms: boolean;
  /** How many lines of compilers are there that are no faults, such as warnings. */
  readonly harmless: number;
  /** A package manager repeated a command line. */
  readonly repeats: boolean;
  /** The only line, if it is a number. */
  readonly number?: number;
}

/** A line of an output, and what it shows. */
export interface ReadLine {
  readonly text: string;
  readonly says: readonly (readonly [Summary, RunnerLine])[];
  readonly fault: boolean;
  readonly missing: boolean;
  readonly misused: boolean;
  readonly repeats: boolean;
  readonly harmless: boolean;
  readonly report: boolean;
  readonly alarms: boolean;
  readonly single: SingleTest | undefined;
}

/** Words of faults, and of outputs that were cut. */
const ALARM =
  /\berrors?\b|error:|exception|traceback|fatal|panic|oops|killed|abort|fail(?:ed|ure|s)?\b|denied|cannot|can't|could ?n[o']t|unable|invalid|unexpected|missing|not found|no such|not the tsc|common commands|does not exist|no files|\bSC\d{4}\b|truncated|omitted|^# \S|usage:/i;

/** Prefixes that task runners add to the output of tasks: `[lint] `, `@app/web test: `, `packages/cli build: `. */
const PREFIX = /^(?:\d\d:\d\d:\d\d |\[[\w:@./-]+\] |[\w@./-]+ (?:[\w:-]+): )/;
/** A line that an agent adds at the end, and what compilers print beside faults: warnings and the names of packages. */
const NO_FAULT = /^Shell cwd was reset to |^\S+:\d+:\d+: warning: |^# [\w-]+\.[\w./-]+$/;
/** What package managers, shells and agents print beside the line about a missing program. */
const BESIDE_MISSING =
  /^(?:npm (?:error|ERR!|warn|WARN|notice)\b|(?:\[?WARN\]?|info) |Exit code:? \d+$|(?:Chunk ID|Wall time|Original token count): [\w. ]+$|Output:$|Shell cwd was reset to |error Command failed\b|Install missing gem executables with |Run `bundle install` |help: |Did you mean |operable program or batch file|Check the spelling of the name|At line:\d|[+~ ]*(?:CategoryInfo|FullyQualifiedErrorId) |make: (?:Entering|Leaving) |mise WARN |Unsupported environment \(bad pnpm|Your \S+ version is incompatible with |Expected version: |Got: |This is happening because the package's manifest |To fix this issue, install the required )/;
/** Command lines that package managers and task runners echo before they run them. */
const REPEATED = /^(?:[$>] |\[[\w:@./-]+\] \$ )/;

/** Reads one of the lines of an output. @param texts trimmed, without empty ones */
export function readLine(texts: readonly string[], at: number): ReadLine {
  const text = texts[at]!;
  const bare = text.replace(PREFIX, '');
  const forms = bare === text ? [text] : [text, bare];
  return {
    text,
    says: forms.flatMap((form) => summariesIn(form, texts, at)),
    fault: forms.some((form) => FAULTS.some((pattern) => pattern.test(form))),
    missing: NOT_STARTED.test(text) || forms.some((form) => NEVER_RAN.test(form)),
    misused: forms.some((form) => MISUSED.test(form)),
    repeats: REPEATED.test(text),
    harmless: NO_FAULT.test(text),
    report: forms.some((form) => REPORTS.test(form)),
    alarms: ALARM.test(text),
    single: forms.map(singleTest).find((one) => one !== undefined),
  };
}

function summariesIn(line: string, texts: readonly string[], at: number): (readonly [Summary, RunnerLine])[] {
  const found: (readonly [Summary, RunnerLine])[] = [];
  for (const summary of SUMMARIES) {
    if (at > 0 && summary.unlessAfter?.test(texts[at - 1]!)) continue;
    const match = summary.pattern.exec(line);
    const says =
      match &&
      (typeof summary.says === 'function'
        ? summary.says(match, texts.slice(at + 1, at + 1 + LINES_AFTER))
        : summary.says);
    if (says) found.push([summary, says]);
  }
  return found;
}

/** Sums up lines. */
export function readingOf(lines: readonly ReadLine[]): Reading {
  const last = new Map<Summary, RunnerLine>();
  const each = new Map<Summary, RunnerLine>();
  const skipsAll = lines.some(({ single }) => single === 'skipped') && !lines.some(({ single }) => single === 'ran');
  for (const { says } of lines)
    for (const [summary, result] of says) {
      const before = each.get(summary);
      each.set(summary, before === undefined ? result : worse(before, result));
      last.set(summary, summary.last ? result : each.get(summary)!);
    }
  const [only] = lines;
  const others = lines.filter((line) => line.says.length === 0 && !line.repeats && !line.harmless && !line.report);
  return {
    said: byKind(last, isOwn, skipsAll),
    worst: byKind(each, isOwn, skipsAll),
    saidToo: byKind(last, isOther),
    worstToo: byKind(each, isOther),
    passes: passesIn(each),
    fault: lines.some(({ fault }) => fault),
    endsInFault: lines.slice(-2).some(({ fault }) => fault),
    missing: lines.some(({ missing }) => missing),
    neverRan:
      lines.some(({ missing }) => missing) &&
      lines.every((line) => line.missing || line.fault || line.repeats || BESIDE_MISSING.test(line.text)),
    misused: lines.some(({ misused }) => misused),
    empty: lines.every(({ repeats }) => repeats),
    lines: lines.length,
    other: others.length > 0,
    alarms: others.some(({ alarms }) => alarms),
    harmless: lines.filter(({ harmless }) => harmless).length,
    repeats: lines.some(({ repeats }) => repeats),
    ...(only && lines.length === 1 && /^\d{1,6}$/.test(only.text) && { number: Number(only.text) }),
  };
}

const isPair = ({ kinds }: Summary): boolean => kinds === LINT || kinds === FORMAT;
const isOwn = (summary: Summary, kind: CheckKind): boolean =>
  isPair(summary) ? summary.kinds[0] === kind : summary.kinds.includes(kind);
const isOther = (summary: Summary, kind: CheckKind): boolean => isPair(summary) && summary.kinds[1] === kind;

// @param skipsAll the lines show that the runner skipped all tests
function byKind(
  found: ReadonlyMap<Summary, RunnerLine>,
  counts: (summary: Summary, kind: CheckKind) => boolean,
  skipsAll = false,
): ByKind {
  const said: Partial<Record<CheckKind, RunnerLine>> = {};
  for (const kind of CHECK_KINDS) {
    const all = [...found].filter(([summary]) => counts(summary, kind));
    const known = all.filter(([{ weak }]) => !weak);
    const results = (known.length > 0 ? known : all).map(([{ unlessSkipped }, says]): RunnerLine =>
      skipsAll && unlessSkipped && kind === 'test' && says === 'passed' ? 'nothing' : says,
    );
    if (results.length > 0) said[kind] = results.reduce(worse);
    else if (skipsAll && kind === 'test') said[kind] = 'nothing';
  }
  return said;
}

function passesIn(found: ReadonlyMap<Summary, RunnerLine>): Reading['passes'] {
  const counts: Partial<Record<CheckKind, number>> = {};
  for (const [{ kinds }, says] of found)
    if (says === 'passed') for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
