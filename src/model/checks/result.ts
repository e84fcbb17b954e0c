import { isStopped } from './stopped.ts';
import type { Check, CheckedKind, CheckKind, CheckResult } from './kind.ts';
import { worstResult } from './kind.ts';
import type { CheckOutput } from './output.ts';
import type { Reading } from './reading.ts';
import { type RunnerLine, worse } from './summary.ts';

/** Lines that a program prints about an option that it does not know. With more, it may have been a test that did. */
const MAX_USAGE = 8;

/** How a command with checks ended. */
export interface Ended {
  readonly outcome: 'ok' | 'failed' | 'refused' | 'interrupted';
  /** It continues in the background, so the exit status only shows that it started. */
  readonly behind?: boolean | undefined;
}

/**
 * The result of each kind of check in a command. A runner's own summary outweighs an exit status that a pipe or a later
 * part hides. A failure in either counts as a failure. A run without tests does not pass. A run that was interrupted, or stopped
 * by a time limit or a signal, is unknown.
 */
export function resultsOf(
  checks: readonly Check[],
  ended: Ended,
  printed: CheckOutput | undefined,
): readonly CheckedKind[] {
  const all = checks.map((check) => ({ check, result: resultOf(check, checks, ended, printed) }));
  // `npm test || npx jest`: the second one ran only if the first one failed.
  const each = all.filter(
    ({ check }, i) =>
      !check.instead || !all.slice(0, i).some((one) => one.check.kind === check.kind && one.result === 'passed'),
  );
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    result: worstResult(each.filter((one) => one.check.kind === kind).map(({ result }) => result)),
  }));
}

function resultOf(check: Check, checks: readonly Check[], ended: Ended, printed: CheckOutput | undefined): CheckResult {
  const { said, reading } = printed ? seenOf(check, checks, printed) : {};
  if (said === 'failed') return 'failed';
  if (ended.outcome === 'interrupted' || ended.outcome === 'refused' || ended.behind || check.behind) return 'unknown';
  const status = printed && statusOf(check, checks, printed);
  if (status !== undefined && status !== 0)
    return isStopped(status)
      ? 'unknown'
      : ofFailed(check, checks, (one) => one.stated === true && one.statedBy === check.statedBy, said, printed);
  if (wasDenied(check, printed)) return ofFailed(check, checks, ({ denied }) => denied === check.denied, said, printed);
  if (ended.outcome === 'failed' && status === undefined)
    return ofFailed(check, checks, ({ decisive }) => decisive, said, printed);
  return ofPassed(check, checks, status === 0, said, reading, printed);
}

/** The result of a check in a command, or a part of one, that failed. @param shows whether a failure of a check shows in its status */
function ofFailed(
  check: Check,
  checks: readonly Check[],
  shows: (check: Check) => boolean,
  said: RunnerLine | undefined,
  printed: CheckOutput | undefined,
): CheckResult {
  if (wasProven(check, printed)) return 'passed';
  // Its program is missing, so it found nothing.
  if (printed?.neverRan || (printed?.notStarted && said === undefined)) return 'unknown';
  if (printed?.misused && said === undefined && printed.lines <= MAX_USAGE) return 'unknown';
  const began = beganIn(checks, printed);
  if (began?.get(check) === false) return 'unknown';
  // This check's summary shows a pass, so some other part must have failed.
  if (said === 'passed' && (!shows(check) || check.followed)) return 'passed';
  if (printed?.stopped || (said === 'nothing' && !printed?.fault)) return 'unknown';
  // `eslint . && cargo test`: the summary of a later check shows that this one passed.
  const later = checks.slice(checks.indexOf(check) + 1);
  if (
    shows(check) &&
    later.some((one) => shows(one) && one.kind !== check.kind && (printed?.said[one.kind] || began?.get(one)))
  )
    return 'passed';
  // `gocyclo . && make check`: make prints a last line if it fails, so another part failed, and make did not run.
  if (
    check.announced &&
    said === undefined &&
    printed &&
    !printed.fault &&
    checks.some((one) => one !== check && shows(one))
  )
    return 'unknown';
  if (checks.length > 1 && failedElsewhere(check.kind, printed)) return said === 'passed' ? 'passed' : 'unknown';
  return (shows(check) && check.followed !== 'other') || printed?.fault ? 'failed' : 'unknown';
}

