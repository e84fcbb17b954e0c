import type { CheckResult } from '../../../../gate/check.ts';
import { RULE_KINDS, ruleName } from '../../../../gate/rules/rule.ts';
import { RULE_SENTENCES, remedyOf, whyOf } from '../../../../gate/words.ts';
import type { RepoPath } from '../../../../model/ids.ts';
import { pathToBytes } from '../../../../model/path.ts';
import { jsonText } from '../json-text.ts';
import { term } from '../term.ts';
import { noticesOf } from './check-words.ts';
import type { Fingerprinted } from './fingerprints.ts';

/** The rule of notices: a range that changes rules. */
const RULES_CHANGED = 'rules-changed';
/** The name and version of our fingerprints. */
const FINGERPRINT = 'gitProvLines/v1';

/**
 * SARIF 2.1.0: one rule for each kind, one result for each place. Places with a waiver are suppressed results.
 * @param version of git prov
 */
export function renderSarif(
  found: CheckResult,
  findings: readonly Fingerprinted[],
  waived: readonly Fingerprinted<CheckResult['waived'][number]>[],
  version: string,
): string {
  const results = [
    ...findings.map((one) => resultOf(one)),
    ...waived.map((one) => ({
      ...resultOf(one),
      suppressions: [{ kind: 'external', status: 'accepted', justification: term(one.finding.waiver.because) }],
    })),
    ...noticesOf(found).map(({ path, words }) => ({
      ruleId: RULES_CHANGED,
      ruleIndex: RULE_KINDS.length,
      level: 'note',
      message: { text: term(words) },
      locations: path === undefined ? [] : [{ physicalLocation: { artifactLocation: artifact(path) } }],
    })),
  ];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'git prov', semanticVersion: version, rules: RULES } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
  return `${jsonText(log, 2)}\n`;
}

const RULES = [
  ...RULE_KINDS.map((kind) => ({
    id: kind,
    name: kind,
    shortDescription: { text: RULE_SENTENCES[kind] },
    defaultConfiguration: { level: 'error' },
  })),
  {
    id: RULES_CHANGED,
    name: RULES_CHANGED,
    shortDescription: { text: 'The range changes which rules hold.' },
    defaultConfiguration: { level: 'note' },
  },
];

function resultOf({ finding, start, count, fingerprint }: Fingerprinted): object {
  const region = finding.hasLines ? { region: { startLine: start, endLine: start + count - 1 } } : {};
  return {
    ruleId: finding.rule.kind,
    ruleIndex: RULE_KINDS.indexOf(finding.rule.kind),
    level: 'error',
    message: { text: term(`${ruleName(finding.rule)}: ${whyOf(finding)}. ${remedyOf(finding)}`) },
    locations: [{ physicalLocation: { artifactLocation: artifact(finding.path), ...region } }],
    partialFingerprints: { [FINGERPRINT]: fingerprint },
  };
}

const artifact = (path: RepoPath): object => ({ uri: uriOf(path), uriBaseId: '%SRCROOT%' });

// A path is bytes, and a URI has a form for each of them.
const uriOf = (path: RepoPath): string =>
  Array.from(pathToBytes(path), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9/._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
