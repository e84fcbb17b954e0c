import { placeOf } from '../../../../ask/report/report-answer.ts';
import type { CheckResult } from '../../../../gate/check.ts';
import type { Finding } from '../../../../gate/findings.ts';
import { shortOid } from '../../../../git/repository/abbreviation.ts';
import type { RepoPath } from '../../../../model/ids.ts';
import { counted } from '../words.ts';

/** The size of a finding: `3 lines`, or `the whole file`. */
export const linesIn = ({ hasLines, lines }: Finding): string => (hasLines ? counted(lines, 'line') : 'the whole file');

/** The lines of a finding, without the path: `12-20, 31 and 4 more`. @param most places to name */
export function placesIn({ ranges, hasLines }: Finding, most: number): string {
  if (!hasLines) return 'the whole file';
  const shown = ranges.slice(0, most).map(([start, count]) => placeOf(start, count));
  const rest = ranges.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** The result in one sentence. */
export function headline(found: CheckResult): string {
  const { lines, findings, rulesAt, hasRules } = found;
  const files = new Set(findings.filter(({ hasLines }) => !hasLines).map(({ path }) => path)).size;
  const at = rulesAt ? ` at ${shortOid(rulesAt)}` : '';
  if (!hasRules) return `No rule exists${at}: no .gitattributes sets the attribute prov.`;
  if (findings.length === 0)
    return lines.judged === 0 && found.waived.length === 0
      ? `No rule of .gitattributes${at} is about what this range adds.`
      : `${lines.judged === 1 ? 'The only line with a rule satisfies' : `All ${counted(lines.judged, 'line')} with a rule satisfy`} the rules of .gitattributes${at}.`;
  const broken = lines.broken > 0 ? [`${lines.broken} of ${counted(lines.added, 'added line')}`] : [];
  const without = files > 0 ? [counted(files, 'whole file')] : [];
  const one = lines.broken + files === 1;
  return `${[...broken, ...without].join(' and ')} ${one ? 'breaks' : 'break'} the rules of .gitattributes${at}.`;
}

/** What a reviewer must know besides the findings. */
export interface Notice {
  readonly path?: RepoPath | undefined;
  readonly words: string;
}

/** The notices of a check, in full sentences. */
export const noticesOf = ({ rulesChanged, movedOut, expired }: CheckResult): Notice[] => [
  ...rulesChanged.map((path) => ({
    path,
    words: `The range changes ${path}, which decides the rules or who may satisfy them. The rules of the base were applied.`,
  })),
  ...movedOut.map(({ from, to, rules }) => ({
    path: to,
    words: `${from} was renamed to ${to}, where ${rules.join(', ')} will not hold. This range was judged by the rules of both paths.`,
  })),
  ...expired.map(({ id, path, rule, until }) => ({
    path,
    words: `waiver:${id} of ${rule} for ${path} expired on ${until}.`,
  })),
];