/** The result of a check in a command that did not fail. @param isZero its own exit status is known to be 0 */
function ofPassed(
  check: Check,
  checks: readonly Check[],
  isZero: boolean,
  said: RunnerLine | undefined,
  reading: Reading | undefined,
  printed: CheckOutput | undefined,
): CheckResult {
  if (printed?.stopped) return 'unknown';
  if (wasProven(check, printed)) return 'passed';
  // It says that some part of the chain failed.
  if (check.proven !== undefined && printed?.negated?.includes(check.proven) && said === undefined)
    return checks.length === 1 && !check.followed ? 'failed' : 'unknown';
  if (said === undefined && neverBegan(check, printed)) return 'unknown';
  const isSure = check.decisive || isZero;
  if (said === 'nothing' || (reading?.missing && said === undefined && !isSure)) return 'unknown';
  if (isZero) return 'passed';
  // A last check of such a runner repeats its command line before its fault, so a fault at the end is its own.
  if (reading?.fault && !explained(reading) && (runsTasks(check) || !checks.some(runsTasks)))
    return said === 'passed' && !check.decisive && checks.length > 1
      ? 'passed'
      : reading.endsInFault && checks.at(-1)!.announced && checks.at(-1) !== check
        ? 'unknown'
        : 'failed';
  if (check.decisive) return 'passed';
  if (reading?.misused && check.kind !== 'test') return 'unknown';
  if (said === 'passed')
    return check.picked || (check.shown !== undefined && reading!.lines >= check.shown) ? 'unknown' : 'passed';
  if (check.counted && reading?.number !== undefined) return ofCount(check, reading.number);
  if (check.announced && !check.maybe && reading && reading.lines > 0 && !reading.fault)
    return BY_NAME.test(check.label) && reading.alarms ? 'unknown' : 'passed';
  return check.quiet && printed && isSilent(check, reading!, printed) ? 'passed' : 'unknown';
}

// `make: 'test' is up to date.`, or a script that is not there, which `--if-present` allows.
const neverBegan = ({ label }: Check, printed: CheckOutput | undefined): boolean =>
  printed !== undefined &&
  (printed.neverRan || (/ --if-present(?= |$)/.test(label) && printed.empty && !printed.repeats));

// `tsc | wc -l`, `tsc | grep -c error`. Zero lines with a fault do not show that the check began.
const ofCount = ({ counted, quiet }: Check, number: number): CheckResult =>
  counted === 'lines' ? (number === 0 && quiet ? 'passed' : 'unknown') : number > 0 ? 'failed' : 'unknown';

/** What the output shows of a check: the result that its summary says, and what its part of the output shows. */
function seenOf(
  check: Check,
  checks: readonly Check[],
  printed: CheckOutput,
): { readonly said: RunnerLine | undefined; readonly reading: Reading } {
  const others = checks.filter((one) => one !== check && one.kind === check.kind);
  const isPaired = checks.some(({ kind }) => kind === PAIRS[check.kind]);
  const whole = { said: wholeOf(check, others, isPaired, printed), reading: printed };
  const place = printed.places?.[check.slot ?? 0];
  if (!place || printed.places!.length < 2 || check.diverted) return whole;
  const beside = others.filter(({ slot = 0 }) => slot === (check.slot ?? 0));
  const own = saidIn(place, check, beside.length === 0, isPaired);
  if (check.merged) return { said: own, reading: place };
  if (own !== undefined) return { said: own, reading: printed };
  // Its faults may be at the end of the output. A pass is that of another check of its kind.
  return { said: others.length > 0 && whole.said !== 'failed' ? undefined : whole.said, reading: printed };
}

const PAIRS: Partial<Readonly<Record<CheckKind, CheckKind>>> = { lint: 'format', format: 'lint' };

// A summary of a formatter is one of a linter too, unless the command has both.
function saidIn(
  reading: Reading,
  { kind, repeated }: Check,
  isAlone: boolean,
  isPaired: boolean,
): RunnerLine | undefined {
  const [own, other] =
    isAlone && !repeated ? [reading.said[kind], reading.saidToo[kind]] : [reading.worst[kind], reading.worstToo[kind]];
  if (isPaired || other === undefined) return own;
  return own === undefined ? other : worse(own, other);
}

