import type { CheckResult } from '../../../../gate/check.ts';
import type { Finding } from '../../../../gate/findings.ts';
import { ruleName } from '../../../../gate/rules/rule.ts';
import { remedyOf, whyOf } from '../../../../gate/words.ts';
import { term } from '../term.ts';
import { headline, linesIn, noticesOf, placesIn } from './check-words.ts';

/**
 * Workflow commands of GitHub Actions: an annotation for each file and rule, at its first place, and one line at the end. GitHub shows
 * the first ten of a step, and the log has all.
 */
export function renderGithub(found: CheckResult): string {
  const lines = found.findings.map((one) =>
    annotation('error', `${whyOf(one)} (${placesIn(one, 20)}). ${remedyOf(one)}`, {
      ...placeIn(one),
      title: `git prov: ${ruleName(one.rule)}, ${linesIn(one)}`,
    }),
  );
  for (const one of found.waived)
    lines.push(
      annotation('notice', `${placesIn(one, 20)}: ${one.waiver.because} (waiver:${one.waiver.id})`, {
        ...placeIn(one),
        title: `git prov: ${ruleName(one.rule)} is waived for ${linesIn(one)}`,
      }),
    );
  for (const { path, words } of noticesOf(found))
    lines.push(annotation('warning', words, { ...(path !== undefined && { file: path }), title: 'git prov' }));
  return `${[...lines, term(headline(found))].join('\n')}\n`;
}

function placeIn({ path, ranges }: Finding): Record<string, string> {
  const [first] = ranges;
  if (!first) return { file: path };
  return { file: path, line: String(first[0]), endLine: String(first[0] + first[1] - 1) };
}

function annotation(kind: 'error' | 'warning' | 'notice', message: string, properties: Record<string, string>): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${kind} ${list.join(',')}::${data(term(message))}`;
}

// The escapes of the runner: a message and a property can hold any other character. A line break would start a new command.
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
// The runner has escapes for line breaks alone. Other control characters in a path would reach a terminal and the log.
const visible = (text: string): string => text.replaceAll(/[^\r\n]+/g, (part) => term(part.toWellFormed()));
