import type { Check, CheckedKind, CheckKind, CheckResult } from './kind.ts';
import { worstResult } from './kind.ts';
import type { CheckOutput } from './output.ts';

/** How a command with checks ended. */
export interface Ended {
  readonly outcome: 'ok' | 'failed' | 'refused' | 'interrupted';
  /** It went on in the background: its status is that of its start. */
  readonly behind?: boolean | undefined;
}

/**
 * What came of each check of a command. The runner's own summary counts for more than the exit status that a pipe or a
 * later part hides; a failure in either is a failure; a run without any test is no pass; what was cut short is not known.
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
    // Another part explains the failure where a summary says so, and this one's says that it passed.
    if (said === 'passed' && !check.decisive) return 'passed';
    if (checks.length > 1 && failedElsewhere(check.kind, printed)) return said === 'passed' ? 'passed' : 'unknown';
    return check.decisive || printed?.fault ? 'failed' : 'unknown';
  }
  if (said === 'nothing' || (printed?.missing && said === undefined && !check.decisive)) return 'unknown';
  if (printed?.fault && !explained(printed)) return 'failed';
  if (said === 'passed' || check.decisive) return 'passed';
  if (printed?.status !== undefined && check.stated && checks.length === 1)
    return printed.status === 0 ? 'passed' : 'failed';
  return check.quiet && printed?.empty ? 'passed' : 'unknown';
}

const failedElsewhere = (kind: CheckKind, printed: CheckOutput | undefined): boolean =>
  Object.entries(printed?.said ?? {}).some(([other, says]) => other !== kind && says === 'failed');

/** A failing summary of some kind tells what the fault is of. */
const explained = ({ said }: CheckOutput): boolean => Object.values(said).includes('failed');
