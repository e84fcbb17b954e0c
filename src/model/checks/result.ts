import type { Check, CheckedKind, CheckKind, CheckResult } from './kind.ts';
import { worstResult } from './kind.ts';
import type { Heard } from './output.ts';

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
export function resultsOf(checks: readonly Check[], ended: Ended, heard: Heard | undefined): readonly CheckedKind[] {
  const each = checks.map((check) => ({ check, result: resultOf(check, checks, ended, heard) }));
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    kind,
    result: worstResult(each.filter((one) => one.check.kind === kind).map(({ result }) => result)),
  }));
}

function resultOf(check: Check, checks: readonly Check[], ended: Ended, heard: Heard | undefined): CheckResult {
  const said = heard?.said[check.kind];
  if (said === 'failed') return 'failed';
  if (ended.outcome === 'interrupted' || ended.outcome === 'refused' || ended.behind || check.behind) return 'unknown';
  if (ended.outcome === 'failed') {
    // Another part explains the failure where a summary says so, and this one's says that it passed.
    if (said === 'passed' && !check.decisive) return 'passed';
    if (checks.length > 1 && failedElsewhere(check.kind, heard)) return said === 'passed' ? 'passed' : 'unknown';
    return check.decisive || heard?.fault ? 'failed' : 'unknown';
  }
  if (said === 'nothing' || (heard?.missing && said === undefined && !check.decisive)) return 'unknown';
  if (heard?.fault && !explained(heard)) return 'failed';
  if (said === 'passed' || check.decisive) return 'passed';
  if (heard?.printed !== undefined && check.stated && checks.length === 1)
    return heard.printed === 0 ? 'passed' : 'failed';
  return check.quiet && heard?.empty ? 'passed' : 'unknown';
}

const failedElsewhere = (kind: CheckKind, heard: Heard | undefined): boolean =>
  Object.entries(heard?.said ?? {}).some(([other, says]) => other !== kind && says === 'failed');

/** A failing summary of some kind tells what the fault is of. */
const explained = ({ said }: Heard): boolean => Object.values(said).includes('failed');
