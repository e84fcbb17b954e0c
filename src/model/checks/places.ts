import { IF_FAILED, OR, STATUS } from './kind.ts';

/** The places of an output between the lines that the command line itself prints. */
export interface Places {
  /** Where each place begins and ends, as indices of lines. The last one goes to the end of the output. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Which of the marks were printed in their second form: `echo bad` of `… && echo good || echo bad`. */
  readonly negated: readonly number[];
  /** Which of the marks are absent that are printed only after a failure. */
  readonly skipped: readonly number[];
  /** The exit statuses that marks printed. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Whether a line is one that the command line itself prints, so that it is no summary of a runner: `go test > log; echo PASS`. */
export function markedBy(marks: readonly string[]): (line: string) => boolean {
  const forms = marks.flatMap((mark) => mark.replace(IF_FAILED, '').split(OR)).map(formOf);
  return (line) => forms.some((form) => form.test(line));
}

/**
 * Finds the lines that the command line prints (`marks`) in its output; undefined if they are not there, each once and in their
 * order. The last ones may be absent, because a part of a chain may have failed.
 * @param isCut lines of the output were left out, so none of them may be absent
 */
export function placesIn(lines: readonly string[], marks: readonly string[], isCut: boolean): Places | undefined {
  const forms = marks.map((mark) => mark.replace(IF_FAILED, '').split(OR).map(formOf));
  const isOptional = marks.map((mark) => mark.startsWith(IF_FAILED));
  const ranges: [number, number][] = [];
  const negated: number[] = [];
  const skipped: number[] = [];
  const statuses = new Map<number, number>();
  let begin = 0;
  const skip = (): void => {
    skipped.push(ranges.length);
    // What is before it is in the next place.
    ranges.push([begin, begin]);
  };
  for (const [i, line] of lines.entries()) {
    if (!forms.some((all) => all.some((form) => form.test(line)))) continue;
    while (isOptional[ranges.length] && !forms[ranges.length]!.some((form) => form.test(line))) skip();
    const at = ranges.length;
    const form = forms[at]?.findIndex((one) => one.test(line)) ?? -1;
    if (form < 0) return undefined;
    if (form > 0) negated.push(at);
    const status = forms[at]![form]!.exec(line)?.[1];
    if (status !== undefined) statuses.set(at, Number(status));
    ranges.push([begin, i]);
    begin = i + 1;
  }
  while (isOptional[ranges.length]) skip();
  if ((ranges.length === 0 && marks.length > 0) || (isCut && (skipped.length > 0 || ranges.length < marks.length)))
    return undefined;
  ranges.push([begin, lines.length]);
  return {
    ranges: ranges.map((range, at) => (skipped.includes(at) ? next(ranges, skipped, at) : range)),
    negated,
    skipped,
    statuses,
  };
}

// The place before a line that was not printed ends at the next line that was printed.
const next = (
  ranges: readonly (readonly [number, number])[],
  skipped: readonly number[],
  at: number,
): readonly [number, number] => ranges.find((_, i) => i > at && !skipped.includes(i))!;

// In bash, `echo "\n== a =="` prints the two characters `\n`; zsh prints an empty line.
const formOf = (mark: string): RegExp => {
  const [first, ...rest] = mark.split(STATUS).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const text = rest.length === 1 ? `${first}(\\d{1,3})${rest[0]}` : [first, ...rest].join('\\d{1,3}');
  return new RegExp(`^(?:\\\\n)*${text}$`);
};
