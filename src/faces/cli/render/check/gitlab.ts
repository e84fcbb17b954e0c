import type { CheckResult } from '../../../../gate/check.ts';
import { ruleName } from '../../../../gate/rules/rule.ts';
import { remedyOf, whyOf } from '../../../../gate/words.ts';
import { jsonText } from '../json-text.ts';
import { term } from '../term.ts';
import type { Fingerprinted } from './fingerprints.ts';

/** A report of GitLab's code quality: an entry for each place, with the fields that GitLab reads. */
export function renderGitlab(_found: CheckResult, findings: readonly Fingerprinted[]): string {
  const entries = findings.map(({ finding, start, count, fingerprint }) => ({
    description: term(`${ruleName(finding.rule)}: ${whyOf(finding)}. ${remedyOf(finding)}`),
    check_name: `git-prov/${ruleName(finding.rule)}`,
    fingerprint,
    severity: 'major',
    location: { path: finding.path, lines: { begin: start, end: start + count - 1 } },
  }));
  return `${jsonText(entries, 2)}\n`;
}