// The result of the whole output. The summary of one program is no pass of another.
function wholeOf(
  check: Check,
  others: readonly Check[],
  isPaired: boolean,
  printed: CheckOutput,
): RunnerLine | undefined {
  const said = saidIn(printed, check, others.length === 0, isPaired);
  // `pytest || python -m unittest`: the second one may not have run.
  if (said !== 'passed' || check.maybe) return said;
  const program = programOf(check);
  const rivals = others.filter((one) => !one.maybe && programOf(one) !== program);
  if (rivals.length === 0) return said;
  if (check.quiet) return undefined;
  const needing = new Set([program, ...rivals.filter((one) => !one.decisive && !one.quiet).map(programOf)]);
  return needing.size > 1 && (printed.missing || (printed.passes[check.kind] ?? 0) < needing.size) ? undefined : said;
}

const programOf = ({ label }: Check): string => label.split(' ', 1)[0]!;

// The command line printed what it prints only after a pass, or did not print what it prints only after a failure.
const wasProven = ({ proven, denied }: Check, printed: CheckOutput | undefined): boolean =>
  (proven !== undefined && (printed?.places?.length ?? 0) > proven + 1 && !printed?.negated?.includes(proven)) ||
  (denied !== undefined && printed?.skipped?.includes(denied) === true);

const wasDenied = ({ denied }: Check, printed: CheckOutput | undefined): boolean =>
  denied !== undefined && (printed?.places?.length ?? 0) > denied + 1 && !printed?.skipped?.includes(denied);

function statusOf(check: Check, checks: readonly Check[], printed: CheckOutput): number | undefined {
  if (!check.stated) return undefined;
  const stated = check.statedBy === undefined ? undefined : printed.statuses?.get(check.statedBy);
  return stated ?? (checks.length === 1 ? printed.status : undefined);
}

/** Whether a task runner or package manager runs the check, so that it prints the fault of a failed command. */
const runsTasks = ({ label, announced }: Check): boolean =>
  announced === true || /^(?:npm|pnpm|yarn|bun)\b/.test(label);

/** pnpm also runs programs by their names, without a last line: `pnpm astro check`. */
const BY_NAME = /^pnpm (?:-\S+ |--filter \S+ |-C \S+ )*(?!run )[\w.-]+ (?!-)/;

/** Whether a check that prints only faults printed none, in an output that other parts may have printed to. */
function isSilent(check: Check, reading: Reading, { lines, places }: CheckOutput): boolean {
  // It would have printed the line that it prints after a pass.
  if (check.maybe || check.proven !== undefined) return false;
  const isPart = places !== undefined && places.length > 1 && check.merged === true && !check.diverted;
  if (check.echoed && !reading.repeats) return reading.empty && (isPart ? false : lines > 0);
  if (reading.empty) return lines > 0 || !check.echoed;
  if (check.plain && !reading.alarms && !reading.missing && !reading.harmless) return true;
  if (lines === 0 || !places || (check.shown !== undefined && reading.harmless >= check.shown)) return false;
  const place = places[check.slot ?? 0];
  return place?.other === false && (check.merged === true || !places.some(({ other }) => other));
}

/**
 * Which of the checks in an output began: those that run a script, which npm and pnpm announce. `npm run lint && npm test` with the
 * announcement of `lint` only did not come to the tests.
 */
function beganIn(checks: readonly Check[], printed: CheckOutput | undefined): ReadonlyMap<Check, boolean> | undefined {
  const left = [...(printed?.begun ?? [])];
  if (left.length === 0 || checks.length < 2) return undefined;
  const began = new Map<Check, boolean>();
  for (const check of checks) {
    if (!check.echoed || !/^p?npm /.test(check.label) || check.diverted || check.partial !== undefined) continue;
    const words = check.label.replace(/ t(?= |$)/, ' test').split(' ');
    const at = left.findIndex((name) => words.includes(name));
    began.set(check, at >= 0);
    if (at >= 0) left.splice(0, at + 1);
  }
  return began;
}

const failedElsewhere = (kind: CheckKind, printed: CheckOutput | undefined): boolean =>
  Object.entries(printed?.said ?? {}).some(([other, says]) => other !== kind && says === 'failed');

/** Whether a failing summary explains the reported fault. */
const explained = ({ said }: Reading): boolean => Object.values(said).includes('failed');
