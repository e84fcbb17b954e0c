import type { Check, CheckKind } from '../../checks/kind.ts';
import { isNamed } from '../../checks/named-files.ts';
import type { RepoPath } from '../../ids.ts';
import type { Detail } from '../../model.ts';
import type { CommandVerdict } from '../../shell/verdict.ts';
import type { ToolStep } from '../classify.ts';

/** Files of the session that a check found faults in. With more, the list is left out. */
const MAX_FAULTY = 64;

/** Empty lines at the ends of an output that an agent may leave out. */
const MAX_TRIMMED = 2;

/** Whether a check of this kind judges each file by itself. A test or a compiler finds in one file what another one broke. */
export const listsFaults = (kind: CheckKind): boolean => kind === 'lint' || kind === 'format';

/**
 * The files that a failed linter or formatter complains about, of those that wait for a check. It says nothing about the others:
 * they are not known to pass, because some tools stop early or limit their lists.
 * @param detail the results of the step's checks
 * @param waiting the files that the session changed
 * @returns `unbuilt` where the code did not compile, so that it judged no file; nothing where the output does not show all faults by file
 */
export function faultyDetail(
  { printed }: ToolStep,
  verdict: CommandVerdict | undefined,
  { check, results, passed }: Detail,
  waiting: Iterable<RepoPath>,
): Detail {
  const kinds = [check ?? []].flat();
  const failed = (verdict?.runs ?? []).filter(
    ({ kind }) => listsFaults(kind) && (Array.isArray(results) ? results[kinds.indexOf(kind)] : passed) === false,
  );
  if (failed.length === 0) return {};
  if (printed?.unbuilt) return { unbuilt: true };
  const isWhole = ({ partial = Infinity, likely }: Check): boolean =>
    !likely && (printed?.height ?? 0) + MAX_TRIMMED < partial;
  if (!printed?.files || !failed.every(isWhole)) return {};
  const faulty = [...new Set(waiting)].filter((path) => isNamed(path, printed.files!));
  return faulty.length > MAX_FAULTY ? {} : { faulty };
}
