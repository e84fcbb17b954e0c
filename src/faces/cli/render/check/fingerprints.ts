import { createHash } from 'node:crypto';
import type { CheckResult } from '../../../../gate/check.ts';
import { textOf } from '../../../../gate/file-lines.ts';
import type { Finding } from '../../../../gate/findings.ts';
import { ruleName } from '../../../../gate/rules/rule.ts';
import { pathToBytes } from '../../../../model/path.ts';

/** Places that are listed one by one; with more, each finding is one entry, at its first place. */
const MAX_PLACES = 5000;

/** A place of a finding with a name that stays the same while its text does, wherever it moves in the file. */
export interface Fingerprinted<F extends Finding = Finding> {
  readonly finding: F;
  readonly start: number;
  readonly count: number;
  /** Unique in one result. */
  readonly fingerprint: string;
}

/** Names the places of findings by rule, path and text. Equal places are numbered in their order. */
export async function fingerprinted<F extends Finding>(
  findings: readonly F[],
  { linesOf }: Pick<CheckResult, 'linesOf'>,
): Promise<Fingerprinted<F>[]> {
  const lines = await linesOf(findings);
  const isLong = findings.reduce((sum, { ranges }) => sum + ranges.length, 0) > MAX_PLACES;
  const seen = new Map<string, number>();
  return findings.flatMap((finding) => {
    const all = textOf(finding, lines);
    const ranges = finding.hasLines ? finding.ranges : ([[1, 1]] as const);
    return ranges.slice(0, isLong ? 1 : undefined).map(([start, count]) => {
      const hash = createHash('sha256')
        .update(`${ruleName(finding.rule)}\0`)
        .update(pathToBytes(finding.path));
      hash.update('\0').update(all.slice(start - 1, start - 1 + count).join('\n'), 'latin1');
      const name = hash.digest('hex').slice(0, 32);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return { finding, start, count, fingerprint: before === 0 ? name : `${name}-${before}` };
    });
  });
}
