import { isStopped } from './stopped.ts';
import type { Check, CheckedKind, CheckKind, CheckResult } from './kind.ts';
import { worstResult } from './kind.ts';
import type { CheckOutput } from './output.ts';

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
  const each = checks.map((check) => ({ check, result: resultOf(check, checks, ended, printed) }));
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    result: worstResult(each.filter((one) => one.check.kind === kind).map(({ result }) => result)),
  }));
}

function resultOf(check: Check, checks: readonly Check[], ended: Ended, printed: CheckOutput | undefined): CheckResult {
  const said = printed?.said[check.kind];
  if (said === 'failed') return 'failed';
  if (ended.outcome === 'interrupted' || ended.outcome === 'refused' || ended.behind || check.behind) return 'unknown';
  if (ended.outcome === 'failed') {
    // This check's summary shows a pass, so some other part must have failed.
    if (said === 'passed' && (!check.decisive || check.followed)) return 'passed';
    if (printed?.stopped || (said === 'nothing' && !printed?.fault)) return 'unknown';
    // `eslint . && cargo test`: the summary of a later check shows that this one passed.
    const later = checks.slice(checks.indexOf(check) + 1);
    if (check.decisive && later.some(({ decisive, kind }) => decisive && kind !== check.kind && printed?.said[kind]))
      return 'passed';
    if (checks.length > 1 && failedElsewhere(check.kind, printed)) return said === 'passed' ? 'passed' : 'unknown';
    return (check.decisive && check.followed !== 'other') || printed?.fault ? 'failed' : 'unknown';
  }
  if (printed?.stopped) return 'unknown';
  if (check.proven !== undefined && printed?.parts) {
    if (!printed.negated?.includes(check.proven)) return 'passed';
    // It says that some part of the chain failed.
    if (said === undefined) return checks.length === 1 && !check.followed ? 'failed' : 'unknown';
  }
  if (said === 'nothing' || (printed?.missing && said === undefined && !check.decisive)) return 'unknown';
  if (printed?.fault && !explained(printed)) return 'failed';
  if (check.decisive) return 'passed';
  if (printed?.status !== undefined && check.stated && checks.length === 1)
    return printed.status === 0 ? 'passed' : isStopped(printed.status) ? 'unknown' : 'failed';
  if (said === 'passed') return check.shown !== undefined && printed!.lines >= check.shown ? 'unknown' : 'passed';
  if (check.quiet && printed && isSilent(check, printed)) return 'passed';
  return 'unknown';
}

/** Whether a check that prints only faults printed none, in an output that other parts may have printed to. */
function isSilent(check: Check, { empty, lines, parts }: CheckOutput): boolean {
  if (empty) return lines > 0 || !check.echoed;
  if (check.echoed || lines === 0 || !parts || (check.shown !== undefined && lines >= check.shown)) return false;
  return parts[check.slot ?? 0] === false && (check.merged === true || !parts.includes(true));
}

const failedElsewhere = (kind: CheckKind, printed: CheckOutput | undefined): boolean =>
  Object.entries(printed?.said ?? {}).some(([other, says]) => other !== kind && says === 'failed');

/** Whether a failing summary explains the reported fault. */
const explained = ({ said }: CheckOutput): boolean => Object.values(said).includes('failed');
