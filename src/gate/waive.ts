import { parsePlace, wholeFile, type ReadPlace } from '../ask/find/location.ts';
import { ProvError } from '../errors.ts';
import type { LineRange } from '../git/history/patch-parser.ts';
import type { Oid, RepoPath } from '../model/ids.ts';
import type { CheckResult } from './check.ts';
import { textOf } from './file-lines.ts';
import type { Finding } from './findings.ts';
import { ruleName, type Rule } from './rules/rule.ts';
import { isWaivable } from './waiver-search.ts';
import { blockOf, joined, MAX_BLOCKS, type WaivedBlock, without } from './waiver.ts';

/** The lines that a waiver will be about. */
export interface Waivable {
  readonly path: RepoPath;
  readonly ranges: readonly LineRange[];
  readonly hasLines: boolean;
  readonly blocks: readonly WaivedBlock[];
  /** The commits that added the lines. */
  readonly commits: readonly Oid[];
}

/**
 * Finds the lines of a place that break a rule.
 * @param place `FILE`, `FILE:12` or `FILE:12-20`
 * @param resolve gives the path in the repository for a path that the user wrote
 * @throws ProvError `usage` when the place cannot be read, `data` when no line of it breaks the rule, or too many blocks do
 */
export async function waivable(
  { findings, range, linesOf }: CheckResult,
  place: string,
  rule: Rule,
  resolve: (path: string) => string,
): Promise<Waivable> {
  const own = findings.filter((one) => ruleName(one.rule) === ruleName(rule) && isWaivable(one));
  const named = readings(place).find(({ path }) => own.some((one) => one.path === resolve(path)));
  const broken = named ? own.filter((one) => one.path === resolve(named.path)) : [];
  const [first] = broken;
  const chosen = first && chosenIn(broken, named!.ranges);
  if (!first || !chosen || (first.hasLines && chosen.ranges.length === 0))
    throw new ProvError('data', `No line of ${place} breaks the rule ${ruleName(rule)} in ${range.name}.`, {
      hint: 'Run git prov check to see which lines break which rule.',
    });
  const lines = textOf(first, await linesOf([first]));
  const ranges: readonly LineRange[] = first.hasLines ? chosen.ranges : [[1, 1]];
  if (ranges.length > MAX_BLOCKS)
    throw new ProvError(
      'data',
      `The lines are in ${ranges.length} separate places; a waiver has at most ${MAX_BLOCKS}.`,
      {
        hint: 'Name a part of the file: FILE:12-20.',
      },
    );
  const blocks = ranges.map(([start, count]) => blockOf(lines.slice(start - 1, start - 1 + count)));
  if (blocks.some(({ count }, i) => count !== ranges[i]![1]))
    throw new ProvError('data', `The content of ${first.path} cannot be read.`, { hint: 'Run git fsck.' });
  const { path, hasLines } = first;
  return { path, ranges: chosen.ranges, hasLines, blocks, commits: hasLines ? chosen.commits : [range.head] };
}

// A path may contain colons, so the whole text is read as a path too.
function readings(place: string): readonly ReadPlace[] {
  try {
    return [wholeFile(place), ...parsePlace(place)];
  } catch {
    return [wholeFile(place)];
  }
}

function chosenIn(
  broken: readonly Finding[],
  wanted: ReadPlace['ranges'],
): { readonly ranges: LineRange[]; readonly commits: Oid[] } {
  const limits = joined(wanted.map(({ start, count }) => [start, count] as const));
  const within = (range: LineRange): LineRange[] =>
    limits.length === 0 ? [range] : without([range], without([range], limits));
  const parts = broken.flatMap((one) =>
    one.parts.flatMap(({ range, commit }) => within(range).map((part) => ({ part, commit }))),
  );
  return {
    ranges: joined(parts.map(({ part }) => part)),
    commits: [...new Set(parts.flatMap(({ commit }) => commit ?? []))],
  };
}
