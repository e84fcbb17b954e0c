import { type Covering, coverOf, judgesEachFile } from '../../checks/cover.ts';
import type { Check, CheckedKind } from '../../checks/kind.ts';
import { numberOf, type RepoPath } from '../../ids.ts';
import type { Node, Scalar } from '../../model.ts';
import type { ToolStep } from '../classify.ts';
import type { Unverified } from '../cursor.ts';
import { type Draft, link } from '../graph-builder.ts';
import { coveringBy } from './node-checks.ts';
import { heed, type HeededCheck } from './waiting.ts';

/**
 * Links a verification to the changes before it. `heed` limits how often a check that does not pass is linked.
 * @param runs the checks of its command
 * @returns for the node's detail, the changes that it passed for without running all that had failed; see `besideIn`
 */
export function verify(draft: Draft, node: Node, step: ToolStep, runs?: readonly Check[]): readonly Scalar[] {
  const checks = coveringBy(node, runs);
  if (checks.length === 0) return [];
  const failing = failingOf(step, runs);
  const heeded = draft.unverified.map((change) => {
    if (step.checked?.without?.includes(change.id)) return { change, linked: false, beside: [] };
    return heed(
      change,
      checks.flatMap((check) => heededCheck(check, change, check.kind === 'test' ? failing : undefined) ?? []),
    );
  });
  const beside = new Map<string, number[]>();
  for (const { change, linked, beside: kinds } of heeded) {
    if (linked) link(draft, change.id, node.id, 'verified_by', 'observed');
    for (const kind of kinds) beside.set(kind, [...(beside.get(kind) ?? []), numberOf(change.id)]);
  }
  draft.unverified = heeded.map(({ change }) => change);
  return [...beside].flat(2);
}

function heededCheck(
  check: Covering & CheckedKind,
  { files = [] }: Unverified,
  failing: readonly string[] | undefined,
): HeededCheck | undefined {
  const covered = files.filter((path: RepoPath) => coverOf(check, path) !== 'no');
  if (files.length > 0 && covered.length === 0) return undefined;
  const { kind, result, words, scope, faulty } = check;
  const each = faulty ? covered.filter((path) => faulty.includes(path)) : covered;
  return { kind, result, words, scope, failing, ...(judgesEachFile(check) && files.length > 0 && { each }) };
}

// A part of the output that a filter hides may name more tests.
function failingOf({ printed }: ToolStep, runs: readonly Check[] = []): readonly string[] | undefined {
  const tests = runs.filter(({ kind }) => kind === 'test');
  const [only] = tests;
  const failing = printed?.failing;
  if (!failing || !only || tests.length > 1) return undefined;
  return failing.counted || printed.height < (only.partial ?? Infinity) ? failing.names : undefined;
}
