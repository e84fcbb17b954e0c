import { placeOf } from '../ask/report/report-answer.ts';
import type { CheckResult } from './check.ts';
import type { Finding } from './findings.ts';
import type { Breach } from './judge.ts';
import { ruleName } from './rules/rule.ts';
import type { Waiver } from './waiver.ts';
import { remedyOf, whyOf } from './words.ts';

/** The name of the format of `git prov check --json`. Fields may be added, but never changed or removed. */
export const CHECK_SCHEMA = 'git-prov/check/1';

/** The lines of a file that break a rule for the same reason. */
export interface FindingAnswer {
  readonly rule: string;
  readonly path: string;
  /** In the form `FILE:12-20`; the file alone where git sees no lines in it. */
  readonly places: readonly string[];
  readonly lines: number;
  readonly reason: Breach;
  readonly why: string;
  readonly remedy: string;
  readonly decision: string | null;
  readonly commits: readonly string[];
}

/** A waiver. */
export interface WaiverAnswer {
  readonly id: string;
  readonly by: string | null;
  readonly because: string;
  readonly until: string | null;
}

/** The answer to `git prov check`. */
export interface CheckAnswer {
  readonly schema: typeof CHECK_SCHEMA;
  readonly passed: boolean;
  readonly range: {
    readonly name: string;
    readonly taken: string | null;
    readonly base: string | null;
    readonly head: string;
  };
  readonly rules: { readonly commit: string | null; readonly any: boolean; readonly changed: readonly string[] };
  readonly signing: { readonly asked: boolean; readonly knowsSigners: boolean };
  readonly lines: CheckResult['lines'];
  readonly findings: readonly FindingAnswer[];
  readonly waived: readonly (FindingAnswer & { readonly waiver: WaiverAnswer })[];
  readonly expired: readonly (WaiverAnswer & { readonly rule: string; readonly path: string })[];
  readonly movedOut: CheckResult['movedOut'];
}

/** The answer with the data of a check. */
export const checkAnswer = (found: CheckResult): CheckAnswer => ({
  schema: CHECK_SCHEMA,
  passed: found.findings.length === 0,
  range: {
    name: found.range.name,
    taken: found.range.taken ?? null,
    base: found.range.base ?? null,
    head: found.range.head,
  },
  rules: { commit: found.rulesAt ?? null, any: found.hasRules, changed: found.rulesChanged },
  signing: { asked: found.signs, knowsSigners: found.knowsSigners },
  lines: found.lines,
  findings: found.findings.map(findingAnswer),
  waived: found.waived.map((one) => ({ ...findingAnswer(one), waiver: waiverAnswer(one.waiver) })),
  expired: found.expired.map((one) => ({ ...waiverAnswer(one), rule: one.rule, path: one.path })),
  movedOut: found.movedOut,
});

const findingAnswer = (finding: Finding): FindingAnswer => ({
  rule: ruleName(finding.rule),
  path: finding.path,
  places: finding.hasLines
    ? finding.ranges.map(([start, count]) => `${finding.path}:${placeOf(start, count)}`)
    : [finding.path],
  lines: finding.lines,
  reason: finding.breach,
  why: whyOf(finding),
  remedy: remedyOf(finding),
  decision: finding.decision ?? null,
  commits: [...new Set(finding.parts.flatMap(({ commit }) => commit ?? []))],
});

const waiverAnswer = ({ id, by, because, until }: Waiver): WaiverAnswer => ({
  id,
  by: by ?? null,
  because,
  until: until ?? null,
});
