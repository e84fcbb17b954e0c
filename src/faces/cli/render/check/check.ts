import type { CheckResult } from '../../../../gate/check.ts';
import type { Finding } from '../../../../gate/findings.ts';
import { remedy } from '../../../../gate/judge.ts';
import { ruleName } from '../../../../gate/rules/rule.ts';
import { joined, sizeOf } from '../../../../gate/waiver.ts';
import { whyOf } from '../../../../gate/words.ts';
import type { LineRange } from '../../../../git/history/patch-parser.ts';
import { renderFields, row, span, type Field, type TextStyle } from '../fields.ts';
import { term } from '../term.ts';
import { counted } from '../words.ts';
import { headline, noticesOf, placesIn } from './check-words.ts';

/** Files of a group, unless all are asked for, and places of a file. */
const MAX_FILES = 20;
const MAX_PLACES = 40;
/** The width without a terminal, for example in the log of a job. */
const COLUMNS = 80;

/** `git prov check` for people: how many lines break which rule, then each place with what would satisfy the rule. */
export function renderCheck(found: CheckResult, style: TextStyle, all = false): string {
  const sized = { ...style, columns: style.columns ?? COLUMNS };
  const { findings, waived } = found;
  const isFine = findings.length === 0;
  const tone = isFine ? 'passed' : 'failed';
  const parts = [
    renderFields(
      [row('', span(term(found.range.name), 'heading')), row('', span(term(headline(found)), tone))],
      sized,
      0,
    ),
    renderFields(summary(findings), sized),
    ...groups(findings).map((group) => renderGroup(group, sized, all)),
    renderWaived(waived, sized, all),
    renderFields(
      [...noticesOf(found).map(({ words }) => row('!', span(term(words), 'stale'))), ...limits(found)],
      sized,
      0,
    ),
    isFine
      ? ''
      : renderFields(
          [row('', span('A person can let a place pass: git prov waive PLACE --rule RULE --reason …', 'quiet'))],
          sized,
          0,
        ),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

// The first screen says how many lines break which rule.
function summary(findings: readonly Finding[]): Field[] {
  const byRule = new Map<string, Finding[]>();
  for (const one of findings) byRule.set(ruleName(one.rule), [...(byRule.get(ruleName(one.rule)) ?? []), one]);
  return [...byRule].map(([rule, own]) => row(term(rule), span(sizeWords(own))));
}

function sizeWords(findings: readonly Finding[]): string {
  const byPath = new Map<string, LineRange[]>();
  for (const { path, ranges } of findings) byPath.set(path, [...(byPath.get(path) ?? []), ...ranges]);
  const lines = [...byPath.values()].reduce((sum, ranges) => sum + sizeOf(joined(ranges)), 0);
  const files = counted(byPath.size, 'file');
  return lines === 0 ? counted(byPath.size, 'whole file') : `${counted(lines, 'line')} in ${files}`;
}

// Findings with one rule and one reason.
function groups<F extends Finding>(findings: readonly F[]): F[][] {
  const found = new Map<string, F[]>();
  for (const one of findings) {
    const key = `${ruleName(one.rule)} ${whyOf(one)}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()];
}

function renderGroup(group: readonly Finding[], sized: TextStyle, all: boolean): string {
  const [first] = group as [Finding];
  const { breach, rule, unknown } = first;
  const title = renderFields(
    [row('', span(`${term(ruleName(rule))}:`, 'heading'), span(term(whyOf(first))))],
    sized,
    0,
  );
  const rows = limited(group, all, ({ path, decision, ...one }) => {
    const waits = breach === 'unapproved' || breach === 'unreviewed' || breach === 'rejected' ? decision : undefined;
    const place = span(whereIs({ ...one, path, decision }));
    return row('', place, ...(waits ? [span(`(decision:${waits})`, 'quiet')] : []));
  });
  return title + renderFields([...rows, row('', span(remedy(breach, rule, unknown), 'quiet'))], sized);
}

function renderWaived(waived: CheckResult['waived'], sized: TextStyle, all: boolean): string {
  if (waived.length === 0) return '';
  const title = renderFields([row('', span('Waived:', 'heading'), span(sizeWords(waived)))], sized, 0);
  const rows = limited(waived, all, (one) => {
    const { waiver, rule } = one;
    const until = waiver.until === undefined ? '' : `, until ${waiver.until}`;
    return row(
      '',
      span(whereIs(one)),
      span(`(${term(ruleName(rule))}${until})`),
      span(`“${term(waiver.because)}”`),
      span(`waiver:${waiver.id}${waiver.by === undefined ? '' : `, ${term(waiver.by)}`}`, 'quiet'),
    );
  });
  return title + renderFields(rows, sized);
}

const whereIs = (one: Finding): string =>
  one.hasLines ? `${term(one.path)}:${placesIn(one, MAX_PLACES)}` : `${term(one.path)} (${placesIn(one, 1)})`;

function limited<T>(items: readonly T[], all: boolean, draw: (item: T) => Field): Field[] {
  const shown = all ? items : items.slice(0, MAX_FILES);
  const rest = items.length - shown.length;
  return [
    ...shown.map(draw),
    ...(rest > 0 ? [row('', span(`and ${counted(rest, 'more file')} (--all prints them)`, 'quiet'))] : []),
  ];
}

function limits({ signs, knowsSigners, findings, hasRules }: CheckResult): Field[] {
  if (!hasRules || (signs && knowsSigners)) return [];
  const needs = findings.some(({ rule }) => rule.kind === 'signed');
  if (signs || needs)
    return [
      row(
        '!',
        span(
          'No allowed signers are known here: set gpg.ssh.allowedSignersFile, or commit .gitprov/allowed_signers.',
          'stale',
        ),
      ),
    ];
  return [row('', span('Notes are not signed here: everyone who may push notes can satisfy a rule.', 'quiet'))];
}
