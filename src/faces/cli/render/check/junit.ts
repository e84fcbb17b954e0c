import type { CheckResult } from '../../../../gate/check.ts';
import { RULE_KINDS, ruleName } from '../../../../gate/rules/rule.ts';
import { remedyOf, whyOf } from '../../../../gate/words.ts';
import { term } from '../term.ts';
import { linesIn, placesIn } from './check-words.ts';

/** Places of one file that a failure names. */
const MAX_SHOWN_PLACES = 200;

/** JUnit XML: a suite for each rule, with a case for each file that it is about. Valid by the schema of Jenkins, `junit-10.xsd`. */
export function renderJunit({ judged, findings }: CheckResult): string {
  const rules = new Map<string, Set<string>>();
  const kinds = judged.flatMap(({ path, rules: own }) => own.map((rule) => ({ path, rule })));
  kinds.sort((a, b) => RULE_KINDS.indexOf(a.rule.kind) - RULE_KINDS.indexOf(b.rule.kind));
  for (const { path, rule } of kinds) {
    const name = ruleName(rule);
    rules.set(name, (rules.get(name) ?? new Set()).add(path));
  }
  const failures = new Map<string, string[]>();
  for (const finding of findings) {
    const key = `${ruleName(finding.rule)}\0${finding.path}`;
    const message = `${linesIn(finding)}: ${whyOf(finding)}`;
    const text = `${placesIn(finding, MAX_SHOWN_PLACES)}\n${remedyOf(finding)}`;
    const xml = `      <failure message="${xmlText(message)}" type="${finding.breach}">${xmlText(text, true)}</failure>\n`;
    failures.set(key, [...(failures.get(key) ?? []), xml]);
  }
  const suites = [...rules].map(([rule, paths]) => {
    const cases = [...paths].map((path) => {
      const failed = failures.get(`${rule}\0${path}`) ?? [];
      const head = `    <testcase name="${xmlText(path)}" classname="git-prov.${xmlText(rule)}"`;
      return failed.length > 0 ? `${head}>\n${failed.join('')}    </testcase>\n` : `${head}/>\n`;
    });
    const broken = [...paths].filter((path) => failures.has(`${rule}\0${path}`)).length;
    return `  <testsuite name="git-prov ${xmlText(rule)}" tests="${paths.size}" failures="${broken}" errors="0">\n${cases.join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="git prov check">\n${suites.join('')}</testsuites>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// XML has no form for most control characters: `term` makes them visible.
function xmlText(text: string, keepsLines = false): string {
  const parts = keepsLines ? text.split('\n') : [text];
  return parts.map((part) => term(part).replaceAll(/[&<>"']/g, (char) => ESCAPES[char]!)).join('\n');
}
